"""The Content-Security-Policy of a page: nothing runs but the site's own scripts, nothing comes from elsewhere.

It stands in the page as `<meta>`, because a static host sends no headers of ours. All pages that hold scripts have the
same policy: instant navigation shows a page under the policy of the one that was loaded first.
"""

import base64
import hashlib
import re
from collections.abc import Iterable

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
INLINE_STYLE = re.compile(r"<style>(.*?)</style>", re.S)
CHARSET = '<meta charset="utf-8">'
SCRIPTS = "script-src 'self'"


def source(text: str) -> str:
    """What permits the inline script or style `text`, and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def policy(scripts: Iterable[str] = (), styles: Iterable[str] = ()) -> str:
    """The policy that permits these inline scripts and styles beside the site's own files."""
    rules = {
        "default-src": ["'self'"],
        "script-src": ["'self'", *map(source, scripts)],
        # For browsers that don't know the next two: formulas, tables and tabs carry `style` attributes.
        "style-src": ["'self'", "'unsafe-inline'"],
        "style-src-elem": ["'self'", *map(source, styles)],
        "style-src-attr": ["'unsafe-inline'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "frame-src": ["'none'"],
        "worker-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(f"{name} {' '.join(values)}" for name, values in rules.items())


def with_policy(page: str, text: str) -> str:
    """The page with the policy `text` ahead of all that it governs. Raises ValueError for a page without `<meta charset>`."""
    if CHARSET not in page:
        raise ValueError(f"no {CHARSET} to put the policy after")
    return page.replace(CHARSET, f'{CHARSET}<meta http-equiv="Content-Security-Policy" content="{text}">', 1)


def with_live_reload(page: bytes) -> bytes:
    """The page with leave for its last inline script, which the development server has put there."""
    script = INLINE_SCRIPT.findall(page[page.rindex(b"<script>") :].decode())[0]
    return page.replace(SCRIPTS.encode(), f"{SCRIPTS} {source(script)}".encode(), 1)
