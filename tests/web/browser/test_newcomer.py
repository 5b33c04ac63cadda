"""Pages and dialogs as a newcomer meets them, in a low laptop window and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.games import GAMES
from tests.web.browser.people import PHONE, Person
from tests.web.browser.seats import Seat

Arrive = Callable[..., Person]
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 625}}
HCF, STUD = "high-card-flush", "seven-card-stud"


def watches(arrive: Arrive, game: str, **options: Any) -> Person:
    person = arrive(**options).goes_to(f"/table/{game}-1")
    expect(person.page.locator("#prompt")).to_have_text("You are watching.")
    return person


# The lobby.


def test_R40_a_low_window_shows_every_game_with_its_edges_one_line_below(arrive: Arrive) -> None:
    person = arrive(**LAPTOP).goes_to("/")
    games = person.page.locator(".game")
    expect(games).to_have_count(len(GAMES))
    for game in games.all():
        expect(game.get_by_role("button", name="Play as a guest")).to_be_in_viewport(ratio=1)
    told = {one["game"]: one["wagers"] for one in person.asks("/api/games")["games"]}
    for name, wagers in told.items():
        fold = person.page.locator(f"[data-game={name}] .game-fold")
        for wager in wagers:
            if wager["edge_text"]:
                expect(fold.locator("summary")).to_be_visible()
                expect(fold.locator("summary")).to_contain_text(f"{wager['title']} {wager['edge_text']}")
    rows = "buttons => buttons.map((button) => Math.round(button.getBoundingClientRect().top))"
    assert len(set(person.page.locator(".game-go .primary").evaluate_all(rows))) == 1, "the buttons are not in a row"
    fold = person.page.locator(f"[data-game={HCF}] .game-fold")
    expect(fold.locator("abbr").first).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator("abbr").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (640, 360), (844, 390)])
def test_a_small_phone_opens_the_lobby_at_a_whole_play_button(arrive: Arrive, width: int, height: int) -> None:
    person = arrive(**{**PHONE, "viewport": {"width": width, "height": height}}).goes_to("/")
    expect(person.page.get_by_role("button", name="Play as a guest").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("options", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_lobby_explains_its_buttons_in_the_words_they_have(arrive: Arrive, options: dict[str, Any]) -> None:
    person = arrive(**options).goes_to("/")
    note = person.page.locator(".welcome .note")
    for word in ("Play as a guest", "Play together", "With friends"):
        expect(note).to_contain_text(f"“{word}”")
        expect(person.page.locator(".game").first).to_contain_text(word)
    person.enters().goes_to("/")
    expect(note).to_contain_text("“Play” starts at once")


# A table for friends.


def test_the_form_for_a_table_fits_a_low_window(arrive: Arrive) -> None:
    person = arrive(**LAPTOP)
    for game in GAMES:
        person.goes_to(f"/tables/new?game={game}")
        expect(person.page.get_by_role("button", name="Open table")).to_be_in_viewport(ratio=1)


def test_a_missing_nickname_is_shown_with_its_label(arrive: Arrive) -> None:
    person = arrive(viewport={"width": 900, "height": 340}).goes_to("/tables/new")
    person.page.get_by_role("button", name="Open table").click()
    expect(person.page.get_by_label("Your nickname")).to_be_focused()
    expect(person.page.locator("label[for=nickname]")).to_be_in_viewport(ratio=1)


# Text pages at all sizes.


def test_text_pages_grow_on_a_large_screen_and_their_panels_fit(arrive: Arrive) -> None:
    person = arrive(viewport={"width": 2560, "height": 1280}).goes_to("/about")
    assert person.page.locator("main p").first.evaluate("text => text.currentCSSZoom") == 1.5
    person.page.get_by_role("button", name="Settings").click()
    expect(person.page.locator("dialog#settings")).to_be_in_viewport(ratio=1)


def test_a_small_phone_has_whole_boxes_and_tables(arrive: Arrive) -> None:
    person = arrive(**LAPTOP, has_touch=True).enters()
    seat = Seat.takes(person, f"/table/{HCF}-1")
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    page = person.page
    page.set_viewport_size({"width": 320, "height": 568})
    person.goes_to("/me/results")
    page.get_by_role("button", name="Settings").tap()
    boxes = page.locator("#settings :is([type=checkbox], [type=radio])")
    assert set(boxes.evaluate_all("boxes => boxes.map((box) => box.getBoundingClientRect().width)")) == {18}
    page.keyboard.press("Escape")
    sideways = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    for path, width in (("/me/results", 320), ("/me/rounds", 320), ("/me/rounds", 844)):
        page.set_viewport_size({"width": width, "height": 568 if width == 320 else 390})
        person.goes_to(path)
        assert page.locator(".scroll").evaluate_all(sideways) == [], path


# Dialogs at a table.


def test_enter_does_not_leave_the_table_when_the_rules_open(arrive: Arrive) -> None:
    person = watches(arrive, HCF)
    person.press("r")
    rules = person.page.locator("dialog#rules")
    expect(rules.get_by_role("button", name="Close rules")).to_be_focused()
    expect(rules.get_by_role("heading", name="Example round")).to_be_visible()
    expect(rules.locator(".glossary")).to_contain_text("1 to 2 half of it")
    person.press("Enter")
    expect(rules).to_be_hidden()
    assert person.page.url.endswith(f"/table/{HCF}-1")


def test_the_rules_open_at_their_top_unless_a_clause_was_pressed(arrive: Arrive) -> None:
    person = watches(arrive, HCF)
    rules = person.page.locator("dialog#rules")
    person.press("r")
    expect(rules.get_by_role("heading", name="Example round")).to_be_visible()
    rules.locator(".rules-body").evaluate("body => body.scrollTo(0, 400)")
    assert rules.locator(".rules-body").evaluate("body => body.scrollTop") > 0
    for _ in ("closes", "opens"):
        person.press("Escape" if rules.is_visible() else "r")
    expect(rules).to_be_visible()
    person.page.wait_for_function("document.querySelector('#rules .rules-body').scrollTop === 0")


def test_the_page_of_a_round_leads_back_to_the_seat(arrive: Arrive) -> None:
    person = arrive()
    person.goes_to("/")
    person.page.locator(f"[data-game={HCF}] .game-go button").click()
    seat = Seat(person)
    seat.may_bet()
    table = person.page.url
    seat.deal.click()
    seat.does("fold")
    seat.settled()
    person.page.get_by_role("link", name="Round details").first.click()
    person.page.get_by_role("link", name="Back to the table").click()
    seat.is_taken()
    assert person.page.url == table
    # Without a seat there is no way back.
    person.page.locator("[data-seat-act=leave]").click()
    person.page.wait_for_url("**/?left=**")
    person.goes_to("/me/rounds").page.locator("[data-round] a").first.click()
    expect(person.page.locator("#round-net")).to_be_visible()
    expect(person.page.get_by_role("link", name="Back to the table")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "offered", "absent"), [(HCF, "Suggestions", "At showdown"), (STUD, "At showdown", "Suggestions")]
)
def test_the_settings_of_a_table_are_those_of_its_game(arrive: Arrive, game: str, offered: str, absent: str) -> None:
    person = watches(arrive, game)
    person.press("s")
    titles = person.page.locator("#settings legend").all_inner_texts()
    assert titles[:2] == ["Dealing speed", offered]
    assert absent not in titles
    if game == STUD:
        expect(person.page.locator("#settings")).to_contain_text("throw it away without showing it")


def test_the_settings_elsewhere_are_complete(arrive: Arrive) -> None:
    person = arrive().goes_to("/")
    person.page.get_by_role("button", name="Settings").click()
    titles = person.page.locator("#settings legend").all_inner_texts()
    assert titles[:4] == ["Dealing speed", "Suggestions", "Coach", "At showdown"]


@pytest.mark.parametrize("game", [HCF, STUD])
def test_help_begins_with_a_round_and_folds_the_keys_on_a_touch_screen(arrive: Arrive, game: str) -> None:
    person = watches(arrive, game)
    person.press("?")
    panel = person.page.locator("dialog#help")
    expect(panel.get_by_role("heading", name="How a round is played")).to_be_visible()
    expect(panel.locator("#keys tr").first).to_be_visible()
    panel.get_by_role("button", name="Rules", exact=True).click()
    expect(person.page.locator("dialog#rules")).to_be_visible()
    phone = watches(arrive, game, **PHONE)
    phone.page.get_by_role("button", name="More").first.tap()
    phone.page.get_by_role("button", name="Help and keys").tap()
    panel = phone.page.locator("dialog#help")
    expect(panel.get_by_role("heading", name="How a round is played")).to_be_visible()
    expect(panel.locator("#keys tr").first).to_be_hidden()
    panel.locator("summary").tap()
    expect(panel.locator("#keys tr").first).to_be_visible()


# The account.


def test_the_password_keeps_its_distance_from_the_wallet(arrive: Arrive) -> None:
    person = arrive(**LAPTOP).goes_to("/register")
    person.page.get_by_label("Name").fill("Keeps Distance")
    person.page.get_by_label("Password").first.fill("quite long enough")
    person.page.get_by_role("button", name="Register").click()
    person.goes_to("/me")
    wallet = person.page.get_by_role("region", name="Wallet").bounding_box()
    password = person.page.get_by_role("heading", name="Password").bounding_box()
    assert wallet is not None
    assert password is not None
    assert password["y"] - (wallet["y"] + wallet["height"]) >= 20
