"""What the sources were where a branch was begun, read from Git."""

import subprocess
from dataclasses import dataclass
from pathlib import Path


class HistoryError(Exception):
    """Git can't say what the sources were; the message says why and what to do."""


@dataclass(frozen=True)
class History:
    """The sources below `root` at the commit `base`."""

    root: Path
    base: str

    def changed(self) -> set[str]:
        """The files of `docs/` that are not what they were."""
        return {
            name
            for name in _git(self.root, "diff", "--name-only", "--no-renames", "-z", self.base, "--", "docs").split(
                "\0"
            )
            if name
        }

    def text(self, file: str) -> str | None:
        """The text of a file as it was; None if there was none, or it was not UTF-8."""
        try:
            return _git(self.root, "show", f"{self.base}:./{file}").removeprefix("\ufeff").replace("\r\n", "\n")
        except (HistoryError, UnicodeDecodeError):
            return None


def since(root: Path, ref: str) -> History:
    """The history up to the last commit that `ref` and the current branch have in common.

    Raises HistoryError when there is none.
    """
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}").strip()
        return History(root, _git(root, "merge-base", commit, "HEAD").strip())
    except HistoryError as error:
        advice = "name a branch or commit that is here (`git fetch` brings them; CI needs the whole history)"
        raise HistoryError(f"Git finds nothing in common with {ref!r}{error}; {advice}") from None


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, check=True)
    except OSError as error:
        raise HistoryError(f" ({error.strerror})") from None
    except subprocess.CalledProcessError as error:
        reason = error.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise HistoryError(f" ({reason})" if reason else "") from None
    return done.stdout.decode("utf-8")
