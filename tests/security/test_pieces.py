"""The parts of the protection one by one: policy, text that is disarmed, files that are published, messages."""

import base64
import errno
import hashlib
import re
import shutil
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from scripts import site_root
from scripts.active_content import ELEMENTS, disarm
from scripts.content_policy import INLINE_SCRIPT, policy, source, with_live_reload, with_policy
from scripts.hooks import failures, security
from scripts.published import linked_folders, obstacle
from tests.security.small import write

PAGE = '<!doctype html><html><head><meta charset="utf-8"><script>a = 1</script></head><body>\n</body></html>'


def rules(text: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (rule.split() for rule in text.split("; "))}


def test_scripts_need_a_file_of_the_site_or_a_hash():
    allowed = rules(policy(["a = 1"]))
    digest = base64.b64encode(hashlib.sha256(b"a = 1").digest()).decode()
    assert allowed["script-src"] == ["'self'", f"'sha256-{digest}'"]
    assert allowed["default-src"] == ["'self'"]
    assert allowed["style-src-elem"] == ["'self'"]
    assert all(allowed[name] == ["'none'"] for name in ("object-src", "frame-src", "base-uri", "form-action"))
    assert not [value for values in allowed.values() for value in values if "http" in value or "*" in value or "eval" in value]


def test_the_policy_stands_before_the_first_script():
    page = with_policy(PAGE, policy())
    assert 0 < page.index("Content-Security-Policy") < page.index("<script>")
    with pytest.raises(ValueError, match="no <meta charset"):
        with_policy("<html></html>", policy())


def test_the_script_of_the_development_server_gets_leave_and_no_other():
    page = with_policy(PAGE.replace("</body>", "<script>reload(5);</script></body>"), policy(["a = 1"]))
    served = with_live_reload(page.encode()).decode()
    allowed = rules(re.search('content="(.*?)">', served).group(1))["script-src"]
    assert sorted(allowed) == sorted(["'self'", source("a = 1"), source("reload(5);")])


def test_the_server_s_own_function_is_wrapped():
    from mkdocs.livereload import LiveReloadServer

    server = LiveReloadServer.__new__(LiveReloadServer)
    security.on_serve(server, None, None)
    served = server._inject_js_into_html(with_policy(PAGE, policy()).encode(), 7).decode()
    script = INLINE_SCRIPT.findall(served)[-1]
    assert "livereload(7" in script and source(script) in served


@pytest.mark.parametrize("name", ELEMENTS)
@pytest.mark.parametrize("form", ["<{}>", "<{} a=b>", "<{}/>", "<{}\n>", "x<{}\tsrc=y"])
def test_opening_tags_become_text(name, form):
    for written in (form.format(name), form.format(name.upper())):
        shown, found = disarm(written)
        assert shown == written.replace("<", "&lt;") and found == [name]


@pytest.mark.parametrize("harmless", ["<metadata>", "<p>", "&lt;script>", "<linearGradient>", "<basefont-x>", "a < b", "<scripts>"])
def test_other_text_stays(harmless):
    assert disarm(harmless) == (harmless, [])


@pytest.mark.parametrize("spliced", ["<scr<script>ipt>", "<<script>script>", "<script<script>"])
def test_disarmed_text_holds_nothing_more(spliced):
    assert disarm(disarm(spliced)[0])[1] == []


def test_words_for_the_head_are_escaped_once():
    page = SimpleNamespace(meta={"description": 'a "b" <c>', "title": "T & U", "minutes": 5})
    for _ in range(2):
        security.on_page_context({}, page, None, None)
    assert page.meta == {"description": "a &#34;b&#34; &lt;c&gt;", "title": "T &amp; U", "minutes": 5}
    assert Markup(page.meta["description"]).striptags() == 'a "b" <c>'


@pytest.mark.parametrize("name", ["a.md", "labs/b.ipynb", "c.png", "d.JPG", "e.webp"])
def test_pages_and_images_are_published(tmp_path, name):
    assert obstacle(write(tmp_path / name, "x"), tmp_path) is None


@pytest.mark.parametrize("name", ["a.html", "b.js", "c.svg", "d.xhtml", "e.css", "f", "g.md.js", "h.json", "i.pdf", "j.xml"])
def test_other_files_are_not(tmp_path, name):
    assert obstacle(write(tmp_path / name, "x"), tmp_path)


def test_links_are_not_followed(tmp_path):
    docs, outside = tmp_path / "docs", write(tmp_path / "outside" / "a.md", "x")
    write(docs / "a.md", "x")
    for name, target in {"b.md": outside, "c.md": "a.md", "d.md": "d.md", "e.md": "none.md", "folder": outside.parent}.items():
        (docs / name).symlink_to(target)
    for name in ("b.md", "c.md", "d.md", "e.md", "folder/a.md"):
        assert obstacle(docs / name, docs) == "a symbolic link is not followed; put the file itself there", name
    assert linked_folders(docs) == ["folder"]


def test_a_folder_of_documents_that_is_itself_reached_by_a_link_is_fine(tmp_path):
    write(tmp_path / "real" / "a.md", "x")
    (tmp_path / "docs").symlink_to("real")
    assert obstacle(tmp_path / "docs" / "a.md", tmp_path / "docs") is None


def test_of_the_shared_files_only_images_are_published(tmp_path, monkeypatch):
    for name in ("figures/a.png", "figures/b.svg", "figures/c.js", "d.html"):
        write(tmp_path / "docs" / "assets" / name, "x")
    (tmp_path / "docs" / "assets" / "secret.png").symlink_to("/etc/hostname")
    monkeypatch.setattr(site_root, "DOCS", tmp_path / "docs")
    (tmp_path / "site").mkdir()
    site_root.write_root_files(tmp_path / "site", "https://example.org/")
    assert [path.name for path in (tmp_path / "site" / "assets").rglob("*") if path.is_file()] == ["a.png"]


@pytest.mark.parametrize(
    "error, words",
    [
        (OSError(errno.ENOSPC, "No space left on device", "a.html"), "No space left on device (a.html)"),
        (OSError("odd"), "odd"),
        (shutil.Error([("a", "b", "[Errno 28] No space left on device"), ("c", "d", "e")]), "[Errno 28] No space left on device (a to b)"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "a file is not UTF-8 ("),
    ],
)
def test_what_the_system_refused_in_words(error, words):
    assert failures.in_words(error).startswith(words)
    with pytest.raises(failures.Abort):
        failures.on_build_error(error)


def test_other_errors_are_left_alone():
    assert failures.on_build_error(ValueError("a mistake of ours")) is None
