"""Schemas of files that others read, as the tool check-jsonschema ships them."""

import subprocess
import sys
from pathlib import Path


def assert_valid(schema: str, *files: Path) -> None:
    """Fail unless every file has the form of the schema, such as "github-issue-forms"."""
    tool = Path(sys.executable).with_name("check-jsonschema")
    command = [tool, "--builtin-schema", f"vendor.{schema}", *files]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
