"""The first use of a term on a question's page links to its entry."""

import pytest

from scripts.content.data import Term
from scripts.hooks import glossary
from scripts.hooks.glossary import on_page_content

TERMS = [
    Term(
        "baseline",
        {"zh": "基线", "pt": "linha de base", "en": "baseline"},
        [],
        {"zh": "减去的量。", "pt": "O que se subtrai.", "en": 'What is "subtracted".'},
        ["algo-05"],
        {"zh": ["基线"], "pt": ["linha de base"], "en": ["baseline", "baselines"]},
    ),
    Term(
        "group-baseline",
        {"zh": "组基线", "pt": "linha de base do grupo", "en": "group baseline"},
        [],
        {"zh": "组均值。", "pt": "A média.", "en": "The mean."},
        ["algo-05"],
        {"zh": ["组基线"], "pt": ["linha de base do grupo"], "en": ["group baseline"]},
    ),
]


@pytest.fixture
def shown(page, config, monkeypatch):
    """A function that gives the content of a question's page in an edition."""
    monkeypatch.setattr(glossary, "glossary", lambda: TERMS)

    def shown(content: str, edition: str = "en", question: str | None = "algo-05") -> str:
        made = page()
        made.meta["question"] = question
        return on_page_content(content, made, config(edition), [])

    return shown


def test_the_first_use_alone_is_linked(shown):
    assert shown("<p>A baseline, then baselines.</p>") == (
        '<p>A <a class="term" href="../../glossary/#baseline" title="What is &quot;subtracted&quot;.">baseline</a>'
        ", then baselines.</p>"
    )


def test_the_longest_term_wins(shown):
    content = shown("<p>The group baseline and a baseline.</p>")
    assert content.index("#group-baseline") < content.index("#baseline")
    assert content.count('class="term"') == 2


def test_other_editions_name_the_english_term_first(shown):
    assert 'title="baseline: 减去的量。">基线</a>' in shown("<p>减去基线。</p>", "zh")
    assert 'title="group baseline: A média.">linha de base do grupo</a>' in shown(
        "<p>A linha de base do grupo.</p>", "pt"
    )


@pytest.mark.parametrize(
    "content",
    [
        '<a href="x">baseline</a>',
        "<pre><code>baseline</code></pre>",
        "<h2>baseline</h2>",
        '<span class="arithmatex">\\(baseline\\)</span>',
        '<p class="admonition-title">baseline</p>',
        "<summary>baseline</summary>",
        '<img alt="baseline">',
        "<table><thead><tr><th>baseline</th></tr></thead></table>",
        "<p>baselined, non-baseline, abaseline</p>",
    ],
)
def test_what_gets_no_link(shown, content):
    assert shown(content) == content


def test_pages_that_answer_no_question_stay(shown):
    assert shown("<p>baseline</p>", question=None) == "<p>baseline</p>"


def test_no_terms_no_change(shown, monkeypatch):
    monkeypatch.setattr(glossary, "glossary", list)
    assert shown("<p>baseline</p>") == "<p>baseline</p>"
