"""Each page says its language and where it stands in the others, and all say the same."""

from scripts.content.editions import DEFAULT, EDITIONS
from tests.site.html import SITE_URL, edition_of, expected_names


def full(edition, name: str) -> str:
    return f"{SITE_URL}{edition.root}{name}"


def test_every_edition_has_the_same_pages(html):
    names = {edition.code: {page.name for page in html.of(edition)} for edition in EDITIONS}
    assert names["zh"] == names["pt"] == names["en"]
    assert expected_names() <= names["zh"]


def test_b20_language_codes_agree_with_the_folder(html):
    wrong = [f"{page}: {lang}" for page in html.pages if (lang := page.one("/html").get("lang")) != page.edition.language]
    assert not wrong, "\n".join(wrong)


def test_b20_canonical_is_the_page_itself(html):
    wrong = [
        f"{page}: {found}"
        for page in html.pages
        if (found := page.tree.xpath('//link[@rel="canonical"]/@href')) != [full(page.edition, page.name)]
    ]
    assert not wrong, "\n".join(wrong)


def test_b14_b20_alternates_name_this_page_in_every_edition(html):
    wrong = []
    for page in html.pages:
        found = {link.get("hreflang"): link.get("href") for link in page.tree.xpath('//head/link[@rel="alternate"]')}
        wanted = {edition.language: full(edition, page.name) for edition in EDITIONS}
        wanted["x-default"] = full(DEFAULT, page.name)
        if found != wanted:
            wrong.append(f"{page}: {found}")
    assert not wrong, "\n".join(wrong)


def test_b12_b14_b23_language_links_lead_to_this_page_in_the_other_editions(html):
    wrong = []
    for page in html.pages:
        links = page.tree.xpath('//header//a[@hreflang]')
        found = {link.get("hreflang"): html.target(page, link.get("href"))[0] for link in links}
        wanted = {e.language: f"{e.root}{page.name}index.html" for e in EDITIONS if e != page.edition}
        if found != wanted or len(links) != len(wanted):
            wrong.append(f"{page}: {found}")
    assert not wrong, "\n".join(wrong)


def test_only_language_links_and_notices_lead_to_another_edition(html):
    wrong = []
    for page in html.pages:
        for link in page.tree.xpath("//body//a[@href][not(@hreflang)]"):
            target, _ = html.target(page, link.get("href"))
            if target in html.by_path and edition_of(target) != page.edition:
                wrong.append(f"{page}: {link.get('href')}")
    assert not wrong, "\n".join(wrong)


def test_b20_the_theme_speaks_the_language_of_the_edition(html):
    wrong = []
    for page in html.pages:
        if page.edition.code == "en":
            continue
        named = page.tree.xpath("//body//@title | //body//@aria-label | //body//@placeholder")
        shown = [text.strip() for text in page.texts()]
        wrong += [f"{page}: {text}" for text in [*named, *shown] if text in ENGLISH_INTERFACE]
    assert not wrong, "\n".join(sorted(set(wrong)))


ENGLISH_INTERFACE = {
    "Search",
    "Clear",
    "Header",
    "Footer",
    "Navigation",
    "Table of contents",
    "Skip to content",
    "Back to top",
    "Previous",
    "Next",
    "Copy to clipboard",
    "Permanent link",
    "Go to repository",
    "Edit this page",
    "Close",
    "Language",
}


def test_b23_admonitions_have_titles_in_the_language_of_the_edition(html):
    english = {"Note", "Tip", "Warning", "Danger", "Info", "Example", "Question", "Quote", "Success", "Failure", "Bug", "Abstract"}
    wrong, seen = [], 0
    for page in html.pages:
        for title in page.tree.xpath('//*[contains(@class, "admonition-title")] | //details/summary'):
            seen += 1
            if page.edition.code != "en" and title.text_content().strip().rstrip("#¶") in english:
                wrong.append(f"{page}: {title.text_content()}")
    assert seen > 50
    assert not wrong, "\n".join(wrong)
