"""Pages of a hostile pull request, built although nobody ran the checks: nothing runs, no request leaves."""

import re

import pytest
from lxml.html import document_fromstring

from scripts.bench.server import serve
from tests.browser.conftest import ELSEWHERE, Faults
from tests.security import hostile
from tests.security.small import build, copy_project

PRESS_EVERYTHING = """() => {
  for (const part of document.querySelectorAll("article a:not([href^=http]), article button, article p, article summary")) {
    part.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    part.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
}"""
POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>')


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The English edition with the hostile pages, and what the build said. Strict mode fails it in the end, but writes it."""
    project = copy_project(tmp_path_factory.mktemp("hostile") / "project")
    hostile.put_into(project / "docs" / "en")
    site = project / "built"
    result = build(project, "--strict", "-f", "mkdocs.en.yml", "--site-dir", str(site))
    return site, result


@pytest.fixture(scope="module")
def served(built):
    with serve(built[0]) as served:
        yield served


@pytest.fixture
def visit(browser, served):
    """A function that opens a page, presses what can be pressed, and returns whether something ran and what was asked for."""

    def visit_(path: str, **options) -> tuple[bool, list[str]]:
        faults = Faults()
        context = browser.new_context(**options)
        faults.watch(context)
        page = context.new_page()
        page.goto(served.url(path), wait_until="load")
        page.evaluate(PRESS_EVERYTHING)
        page.wait_for_timeout(150)
        ran = any(tab.evaluate("Boolean(window.ran)") for tab in context.pages)
        stayed = [tab.url for tab in context.pages if not ELSEWHERE.match(tab.url)]
        assert page.url in stayed and page.url.startswith(served.url(path)), f"led away to {page.url}"
        context.close()
        return ran, faults.outside

    return visit_


@pytest.mark.parametrize("path", hostile.ALL)
def test_nothing_runs_and_no_request_leaves(visit, path):
    assert visit(path) == (False, [])


@pytest.mark.parametrize("name", ["handlers", "addresses", "drawing"])
def test_the_policy_is_what_stops_handlers_and_addresses(visit, name):
    """The same page without the policy runs what it holds, so the test above does not pass over nothing."""
    ran, _ = visit(f"{hostile.FOLDER}{name}/", bypass_csp=True)
    assert ran


def test_the_policy_is_what_stops_images_from_elsewhere(visit):
    _, outside = visit(f"{hostile.FOLDER}images/", bypass_csp=True)
    assert len(outside) > 5


def test_the_build_fails_and_names_every_page_and_file(built):
    _, result = built
    assert result.returncode and "Traceback" not in result.stdout
    named = ["script", "script-file", "script-elsewhere", "frames", "styles", "leads-away", "forms", "drawing", "config"]
    named = [f"hostile/{name}.md" for name in [*named, "heading", "title"]] + ["labs/kl.ipynb"]
    for name in named:
        assert re.search(rf"^WARNING -  {re.escape(name)}: <\w+> is shown as text", result.stdout, re.M), name
    for name in ("evil.js", "evil.mjs", "evil.html", "evil.css", "evil.txt", "evil.svg"):
        assert f"WARNING -  hostile/{name}: " in result.stdout
    assert "WARNING -  hostile/secret.png: a symbolic link is not followed" in result.stdout


def test_no_file_is_published_that_could_run(built):
    site, _ = built
    found = [path.name for path in site.rglob("*") if "evil" in path.name or "secret" in path.name]
    assert found == []


def test_every_page_has_the_policy_before_all_it_governs(built):
    site, _ = built
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(hostile.ALL)
    for path in pages:
        page = path.read_bytes()
        policy = POLICY.search(page)
        assert policy and not re.search(rb"<(script|style|link)\b", page[: policy.start()]), path
        assert len(document_fromstring(page).xpath("//meta[@http-equiv]")) == 1, path


def test_snippets_and_templates_are_not_filled_in(built):
    site, _ = built
    text = (site / hostile.FOLDER / "snippets" / "index.html").read_text("utf-8")
    assert text.count("--8&lt;--") + text.count("--8<--") == 3
    assert "root:" not in text and "site_name:" not in text and "{% include" in text
