"""Build all editions at once: the build of the default edition starts the others and puts the parts together.

`mkdocs build` of the default edition writes to a folder of its own and moves it to `site_dir` only when every
edition is done, so that a failed build leaves the last good site as it was. The other editions are built by child
processes, into folders of that site; each can also be built alone (`mkdocs build -f mkdocs.en.yml`).
"""

import contextlib
import logging
import os
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import Files
from mkdocs.utils import CountHandler

from scripts.content import DATA, DOCS, ROOT
from scripts.content.editions import DEFAULT, EDITIONS, Edition, edition
from scripts.site_root import write_root_files

CHILD = "EDITION_CHILD"
CACHE = ROOT / ".cache"
ATTEMPTS = 10
"""To put the new site in place while other builds do the same."""
SHARED = (DATA, DOCS / "assets", ROOT / "overrides", ROOT / "scripts", ROOT / "mkdocs.yml")

log = logging.getLogger("mkdocs.hooks.editions")


@dataclass
class Run:
    """One build of the whole site. `target` is where the site goes in the end; None while serving."""

    target: Path | None = None
    children: dict[Edition, subprocess.Popen] = field(default_factory=dict)


state = {"serving": False, "run": Run(), "root_url": None, "built": {}}


def on_startup(command: str, dirty: bool) -> None:
    state["serving"] = command in ("serve", "mike")  # mike only reads the settings: the built site is at `site_dir`
    if os.environ.get(CHILD):
        threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent closes our standard input, which it does by ending in whatever way."""
    while os.read(0, 1024):
        pass
    os._exit(1)


@event_priority(-100)
def on_config(config: MkDocsConfig) -> MkDocsConfig:
    here = edition(config.extra["edition"])
    config.site_url = config.site_url.rstrip("/") + "/"  # mike's plugin, which comes first, adds a version without one
    state["root_url"] = config.site_url
    config.extra["root_url"] = config.site_url
    config.site_url += here.root
    if here != DEFAULT:
        return config
    state["run"] = Run()
    if not state["serving"]:
        building = CACHE / f"building-{os.getpid()}"
        shutil.rmtree(building, ignore_errors=True)
        state["run"].target = Path(config.site_dir)
        config.site_dir = str(building)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The site folder has just been emptied: start the other editions into it."""
    if edition(config.extra["edition"]) == DEFAULT:
        for other in EDITIONS[1:]:
            if state["serving"] and state["built"].get(other) == _stamp(other):
                continue
            log.info(f"Building {other.code} in a process of its own")
            state["run"].children[other] = _start(other, _folder(other, config), config)
    return files


def _folder(other: Edition, config: MkDocsConfig) -> Path:
    """Where the edition is built: in the new site, or while serving beside it, to outlive the next rebuild."""
    return CACHE / "serve" / other.code if state["serving"] else Path(config.site_dir) / other.root


def _start(other: Edition, folder: Path, config: MkDocsConfig) -> subprocess.Popen:
    command = [sys.executable, "-m", "mkdocs", "build", "-f", other.config_file, "-d", str(folder)]
    command.append("--strict" if config.strict else "--no-strict")
    environment = {**os.environ, CHILD: "1", "NO_MKDOCS_2_WARNING": "1"}
    if state["serving"]:
        environment["SITE_URL"] = state["root_url"]
        state["built"][other] = _stamp(other)
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def _stamp(other: Edition) -> float:
    """When the newest source of the edition was changed."""
    roots = (DOCS / other.code, ROOT / other.config_file, *SHARED)
    files = (p for root in roots for p in ([root] if root.is_file() else root.rglob("*")))
    return max(p.stat().st_mtime for p in files if p.is_file() and "__pycache__" not in p.parts)


@event_priority(-100)
def on_post_build(config: MkDocsConfig) -> None:
    if edition(config.extra["edition"]) != DEFAULT:
        return
    run, site = state["run"], Path(config.site_dir)
    _wait(run)
    if state["serving"]:
        for other in EDITIONS[1:]:
            shutil.copytree(_folder(other, config), site / other.root, dirs_exist_ok=True)
    write_root_files(site, state["root_url"])
    if run.target and not _will_abort():
        _replace(run.target, site)


def _wait(run: Run) -> None:
    """Wait for the other editions. Raises PluginError with the output of the first that failed."""
    for other, child in run.children.items():
        output = child.stdout.read().decode("utf-8", "replace")
        if child.wait():
            state["built"].pop(other, None)
            raise PluginError(f"the {other.code} edition did not build:\n{output.strip()}")
        log.info(f"Built {other.code}")


def _will_abort() -> bool:
    """Whether strict mode is about to fail this build because of a warning."""
    counters = [h for h in logging.getLogger("mkdocs").handlers if isinstance(h, CountHandler)]
    return any(counter.get_counts() for counter in counters)


def _replace(target: Path, built: Path) -> None:
    """Put the new site in the old one's place. What can fail comes first; the exchange itself is two renames.

    When the exchange fails the old site is put back; when another build was faster, its site is replaced too.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    new, old = (target.with_name(f".{target.name}-{what}-{os.getpid()}") for what in ("new", "old"))
    shutil.rmtree(new, ignore_errors=True)
    try:
        shutil.move(built, new)  # copies when `target` is on another disk
        for _ in range(ATTEMPTS):
            shutil.rmtree(old, ignore_errors=True)
            if _exchange(target, new, old):
                return
        raise PluginError(f"another build keeps writing {target}; build again when it is done")
    finally:
        shutil.rmtree(new, ignore_errors=True)
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)


def _exchange(target: Path, new: Path, old: Path) -> bool:
    """Rename `target`, if it is there, to `old`, and `new` to `target`. False when another build has put its site there."""
    with contextlib.suppress(FileNotFoundError):
        target.rename(old)
    try:
        new.rename(target)
    except OSError:
        if target.exists():
            return False
        if old.exists():
            old.rename(target)
        raise
    return True


def on_build_error(error: Exception) -> None:
    for child in state["run"].children.values():
        child.kill()
        child.communicate()
    state["built"].clear()


def on_shutdown() -> None:
    for child in state["run"].children.values():
        if child.poll() is None:
            child.kill()
    shutil.rmtree(CACHE / f"building-{os.getpid()}", ignore_errors=True)
