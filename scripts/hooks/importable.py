"""Make the `scripts` package importable for the hooks that follow; must be the first hook."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import scripts.content  # noqa: E402, F401
