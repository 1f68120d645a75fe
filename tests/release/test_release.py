"""What a release refuses, and that whatever stops it leaves the published branch whole."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from mike import commands, mkdocs_utils

from scripts import release as releasing
from scripts.checks import Problem
from scripts.release_branch import Branch, Refused
from tests.release.scratch import ROOT, commit, git, repository, small_site

PAGES = ["index.html", "a/index.html", "pt/index.html", "pt/a/index.html", "en/index.html", "en/a/index.html"]


def write_site(root: Path, version: str, site: Path) -> None:
    """Stand in for a build: the pages are those listed in the file `pages`."""
    for name in [*(root / "pages").read_text("utf-8").split(), "404.html", "robots.txt"]:
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{name} of {version}", "utf-8")


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> Path:
    """A repository with the version 2026.11."""
    folder = repository(tmp_path_factory.mktemp("first") / "repository")
    (folder / ".gitignore").write_text(".cache/\n", "utf-8")
    (folder / "pages").write_text("\n".join(PAGES), "utf-8")
    (folder / "data").mkdir()
    (folder / "data" / "redirects.yml").write_text("{}\n", "utf-8")
    commit(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(releasing, "build", write_site)
        patch.setattr(releasing.check, "run", lambda sources: [])
        assert releasing.main(["2026.11"], folder) == 0
    return folder


@pytest.fixture
def root(first, tmp_path, monkeypatch) -> Path:
    """A copy of it; its build takes no time and its sources have no problems."""
    monkeypatch.setattr(releasing, "build", write_site)
    monkeypatch.setattr(releasing.check, "run", lambda sources: [])
    return shutil.copytree(first, tmp_path / "repository")


def everything(root: Path) -> tuple[str, str, list[str]]:
    refs = git(root, "for-each-ref", "--format=%(refname) %(objectname)")
    return refs, git(root, "status", "--porcelain"), sorted(path.name for path in (root / ".cache").iterdir())


@pytest.fixture
def refuse(root, capsys):
    """A function that tries a release, sees that nothing has changed, and returns what it was told."""

    def try_(version: str = "2026.12") -> str:
        before = everything(root)
        capsys.readouterr()
        assert releasing.main([version], root) == 1
        assert everything(root) == before
        told = capsys.readouterr().err
        assert told.startswith("not released: ") and "Traceback" not in told
        return told

    return try_


def published(root: Path, path: str) -> str:
    return git(root, "show", f"gh-pages:{path}")


def versions(root: Path) -> dict[str, list[str]]:
    return {entry["version"]: entry["aliases"] for entry in json.loads(published(root, "versions.json"))}


@pytest.mark.parametrize("version", ["2026.12", "2026.11.1", "2027.1"])
def test_a_newer_version_is_released(root, version):
    assert releasing.main([version], root) == 0
    assert versions(root) == {version: ["latest"], "2026.11": []}
    assert published(root, f"{version}/pt/a/index.html") == f"pt/a/index.html of {version}"
    assert published(root, "2026.11/pt/a/index.html") == "pt/a/index.html of 2026.11"
    assert f'href="../../../{version}/pt/a/"' in published(root, "latest/pt/a/index.html")
    assert f'href="{version}/"' in published(root, "index.html")
    assert published(root, "404.html") == f"404.html of {version}"


MALFORMED = ["1.0", "2026", "2026.13", "2026.0", "2026.01", "v2026.12", "2026.12.0", "2026.12-rc", "latest", "dev"]


def test_refuses_a_malformed_version(refuse):
    for version in [*MALFORMED, "../2026.12", "2026.12\n", "２０２６.12"]:
        assert f"{version!r} is no version" in refuse(version)


@pytest.mark.parametrize("arguments", [[], [""], ["2026.12", "2027.1"]])
def test_asks_for_the_version(arguments, capsys):
    assert releasing.main(arguments) == 1
    assert capsys.readouterr().err == "name the version: make release VERSION=2026.12\n"


def test_refuses_a_version_that_exists(refuse):
    assert "2026.11 exists already" in refuse("2026.11")


def test_refuses_a_version_older_than_the_latest(refuse):
    assert "2026.9 is not newer than 2026.11" in refuse("2026.9")


def test_refuses_a_changed_file(root, refuse):
    (root / "pages").write_text("index.html", "utf-8")
    told = refuse()
    assert "the working tree is not clean" in told and "M pages" in told


def test_refuses_a_file_that_git_does_not_know(root, refuse):
    (root / "new page.md").write_text("x", "utf-8")
    assert '"new page.md"' in refuse()


def test_refuses_to_lose_an_address(root, refuse):
    (root / "pages").write_text("\n".join(PAGES[:-1] + ["en/b/index.html"]), "utf-8")
    commit(root)
    assert "would vanish" in (told := refuse()) and told.splitlines()[1:] == ["  en/a/"]


def test_an_address_that_leads_on_is_not_lost(root):
    (root / "pages").write_text("\n".join(PAGES).replace("a/", "b/"), "utf-8")
    (root / "data" / "redirects.yml").write_text("a/: b/\n", "utf-8")
    commit(root)
    assert releasing.main(["2026.12"], root) == 0
    for edition in ("", "pt/", "en/"):
        assert 'href="../b/"' in published(root, f"2026.12/{edition}a/index.html")
    assert releasing.main(["2026.12.1"], root) == 0, "a redirect is kept as long as its line"
    (root / "data" / "redirects.yml").write_text("{}\n", "utf-8")
    commit(root)
    assert releasing.main(["2027.1"], root) == 1


@pytest.mark.parametrize("line, told", [("c/: d/", "c/ leads to d/, which is no page"), ("a/: ./", "a/ is a page itself")])
def test_refuses_a_redirect_that_makes_no_sense(root, refuse, line, told):
    (root / "data" / "redirects.yml").write_text(f"{line}\n", "utf-8")
    commit(root)
    assert told in refuse()


def test_a_page_may_lead_to_the_home_page(root):
    (root / "data" / "redirects.yml").write_text("old/deep/: ./\n", "utf-8")
    commit(root)
    assert releasing.main(["2026.12"], root) == 0
    assert 'href="../.././"' in published(root, "2026.12/en/old/deep/index.html")


@pytest.mark.parametrize("warning, rule, told", [(False, "links", "have problems"), (True, "parity", "not equal")])
def test_refuses_problems_of_the_sources(refuse, monkeypatch, warning, rule, told):
    problem = Problem("docs/pt/a.md", 3, rule, "a message", warning)
    monkeypatch.setattr(releasing.check, "run", lambda sources: [problem])
    shown = refuse()
    assert told in shown and "docs/pt/a.md:3" in shown


def test_a_warning_that_the_software_has_moved_on_is_none(root, monkeypatch):
    problem = Problem("docs/pt/a.md", 3, "as-of", "older than six months", True)
    monkeypatch.setattr(releasing.check, "run", lambda sources: [problem])
    assert releasing.main(["2026.12"], root) == 0


def test_refuses_editions_that_are_not_equal(tmp_path, capsys):
    """With the real check on real sources: the English page is one revision ahead, of which the check only warns."""
    root = small_site(tmp_path)
    page = root / "docs" / "en" / "algorithm" / "baseline.md"
    page.write_text(page.read_text("utf-8").replace("revision: 1", "revision: 2"), "utf-8")
    commit(root)
    assert releasing.main(["2026.12"], root) == 1
    told = capsys.readouterr().err
    assert "the editions are not equal" in told and "docs/pt/algorithm/baseline.md:1" in told


def test_refuses_a_site_that_does_not_build(root, refuse, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(releasing.check, "run", lambda sources: [])
    assert "the site does not build:" in refuse()


def test_refuses_when_the_published_branch_is_checked_out(root, refuse, tmp_path):
    git(root, "worktree", "add", "--quiet", str(tmp_path / "worktree"), "gh-pages")
    assert "refusing to fetch into" in refuse()


def test_refuses_when_the_disk_is_full(refuse, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(releasing, "build", full)
    assert "No space left on device" in refuse()


def test_refuses_outside_a_repository(tmp_path, capsys):
    assert releasing.main(["2026.12"], tmp_path) == 1
    assert "not a git repository" in capsys.readouterr().err


def test_refuses_a_list_of_versions_that_can_not_be_read(root, refuse):
    git(root, "checkout", "--quiet", "gh-pages")
    (root / "versions.json").write_text("{", "utf-8")
    commit(root)
    git(root, "checkout", "--quiet", "main")
    assert "versions.json on gh-pages can't be read" in refuse()


def test_two_releases_at_once_do_not_lose_one(root, monkeypatch, capsys):
    """The other one moves the branch while this one builds."""

    def slow(folder, version, site):
        monkeypatch.setattr(releasing, "build", write_site)
        assert releasing.main(["2026.12"], root) == 0
        write_site(folder, version, site)

    monkeypatch.setattr(releasing, "build", slow)
    assert releasing.main(["2027.1"], root) == 1
    assert "rejected" in capsys.readouterr().err
    assert versions(root) == {"2026.12": ["latest"], "2026.11": []}


def test_a_clone_goes_on_from_the_remote_s_branch(root, tmp_path):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(root), str(clone))
    git(clone, "config", "user.name", "Nobody")
    git(clone, "config", "user.email", "nobody@example.org")
    assert releasing.main(["2026.12"], clone) == 0
    assert versions(clone) == {"2026.12": ["latest"], "2026.11": []}
    git(clone, "push", "--quiet", "origin", "gh-pages")
    assert versions(root) == versions(clone)
    assert releasing.main(["2027.1"], clone) == 0
    assert releasing.main(["2027.2"], root) == 0
    git(clone, "fetch", "--quiet")
    with pytest.raises(Refused, match="have gone different ways"):
        Branch.of(clone)


def test_a_version_deployed_by_mike_stays(root):
    """Such as `dev`, which the workflow deploys from main."""
    settings = {"site_dir": str(root / "data"), "use_directory_urls": True}
    with contextlib.chdir(root), commands.deploy(settings, "dev", branch="gh-pages"):
        pass
    assert releasing.main(["2026.12"], root) == 0
    assert versions(root) == {"dev": [], "2026.12": ["latest"], "2026.11": []}


def test_mike_finds_the_site_where_the_build_puts_it():
    """The build of all editions goes on in a folder of its own; mike must not look there."""
    code = "from mike.mkdocs_utils import load_config; print(load_config()['site_dir'])"
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == str(ROOT / "site"), done.stderr
    assert mkdocs_utils.docs_version_var == "MIKE_DOCS_VERSION"


KILLED = """
import os, signal, sys
from pathlib import Path
from mike import git_utils
from scripts import release, release_branch
from tests.release.test_release import write_site

release.build = write_site
release.check.run = lambda sources: []
moment = int(sys.argv[2])
count = 0

def counted(function):
    def wrapper(*arguments, **options):
        global count
        count += 1
        if count == moment:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **options)
    return wrapper

git_utils.Commit.add_file = counted(git_utils.Commit.add_file)
git_utils.Commit.finish = counted(git_utils.Commit.finish)
release.build = counted(release.build)
release.git = counted(release.git)
release_branch.git = counted(release_branch.git)
status = release.main(["2026.12"], Path(sys.argv[1]))
print(count)
sys.exit(status)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_release_killed_at_any_moment_leaves_the_branch_whole(root):
    """Killed before every step in turn, until one gets through; each try goes on from what the last one left."""
    command = [sys.executable, "-c", KILLED, str(root)]
    before = git(root, "rev-parse", "gh-pages")
    moments = [1, 2, 4, 8, 12, 16, 20, 24, 28, 30, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 50, 1000]
    killed = 0
    for moment in moments:
        done = subprocess.run([*command, str(moment)], cwd=ROOT, capture_output=True, text=True)
        if done.returncode == 0:
            break
        killed += 1
        assert done.returncode == -9, done.stderr
        assert git(root, "rev-parse", "gh-pages") == before
        assert git(root, "status", "--porcelain") == ""
        assert versions(root) == {"2026.11": ["latest"]}
    assert killed > 15
    assert int(done.stdout.split()[-1]) < moment <= int(done.stdout.split()[-1]) + 10, "the last steps were not tried"
    assert versions(root) == {"2026.12": ["latest"], "2026.11": []}
    git(root, "fsck", "--strict", "--no-dangling")
