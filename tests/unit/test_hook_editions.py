"""Building all editions at once: where each goes, what a failure leaves, what is put in the old site's place."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

from scripts.content.editions import DEFAULT, EDITIONS, edition
from scripts.hooks import editions
from scripts.hooks.editions import Run, _folder, _replace, _stamp, _wait, on_build_error, on_config, on_startup


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    monkeypatch.setattr(editions, "state", {"serving": False, "run": Run(), "root_url": None, "built": {}})
    monkeypatch.setattr(editions, "CACHE", tmp_path / "cache")


def settings(code: str, site_dir="site"):
    return SimpleNamespace(
        extra={"edition": code}, site_url="https://example.org/", site_dir=str(site_dir), strict=True
    )


def child(code: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def test_the_default_edition_is_built_aside(tmp_path):
    config = on_config(settings("zh", tmp_path / "site"))
    assert config.site_url == "https://example.org/"
    assert config.site_dir == str(tmp_path / "cache" / f"building-{os.getpid()}")
    assert editions.state["run"].target == tmp_path / "site"


@pytest.mark.parametrize("code", ["pt", "en"])
def test_another_edition_is_built_where_it_is_told(code, tmp_path):
    config = on_config(settings(code, tmp_path / "site"))
    assert config.site_url == f"https://example.org/{code}/"
    assert config.extra["root_url"] == "https://example.org/"
    assert config.site_dir == str(tmp_path / "site")


@pytest.mark.parametrize("code, root", [("zh", ""), ("pt", "pt/"), ("en", "en/")])
def test_an_edition_stands_inside_its_version(code, root, tmp_path):
    """mike's plugin has put the version at the end of the address, without a slash."""
    config = settings(code, tmp_path / "site")
    config.site_url = "https://example.org/repo/2026.12"
    assert on_config(config).site_url == f"https://example.org/repo/2026.12/{root}"
    assert config.extra["root_url"] == "https://example.org/repo/2026.12/"


def test_mike_reads_where_the_site_will_be(tmp_path):
    on_startup("mike", dirty=False)
    assert on_config(settings("zh", tmp_path / "site")).site_dir == str(tmp_path / "site")


def test_while_serving_the_site_is_built_in_place(tmp_path):
    editions.state["serving"] = True
    assert on_config(settings("zh", tmp_path / "site")).site_dir == str(tmp_path / "site")


def test_folders_of_the_other_editions(tmp_path):
    config = settings("zh", tmp_path)
    assert _folder(edition("pt"), config) == tmp_path / "pt"
    editions.state["serving"] = True
    assert _folder(edition("pt"), config) == tmp_path / "cache" / "serve" / "pt"


def test_a_failing_edition_fails_the_whole_with_its_own_message():
    run = Run(
        children={EDITIONS[1]: child("pass"), EDITIONS[2]: child("print('broken link in a.md'); raise SystemExit(1)")}
    )
    with pytest.raises(PluginError, match="the en edition did not build:\nbroken link in a.md"):
        _wait(run)


def test_editions_that_built_are_no_error():
    run = Run(children={e: child("print('done')") for e in EDITIONS[1:]})
    _wait(run)
    assert [process.returncode for process in run.children.values()] == [0, 0]


def test_a_failed_build_leaves_no_child_behind():
    process = child("import time; time.sleep(60)")
    editions.state["run"] = Run(children={EDITIONS[1]: process})
    on_build_error(RuntimeError())
    assert process.returncode not in (None, 0)


def test_the_new_site_takes_the_old_one_s_place(tmp_path):
    target, built = tmp_path / "out" / "site", tmp_path / "built"
    for number in (1, 2):
        built.mkdir()
        (built / f"{number}.html").write_text("page", "utf-8")
        _replace(target, built)
        assert [path.name for path in target.iterdir()] == [f"{number}.html"]
    assert [path.name for path in target.parent.iterdir()] == ["site"]
    assert not built.exists()


def test_an_edit_of_a_page_or_of_shared_data_changes_the_stamp(tmp_path, monkeypatch):
    page, shared = tmp_path / "docs" / "pt" / "a.md", tmp_path / "data" / "tags.yml"
    for file in (page, shared, tmp_path / "mkdocs.pt.yml", tmp_path / "docs" / "en" / "a.md"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", "utf-8")
        os.utime(file, (1, 1))
    monkeypatch.setattr(editions, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(editions, "ROOT", tmp_path)
    monkeypatch.setattr(editions, "SHARED", (tmp_path / "data",))
    assert _stamp(edition("pt")) == 1
    os.utime(tmp_path / "docs" / "en" / "a.md", (9, 9))
    assert _stamp(edition("pt")) == 1
    os.utime(page, (2, 2))
    assert _stamp(edition("pt")) == 2
    os.utime(shared, (3, 3))
    assert _stamp(edition("pt")) == 3


def test_the_default_edition_is_the_first():
    assert EDITIONS[0] is DEFAULT
