"""The bibliography: LaTeX made plain, authors shortened, a reference as Markdown."""

import pytest
from pybtex.exceptions import PybtexError

from scripts.content import bibliography
from scripts.content.bibliography import Reference, references

ENTRY = """@article{key2024,
    author = {%s},
    title = {%s},
    year = "2024",
    url = "https://example.org/paper"
}
"""


@pytest.fixture
def read(tmp_path, monkeypatch):
    """A function that reads a bibliography of one entry."""

    def read(author: str = "Kool, Wouter", title: str = "Title") -> Reference:
        references.cache_clear()
        file = tmp_path / "references.bib"
        file.write_text(ENTRY % (author, title), "utf-8")
        monkeypatch.setattr(bibliography, "FILE", file)
        return references()["key2024"]

    yield read
    references.cache_clear()


@pytest.mark.parametrize(
    "author, shown",
    [
        ("Kool, Wouter", "Kool"),
        ("Kool, Wouter and van Hoof, Herke", "Kool & van Hoof"),
        ("Kool, Wouter and van Hoof, Herke and Welling, Max", "Kool et al."),
        ("Kool, Wouter and others", "Kool et al."),
        ("{Hugging Face}", "Hugging Face"),
        (r"{\"U}st{\"u}n, Ahmet and Gall{\'e}, Matthias", "Üstün & Gallé"),
        ("John Schulman", "Schulman"),
    ],
)
def test_authors(read, author, shown):
    assert read(author=author).authors == shown


def test_title_is_plain_text(read):
    assert read(title=r"{DAPO}: an open {RL} syst{\`e}me \& more").title == "DAPO: an open RL système & more"


def test_markdown_escapes_what_markdown_would_read(read):
    reference = read(title="A [b] *c* d_e <f> $g$ | `h`")
    assert reference.markdown() == (
        r"Kool (2024). [A \[b\] \*c\* d\_e \<f\> \$g\$ \| \`h\`](https://example.org/paper)."
    )


def test_markdown_names_the_arxiv_id(small_site):
    assert references()["ahmadian2024rloo"].markdown() == (
        "Ahmadian et al. (2024). [Back to Basics](https://arxiv.org/abs/2402.14740). arXiv:2402.14740."
    )


def test_topic_and_missing_arxiv_id(small_site):
    reference = references()["trl2026code"]
    assert (reference.topic, reference.arxiv) == ("source-code", None)


def test_a_file_that_does_not_parse_says_so(tmp_path, monkeypatch):
    references.cache_clear()
    (tmp_path / "x.bib").write_text("@article{a, title = {", "utf-8")
    monkeypatch.setattr(bibliography, "FILE", tmp_path / "x.bib")
    with pytest.raises(PybtexError):
        references()
    references.cache_clear()
