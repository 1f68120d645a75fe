"""Navigation, the same in all editions, from the data; titles in the edition's language."""

from mkdocs.config.defaults import MkDocsConfig

from scripts.content import data


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    data.forget()
    config.nav = navigation(config.extra["edition"])
    return config


def navigation(edition: str) -> list[dict]:
    """The `nav` setting of an edition: home, the two tracks, ways to explore, and the project's own pages."""

    def word(key: str) -> str:
        return data.interface()[key][edition]

    def track(name: str) -> list[dict]:
        return [{q.short[edition]: q.path} for q in data.questions().values() if q.track == name]

    return [
        {word("nav.home"): "index.md"},
        {word("track.algorithm"): track("algorithm")},
        {word("track.infra"): track("infra")},
        {
            word("nav.explore"): [
                {word("nav.map"): "map.md"},
                {word("nav.tags"): "tags.md"},
                {word("nav.papers"): "papers.md"},
                {word("nav.glossary"): "glossary.md"},
                *({lab.title[edition]: lab.path} for lab in data.labs()),
            ]
        },
        {word("nav.project"): [{word("nav.contributing"): "contributing.md"}, {word("nav.about"): "about.md"}]},
    ]
