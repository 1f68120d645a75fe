"""Two versions of a small site, released for real: what stands on the branch."""

import base64
import hashlib
import json
import re

import pytest
from lxml import html

from scripts.content.data import interface
from scripts.content.editions import EDITIONS
from tests.release.scratch import MOVED, MOVED_TO, NEW, OLD, PAGE, SITE_URL, git

VERSIONS = [OLD, NEW]


def tree(path):
    return html.fromstring(path.read_bytes(), parser=html.HTMLParser(encoding="utf-8"))


def test_each_release_is_one_commit_and_leaves_nothing_else(released):
    assert git(released, "log", "--format=%s", "gh-pages").splitlines() == [
        f"Release {version} from {git(released, 'rev-parse', '--short', ref)}"
        for version, ref in ((NEW, "main"), (OLD, "main~1"))
    ]
    assert git(released, "for-each-ref", "--format=%(refname)").splitlines() == ["refs/heads/gh-pages", "refs/heads/main"]
    assert git(released, "status", "--porcelain") == ""
    assert not list((released / ".cache").glob("release-*"))
    git(released, "fsck", "--strict", "--no-dangling")


def test_the_newer_version_is_the_latest(published):
    versions = json.loads((published / "versions.json").read_text("utf-8"))
    assert {version["version"]: version["aliases"] for version in versions} == {NEW: ["latest"], OLD: []}


def test_a_published_version_stays_as_it_was(released):
    assert git(released, "rev-parse", f"gh-pages:{OLD}") == git(released, "rev-parse", f"gh-pages~1:{OLD}")


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_b29_a_page_names_itself_and_its_translations_in_its_version(published, version, edition):
    page = tree(published / version / edition.root / PAGE / "index.html")
    here = f"{SITE_URL}{version}/{edition.root}{PAGE}"
    assert page.xpath('//link[@rel="canonical"]/@href') == [here]
    assert page.xpath('//meta[@property="og:url"]/@content') == [here]
    alternates = {link.get("hreflang"): link.get("href") for link in page.xpath('//head/link[@rel="alternate"]')}
    expected = {e.language: f"{SITE_URL}{version}/{e.root}{PAGE}" for e in EDITIONS}
    assert alternates == {**expected, "x-default": expected[EDITIONS[0].language]}
    structured = json.loads(page.xpath('//script[@type="application/ld+json"]')[0].text)
    assert structured["url"] == here
    page.make_links_absolute(here)
    others = [link.get("href") for link in page.find_class("language-switch")[0].findall("a")]
    assert others == [url for language, url in expected.items() if language != edition.language]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.code)
def test_sitemaps_name_the_pages_of_their_version(published, version, edition):
    text = (published / version / edition.root / "sitemap.xml").read_text("utf-8")
    locations = re.findall("<loc>(.*?)</loc>", text)
    root = f"{SITE_URL}{version}/{edition.root}"
    assert root + PAGE in locations
    for location in locations:
        assert location.startswith(root)
        assert (published / version / edition.root / location.removeprefix(root) / "index.html").is_file()


def test_no_address_holds_the_version_twice_or_glued_to_an_edition(published):
    wrong = re.compile(r"(20\d\d\.\d+)/(?:pt/|en/)?\1|20\d\d\.\d+(?:pt|en)/")
    files = [path for path in published.rglob("*") if path.suffix in (".html", ".xml", ".txt", ".json")]
    assert len(files) > 100
    assert [str(path) for path in files if wrong.search(path.read_text("utf-8"))] == []


def test_the_alias_has_every_page_of_the_latest_version(published):
    pages = {path.relative_to(published / NEW) for path in (published / NEW).rglob("*.html")}
    assert {path.relative_to(published / "latest") for path in (published / "latest").rglob("*.html")} == pages
    for path in pages:
        href = tree(published / "latest" / path).xpath("//a/@href")[0]
        assert (published / "latest" / path).parent.joinpath(href).resolve() in (
            published / NEW / path,
            (published / NEW / path).parent,
        )


def test_no_address_of_the_older_version_is_gone(published):
    for version in VERSIONS:
        assert (published / version / "pt" / MOVED / "index.html").is_file()
    assert tree(published / NEW / "pt" / MOVED / "index.html").xpath("//a/@href") == [f"../../{MOVED_TO}"]


def test_redirects_run_their_own_script_alone(published):
    text = (published / "index.html").read_text("utf-8")
    script = re.search("<script>(.*?)</script>", text, re.S)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert tree(published / "index.html").xpath('//meta[@http-equiv="Content-Security-Policy"]/@content') == [
        f"default-src 'none'; script-src 'sha256-{digest}'"
    ]


def test_b31_the_root_has_a_404_page_that_offers_the_latest_version(published):
    page = tree(published / "404.html")
    assert not page.xpath("//@src | //link/@href | //script")
    found = {s.get("lang"): (s.xpath(".//a/@href"), s.xpath("string(.//a)")) for s in page.xpath("//section")}
    assert found == {
        e.language: ([f"{SITE_URL}latest/{e.root}"], interface()["notfound.latest"][e.code]) for e in EDITIONS
    }


def test_the_root_leads_to_the_latest_version(published):
    assert tree(published / "index.html").xpath("//a/@href") == [f"{NEW}/"]
    robots = (published / "robots.txt").read_text("utf-8")
    assert f"Sitemap: {SITE_URL}{NEW}/sitemap_index.xml" in robots.splitlines()
