"""The index that a build writes."""

import json
from pathlib import Path

from scripts.search_index import SearchPage, write_index


def page(name: str, text: str) -> SearchPage:
    return SearchPage(
        url=f"algorithm/{name}/",
        title=f"Question {name}",
        short=name,
        aliases=["other name"],
        track="algorithm",
        tags=["kl"],
        body_html=f'<h2 id="short-answer">Answer</h2><p>{text}</p>',
    )


PAGES = [page("first", "the advantage"), page("second", "the reward " + " ".join(f"word{i}x" for i in range(2000)))]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_pages_give_the_same_files(tmp_path):
    write_index(PAGES, tmp_path / "a", "en")
    write_index(PAGES, tmp_path / "b", "en")
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_an_index_replaces_the_one_before(tmp_path):
    write_index(PAGES, tmp_path, "en")
    write_index(PAGES[:1], tmp_path, "en")
    index = json.loads((tmp_path / "index.json").read_text("utf-8"))
    named = {entry["text"] for entry in index["pages"]} | {name for _, name in index["shards"]}
    assert {path.name for path in tmp_path.iterdir()} == named | {"index.json"}
    assert len(index["pages"]) == 1


def test_each_term_stands_in_the_piece_whose_range_holds_it(tmp_path):
    write_index(PAGES, tmp_path, "en")
    index = json.loads((tmp_path / "index.json").read_text("utf-8"))
    starts = [first for first, _ in index["shards"]]
    assert len(starts) > 1
    assert starts == sorted(starts)
    for number, (first, name) in enumerate(index["shards"]):
        held = list(json.loads((tmp_path / name).read_text("utf-8")))
        assert min(held) == first
        assert number + 1 == len(starts) or max(held) < starts[number + 1]


def test_changed_text_changes_the_names_of_its_pieces(tmp_path):
    write_index([page("first", "the advantage")], tmp_path / "a", "en")
    write_index([page("first", "the baseline")], tmp_path / "b", "en")
    assert contents(tmp_path / "a").keys() & contents(tmp_path / "b").keys() == {"index.json"}


def test_an_edition_without_pages_has_an_empty_index(tmp_path):
    write_index([], tmp_path, "zh-Hans")
    index = json.loads((tmp_path / "index.json").read_text("utf-8"))
    assert (index["pages"], index["shards"]) == ([], [])
