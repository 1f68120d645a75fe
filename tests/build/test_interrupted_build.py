"""A build that is interrupted leaves no process behind and no half-written site."""

import signal
import subprocess
import sys
import time

import pytest

from tests.build.small import quiet

SLOW = '''

def on_pre_build(config):
    """Keep the build of another edition going (added by a test)."""
    import os, time
    if os.environ.get("EDITION_CHILD"):
        time.sleep(120)
'''
SECONDS = 20

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and ps are those of POSIX")


def children_of(parent: int) -> list[int]:
    table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in table.splitlines()]
    return [pid for pid, above in pairs if above == parent]


def is_alive(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def wait_for(condition) -> bool:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda sent: sent.name)
def test_no_child_outlives_the_build(project, sent):
    hook = project.root / "scripts" / "hooks" / "templates.py"
    hook.write_text(hook.read_text("utf-8") + SLOW, "utf-8")
    before = project.digest()
    build = subprocess.Popen(
        project.command("build"), cwd=project.root, env=quiet(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    children: list[int] = []

    def started() -> bool:
        children[:] = children_of(build.pid)
        return len(children) == 2

    try:
        assert wait_for(started), "the build starts no children"
        time.sleep(1)  # they load their modules
        assert all(map(is_alive, children))
        build.send_signal(sent)
        build.wait(SECONDS)
        assert wait_for(lambda: not any(map(is_alive, children))), "a child outlives the build"
    finally:
        build.kill()
        build.wait()
        for child in filter(is_alive, children):
            subprocess.run(["kill", "-9", str(child)], check=False)
    assert build.returncode != 0
    assert project.digest() == before
