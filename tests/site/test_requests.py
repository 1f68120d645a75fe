"""Nothing on a page comes from elsewhere, and nothing runs but the site's own scripts."""

import re

LOADED = "//script/@src | //img/@src | //iframe/@src | //source/@src | //video/@src | //audio/@src | //object/@data | //embed/@src"
LOADED_LINKS = ("stylesheet", "preload", "modulepreload", "prefetch", "icon", "preconnect", "dns-prefetch", "manifest")
ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//", re.I)


def test_b34_pages_load_nothing_from_elsewhere(html):
    seen, wrong = 0, []
    for page in html.pages:
        loaded = list(page.tree.xpath(LOADED))
        for link in page.tree.xpath("//link[@href]"):
            if set(link.get("rel", "").split()) & set(LOADED_LINKS):
                loaded.append(link.get("href"))
        seen += len(loaded)
        wrong += [f"{page}: {address}" for address in loaded if ELSEWHERE.match(address)]
    assert seen > len(html.pages)
    assert not wrong, "\n".join(wrong)


def test_b34_stylesheets_load_nothing_from_elsewhere(html):
    styles = {path: (html.folder / path).read_text("utf-8") for path in html.files if path.endswith(".css")}
    inline = {str(page): "".join(page.tree.xpath("//style/text() | //@style")) for page in html.pages}
    wrong = [
        f"{name}: {address}"
        for name, text in {**styles, **inline}.items()
        for address in re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")\s]+)", text)
        if ELSEWHERE.match(address)
    ]
    assert styles and not wrong, "\n".join(wrong)


def test_no_hints_to_connect_elsewhere(html):
    wrong = [str(page) for page in html.pages if page.tree.xpath('//link[@rel="preconnect" or @rel="dns-prefetch"]')]
    assert not wrong, wrong


def test_no_inline_event_handlers_and_no_script_addresses(html):
    wrong = []
    for page in html.pages:
        handlers = page.tree.xpath("//@*[starts-with(name(), 'on')]")
        scripts = [link for link in page.links if link.lower().startswith(("javascript:", "vbscript:"))]
        wrong += [f"{page}: {found}" for found in [*handlers, *scripts]]
    assert not wrong, "\n".join(wrong)


def test_no_frames(html):
    wrong = [str(page) for page in html.pages if page.tree.xpath("//iframe | //frame | //object | //embed")]
    assert not wrong, wrong
