"""The workflows of .github/workflows/: least permissions, pinned actions, and steps that do what they are for."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.content import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the workflows run on Linux")

FOLDER = ROOT / ".github" / "workflows"
DANGEROUS = Path(__file__).with_name("dangerous.yml")
TEXTS = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.yml")}
WORKFLOWS = {name: yaml.load(text, yaml.BaseLoader) for name, text in TEXTS.items()}
USES = re.compile(r"^\s*(?:- )?uses: *(\S*)(.*)$", re.M)
PINNED = re.compile(r"([\w.-]+/[\w.-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)")


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in WORKFLOWS[name]["jobs"].values() for step in job["steps"]]


def script(workflow: str, step: str) -> str:
    """The shell script of the step with this name."""
    return next(s["run"] for s in steps(workflow) if s["name"] == step)


def bash(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step's script as the runner does."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8")


def program(path: Path, text: str) -> None:
    """Write a program that stands in for another."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{text}\n", "utf-8")
    path.chmod(0o755)


def zizmor(*paths: Path) -> tuple[int, str, str]:
    command = [Path(sys.executable).with_name("zizmor"), "--offline", "--no-config", "--strict-collection", "--pedantic"]
    done = subprocess.run([*command, "--format=json", *paths], capture_output=True, text=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def test_the_three_workflows_are_there():
    assert set(WORKFLOWS) == {"ci", "deploy", "weekly"}


def test_the_linter_finds_nothing():
    status, findings, errors = zizmor(FOLDER)
    assert status == 0, findings + errors
    assert json.loads(findings) == []


def test_the_linter_objects_to_a_dangerous_workflow():
    status, findings, _ = zizmor(DANGEROUS)
    assert status != 0
    kinds = {finding["ident"] for finding in json.loads(findings)}
    assert kinds >= {"dangerous-triggers", "excessive-permissions", "unpinned-uses", "template-injection", "artipacked"}


def test_the_linter_objects_to_what_is_no_workflow(tmp_path: Path):
    misspelt = tmp_path / "ci.yml"
    misspelt.write_text(TEXTS["ci"].replace("runs-on:", "run-on:", 1), "utf-8")
    status, _, errors = zizmor(misspelt)
    assert status != 0
    assert "ci.yml" in errors


def test_every_action_is_pinned_to_one_commit():
    commits: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for name, text in TEXTS.items():
        for action, comment in USES.findall(text):
            match = PINNED.fullmatch(action + comment)
            assert match, f"{name}: {action}{comment}"
            commits[match[1]].add((match[2], match[3]))
    assert "actions/checkout" in commits
    assert {action for action, pins in commits.items() if len(pins) > 1} == set()


def test_each_job_has_the_permissions_it_needs_and_no_more():
    effective = {
        (name, job): settings.get("permissions", workflow["permissions"])
        for name, workflow in WORKFLOWS.items()
        for job, settings in workflow["jobs"].items()
    }
    assert effective == {
        ("ci", "check"): {"contents": "read"},
        ("ci", "test"): {"contents": "read"},
        ("ci", "build"): {"contents": "read"},
        ("deploy", "deploy"): {"contents": "write"},
        ("weekly", "look"): {"contents": "read"},
        ("weekly", "tell"): {"issues": "write"},
    }


def test_triggers():
    assert {name: workflow["on"] for name, workflow in WORKFLOWS.items()} == {
        "ci": {"pull_request": "", "push": {"branches": ["main"]}},
        "deploy": {"push": {"branches": ["main"], "tags": ["20*"]}},
        "weekly": {"schedule": [{"cron": "23 4 * * 1"}], "workflow_dispatch": ""},
    }


def test_code_of_a_pull_request_sees_no_secret():
    assert re.findall(r"secrets\.|github\.token|GITHUB_TOKEN|GH_TOKEN", TEXTS["ci"]) == []
    assert [name for name, text in TEXTS.items() if "secrets." in text] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_checkout_leaves_its_token_behind(name: str):
    checkouts = [step for step in steps(name) if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    assert [step["with"].get("persist-credentials") for step in checkouts] == ["false"] * len(checkouts)


def test_only_the_last_step_of_a_deployment_sees_the_token():
    job = WORKFLOWS["deploy"]["jobs"]["deploy"]
    assert "TOKEN" not in str(job["env"])
    assert ["TOKEN" in str(step) for step in job["steps"]] == [False] * (len(job["steps"]) - 1) + [True]


def test_runs_are_cancelled_where_nothing_is_published():
    found = {name: workflow["concurrency"] for name, workflow in WORKFLOWS.items()}
    assert "github.ref" in found["ci"]["group"]
    assert {name: concurrency["cancel-in-progress"] for name, concurrency in found.items()} == {
        "ci": "true",
        "deploy": "false",
        "weekly": "false",
    }
    assert found["deploy"]["group"] == "deploy"
    assert found["deploy"]["queue"] == "max"


def test_caches_are_keyed_by_lock_files():
    keys = {
        (name, step["with"].get("cache-dependency-path"))
        for name in WORKFLOWS
        for step in steps(name)
        if step.get("uses", "").startswith("actions/setup-python@") and "cache" in step["with"]
    }
    assert {name for name, _ in keys} == {"ci", "weekly"}, "what is published is built without a cache"
    files = {file for _, paths in keys for file in paths.split()}
    assert files == {path.name for path in ROOT.glob("requirements*.txt")}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_command_exists(name: str):
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = {*re.findall(r"^([a-z-]+):", makefile, re.M), *re.findall(r"^[A-Z_]+ := (\.venv/\S+-ready)$", makefile, re.M)}
    commands = "\n".join(step.get("run", "") for step in steps(name))
    made = re.findall(r"\bmake (\S+)", commands)
    assert made
    assert [target for target in made if target not in targets] == []
    modules = re.findall(r"python -m (scripts\.\S+)", commands)
    assert [m for m in modules if not (ROOT / f"{m.replace('.', '/')}.py").is_file()] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_job_ends_and_every_script_is_valid(name: str, tmp_path: Path):
    assert [job for job, settings in WORKFLOWS[name]["jobs"].items() if "timeout-minutes" not in settings] == []
    for step in steps(name):
        if "run" in step:
            done = subprocess.run(["bash", "-n", "-c", step["run"]], capture_output=True, text=True)
            assert done.stderr == "", step["name"]


def test_every_pattern_of_the_link_check_finds_files():
    patterns = re.findall(r"'([^']*\*[^']*)'", script("weekly", "Follow the links to other sites"))
    assert len(patterns) > 3
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []


@pytest.fixture
def change(tmp_path: Path) -> dict[str, str]:
    """A scratch repository whose last commit adds files with awkward names; the environment of the step to run in it."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "BASE": "HEAD~1",
        **{f"GIT_{who}_{what}": "nobody" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    program(tmp_path / ".venv" / "bin" / "python", f'exec "{sys.executable}" "$@"')
    (tmp_path / "gone.md").write_text("once\n")
    prepare = """
        git init -q; git add gone.md; git commit -qm one
        mkdir -p docs/zh 'docs/pt/a b'
        touch docs/zh/about.md 'docs/pt/a b/"quoted".md' $'docs/pt/two\\nlines.md' ./--help
        git rm -q gone.md; git add docs ./--help; git commit -qm two
    """
    done = bash(prepare, tmp_path, **environment)
    assert done.returncode == 0, done.stderr
    return environment


def test_the_summary_of_a_pull_request_takes_every_file_name(change: dict[str, str], tmp_path: Path):
    done = bash(script("ci", "List what each changed page lacks"), tmp_path, **change)
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "summary.md").read_text("utf-8").splitlines()
    assert [line for line in lines if line.startswith("### ")] == [
        '### `a b/"quoted".md`',
        "### `about.md`",
        "### `two lines.md`",
    ]


RELEASE = """
import sys
from pathlib import Path
from scripts import release

assert sys.argv[1:3] == ["-m", "scripts.release"]
release.check.run = lambda sources: []
sys.exit(release.main(sys.argv[3:], Path.cwd()))
"""
"""Runs `python -m scripts.release` on the repository it is in, whose sources are none of this project's."""


@pytest.fixture
def deploy(tmp_path: Path):
    """A function that runs the deployment of a branch or tag in a fresh clone; it returns the published versions."""
    origin = tmp_path / "origin.git"
    program(tmp_path / "bin" / "gh", '[ "$*" = "auth setup-git" ]')
    environment = {
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "NO_MKDOCS_2_WARNING": "1",
    }
    site = f"""
        git init -q --bare -b main origin.git; git clone -q origin.git work; cd work
        mkdir scripts; cp {shlex.quote(str(ROOT / "scripts" / "redirect.html"))} scripts
        mkdir docs; echo '# Home' > docs/index.md; touch docs/404.html docs/robots.txt
        printf '.venv/\\n.cache/\\nsite/\\n' > .gitignore
        printf 'site_name: x\\ntheme: {{name: null, custom_dir: theme}}\\nplugins: [mike]\\n' > mkdocs.yml
        mkdir theme; echo '{{{{ page.content }}}}' > theme/main.html
        git add .; git -c user.name=a -c user.email=a commit -qm one; git push -q origin HEAD:main
    """
    prepared = bash(site, tmp_path, **environment)
    assert prepared.returncode == 0, prepared.stderr

    def run(kind: str, ref: str) -> dict[str, list[str]]:
        clone = tmp_path / ref
        subprocess.run(["git", "clone", "-q", origin, clone], check=True)
        for name in ("mike", "mkdocs"):
            program(clone / ".venv" / "bin" / name, f'exec "{Path(sys.executable).with_name(name)}" "$@"')
        program(clone / ".venv" / "bin" / "python", f'exec "{sys.executable}" -c {shlex.quote(RELEASE)} "$@"')
        job = WORKFLOWS["deploy"]["jobs"]["deploy"]["steps"]
        for step in job[[s["name"] for s in job].index("Name the author of the deployment") :]:
            condition = step.get("if", f"'{kind}'")
            if f"'{kind}'" in condition:
                done = bash(step["run"], clone, GITHUB_REF_NAME=ref, **environment)
                assert done.returncode == 0, done.stderr
        shown = subprocess.run(["git", "-C", origin, "show", "gh-pages:versions.json"], check=True, capture_output=True)
        return {version["version"]: version["aliases"] for version in json.loads(shown.stdout)}

    return run


def test_main_is_dev_and_a_tag_is_a_version_and_the_latest(deploy, tmp_path: Path):
    def root() -> bytes:
        show = ["git", "-C", tmp_path / "origin.git", "show", "gh-pages:index.html"]
        return subprocess.run(show, check=True, capture_output=True).stdout

    assert deploy("branch", "main") == {"dev": []}
    assert b'href="dev/"' in root()
    assert deploy("tag", "2026.12") == {"dev": [], "2026.12": ["latest"]}
    assert deploy("tag", "2027.1") == {"dev": [], "2027.1": ["latest"], "2026.12": []}
    assert b'href="2027.1/"' in root()
    shutil.rmtree(tmp_path / "main")
    deploy("branch", "main")
    assert b'href="2027.1/"' in root()


GH = r"""
echo "$1 $2 ${*:3}" >> calls
case "$1 $2" in
    "issue list") cat number 2>/dev/null || true ;;
    "issue create" | "issue edit") cat > body ;;
esac
"""


@pytest.fixture
def tell(tmp_path: Path):
    """A function that runs the step that keeps the issue, with a report and maybe an open issue; it returns the calls."""
    program(tmp_path / "bin" / "gh", GH)

    def run(report: str, number: str = "") -> list[str]:
        (tmp_path / "number").write_text(number)
        path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
        done = bash(script("weekly", "Open, update or close the issue"), tmp_path, PATH=path, REPORT=report)
        assert done.returncode == 0, done.stderr
        return [" ".join(call.split()[:3]) for call in (tmp_path / "calls").read_text("utf-8").splitlines()[1:]]

    return run


def test_findings_open_an_issue(tell, tmp_path: Path):
    assert tell("## Dead links\n\n- `$(touch x)` \"quoted\"") == ["label create weekly", "issue create --title"]
    assert (tmp_path / "body").read_text("utf-8") == "## Dead links\n\n- `$(touch x)` \"quoted\"\n"
    assert not (tmp_path / "x").exists()


def test_findings_update_the_open_issue(tell, tmp_path: Path):
    assert tell("## Dead links", number="7\n") == ["issue edit 7"]
    assert (tmp_path / "body").read_text("utf-8") == "## Dead links\n"


def test_an_open_issue_is_closed_when_nothing_is_left(tell):
    assert tell("", number="7\n") == ["issue close 7"]


def test_nothing_happens_when_there_is_nothing_to_tell(tell):
    assert tell("") == []


def test_the_report_reaches_the_next_job_whole(tmp_path: Path):
    report = "## Dead links\n\n- a\ntext<<x\n\n- b"
    program(tmp_path / ".venv" / "bin" / "python", f"cat <<'END'\n{report}\nEND")
    outputs = {"GITHUB_OUTPUT": str(tmp_path / "output"), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary")}
    done = bash(script("weekly", "Write the report"), tmp_path, PATH=os.environ["PATH"], **outputs)
    assert done.returncode == 0, done.stderr
    first, *lines, last = (tmp_path / "output").read_text("utf-8").splitlines()
    assert first == f"text<<{last}"
    assert "\n".join(lines) == report
    assert (tmp_path / "summary").read_text("utf-8") == f"{report}\n"
