"""The language switch keeps page and section."""

import re

import pytest
from playwright.sync_api import expect

from scripts.content.editions import EDITIONS
from tests.browser.places import LAB, QUESTION

PAIRS = [(here, there) for here in EDITIONS for there in EDITIONS if here != there]


def switch(page, edition):
    return page.locator(f'header a[hreflang="{edition.language}"]')


@pytest.mark.parametrize("here, there", PAIRS, ids=lambda edition: edition.code)
def test_b12_keeps_page_and_section(page, site, here, there):
    page.goto(site.url(f"{here.root}{QUESTION}#derivation"))
    switch(page, there).click()
    expect(page).to_have_url(site.url(f"{there.root}{QUESTION}#derivation"))
    expect(page.locator("html")).to_have_attribute("lang", there.language)
    expect(page.locator("#derivation")).to_be_in_viewport()


@pytest.mark.parametrize("here, there", PAIRS[:2], ids=lambda edition: edition.code)
def test_b12_keeps_page_and_section_after_instant_navigation(page, site, here, there):
    page.goto(site.url(f"{here.root}tags/kl/"))
    page.evaluate("window.survives = true")
    page.locator(f'article a.question-link[href$="{QUESTION}"]').click()
    expect(page).to_have_url(site.url(here.root + QUESTION))
    page.locator('.md-sidebar--secondary a[href$="#derivation"]').first.click()
    expect(page).to_have_url(re.compile("#derivation$"))
    assert page.evaluate("window.survives"), "the page was loaded anew"
    switch(page, there).click()
    expect(page).to_have_url(site.url(f"{there.root}{QUESTION}#derivation"))
    expect(page.locator("html")).to_have_attribute("lang", there.language)


def test_keeps_the_section_with_the_keyboard(page, site):
    page.goto(site.url(f"{QUESTION}#pitfalls"))
    switch(page, EDITIONS[2]).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(site.url(f"en/{QUESTION}#pitfalls"))


def test_keeps_the_section_in_a_new_tab(page, site):
    page.goto(site.url(f"en/{QUESTION}#checklist"))
    with page.context.expect_page() as opened:
        switch(page, EDITIONS[0]).click(modifiers=["ControlOrMeta"])
    expect(opened.value).to_have_url(site.url(f"{QUESTION}#checklist"))


def test_keeps_the_choice_of_the_question_list(page, site):
    page.goto(site.url("en/?track=infra"))
    switch(page, EDITIONS[1]).click()
    expect(page).to_have_url(site.url("pt/?track=infra"))
    expect(page.locator('.question-filter select[name="track"]')).to_have_value("infra")


def test_works_on_a_notebook(page, site):
    page.goto(site.url(f"{LAB}#gradients"))
    switch(page, EDITIONS[1]).click()
    expect(page).to_have_url(site.url(f"pt/{LAB}#gradients"))
    expect(page.locator("#gradients")).to_be_in_viewport()
