"""One plain `mkdocs build` makes the whole site."""

import json
import re
from datetime import date

from scripts.content import ROOT
from scripts.content.data import interface
from scripts.content.editions import EDITIONS


def test_plain_build_makes_the_three_editions(built_project):
    for edition in EDITIONS:
        page = built_project.html(edition.code, "algorithm/advantage-and-baseline")
        assert f'<html lang="{edition.language}"' in page
        assert (built_project.site / edition.root / "sitemap.xml").is_file()
    assert (built_project.site / "sitemap_index.xml").is_file()
    assert built_project.leftovers() == []


def test_b45_an_edition_that_is_behind_says_so_and_names_the_newer_one(built_project):
    for edition in EDITIONS:
        page = built_project.html(edition.code, "algorithm/advantage-and-baseline")
        behind = interface()["question.behind"][edition.code]
        assert (behind in page) == (edition.code != "zh")
        if edition.code != "zh":
            notice = page[page.index(behind) :]
            assert re.search(r'<a href="\.\./\.\./\.\./algorithm/advantage-and-baseline/" hreflang="zh-Hans"', notice[:600])


def test_b16_b45_an_edition_without_the_page_says_so_and_names_the_one_that_has_it(built_project):
    for edition in EDITIONS:
        page = built_project.html(edition.code, "algorithm/kl-in-grpo")
        missing = interface()["question.missing"][edition.code]
        assert (missing in page) == (edition.code != "zh")
        assert ('content="noindex"' in page) == (edition.code != "zh")
        if edition.code != "zh":
            notice = page[page.index(missing) :]
            assert re.search(r'<a href="\.\./\.\./\.\./algorithm/kl-in-grpo/" hreflang="zh-Hans"', notice[:600])


def test_a_question_answered_nowhere_has_no_such_notice(built_project):
    for edition in EDITIONS:
        page = built_project.html(edition.code, "infra/grpo-memory")
        words = interface()
        assert words["question.missing"][edition.code] not in page
        assert words["question.behind"][edition.code] not in page
        assert words["question.unanswered"][edition.code] in page


def test_what_an_edition_lacks_is_not_in_its_search(built_project):
    for edition in EDITIONS:
        index = (built_project.site / edition.root / "search" / "index.json").read_text("utf-8")
        assert ("kl-in-grpo/" in index) == (edition.code == "zh")
        assert "advantage-and-baseline/" in index and "infra/grpo-memory/" not in index


def test_b32_every_template_of_ours_is_read(built_project):
    read = {line for e in EDITIONS for line in (built_project.root / f"templates-{e.code}.txt").read_text("utf-8").split("\n")}
    ours = {path.relative_to(ROOT / "overrides").as_posix() for path in (ROOT / "overrides").rglob("*.html")}
    ours |= {path.relative_to(ROOT / "overrides").as_posix() for path in (ROOT / "overrides").glob("*.xml")}
    assert ours and ours <= read, f"never read: {sorted(ours - read)}"


def test_b44_a_build_outside_a_repository_prints_no_date(built_project):
    assert not (built_project.root / ".git").exists()
    page = built_project.html("en", "algorithm/advantage-and-baseline")
    assert date.today().isoformat() not in page


def test_b38_a_build_executes_no_notebook(project):
    for edition in EDITIONS:
        (notebook,) = (project.root / "docs" / edition.code / "labs").glob("*.ipynb")
        content = json.loads(notebook.read_text("utf-8"))
        cell = next(cell for cell in content["cells"] if cell["cell_type"] == "code")
        cell["source"] = [f"open({str(project.root / 'executed')!r}, 'w')\n", "raise SystemExit"]
        notebook.write_text(json.dumps(content), "utf-8")
    outcome = project.build()
    assert outcome.status == 0, outcome.output
    assert not (project.root / "executed").exists()


def test_b09_nothing_cuts_chinese_with_jieba():
    locked = (ROOT / "requirements.txt").read_text("utf-8") + (ROOT / "requirements-test.txt").read_text("utf-8")
    assert "mkdocs==" in locked and "jieba" not in locked


def test_one_edition_builds_alone(project, tmp_path):
    outcome = project.build("--config-file", "mkdocs.en.yml", "--site-dir", str(tmp_path / "en"))
    assert outcome.status == 0, outcome.output
    assert 'lang="en"' in (tmp_path / "en" / "algorithm" / "advantage-and-baseline" / "index.html").read_text("utf-8")
    assert not (tmp_path / "en" / "pt").exists()
