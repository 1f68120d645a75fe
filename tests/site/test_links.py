"""Links lead somewhere: pages, files and sections, in the same edition and in the others, under any prefix."""

import re
from urllib.parse import urlsplit

from tests.site.html import SITE_URL, is_internal

IN_STYLES = re.compile(r"url\(\s*['\"]?(?!data:)([^'\")#?]+)")
FOR_MACHINES = {"canonical", "alternate"}


def test_every_link_leads_to_a_file_of_the_site(html):
    broken = [
        f"{page}: {link}"
        for page in html.pages
        for link in page.links
        if (target := html.target(page, link)[0]) is not None and target not in html.files
    ]
    assert not broken, "\n".join(broken)


def test_b18_b24_every_fragment_leads_to_a_section(html):
    broken, seen = [], 0
    for page in html.pages:
        for link in page.links:
            target, fragment = html.target(page, link)
            if fragment and target in html.by_path:
                seen += 1
                if fragment not in html.by_path[target].ids:
                    broken.append(f"{page}: {link}")
    assert seen > 1000
    assert not broken, "\n".join(broken)


def test_b14_no_address_starts_at_the_host(html):
    wrong = [f"{page}: {link}" for page in html.pages for link in page.links if link.startswith("/")]
    assert not wrong, "\n".join(wrong)


def test_nothing_that_is_followed_names_the_full_address(html):
    """So that the site works under any prefix; `canonical` and `alternate` are for machines and must be full."""
    wrong = [
        f"{page}: <{element.tag}> {element.get('href') or element.get('src')}"
        for page in html.pages
        for element in page.tree.xpath(f'//*[starts-with(@href, "{SITE_URL}") or starts-with(@src, "{SITE_URL}")]')
        if not (element.tag == "link" and element.get("rel") in FOR_MACHINES)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_relative_link_climbs_out_of_the_site(html):
    wrong = [
        f"{page}: {link}"
        for page in html.pages
        for link in filter(is_internal, page.links)
        if urlsplit(link).path.split("/").count("..") > page.path.count("/")
    ]
    assert not wrong, "\n".join(wrong)


def test_what_stylesheets_name_stands_in_the_site(html):
    named = [
        (path, url)
        for path in sorted(html.files)
        if path.endswith(".css")
        for url in IN_STYLES.findall((html.folder / path).read_text("utf-8"))
    ]
    assert named
    broken = [f"{path}: {url}" for path, url in named if not ((html.folder / path).parent / url).is_file()]
    assert not broken, "\n".join(broken)
