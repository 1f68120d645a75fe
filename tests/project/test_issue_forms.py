"""The issue forms: each speaks the three languages, and “Report a mistake” on a page fills one in."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from jinja2 import Environment

from scripts.content import ROOT
from scripts.content.editions import EDITIONS
from tests.project.schemas import assert_valid

FOLDER = ROOT / ".github" / "ISSUE_TEMPLATE"
FORMS = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in FOLDER.glob("*.yml") if path.stem != "config"}
CHOOSER = yaml.safe_load((FOLDER / "config.yml").read_text("utf-8"))
FOOT = ROOT / "overrides" / "partials" / "question-foot.html"
HAN = re.compile("[\u4e00-\u9fff]")


def fields(form: str) -> dict[str, dict[str, Any]]:
    return {field["id"]: field for field in FORMS[form]["body"] if "id" in field}


def texts(form: dict[str, Any]) -> Iterator[str]:
    """What a reader sees of a form, except what needs no translation: codes and examples."""
    yield from (form["name"], form["description"])
    for field in form["body"]:
        attributes = field["attributes"]
        yield from (attributes[key] for key in ("label", "description", "value") if key in attributes)
        for option in attributes.get("options", ()):
            text = option["label"] if isinstance(option, dict) else option
            if text not in {edition.code for edition in EDITIONS}:
                yield text


def assert_in_three_languages(text: str) -> None:
    chinese, portuguese, english = text.split(" / ")
    assert HAN.search(chinese), text
    assert not HAN.search(portuguese + english), text
    assert portuguese != english, text


def test_the_four_forms_are_there():
    assert set(FORMS) == {"mistake", "new-question", "translation", "site-fault"}


def test_github_understands_them():
    assert_valid("github-issue-forms", *(FOLDER / f"{form}.yml" for form in FORMS))
    assert_valid("github-issue-config", FOLDER / "config.yml")


@pytest.mark.parametrize("form", FORMS)
def test_every_text_is_in_three_languages(form: str):
    for text in texts(FORMS[form]):
        assert_in_three_languages(text)


def test_the_chooser_is_in_three_languages():
    for link in CHOOSER["contact_links"]:
        assert_in_three_languages(link["name"])
        assert_in_three_languages(link["about"])


@pytest.mark.parametrize("form", FORMS)
def test_fields_can_be_told_apart(form: str):
    body = [field for field in FORMS[form]["body"] if field["type"] != "markdown"]
    ids = [field["id"] for field in body]
    labels = [field["attributes"]["label"] for field in body]
    assert len(set(ids)) == len(ids)
    assert len(set(labels)) == len(labels)
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", ident) for ident in ids)
    assert any(field.get("validations", {}).get("required") for field in body)


@pytest.mark.parametrize("form", ["mistake", "translation"])
def test_the_editions_to_choose_from_are_those_of_the_site(form: str):
    assert fields(form)["edition"]["attributes"]["options"] == [edition.code for edition in EDITIONS]


def test_a_mistake_can_be_doubt_without_answer_or_source():
    required = {ident for ident, field in fields("mistake").items() if field.get("validations", {}).get("required")}
    assert required == {"page", "edition", "wrong"}


@pytest.mark.parametrize("code", [edition.code for edition in EDITIONS])
def test_the_link_on_a_page_fills_in_the_form(code: str):
    line = next(line for line in FOOT.read_text("utf-8").splitlines() if "/issues/new" in line)
    html = Environment(autoescape=True).from_string(line).render(
        config=SimpleNamespace(repo_url="https://example.org/owner/name"),
        question=SimpleNamespace(id="algo-05"),
        here=SimpleNamespace(code=code),
        t=lambda key: key,
    )
    address = urlsplit(re.search(r'href="([^"]*)"', html)[1].replace("&amp;", "&"))
    assert address._replace(query="").geturl() == "https://example.org/owner/name/issues/new"
    query = {key: value for key, (value,) in parse_qs(address.query, strict_parsing=True).items()}
    template, title = query.pop("template"), query.pop("title")
    assert (FOLDER / template).is_file()
    assert query == {"page": "algo-05", "edition": code}
    assert query.keys() <= fields(template.removesuffix(".yml")).keys()
    assert code in fields(template.removesuffix(".yml"))["edition"]["attributes"]["options"]
    assert title == f"[algo-05 {code}] "
