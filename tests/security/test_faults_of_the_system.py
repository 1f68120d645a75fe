"""A build that the system lets down says so in a line; the last good site stays whole and nothing else stays behind."""

import errno
import hashlib
import os
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.hooks import editions
from scripts.hooks.editions import _replace
from tests.security.small import SETTINGS, build, command, copy_project, write

MIB = 1024 * 1024
SMALLER_THAN_THE_THEME_S_STYLES = 60_000


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Path:
    """The project with its good site, to be copied."""
    project = copy_project(tmp_path_factory.mktemp("good") / "project")
    result = build(project)
    assert result.returncode == 0, result.stdout
    return project


@pytest.fixture
def project(good, tmp_path):
    """A copy for one test. Afterwards the site has to be whole, and no process and no half-written folder may be left."""
    copy = tmp_path / "project"
    shutil.copytree(good, copy, symlinks=True)
    before = fingerprint(copy / "site")
    yield copy
    assert fingerprint(copy / "site") == before
    assert leftovers(copy) == []
    assert processes_in(copy) == []


def fingerprint(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".gz")
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def leftovers(project: Path) -> list[str]:
    return [path.name for path in [*project.glob(".site-*"), *project.glob(".cache/building-*")]]


def processes_in(folder: Path) -> list[int]:
    """The processes that work in a folder (none can be told where there is no /proc)."""
    found = []
    for link in Path("/proc").glob("[0-9]*/cwd"):
        try:
            if link.resolve().is_relative_to(folder.resolve()):
                found.append(int(link.parent.name))
        except OSError:
            continue  # ended, or not ours
    return found


def failed(result: subprocess.CompletedProcess[str]) -> str:
    """What a build that failed has said."""
    assert result.returncode not in (0, None)
    assert "Traceback" not in result.stdout, result.stdout
    return result.stdout


@pytest.fixture
def small_disk(tmp_path):
    """A function that gives a folder on a disk of its own with that many bytes, and one that makes it read-only."""
    disk = tmp_path / "disk"
    disk.mkdir()

    def mount(options: str) -> Path:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", disk], capture_output=True, text=True)
        if mounted.returncode:
            pytest.skip(f"no right to mount here: {mounted.stderr.strip()}")
        return disk

    yield mount
    subprocess.run(["umount", disk], capture_output=True)


def test_a_file_that_can_t_be_written_in_full(project):
    limit = (SMALLER_THAN_THE_THEME_S_STYLES, SMALLER_THAN_THE_THEME_S_STYLES)
    result = subprocess.run(
        command(),
        cwd=project,
        env={**os.environ, **SETTINGS},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    assert "the site could not be built: File too large" in failed(result)


def test_the_disk_is_full_while_the_site_is_written(project, small_disk):
    disk = small_disk(f"size={MIB}")
    shutil.rmtree(project / ".cache")
    (project / ".cache").symlink_to(disk)
    said = failed(build(project))
    assert "No space left on device" in said and "the last good site is left as it was" in said
    assert list(disk.glob("building-*")) == []


def test_the_disk_is_full_while_the_site_is_put_in_place(project, small_disk):
    needed = sum(path.stat().st_size for path in (project / "site").rglob("*"))
    disk = small_disk(f"size={needed + 3 * MIB}")
    site = shutil.copytree(project / "site", disk / "site")
    before = fingerprint(site)
    assert "No space left on device" in failed(build(project, "--site-dir", str(site)))
    assert fingerprint(site) == before
    assert [path.name for path in disk.iterdir()] == ["site"]


def test_the_folder_of_the_site_is_read_only(project, small_disk):
    disk = small_disk("size=64m")
    site = shutil.copytree(project / "site", disk / "site")
    before = fingerprint(site)
    small_disk("remount,ro")
    said = failed(build(project, "--site-dir", str(site)))
    assert "the site could not be built: Read-only file system" in said and str(disk) in said
    assert fingerprint(site) == before


def test_the_site_would_lie_in_a_file(project):
    write(project / "notes.txt", "text")
    said = failed(build(project, "--site-dir", "notes.txt/site"))
    assert "the site could not be built: " in said and "notes.txt" in said
    assert (project / "notes.txt").read_text("utf-8") == "text"


def test_files_from_elsewhere_are_missing_or_changed(project):
    font = "overrides/assets/katex/fonts/KaTeX_Main-Regular.woff2"
    (project / font).unlink()
    (project / "scripts/vendor/katex.min.js").write_text("katex = {}", "utf-8")
    said = failed(build(project))
    assert f"{font}: listed in scripts/vendor/vendored.yml, but missing; restore it" in said
    assert "scripts/vendor/katex.min.js: has the checksum" in said


def test_symbolic_links_to_folders(project):
    (project / "docs/zh/system").symlink_to("/")
    (project / "docs/zh/loop").symlink_to(".")
    said = failed(build(project))
    assert "loop: a symbolic link is not followed" in said and "system: a symbolic link is not followed" in said


def test_symbolic_links_to_files(project):
    (project / "docs/en/outside.md").symlink_to("/etc/hostname")
    (project / "docs/en/inside.md").symlink_to("about.md")
    (project / "docs/en/nowhere.png").symlink_to("none.png")
    said = failed(build(project))
    assert "the en edition did not build" in said
    for name in ("outside.md", "inside.md", "nowhere.png"):
        assert f"{name}: a symbolic link is not followed; put the file itself there" in said


def test_a_page_that_is_not_utf_8(project):
    (project / "docs/pt/about.md").write_bytes("# Título".encode("latin-1"))
    said = failed(build(project))
    assert "about.md" in said and "the pt edition did not build" in said and "not UTF-8" in said


def test_two_builds_at_once(project):
    environment = {**os.environ, **SETTINGS}
    builds = [
        subprocess.Popen(command(), cwd=project, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(2)
    ]
    for running in builds:
        said, _ = running.communicate()
        assert running.returncode == 0, said


@pytest.fixture
def sites(tmp_path):
    """A site in place and a newly built one, each with one page."""
    for name in ("site", "built"):
        write(tmp_path / name / "page.html", name)
    return tmp_path / "site", tmp_path / "built"


def page_of(site: Path) -> str:
    assert [path.name for path in site.iterdir()] == ["page.html"]
    return (site / "page.html").read_text("utf-8")


def test_another_build_is_faster_in_the_middle_of_the_exchange(sites, monkeypatch):
    target, built = sites
    rename, others = Path.rename, iter([True, True, False])

    def rename_slowly(self, to):
        moved = rename(self, to)
        if self == target and next(others):
            write(target / "other.html", "other")
        return moved

    monkeypatch.setattr(Path, "rename", rename_slowly)
    _replace(target, built)
    assert page_of(target) == "built"
    assert [path.name for path in target.parent.iterdir()] == ["site"]


def test_a_build_that_is_always_overtaken_gives_up(sites, monkeypatch):
    target, built = sites
    rename = Path.rename

    def overtaken(self, to):
        moved = rename(self, to)
        if self == target:
            write(target / "page.html", "other")
        return moved

    monkeypatch.setattr(Path, "rename", overtaken)
    with pytest.raises(editions.PluginError, match="another build keeps writing"):
        _replace(target, built)
    assert page_of(target) == "other"


@pytest.mark.parametrize("fault", [errno.EACCES, errno.EROFS, errno.EIO])
def test_the_old_site_is_put_back_when_the_exchange_fails(sites, monkeypatch, fault):
    target, built = sites
    rename = Path.rename

    def refuse(self, to):
        if "-new-" in self.name:
            raise OSError(fault, os.strerror(fault), str(self))
        return rename(self, to)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError):
        _replace(target, built)
    assert page_of(target) == "site"
    assert {path.name for path in target.parent.iterdir()} <= {"site", "built"}
