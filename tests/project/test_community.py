"""CONTRIBUTING, the code of conduct, owners, the citation file and the pull-request template."""

import re
import urllib.parse
from pathlib import Path

import pytest
import yaml

from scripts.content import ROOT
from tests.project.schemas import assert_valid

PAGES = ("CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "README.md", "scripts/vendor/README.md")
MKDOCS = (ROOT / "mkdocs.yml").read_text("utf-8")
OWNERS = ROOT / ".github" / "CODEOWNERS"


def read(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def default(setting: str) -> str:
    """The default of a setting of mkdocs.yml that the environment can change."""
    return re.search(rf'^{setting}: !ENV \[\w+, "(.*)"\]$', MKDOCS, re.M)[1]


@pytest.mark.parametrize("page", PAGES)
def test_links_to_files_lead_somewhere(page: str):
    targets = [t for t in re.findall(r"\]\(([^)\s]+)\)", read(page)) if not re.match(r"[a-z]+:|#", t)]
    assert targets
    folder = (ROOT / page).parent
    assert [t for t in targets if not (folder / urllib.parse.unquote(t).split("#")[0]).exists()] == []


@pytest.mark.parametrize("page", ("CONTRIBUTING.md", "README.md"))
def test_commands_exist(page: str):
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.M))
    made = re.findall(r"`make ([a-z-]+)", read(page))
    assert made
    assert [target for target in made if target not in targets] == []
    modules = re.findall(r"python -m (scripts\.[\w.]+)", read(page))
    assert [m for m in modules if not (ROOT / f"{m.replace('.', '/')}.py").is_file()] == []


def test_contributing_names_what_there_is():
    text = read("CONTRIBUTING.md")
    for edition in ("zh", "pt", "en"):
        assert f"(docs/{edition}/contributing.md)" in text
    assert {f"{name}.in" for name in re.findall(r"^\| `([\w-]+)\.in`", text, re.M)} == {p.name for p in ROOT.glob("*.in")}
    workflows = {path.stem for path in (ROOT / ".github" / "workflows").glob("*.yml")}
    table = text.partition("## Workflows")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.M)) == workflows
    forms = [p for p in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if p.stem != "config"]
    labels = {label for form in forms for label in yaml.safe_load(form.read_text("utf-8"))["labels"]}
    step = next(line for line in text.splitlines() if "labels that the issue forms use" in line)
    assert set(re.findall(r"`([\w-]+)`", step)) == labels


def test_the_code_of_conduct_is_one_version_in_three_languages():
    text = read("CODE_OF_CONDUCT.md")
    assert re.findall(r"^## (.*)$", text, re.M) == ["中文", "Português", "English"]
    covenant = "https://www.contributor-covenant.org"
    expected = [f"{covenant}{language}/version/2/1/code_of_conduct/" for language in ("/zh-cn", "/pt-br", "")]
    assert re.findall(rf"\(({covenant}[^)]*)\)", text) == expected
    assert text.count("(.github/CODEOWNERS)") == 3


def test_every_pattern_of_owners_matches_files_and_names_our_organisation():
    organisation = urllib.parse.urlsplit(default("repo_url")).path.split("/")[1]
    lines = [line.split() for line in OWNERS.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert lines[0][0] == "*"
    for pattern, *owners in lines:
        assert any(ROOT.glob(pattern.strip("/"))), pattern
        assert owners
        assert [owner for owner in owners if not re.fullmatch(rf"@{organisation}/[a-z-]+", owner)] == []
    assert {f"/docs/{edition}/" for edition in ("zh", "pt", "en")} <= {pattern for pattern, *_ in lines}


def test_the_citation_file_is_valid_and_names_our_addresses():
    assert_valid("citation-file-format", ROOT / "CITATION.cff")
    citation = yaml.safe_load(read("CITATION.cff"))
    assert citation["url"] == default("site_url")
    assert citation["repository-code"] == default("repo_url")
    assert citation["license"] in read("LICENSE-TEXT")


def test_the_issue_chooser_names_our_repository():
    chooser = yaml.safe_load(read(".github/ISSUE_TEMPLATE/config.yml"))
    for link in chooser["contact_links"]:
        assert link["url"].startswith(f"{default('repo_url')}/")
        path = link["url"].partition("/blob/main/")[2]
        assert not path or Path(ROOT / path).is_file()


def test_the_pull_request_template_is_short_and_in_three_languages():
    text = read(".github/PULL_REQUEST_TEMPLATE.md")
    items = re.findall(r"^- \[ \] (.*)$", text, re.M)
    headings = re.findall(r"^## (.*)$", text, re.M)
    assert 4 <= len(items) <= 8
    for line in (*items, *headings):
        chinese, portuguese, english = line.split(" / ")
        assert re.search("[\u4e00-\u9fff]", chinese)
        assert not re.search("[\u4e00-\u9fff]", portuguese + english)
        assert re.findall(r"`[^`]+`", chinese) == re.findall(r"`[^`]+`", portuguese) == re.findall(r"`[^`]+`", english)
