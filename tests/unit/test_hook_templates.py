"""What the templates get: wording, and the addresses of a page in the other editions."""

import json

import pytest
from jinja2 import Environment

from scripts.hooks.templates import on_env, on_page_context


def alternates(page, config, path: str, code: str, url: str | None = None) -> dict[str, tuple[str, str]]:
    context = on_page_context({}, page(path, url=url), config(code), None)
    return {entry["edition"].code: (entry["full"], entry["link"]) for entry in context["alternates"]}


def test_a_page_knows_its_address_in_every_edition(page, config):
    assert alternates(page, config, "algorithm/kl.md", "zh") == {
        "zh": ("https://example.org/algorithm/kl/", "../../algorithm/kl/"),
        "pt": ("https://example.org/pt/algorithm/kl/", "../../pt/algorithm/kl/"),
        "en": ("https://example.org/en/algorithm/kl/", "../../en/algorithm/kl/"),
    }


def test_from_an_edition_in_a_folder_the_way_leads_up_first(page, config):
    shown = alternates(page, config, "about.md", "pt")
    assert {code: link for code, (_, link) in shown.items()} == {
        "zh": "../../about/",
        "pt": "../../pt/about/",
        "en": "../../en/about/",
    }


@pytest.mark.parametrize("code, links", [("zh", ["./", "pt/", "en/"]), ("en", ["../", "../pt/", "../en/"])])
def test_the_home_page(page, config, code, links):
    shown = alternates(page, config, "index.md", code, url="./")
    assert [link for _, link in shown.values()] == links
    assert [full for full, _ in shown.values()] == [f"https://example.org/{root}" for root in ("", "pt/", "en/")]


@pytest.fixture
def env(config):
    return on_env(Environment(), config("pt"), [])


def test_a_site_without_versions_shows_no_chooser(env):
    assert env.globals["version"] is None and env.globals["latest_url"] is None


def test_a_version_knows_where_the_latest_stands(config, monkeypatch):
    monkeypatch.setenv("MIKE_DOCS_VERSION", "2026.12")
    settings = config("pt")
    settings.extra["root_url"] = "https://example.org/repo/2026.12/"
    env = on_env(Environment(), settings, [])
    assert env.globals["version"] == "2026.12"
    assert env.globals["latest_url"] == "https://example.org/repo/latest/"


def test_words_are_those_of_the_edition_with_placeholders_filled(env):
    template = env.from_string('{{ t("track.infra") }} {{ t("list.shown", n=1, total=2) }}')
    assert template.render() == "Infraestrutura 1 de 2 perguntas"


def test_an_unknown_word_stops_the_build(env):
    with pytest.raises(KeyError):
        env.from_string('{{ t("no.such.key") }}').render()


def test_json_ld_can_not_end_its_script(env):
    shown = env.from_string("{{ value | json_ld }}").render(value={"name": "</script><b>问"})
    assert "<" not in shown and "问" in shown
    assert json.loads(shown) == {"name": "</script><b>问"}


def test_templates_know_which_questions_this_edition_answers(env):
    answered = [q.id for q in env.globals["questions"].values() if env.globals["is_answered"](q)]
    assert {"algo-05", "algo-08", "infra-01"} <= set(answered)
