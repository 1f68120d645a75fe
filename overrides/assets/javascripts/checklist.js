// The ticks of a question's checklist, kept in this browser. An entry is named after the question and the number of its
// points, so that all editions and versions share it unless their lists differ; it holds a digit a point, 1 for a tick.
// site.js loads this at the first tick, or at once if some are kept. `document$` comes from the theme.

/** The boxes of this page's checklist. */
function findBoxes() {
  return [...document.querySelectorAll("[data-question] ~ #checklist ~ ul [type=checkbox]")];
}

/** The name of the entry for a list of this length. */
function entryName(length) {
  return `checklist/${document.querySelector("[data-question]").dataset.question}/${length}`;
}

/** What is stored under a name; nothing where the browser forbids to look. */
function read(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Store the ticks as they are; where the browser forbids it they last as long as the page. */
function keepTicks(boxes) {
  try {
    localStorage.setItem(entryName(boxes.length), boxes.map((box) => Number(box.checked)).join(""));
  } catch {}
}

/** Tick what was ticked before; if nothing usable is stored, keep what the reader has ticked by now. */
function restoreTicks() {
  const boxes = findBoxes();
  if (!boxes.length) return;
  const ticks = read(entryName(boxes.length));
  if (ticks.length === boxes.length && !/[^01]/.test(ticks)) {
    boxes.forEach((box, k) => (box.checked = ticks[k] === "1"));
  } else if (boxes.some((box) => box.checked)) {
    keepTicks(boxes);
  }
}

document.addEventListener("change", ({ target }) => {
  const boxes = findBoxes();
  if (boxes.includes(target)) keepTicks(boxes);
});

document$.subscribe(restoreTicks);
addEventListener("storage", restoreTicks); // ticked in another tab
addEventListener("pageshow", restoreTicks); // the browser had put the page aside, and another edition was ticked
