"""No external requests, and cookies that scripts cannot read (R31)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTables

pytestmark = pytest.mark.slow

GAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")


@pytest.mark.parametrize("game", GAMES)
def test_a_table_comes_from_one_machine(game: str, arrive: Callable[..., Person], own_tables: OwnTables) -> None:
    person = arrive().enters()
    seat = Seat.takes(person, own_tables.open(game, bots=True).path)
    seat.page.wait_for_load_state("networkidle")
    assert person.violations == []


def test_R31_the_policy_stops_what_is_inline_or_from_elsewhere(arrive: Callable[..., Person]) -> None:
    person = arrive().goes_to("/").enters()
    person.forgive("Content Security Policy", "Refused")
    person.goes_to("/table/high-card-flush-1")
    assert person.violations == []
    person.page.evaluate(
        """() => {
          const inline = document.createElement("script");
          inline.textContent = "window.broken = 'inline'";
          document.body.append(inline);
          const button = document.createElement("div");
          button.innerHTML = "<img src=x onerror=\\"window.broken = 'handler'\\">";
          document.body.append(button);
          const other = document.createElement("script");
          other.src = "http://127.0.0.1:9/elsewhere.js";
          document.body.append(other);
        }"""
    )
    person.page.wait_for_function("() => window.violations.length >= 3")
    assert person.page.evaluate("() => window.broken ?? ''") == ""
    assert {rule.partition("-elem")[0].partition("-attr")[0] for rule in person.violations} == {"script-src"}
    person.strangers = [url for url in person.strangers if not url.endswith("elsewhere.js")]
    person.troubles = [line for line in person.troubles if "404" not in line]


def test_R31_cookies_are_for_this_site_alone_and_no_script_reads_them(arrive: Callable[..., Person]) -> None:
    person = arrive().goes_to("/").enters()
    cookies = person.context.cookies()
    assert {cookie["name"] for cookie in cookies} >= {"seventh"}
    assert all(cookie["httpOnly"] and cookie["sameSite"] == "Lax" for cookie in cookies)
    assert person.page.evaluate("document.cookie") == ""


def test_R31_a_form_without_its_token_does_nothing(arrive: Callable[..., Person]) -> None:
    person = arrive().goes_to("/").enters()
    person.forgive("403")
    name = person.asks("/api/me")["name"]
    person.goes_to("/me")
    person.page.evaluate("() => document.querySelectorAll('input[name=csrf]').forEach((field) => (field.value = 'x'))")
    person.page.get_by_role("button", name="Log out").click()
    expect(person.page.get_by_text("is not from this room")).to_be_visible()
    assert person.asks("/api/me")["name"] == name


def test_R31_another_site_cannot_act_with_a_visitors_cookie(arrive: Callable[..., Person]) -> None:
    person = arrive().goes_to("/").enters()
    answer = person.context.request.post("/logout", form={"csrf": "x"}, headers={"Origin": "http://elsewhere.example"})
    assert answer.status == 403
    assert person.asks("/api/me")["guest"]
