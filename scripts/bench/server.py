"""A plain static server for a built site, under a sub-path as a project page has it.

Sitemaps name this server as the host: the theme changes pages instantly only to addresses in the sitemap.
"""

import functools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

PREFIX = "/repo/"
HOST = re.compile(rb"(?<=<loc>)https?://[^/]+")


@dataclass(frozen=True)
class Served:
    """A built site in `folder`, served at `root`."""

    folder: Path
    root: str

    def url(self, path: str = "") -> str:
        """The address of a path below the site's root, such as "en/infra/grpo-memory/#pitfalls"."""
        return self.root + path

    def file(self, url: str) -> Path:
        """The file that answers an address of this site."""
        path = self.folder / urlsplit(url).path.removeprefix(PREFIX)
        return path / "index.html" if path.is_dir() else path


@contextmanager
def serve(folder: Path) -> Iterator[Served]:
    """Serve `folder` on a free local port while the context lasts."""
    server = _Server(("127.0.0.1", 0), functools.partial(_Handler, directory=str(folder)))
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield Served(folder, f"http://127.0.0.1:{server.server_port}{PREFIX}")
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address) -> None:
        """A browser that goes away in mid-transfer is no error."""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".ipynb": "application/x-ipynb+json",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
    }

    def translate_path(self, path: str) -> str:
        inside = urlsplit(path).path.startswith(PREFIX)
        return super().translate_path("/" + path.removeprefix(PREFIX) if inside else "/outside-the-site")

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        if file.name == "sitemap.xml" and file.is_file():
            host = f"http://127.0.0.1:{self.server.server_port}".encode()
            self._send(HTTPStatus.OK, ".xml", HOST.sub(host, file.read_bytes()))
        else:
            super().do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "404.html")
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        self._send(code, ".html", page.read_bytes())

    def _send(self, code: int, suffix: str, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", self.extensions_map[suffix])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *args) -> None:
        pass
