"""The drill in the browser: by keyboard, without the answer on the page, accessible, and remembered."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from seventh.games import book_house
from seventh.room.drill.drill import KINDS
from tests.web.browser.people import PHONE, Person
from tests.web.browser.test_access import Looking
from tests.web.serving import Server

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_drill_by_keyboard(size: str, arrive: Callable[..., Person], server: Server) -> None:
    person = arrive(**(PHONE if size == "phone" else {}))
    page, look = person.page, Looking(person)
    person.goes_to("/drill")
    look.at("/drill before entering")
    person.tab_to("Practise as a guest")
    person.press("Enter")
    expect(page.locator(".drill-kinds a")).to_have_count(len(KINDS))
    look.at("/drill")
    for kind in KINDS:
        person.goes_to(f"/drill/{kind}")
        for wrong in (False, True):
            room = server.room
            [(_, found)] = [
                (key, one) for key, one in room.drill._open.items() if key[1] == kind and f"{one.id}" in page.content()
            ]
            question = found.question
            kept = [cell for row in question.solution.rows for cell in row[1:] if len(cell) > 8]
            assert not [cell for cell in kept if cell in page.content()], "the answer is on the page"
            assert question.solution.says not in page.content()
            if question.choices:
                answers = [value for value, _ in question.choices if (value in question.solution.right) != wrong]
                label = dict(question.choices)[answers[0]]
                section = page.locator(".drill-question")
                expect(section).to_be_focused()
                expect(section).to_have_accessible_name(re.compile(re.escape(question.asks)))
                expect(section).to_have_accessible_description(re.compile(" of "))  # the cards
                person.press("Enter")  # answers nothing
                person.tab_to(label)
                person.press("Enter")
            else:
                expect(page.locator("#answer")).to_be_focused()
                page.keyboard.type("a lot")
                person.forgive("400", "Bad Request", "422")
                person.press("Enter")
                expect(page.locator("[role=alert], .error").first).to_contain_text("llowed: 0")
                [right] = question.solution.right
                if kind == "payouts":
                    typed = "1.01" if wrong else book_house(question.game).money(int(right))
                else:
                    typed = str((int(right) + 1) % 5) if wrong else right
                page.locator("#answer").fill(typed)
                person.press("Enter")
            expect(page.locator("#verdict")).to_contain_text("Wrong." if wrong else "Right.")
            expect(page.locator("#verdict")).to_contain_text(question.solution.says)
            expect(page.locator("#next")).to_be_focused()
            if size == "desktop" or wrong:
                look.at(f"/drill/{kind} answered")
            person.press("Enter")
            expect(page.locator(".drill-answer")).to_be_visible()
            if not wrong:
                look.at(f"/drill/{kind}")
        page.reload()
        expect(page.locator(".drill-score")).to_contain_text("1 of 2 right (50%). Streak: 0, longest: 1.")
    assert look.found == []
    assert person.violations == []
