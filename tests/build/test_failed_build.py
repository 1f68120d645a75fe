"""A build that fails says what is wrong and where, and leaves the last good site as it was."""

import re

import pytest

from tests.build.small import PAGE

CASES = {
    "formula": ("pt", "A broken $\\frac{1}{$ formula.", r"pt edition did not build", r"advantage-and-baseline\.md:{line}: .*formula"),
    "citation": ("zh", "A source [@nobody1999nothing].", r"advantage-and-baseline\.md:{line}: .*\[@nobody1999nothing\]"),
    "link": ("en", "See [this](../infra/nothing.md).", r"en edition did not build", r"advantage-and-baseline\.md.*\.\./infra/nothing\.md"),
    "anchor": ("zh", "See [this](../infra/grpo-memory.md#nowhere).", r"advantage-and-baseline\.md.*grpo-memory\.md#nowhere"),
    "figure": ("pt", "![A figure](../../assets/figures/nothing.svg)", r"pt edition did not build", r"advantage-and-baseline\.md.*nothing\.svg"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_names_the_place_and_leaves_the_last_good_site(project, case):
    edition, addition, *messages = CASES[case]
    page = project.page(edition, PAGE)
    text = page.read_text("utf-8") + f"\n{addition}\n"
    page.write_text(text, "utf-8")
    line = text.split("\n").index(addition) + 1
    before = project.digest()
    outcome = project.build()
    assert outcome.status != 0
    for message in messages:
        assert re.search(message.replace("{line}", str(line)), outcome.output), outcome.output
    assert "Traceback" not in outcome.output
    assert before and project.digest() == before
    assert project.leftovers() == []


def test_malformed_data_are_named(project):
    file = project.root / "data" / "tags.yml"
    file.write_text(file.read_text("utf-8") + "\n- id: [unclosed\n", "utf-8")
    before = project.digest()
    outcome = project.build()
    assert outcome.status != 0
    assert "tags.yml" in outcome.output
    assert "Traceback" not in outcome.output
    assert project.digest() == before
    assert project.leftovers() == []


def test_a_good_build_after_a_failed_one_replaces_the_site(project):
    page = project.page("en", PAGE)
    good = page.read_text("utf-8")
    page.write_text(good + "\n[@nobody1999nothing]\n", "utf-8")
    assert project.build().status != 0
    page.write_text(good + "\nMended.\n", "utf-8")
    outcome = project.build()
    assert outcome.status == 0, outcome.output
    assert "Mended." in project.html("en", "algorithm/advantage-and-baseline")
    assert project.leftovers() == []
