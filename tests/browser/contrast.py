"""Contrast of text with what is behind it, drawings included (axe leaves those out)."""

MEASURE = """([selector, lightest]) => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = ([red, green, blue]) => [[red, 0.2126], [green, 0.7152], [blue, 0.0722]].reduce((sum, [part, weight]) => {
    const value = part / 255;
    return sum + weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const [red, green, blue, alpha = 1] = parts(getComputedStyle(element).backgroundColor);
    const below = alpha < 1 ? ground(element.parentElement) : [0, 0, 0];
    return [red, green, blue].map((part, i) => part * alpha + below[i] * (1 - alpha));
  };
  const found = [];
  for (const element of document.querySelectorAll(selector)) {
    if (!element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    const colour = element.closest("svg") ? style.fill : style.color;
    const [ink, paper] = [luminance(parts(colour)), luminance(ground(element))];
    const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (contrast < 4.5 || paper < lightest) {
      found.push(`${element.tagName} ${colour}, contrast ${contrast.toFixed(2)}: ${element.textContent.trim().slice(0, 40)}`);
    }
  }
  return found;
}"""


def hard_to_read(page, selector: str, lightest_paper: float = 0) -> list[str]:
    """The elements whose text has a contrast below 4.5, or stands on something darker than `lightest_paper` (0 to 1)."""
    return page.evaluate(MEASURE, [selector, lightest_paper])
