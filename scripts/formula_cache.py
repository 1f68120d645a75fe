"""Rendered formulas kept in `.cache/formulas.sqlite`, so that a rebuild renders only the new ones.

A formula is found by its TeX, its style and everything that renders it; the file may be deleted at any time. Several
builds may use it at once. Where it can't be read or written, formulas are rendered as if it were empty.
"""

import contextlib
import hashlib
import sqlite3
from pathlib import Path

SECONDS = 5
"""To wait for another build that is writing."""


class FormulaCache:
    """The cache in the file `path`. `renderer` is what renders: another one finds nothing of what this one has kept."""

    def __init__(self, path: Path, renderer: bytes):
        self.renderer = hashlib.sha256(renderer).digest()
        self.database = None
        with contextlib.suppress(OSError, sqlite3.Error):
            path.parent.mkdir(exist_ok=True)
            database = sqlite3.connect(path, timeout=SECONDS, isolation_level=None)
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = OFF")
            database.execute("CREATE TABLE IF NOT EXISTS formulas (key BLOB PRIMARY KEY, html TEXT NOT NULL)")
            self.database = database

    def get(self, tex: str, display: bool) -> str | None:
        """The HTML that was kept for a formula."""
        found = self._execute("SELECT html FROM formulas WHERE key = ?", self._key(tex, display))
        return found[0][0] if found else None

    def put(self, tex: str, display: bool, html: str) -> None:
        self._execute("INSERT OR REPLACE INTO formulas VALUES (?, ?)", self._key(tex, display), html)

    def _execute(self, statement: str, *values: bytes | str) -> list[tuple[str]]:
        if self.database:
            with contextlib.suppress(sqlite3.Error):
                return self.database.execute(statement, values).fetchall()
        return []

    def _key(self, tex: str, display: bool) -> bytes:
        return hashlib.sha256(self.renderer + bytes([display]) + tex.encode("utf-8")).digest()
