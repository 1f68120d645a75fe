"""One page of every type, by its address below an edition's root."""

from scripts.content.data import labs, questions
from scripts.content.editions import EDITIONS
from scripts.content.pages import answered_in

QUESTION = "algorithm/kl-in-grpo/"
ANSWERED = [q.url for q in questions().values() if len(answered_in(q)) == len(EDITIONS)]
UNANSWERED = [q.url for q in questions().values() if not answered_in(q)]
LAB = f"labs/{labs()[0].slug}/"

PLACES = {
    "home": "",
    "question": QUESTION,
    **{"stub": url for url in UNANSWERED[:1]},
    "lab": LAB,
    "map": "map/",
    "tags": "tags/",
    "tag": "tags/kl/",
    "papers": "papers/",
    "glossary": "glossary/",
    "contributing": "contributing/",
    "about": "about/",
}
