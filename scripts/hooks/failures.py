"""Say in one line what keeps the site from being built: a file from elsewhere is missing, the disk is full."""

import logging
import os
import shutil

import yaml
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, PluginError
from mkdocs.plugins import event_priority

from scripts import vendored
from scripts.content import ROOT

NEEDED = ("overrides/", "scripts/vendor/katex")
"""Where the files from elsewhere stand that a build needs."""

log = logging.getLogger("mkdocs.hooks.failures")


def on_pre_build(config: MkDocsConfig) -> None:
    if wrong := [problem for problem in vendored.problems(ROOT) if problem.startswith(NEEDED)]:
        raise PluginError("\n".join(wrong))


@event_priority(-100)
def on_build_error(error: Exception) -> None:
    """Raise Abort in place of what the system refused; comes last, when the other hooks have cleaned up."""
    if isinstance(error, (OSError, UnicodeError, yaml.YAMLError)):
        log.error(f"the site could not be built: {in_words(error)}; the last good site is left as it was")
        raise Abort("Aborted with an error of the system!") from None


def in_words(error: OSError | UnicodeError | yaml.YAMLError) -> str:
    if isinstance(error, yaml.YAMLError):
        return f"not valid YAML: {' '.join(str(error).split())}"
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):
        source, target, why = error.args[0][0]
        return f"{why} ({os.fspath(source)} to {os.fspath(target)})"
    if isinstance(error, UnicodeError):
        return f"a file is not UTF-8 ({error})"
    file = f" ({os.fspath(error.filename)})" if isinstance(error.filename, (str, os.PathLike)) else ""
    return f"{error.strerror or error}{file}"
