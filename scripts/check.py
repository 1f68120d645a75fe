"""Check the sources: `python -m scripts.check` prints every problem as `file:line: [rule] what is wrong; what to do`.

Reads `docs/` and `data/` alone, without a build. The exit status is 1 when there is a problem; warnings are listed
apart and don't fail. With `--since origin/main` it also looks at what has changed since the branch was begun.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.checks import Problem, Sources, rules
from scripts.checks._history import HistoryError, since
from scripts.content import ROOT


def run(sources: Sources) -> list[Problem]:
    """What all rules find, sorted by file and line. A rule that breaks is a problem too, and does not stop the rest."""
    problems: list[Problem] = []
    for name, check in rules().items():
        try:
            problems.extend(check(sources))
        except Exception as error:
            module = f"scripts/checks/{name.replace('-', '_')}.py"
            message = f"the rule itself failed ({type(error).__name__}: {error}); please report it"
            problems.append(Problem(module, 1, name, message))
    return sorted(set(problems))


def report(problems: list[Problem], pages: int) -> str:
    """The text of the report: problems, then warnings, then one line with the counts."""
    failing = [str(problem) for problem in problems if not problem.warning]
    warnings = [str(problem) for problem in problems if problem.warning]
    lines = [*failing, *([""] if failing and warnings else []), *warnings]
    counts = f"{pages} pages checked by {len(rules())} rules: {len(failing)} problems, {len(warnings)} warnings"
    return "\n".join([*lines, *([""] if lines else []), counts])


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Check the sources below `root`, print the report, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scripts.check", description=__doc__.partition("\n")[0])
    parser.add_argument("--since", metavar="REF", help="also compare revisions with those where REF was left")
    ref = parser.parse_args(arguments).since
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sources = Sources(root, history=since(root, ref) if ref else None)
    except HistoryError as error:
        print(error)
        return 1
    problems = run(sources)
    print(report(problems, len(sources.pages)))
    return int(any(not problem.warning for problem in problems))


if __name__ == "__main__":
    sys.exit(main())
