"""The files that come from elsewhere are those that `scripts/vendor/vendored.yml` lists: `python -m scripts.vendored`.

`--update` writes the checksums of the files as they are, after a new version has been put in their place.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from scripts.content import ROOT

LIST = "scripts/vendor/vendored.yml"
FOLDERS = ("scripts/vendor", "overrides/assets/katex", "overrides/assets/minisearch")
"""Folders that hold nothing but files from elsewhere."""
OURS = {LIST, "scripts/vendor/README.md"}


def listed(root: Path) -> dict[str, str]:
    """The checksum of each listed file, by path."""
    components = yaml.safe_load((root / LIST).read_text("utf-8"))
    return {file["path"]: file["sha256"] for component in components for file in component["files"]}


def present(root: Path) -> set[str]:
    """The files in the folders, by path."""
    found = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix() for path in found} - OURS


def checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def problems(root: Path) -> Iterator[str]:
    """What differs between the list and the files."""
    known = listed(root)
    for path in sorted(present(root) - known.keys()):
        yield f"{path}: not listed in {LIST}; add it with its origin, or remove the file"
    for path, expected in known.items():
        if not (root / path).is_file():
            yield f"{path}: listed in {LIST}, but missing; restore it, or remove the entry"
        elif (actual := checksum(root / path)) != expected:
            yield f"{path}: has the checksum {actual}, not the listed one; restore the file, or see CONTRIBUTING.md"


def update(root: Path) -> None:
    """Write the checksums of the listed files as they are into the list, and change nothing else."""
    lines = (root / LIST).read_text("utf-8").split("\n")
    path = ""
    for number, line in enumerate(lines):
        key, _, value = line.strip().removeprefix("- ").partition(": ")
        if key == "path":
            path = value
        elif key == "sha256" and (root / path).is_file():
            lines[number] = line.replace(value, checksum(root / path))
    (root / LIST).write_text("\n".join(lines), "utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Verify the files, or update the list first; the exit status is 1 when they differ."""
    parser = argparse.ArgumentParser(description=f"Compare the files from elsewhere with {LIST}.")
    parser.add_argument("--update", action="store_true", help="write the checksums of the files as they are")
    if parser.parse_args(arguments).update:
        update(root)
    found = list(problems(root))
    print("\n".join(found) or f"{len(listed(root))} files are as listed in {LIST}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
