"""The branch with the published site: which versions it holds, and how a new one gets there.

A version is put together in a repository of its own that borrows the objects of this one. The branch then moves once,
by a fetch that only goes forward; whatever interrupts a release before leaves the branch as it was.
"""

import contextlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mike import commands, git_utils
from mike.versions import Versions
from verspec.loose import LooseVersion

BRANCH = "gh-pages"
REMOTE = "origin"
ALIAS = "latest"
REDIRECT = Path(__file__).with_name("redirect.html")
ROOT_FILES = ("404.html", "robots.txt")
"""What the root of the published site takes from the latest version: both name addresses in full."""


class Refused(Exception):
    """Why a release can't be made, and what to do."""


def git(folder: Path, *arguments: str) -> str:
    """The output of a git command in `folder`. Raises Refused with git's own message when it fails."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True)
    if done.returncode:
        raise Refused(f"git {arguments[0]}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")


@dataclass(frozen=True)
class Branch:
    """The branch in the repository `root`. `tip` is its last commit, here or on the remote; None before the first."""

    root: Path
    tip: str | None
    versions: Versions

    @classmethod
    def of(cls, root: Path) -> "Branch":
        """Read the branch. Raises Refused when the remote's, as last fetched, has gone another way."""
        here, there = (_commit(root, f"refs/{ref}/{BRANCH}") for ref in ("heads", f"remotes/{REMOTE}"))
        tip = here or there
        if here and there:
            base = git(root, "merge-base", "--all", here, there).splitlines() if _related(root, here, there) else []
            if not {here, there} & set(base):
                raise Refused(f"{BRANCH} and {REMOTE}/{BRANCH} have gone different ways; make them agree first")
            tip = there if here in base else here
        try:
            versions = Versions.loads(git(root, "show", f"{tip}:versions.json")) if tip else Versions()
        except (ValueError, KeyError, TypeError) as error:
            raise Refused(f"versions.json on {BRANCH} can't be read ({error}); restore it") from error
        return cls(root, tip, versions)

    @property
    def previous(self) -> str | None:
        """The version that is the latest now."""
        found = self.versions.find(ALIAS)
        return found[0] if found else None

    def refuse_unless_new(self, version: str) -> None:
        if self.versions.find(version):
            raise Refused(f"{version} exists already; a published version stays as it is, so choose a newer one")
        if self.previous and LooseVersion(version) <= LooseVersion(self.previous):
            raise Refused(f"{version} is not newer than {self.previous}, the latest version")

    def files(self, version: str) -> set[str]:
        """The paths of the files of a version, below its folder."""
        listed = git(self.root, "ls-tree", "-r", "--name-only", "-z", f"{self.tip}:{version}")
        return set(listed.split("\0")) - {""}

    def publish(self, version: str, site: Path, workshop: Path) -> None:
        """Add the built `site` as `version` and `latest`, in one commit that is prepared in the folder `workshop`."""
        try:
            commit = self._prepare(version, site, workshop)
        except (git_utils.GitError, ValueError) as error:
            raise Refused(f"the commit can't be written: {error}") from error
        git(workshop, "update-ref", f"refs/heads/{BRANCH}", commit)
        refspec = f"refs/heads/{BRANCH}:refs/heads/{BRANCH}"
        git(self.root, "fetch", "--no-tags", "--no-write-fetch-head", str(workshop), refspec)

    def _prepare(self, version: str, site: Path, workshop: Path) -> str:
        """Let mike add the version to a copy of the branch, and return one commit with the outcome."""
        message = f"Release {version} from {git(self.root, 'rev-parse', '--short', 'HEAD')}"
        name, email = git(self.root, "var", "GIT_COMMITTER_IDENT").rsplit(" ", 2)[0].rstrip(">").rsplit(" <", 1)
        objects = self.root / git(self.root, "rev-parse", "--git-path", "objects")
        git(self.root, "init", "--quiet", "--bare", str(workshop))
        (workshop / "objects" / "info" / "alternates").write_text(f"{objects.resolve().as_posix()}\n", "utf-8")
        git(workshop, "config", "user.name", name)
        git(workshop, "config", "user.email", email)
        if self.tip:
            git(workshop, "update-ref", f"refs/heads/{BRANCH}", self.tip)
        settings = {"site_dir": str(site), "use_directory_urls": True}
        options = {"branch": BRANCH, "message": message, "allow_empty": True}
        with contextlib.chdir(workshop):
            redirect = commands.AliasType.redirect
            with commands.deploy(settings, version, None, [ALIAS], True, redirect, str(REDIRECT), **options):
                pass
            commands.set_default(version, str(REDIRECT), **options)
            with git_utils.Commit(BRANCH, message, allow_empty=True) as commit:
                for file in ROOT_FILES:
                    commit.add_file(git_utils.FileInfo(file, (site / file).read_bytes()))
        parents = ["-p", self.tip] if self.tip else []
        return git(workshop, "commit-tree", *parents, "-m", message, f"refs/heads/{BRANCH}^{{tree}}")


def _commit(root: Path, ref: str) -> str | None:
    done = subprocess.run(["git", "rev-parse", "--verify", "--quiet", ref], cwd=root, capture_output=True, text=True)
    return done.stdout.strip() or None


def _related(root: Path, here: str, there: str) -> bool:
    return subprocess.run(["git", "merge-base", here, there], cwd=root, capture_output=True).returncode == 0
