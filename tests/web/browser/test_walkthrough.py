"""The tour of a table: on the first visit to a game, beside the element it describes and never in the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from seventh.games import GAMES
from seventh.games.layout import table_layout
from tests.waiting import until
from tests.web.browser.axe import violations
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS
from tests.web.browser.tables import OwnTables
from tools import windows

LOOK = (Path(windows.__file__).parent / "windows.js").read_text(encoding="utf-8").partition("\n")[2]
ALONE = ("boston-7-stud", "seven-card-thrill", "high-card-flush")
DOES = ("best", *CALLS)

COVERS = """() => {
  const box = document.querySelector("#tour").getBoundingClientRect();
  const over = (one) => Math.min(one.right, box.right) - Math.max(one.left, box.left) > 1
    && Math.min(one.bottom, box.bottom) - Math.max(one.top, box.top) > 1;
  const needed = "#stage :is(.card, .spot, .words, .plate, .pot), #dock button, #prompt, .bar button";
  return [...document.querySelectorAll(needed)]
    .filter((part) => part.checkVisibility() && over(part.getBoundingClientRect()))
    .map((part) => part.className || part.id);
}"""
"""The important elements that the bubble covers."""


HEARS = """addEventListener("DOMContentLoaded", () => { window.said = []; const live = document.getElementById("live");
if (live) new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true }) })"""
"""Collect what is read out."""

PLACES = """() => Object.fromEntries([...document.querySelectorAll("#tour button")]
  .filter((button) => button.checkVisibility({ visibilityProperty: true }))
  .map((button) => [button.id, button.getBoundingClientRect().left]))"""
"""Where the visible buttons of the tour are."""

COVERED = """([x, y]) => document.elementFromPoint(x, y)?.closest("button")?.dataset.seatAct"""
"""The button that gives or takes the seat at a point, if one is there."""


def said(person: Person, words: str) -> list[str]:
    """Wait until something is read out, and tell everything that was, in order."""
    person.page.wait_for_function("words => window.said.some((text) => text.includes(words))", arg=words)
    return list(person.page.evaluate("window.said"))


class Tour:
    """The tour on a person's screen."""

    def __init__(self, person: Person, game: str) -> None:
        self.page, self.game = person.page, game
        self.seat = Seat(person)
        self.steps: list[dict[str, Any]] = table_layout(GAMES[game].book)["walkthrough"]
        self.bubble = person.page.locator("#tour")
        self.next = person.page.locator("#tour-next")
        self.again = person.page.locator("#tour-again")

    @classmethod
    def begins(cls, person: Person, game: str) -> Tour:
        """By the button of the lobby."""
        person.goes_to("/")
        person.page.locator(f"[data-game={game}] .game-go button").click()
        tour = cls(person, game)
        expect(tour.bubble).to_contain_text(tour.steps[0]["text"], timeout=PATIENCE)
        return tour

    @property
    def place(self) -> int:
        """The step that is shown, or their number when it is over."""
        if self.bubble.is_hidden():
            return len(self.steps)
        return int(self.bubble.get_attribute("data-step") or 0)

    def goes_on(self, press: Callable[[Any], None], look: Callable[[], None] = lambda: None) -> list[int]:
        """Do what each step waits for until the tour is over; the steps that were seen."""
        seen: list[int] = []
        while (place := self.place) < len(self.steps):
            seen.append(place)
            look()
            wanted = self.steps[place]["until"]

            def done(place: int = place, wanted: str = wanted) -> bool:
                if self.place != place:
                    return True
                if wanted == "next":
                    # The button of this step: a second press must not skip the next one.
                    press(self.page.locator(f'#tour[data-step="{place}"] #tour-next'))
                elif wanted == "dealt":
                    press(self.seat.deal)  # and nothing else: the first decision is for a later step
                else:
                    self._acts(press)
                return self.place != place

            until(done, f"the step after {self.steps[place]}")
        return seen

    def _acts(self, press: Callable[[Any], None]) -> None:
        turn = self.page.locator("#dock.turn #actions .act:not(:disabled)")
        names = {str(act.get_attribute("data-act")): act for act in turn.all()}
        usual = next((names[name] for name in DOES if name in names), None)
        for act in [usual or next((act for name, act in names.items() if name.startswith("bet")), None)]:
            if act is not None:
                press(act)


def click(what: Any) -> None:
    if what.is_visible() and what.is_enabled():
        what.click(timeout=PATIENCE)


def tap(what: Any) -> None:
    if what.is_visible() and what.is_enabled():
        what.tap(timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_walked_through_on_a_real_round(game: str, arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True)
    tour = Tour.begins(person, game)
    covered: list[str] = []
    seen = tour.goes_on(click, lambda: covered.extend(person.page.evaluate(COVERS)))
    assert covered == []
    assert seen == sorted(seen)
    # A step that waits for what happens at once may be gone before it is looked at.
    pressed = [place for place, step in enumerate(tour.steps) if step["until"] == "next"]
    assert set(pressed) <= set(seen)
    if game in ALONE:
        until(lambda: len(person.rounds()) == 1, "a round of this person")
    expect(tour.bubble).to_be_hidden()
    expect(person.page.locator(".tour-ring")).to_have_count(0)
    assert seen[-1] == len(tour.steps) - 1
    person.page.reload()
    tour.seat.is_taken()
    expect(tour.bubble).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (640, 360)], ids=str)
def test_on_a_phone_by_touch_nothing_is_covered_or_too_small(
    size: tuple[int, int], arrive: Callable[..., Person]
) -> None:
    person = arrive(newcomer=True, **{**PHONE, "viewport": {"width": size[0], "height": size[1]}})
    tour = Tour.begins(person, "high-card-flush")
    wrong: list[str] = []

    def look() -> None:
        wrong.extend(person.page.evaluate(COVERS))
        wrong.extend(person.page.evaluate(f"({LOOK})")["wrong"])

    tour.goes_on(tap, look)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["seven-card-stud", "boston-7-stud"])
def test_sideways_one_can_leave_during_it_and_nothing_is_covered(game: str, arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True, **{**PHONE, "viewport": {"width": 844, "height": 390}})
    tour = Tour.begins(person, game)
    wrong: list[str] = []

    def look() -> None:
        leave = person.page.locator("[data-seat-act=leave]")
        if person.page.locator("#tour").is_visible():
            expect(leave).to_be_in_viewport(ratio=1)
        wrong.extend(person.page.evaluate(COVERS))
        wrong.extend(person.page.evaluate(f"({LOOK})")["wrong"])

    tour.goes_on(tap, look)
    assert wrong == []


def test_by_keyboard_enter_stays_the_main_button_and_each_step_is_said_once(arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True)
    person.context.add_init_script(HEARS)
    tour = Tour.begins(person, "high-card-flush")
    first = f"Tour of the table, 1 of 9: {tour.steps[0]['text']} Press G for the next step, Escape to end the tour."
    assert f"Place your bets. {first}" in " ".join(said(person, tour.steps[0]["text"]))
    person.tab_to("Next")
    person.press("Enter")
    said(person, f"2 of 9: {tour.steps[1]['text']}")
    person.press("Enter")
    expect(tour.bubble).to_contain_text(tour.steps[2]["text"])
    person.press("Enter")  # Next is gone: this deals
    expect(tour.bubble).to_contain_text(tour.steps[3]["text"], timeout=PATIENCE)
    person.tab_to("Next")
    person.press("Enter")
    expect(tour.bubble).to_contain_text(tour.steps[4]["text"])
    whole = " ".join(said(person, tour.steps[4]["text"]))
    assert whole.count(tour.steps[1]["text"]) == 1
    assert whole.count("Tour of the table") == whole.count("Press G") == 1
    person.press("Escape")
    expect(tour.bubble).to_be_hidden()
    person.press("f")
    tour.seat.settled()


def test_it_is_skipped_taken_again_and_does_not_come_by_itself(arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True)
    tour = Tour.begins(person, "high-card-flush")
    person.page.reload()  # in the middle of it
    tour.seat.may_bet()
    expect(tour.bubble).to_be_hidden()
    person.page.locator(".bar [data-opens=help]").click()
    tour.again.click()
    expect(person.page.locator("#help")).to_be_hidden()
    expect(tour.bubble).to_contain_text(tour.steps[0]["text"])
    person.page.locator("#tour-skip").click()
    expect(tour.bubble).to_be_hidden()
    person.press("g")
    expect(tour.bubble).to_contain_text("1 of")
    tour.seat.deal.click()  # who goes on without reading is followed
    tour.seat.may("fold")
    expect(tour.bubble).to_contain_text(tour.steps[3]["text"], timeout=PATIENCE)
    other = Tour.begins(person, "seven-card-thrill")
    expect(other.bubble).to_contain_text("1 of")


def test_where_everybody_bets_against_a_clock_it_does_not_start_by_itself(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(newcomer=True).enters()
    seat = Seat.takes(person, own_tables.open("high-card-flush").path)
    seat.may_bet()
    expect(seat.story.locator(".notice")).to_have_text("New to this game? The tour is in the help.")
    tour = Tour(person, "high-card-flush")
    expect(tour.bubble).to_be_hidden()
    person.page.locator(".bar [data-opens=help]").click()
    tour.again.click()
    expect(tour.bubble).to_contain_text(tour.steps[0]["text"])


def test_a_round_without_a_decision_waits_for_the_step_about_the_own_cards(arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True, viewport={"width": 1366, "height": 625})
    person.context.add_init_script(HEARS)
    tour = Tour.begins(person, "seven-card-thrill")
    own = next(place for place, step in enumerate(tour.steps) if step["at"] == "own_cards")
    tour.seat.deal.click()
    expect(tour.bubble).to_contain_text(tour.steps[own]["text"], timeout=PATIENCE)
    expect(person.page.locator("#stage .own-cards .card:not(.back)")).to_have_count(7, timeout=PATIENCE)
    expect(person.page.locator("#stage .dealer-cards .card.back").first).to_be_visible()
    waits = " ".join(said(person, tour.steps[own]["text"]))
    assert waits.index("You're dealt") < waits.index(tour.steps[own]["text"]), "read out while the round waits"
    assert person.page.locator("body[data-over]").count() == 0
    tour.next.click()
    expect(tour.bubble).to_contain_text(tour.steps[own + 1]["text"], timeout=PATIENCE)
    expect(person.page.locator("#last-round")).to_be_in_viewport(ratio=0.5)
    ring = person.page.locator(".tour-ring")
    expect(ring).to_have_count(1)
    expect(ring).to_be_in_viewport(ratio=1)
    skip = person.page.locator("#tour-skip")
    expect(skip).to_be_visible()
    tour.next.click()
    expect(tour.next).to_have_text("Done")
    expect(skip).to_be_hidden()
    tour.next.click()
    expect(tour.bubble).to_be_hidden()
    expect(ring).to_have_count(0)


FOLLOWS = """async (steps) => {
  const { Walkthrough } = await import("/static/js/walkthrough.js");
  const tour = new Walkthrough({ game: "another", story: { after() {} } }, steps);
  tour.begin();
  const shown = [];
  const see = (round, cards, turn, over) => {
    tour.see({ seated: true, round, bet: false, cards, turn, over, still: true });
    shown.push(tour.place);
  };
  see("1", 0, false, false);
  see("1", 3, false, false);
  see("1", 3, false, true);
  see("2", 0, false, false);
  see("2", 3, false, false);
  see("2", 3, true, false);
  see("2", 3, false, false);
  see("2", 3, false, true);
  tour.end();
  return shown;
}"""
"""The steps that are shown when a hand is over before the turn of the viewer, and in the hand after it."""


def test_after_a_hand_that_ends_before_the_players_turn_it_resumes_with_the_next(
    arrive: Callable[..., Person],
) -> None:
    person = arrive()
    person.goes_to("/")
    person.page.locator("[data-game=high-card-flush] .game-go button").click()
    Seat(person).may_bet()
    first, *others = table_layout(GAMES["seven-card-stud"].book)["walkthrough"]
    steps = [{**first, "until": "dealt"}, *others]  # so that nothing has to be pressed
    needs = [step["until"] for step in steps]
    shown = person.page.evaluate(FOLLOWS, steps)
    dealt = needs.index("dealt") + 1
    assert shown[:5] == [0, dealt, dealt, dealt, dealt]
    assert shown[-1] == len(needs) - needs[::-1].index("over")


@pytest.mark.slow
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_while_it_is_open(size: dict[str, Any], arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True, **size)
    tour = Tour.begins(person, "high-card-flush")
    found = violations(person.page)
    assert [(scheme, rule["id"]) for scheme, rule in found if rule["impact"] in ("serious", "critical")] == []
    expect(tour.bubble).to_have_text(re.compile("1 of"))


@pytest.mark.parametrize("game", GAMES)
def test_steps_are_short_and_true_to_the_house(game: str) -> None:
    steps = table_layout(GAMES[game].book)["walkthrough"]
    assert 4 <= len(steps) <= 9
    assert all(len(step["text"]) <= 125 for step in steps)
    spots = {spot.wager for spot in GAMES[game].layout.spots}
    assert all(set(step["wagers"]) <= spots for step in steps)


def test_what_the_dealer_needs_comes_from_the_house() -> None:
    house = GAMES["high-card-flush"].house_from({"dealer_qualifies": {"length": 4, "high_card": 11}}, "a test")
    assert any("four suited cards, jack high" in step["text"] for step in table_layout(house)["walkthrough"])


def test_one_can_go_back_and_neither_a_double_click_nor_enter_skips_anything(arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True)
    tour = Tour.begins(person, "high-card-flush")
    back, count = person.page.locator("#tour-back"), person.page.locator("#tour-count")
    first = next(place for place, step in enumerate(tour.steps) if step["until"] == "next")
    assert first == 0
    expect(back).to_be_hidden()
    tour.next.dblclick()
    expect(tour.bubble).to_have_attribute("data-step", "1")
    expect(count).to_have_text(f"2 of {len(tour.steps)}")
    back.click()
    expect(tour.bubble).to_have_attribute("data-step", "0")
    person.press("Enter")
    expect(tour.bubble).to_have_attribute("data-step", "1")
    assert tour.seat.look()["mine"] == [], "Enter did not deal"
    for width, height in ((320, 568), (390, 844), (844, 390)):
        person.page.set_viewport_size({"width": width, "height": height})
        expect(count).to_be_in_viewport(ratio=1)


def test_in_a_low_window_each_button_has_its_place_and_a_double_click_presses_nothing_else(
    arrive: Callable[..., Person],
) -> None:
    person = arrive(newcomer=True, viewport={"width": 720, "height": 450})
    sent: list[str] = []
    person.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    tour = Tour.begins(person, "seven-card-thrill")
    skip, count = person.page.locator("#tour-skip"), person.page.locator("#tour-count")

    def twice(button: Any) -> str:
        """Click twice where the button is; what is there afterwards."""
        box = button.bounding_box()
        point = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        person.page.mouse.dblclick(*point)
        return str(person.page.evaluate(COVERED, point))

    twice(skip)
    expect(tour.bubble).to_be_hidden()
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    person.press("g")
    places: dict[str, set[float]] = {}
    counts: list[str] = []

    def look() -> None:
        counts.append(count.inner_text())
        expect(person.page.locator(".tour-ring")).to_have_count(1)  # at last around the menu
        for name, left in person.page.evaluate(PLACES).items():
            places.setdefault(name, set()).add(left)

    def press(what: Any) -> None:
        if what.is_visible() and what.is_enabled():
            if "Done" in what.inner_text():
                assert twice(what) == "leave"
            else:
                what.dblclick(timeout=PATIENCE)

    expect(tour.bubble).to_be_visible()
    tour.goes_on(press, look)
    assert counts == [f"{number} of 7" for number in range(1, 8)]
    assert set(places) == {"tour-skip", "tour-back", "tour-next"}
    assert all(len(found) == 1 for found in places.values()), places
    person.page.locator("[data-act=again]").click()
    until(lambda: len(person.rounds()) == 2, "another round at the same seat")
    assert not any('"leave"' in frame for frame in sent)


def test_on_a_phone_a_double_tap_skips_nothing(arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True, **PHONE)
    tour = Tour.begins(person, "high-card-flush")
    box = tour.next.bounding_box()
    assert box is not None
    for _ in range(2):
        person.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(tour.bubble).to_contain_text(tour.steps[1]["text"])


def test_each_step_is_said_after_what_led_to_it_and_those_left_out_are_not_counted(
    arrive: Callable[..., Person],
) -> None:
    person = arrive(newcomer=True, motion="no-preference")
    person.context.add_init_script(HEARS)
    tour = Tour.begins(person, "high-card-flush")
    count = person.page.locator("#tour-count")
    person.press("g")
    expect(tour.bubble).to_contain_text(tour.steps[1]["text"])
    tour.seat.deal.click()
    expect(person.page.locator("#stage .card").first).to_be_visible()
    person.press("Enter")  # too late for the step about dealing
    expect(tour.bubble).to_contain_text(tour.steps[3]["text"], timeout=PATIENCE)
    expect(count).to_have_text("3 of 8")
    told = said(person, tour.steps[3]["text"])
    assert not any(tour.steps[2]["text"] in text for text in told)
    assert told[-1].index("You're dealt") < told[-1].index("Your turn.") < told[-1].index(tour.steps[3]["text"])
    tour.seat.act("bet-raise").click()
    expect(tour.bubble).to_contain_text(tour.steps[6]["text"], timeout=PATIENCE)
    expect(count).to_have_text("4 of 6")
    expect(tour.bubble).to_contain_text(tour.steps[7]["text"], timeout=PATIENCE)
    expect(count).to_have_text("5 of 6")
    raised, result = said(person, tour.steps[7]["text"])[-2:]
    assert raised == f"You raise $5. 4 of 6: {tour.steps[6]['text']}"
    assert result.index("on the round.") < result.index(tour.steps[7]["text"])


def test_taken_again_after_a_round_it_has_the_focus_and_waits_for_the_next(arrive: Callable[..., Person]) -> None:
    person = arrive(newcomer=True)
    tour = Tour.begins(person, "high-card-flush")
    person.press("Escape")
    tour.seat.deal.click()
    tour.seat.does("fold")
    tour.seat.settled()
    again = tour.seat.act("again")
    expect(again).to_be_enabled()
    again.focus()
    person.press("g")
    expect(tour.next).to_be_focused()
    person.press("Enter")
    expect(tour.bubble).to_contain_text(tour.steps[1]["text"])
    again.focus()
    person.press("g")
    expect(tour.bubble).to_contain_text(tour.steps[2]["text"])
    expect(tour.next).to_be_hidden()
    assert len(person.rounds()) == 1
    again.click()
    expect(tour.bubble).to_contain_text(tour.steps[3]["text"], timeout=PATIENCE)
