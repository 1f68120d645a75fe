import shutil

import pytest

from tests.build.small import Project, small_project

RECORD = '''

def on_env(env, config, files, _inner=on_env):
    """Note the templates that a build reads (added by a test)."""
    env = _inner(env, config, files)
    get_source, seen = env.loader.get_source, set()

    def noted(environment, template):
        seen.add(template)
        (ROOT / f"templates-{config.extra['edition']}.txt").write_text("\\n".join(sorted(seen)), "utf-8")
        return get_source(environment, template)

    env.loader.get_source = noted
    return env


from scripts.content import ROOT  # noqa: E402
'''


@pytest.fixture(scope="session")
def built_project(tmp_path_factory) -> Project:
    """The small project, built once in an environment with hardly any variables. Not to be changed."""
    home = tmp_path_factory.mktemp("home")
    project = small_project(tmp_path_factory.mktemp("small"))
    hook = project.root / "scripts" / "hooks" / "templates.py"
    hook.write_text(hook.read_text("utf-8") + RECORD, "utf-8")
    outcome = project.build(environment={"PATH": "/usr/bin:/bin", "HOME": str(home)})
    assert outcome.status == 0, outcome.output
    return project


@pytest.fixture
def project(built_project, tmp_path) -> Project:
    """A copy of the built small project, to be changed."""
    return Project(shutil.copytree(built_project.root, tmp_path / "small", ignore=shutil.ignore_patterns("__pycache__")))
