"""Files from elsewhere are the ones that we say they are."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
import yaml

from scripts import vendored
from scripts.content import ROOT

FONT = "overrides/assets/katex/fonts/KaTeX_Main-Regular.woff2"
COMPONENTS = yaml.safe_load((ROOT / vendored.LIST).read_text("utf-8"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the folders."""
    for folder in vendored.FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def check(root: Path, *arguments: str) -> int:
    return vendored.main(arguments, root)


def test_the_files_are_as_listed(capsys: pytest.CaptureFixture[str]):
    assert check(ROOT) == 0, capsys.readouterr().out


def test_every_entry_says_where_it_comes_from():
    for component in COMPONENTS:
        assert component.keys() == {"id", "name", "version", "origin", "licence", "use", "files"}, component
        assert component["origin"].endswith(f"@{component['version']}")
        assert component["licence"] in {"MIT", "OFL-1.1", "MIT AND BSD-3-Clause", "LGPL-3.0 OR MPL-2.0"}
        for file in component["files"]:
            assert {"path", "from", "sha256"} <= file.keys() <= {"path", "from", "sha256", "changed"}, file
            assert re.fullmatch(r"[0-9a-f]{64}", file["sha256"])
    paths = Counter(file["path"] for component in COMPONENTS for file in component["files"])
    assert [path for path, times in paths.items() if times > 1] == []


def test_script_stylesheet_and_fonts_of_katex_are_of_one_version():
    versions = {c["id"]: c["version"] for c in COMPONENTS}
    assert versions["katex"] == versions["katex-fonts"]
    script = (ROOT / "scripts/vendor/katex.min.js").read_text("utf-8")
    stylesheet = (ROOT / "overrides/assets/katex/katex.min.css").read_text("utf-8")
    assert f'version:"{versions["katex"]}"' in script
    assert f'"{versions["katex"]}"' in stylesheet


def test_the_stylesheet_needs_just_the_fonts_that_are_there():
    stylesheet = ROOT / "overrides/assets/katex/katex.min.css"
    needed = set(re.findall(r"url\(([^)]*)\)", stylesheet.read_text("utf-8")))
    assert needed == {f"fonts/{path.name}" for path in (stylesheet.parent / "fonts").iterdir()}


def test_a_changed_byte_is_found(tree: Path, capsys: pytest.CaptureFixture[str]):
    content = bytearray((tree / FONT).read_bytes())
    content[100] ^= 1
    (tree / FONT).write_bytes(content)
    assert check(tree) == 1
    assert capsys.readouterr().out.startswith(f"{FONT}: has the checksum ")


@pytest.mark.parametrize("folder", vendored.FOLDERS)
def test_a_file_that_is_not_listed_is_found(folder: str, tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / folder / "deep").mkdir()
    (tree / folder / "deep" / "more.js").write_text("0", "utf-8")
    assert check(tree) == 1
    assert capsys.readouterr().out.startswith(f"{folder}/deep/more.js: not listed")


def test_a_missing_file_is_found(tree: Path, capsys: pytest.CaptureFixture[str]):
    (tree / FONT).unlink()
    assert check(tree) == 1
    assert capsys.readouterr().out.startswith(f"{FONT}: listed in ")


def test_update_writes_the_new_checksum_and_nothing_else(tree: Path):
    before = (tree / vendored.LIST).read_text("utf-8")
    old = vendored.listed(tree)[FONT]
    (tree / FONT).write_bytes(b"a new version")
    assert check(tree, "--update") == 0
    assert (tree / vendored.LIST).read_text("utf-8") == before.replace(old, vendored.checksum(tree / FONT))
    assert check(tree) == 0


def test_update_keeps_what_is_in_order(tree: Path):
    before = (tree / vendored.LIST).read_bytes()
    check(tree, "--update")
    assert (tree / vendored.LIST).read_bytes() == before
