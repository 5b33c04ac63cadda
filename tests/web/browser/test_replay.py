"""Replays in a browser: what is drawn at each step equals its frame, by key, button and slider; links and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from seventh.games import book_house, new_round
from seventh.records import Recorder, phh, write_record
from seventh.records.record import Record
from seventh.rounds.actions import PlaceWagers
from tests.playing.adapters import ADAPTERS
from tests.playing.moves import random_action
from tests.records.playing_stud import RandomHand
from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, Person, money, signed
from tests.web.browser.seats import SNAPSHOT, Seat
from tests.web.browser.stud import CALLS, plays_out
from tests.web.browser.tables import OwnTables
from tests.web.browser.test_access import Looking

pytestmark = pytest.mark.slow

MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"
SIZES = ((320, 568), (360, 640), (844, 390), (1366, 625), (1920, 1080), (2560, 1440))

DROP = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: carried }));
}"""

FITS = """() => {
  const scene = document.querySelector("#stage > *");
  const inside = ({ left, top, right, bottom }) =>
    left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const shown = [...document.querySelectorAll("#dock button, #dock input")]
    .filter((part) => part.checkVisibility());
  const small = [...document.querySelectorAll(".replay-buttons button")].map((part) => part.getBoundingClientRect());
  return {
    scene: scene.scrollHeight <= scene.clientHeight + 1 && scene.scrollWidth <= scene.clientWidth + 1,
    page: document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight,
    outside: shown.filter((part) => !inside(part.getBoundingClientRect())).map((part) => part.id),
    small: small.filter((box) => box.width < 44 || box.height < 44).length,
    under: shown.filter((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return !part.contains(found);
    }).map((part) => part.id),
  };
}"""
"""Whether everything is inside the window, large enough, and not covered."""


def steps_of(page: Page) -> list[dict[str, Any]]:
    page.wait_for_selector("body[data-ready]")
    found: list[dict[str, Any]] = json.loads(page.locator("#bootstrap").text_content() or "")["steps"]
    return found


def codes(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def drawn_equals(page: Page, step: dict[str, Any], viewer: int | None) -> None:
    """What the scene shows is what the frame says."""
    seen, view = page.evaluate(SNAPSHOT), step["frame"]["round"]["view"]
    assert sorted(seen["dealer"]) == sorted(codes(view.get("dealer", "")))
    for line in view["seats"]:
        mine = line["seat"] == viewer
        cards = seen["mine"] if mine else seen["seats"][str(line["seat"])]["cards"]
        assert sorted(cards) == sorted(codes(line["cards"]))
        if mine and "wagers" in line:
            on = {wager: amount for wager, amount in line["wagers"].items() if amount}
            spots = {wager: text for wager, text in seen["spots"].items() if text}
            assert spots.keys() == on.keys()
            assert all(spots[wager].endswith(money(amount)) for wager, amount in on.items())  # after the chips' own
            settled = {one["wager"]: one["returned"] + one["payoff"] - one["amount"] for one in line["settled"]}
            assert {wager for wager, text in seen["results"].items() if text} == settled.keys()
            for wager, net in settled.items():
                assert not net or seen["results"][wager] == signed(net)
        elif "bet" in line:
            bet = seen["seats"][str(line["seat"])]["bet"]
            assert bet.endswith(money(line["bet"])) if line["bet"] else not bet


def looks_through(page: Page, viewer: int | None) -> None:
    """Every step forward by key, and back by button."""
    steps = steps_of(page)
    page.keyboard.press("Home")
    for number, step in enumerate(steps):
        expect(page.locator("#caption")).to_have_attribute("data-step", str(number))
        drawn_equals(page, step, viewer)
        page.keyboard.press("ArrowRight")
    page.locator("#back").click()
    expect(page.locator("#caption")).to_have_attribute("data-step", str(len(steps) - 2))
    drawn_equals(page, steps[-2], viewer)


def test_R43_a_replay_draws_every_step_and_ends_as_the_table_did(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    page = person.page
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, DEALER)).path)
    seat.bets("ante 5 flush 5")
    seat.does("bet-raise")
    seat.settled()
    live = seat.look()
    line = person.rounds()[0]
    person.goes_to(f"/me/rounds/{line['id']}")
    page.get_by_role("link", name="Replay step by step").click()
    steps = steps_of(page)
    last = len(steps) - 1
    looks_through(page, line["seat"])
    page.keyboard.press("End")
    now = page.evaluate(SNAPSHOT)
    for part in ("mine", "dealer", "words", "results", "result"):
        assert now[part] == live[part], part
    # The coach's remark is at the decision, on the screen and in the list.
    remarked = [number for number, step in enumerate(steps) if step["remark"]]
    assert remarked
    page.locator("#steps li").nth(remarked[0]).locator("button").click()
    expect(page.locator("#remark")).to_have_text(steps[remarked[0]]["remark"]["text"])
    # The slider and the buttons.
    slider = page.locator("#slider")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", f"Step {last} of {last}: {' '.join(steps[-1]['caption'])}")
    page.locator("#first").click()
    expect(page.locator("#count")).to_have_text(f"0 of {last}")
    # It runs by itself to the end, and stops when somebody steps in.
    page.evaluate("localStorage.setItem('seventh', JSON.stringify({ speed: 'instant' }))")
    page.reload()
    steps_of(page)
    page.keyboard.press("Space")
    expect(page.locator("#play-name")).to_have_text("Pause")
    expect(page.locator("#count")).to_have_text(f"{last} of {last}")
    expect(page.locator("#play-name")).to_have_text("Play")
    page.locator("#play").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#play-name")).to_have_text("Play")


def test_a_shared_stud_hand_is_seen_without_an_account_until_the_link_is_deleted(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    one, two, stranger = arrive().enters(), arrive().enters(), arrive()
    table = own_tables.open("seven-card-stud", around_the_table({1: MINE, 2: DEALER}))
    table.waits_for(2)
    seats = [Seat.takes(person, table.path) for person in (one, two)]
    plays_out(seats, lambda _: CALLS)
    line = one.rounds()[0]
    one.goes_to(f"/me/rounds/{line['id']}")
    one.page.get_by_role("button", name="Share this round").click()
    link = one.page.locator(".share-link").get_attribute("href") or ""
    stranger.goes_to(link)
    looks_through(stranger.page, line["seat"])
    text = stranger.page.locator("body").inner_text()
    for name in one.asks(f"/api/rounds/{line['id']}")["seats"].values():
        assert name not in text
    expect(stranger.page.locator(".bar-game")).to_contain_text(f"seat {line['seat']}")
    one.page.get_by_role("button", name="Delete link").click()
    expect(one.page.get_by_role("button", name="Share this round")).to_be_visible(timeout=PATIENCE)
    stranger.forgive("404")
    stranger.goes_to(link)
    expect(stranger.page.get_by_role("heading", name="Page not found")).to_be_visible()


def three_at_the_felt(game: str = "high-card-flush") -> Record:
    """A round by the book, with random decisions."""
    rng, adapter = Random("three"), ADAPTERS[game]
    recorder = Recorder(new_round(book_house(game), {1: 50_000, 2: 50_000, 4: 50_000}))
    order = list(adapter.deck)
    rng.shuffle(order)
    wagers = dict.fromkeys(("ante", "flush", "straight_flush"), 500)
    for seat in recorder.round.seats:
        recorder.act(seat, PlaceWagers(wagers))
    while recorder.round.outcome is None:
        who = rng.choice(sorted(recorder.round.to_act, key=str))
        action = random_action(recorder.round, who, rng, False, order)
        if action is not None:
            recorder.act(who, action)
    return recorder.record()


def stud_hand() -> Record:
    hand = RandomHand(
        Random("dropped"), book_house("seven-card-stud"), {1: 4000, 3: 4000, 5: 4000, 6: 4000}, folds=0.04
    )
    return hand.play().record()


def test_files_that_are_dropped_and_chosen(arrive: Callable[..., Person], tmp_path: Path) -> None:
    person = arrive()
    page = person.page
    person.forgive("422")
    person.goes_to("/replay")
    for name, text, says in (
        ("broken.json", '{"record": 3', "broken.json: Not JSON"),
        ("story.phh", "Once upon a time", "story.phh: "),
    ):
        page.evaluate(DROP, [name, text])
        expect(page.locator("#main > .error")).to_contain_text(says)
    page.evaluate(DROP, ["large.json", " " * 300_000])
    expect(page.locator("#file-problem")).to_contain_text("large.json: The file is too large")
    felt, stud = three_at_the_felt(), stud_hand()
    page.evaluate(DROP, ["round.json", write_record(felt)])
    looks_through(page, min(felt.seats))
    page.evaluate(DROP, ["hand.phh", phh.write(stud)])
    page.wait_for_function("document.querySelector('.bar-game')?.textContent.includes('hand.phh')")
    assert len(steps_of(page)) > 5
    page.get_by_role("button", name="Open file").click()
    seat = str(min(stud.seats))
    with page.expect_navigation():
        page.locator("#seat").select_option(seat)
    shown = steps_of(page)[1]["frame"]["round"]["view"]["seats"]
    assert any("??" in line["cards"] for line in shown)
    page.get_by_role("button", name="Open file").click()
    file = tmp_path / "stud.json"
    file.write_text(write_record(stud))
    with page.expect_navigation():
        page.locator("#file").set_input_files(file)
    page.keyboard.press("End")
    stacks = {str(line["seat"]): line["stack"] for line in steps_of(page)[-1]["frame"]["round"]["view"]["seats"]}
    assert stacks == {str(seat): chips for seat, chips in stud.result.stacks.items()} if stud.result else False


def test_a_replay_fits_windows_of_every_size_and_axe_finds_nothing(
    arrive: Callable[..., Person], tmp_path: Path
) -> None:
    person = arrive()
    look = Looking(person)
    page = person.page
    for record in (three_at_the_felt(), stud_hand()):
        file = tmp_path / f"{record.game}.json"
        file.write_text(write_record(record))
        person.goes_to("/replay")
        with page.expect_navigation():
            page.locator("#file").set_input_files(file)
        steps_of(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for key in ("Home", "End"):
                page.keyboard.press(key)
                page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
                found = page.evaluate(FITS)
                assert found == {"scene": True, "page": True, "outside": [], "small": 0, "under": []}, (width, height)
            if width in (360, 1366):
                look.at(f"{record.game} at {width}")
        page.set_viewport_size({"width": 360, "height": 640})
        page.get_by_role("button", name="All steps").click()
        look.at("all steps", "#steps-panel")
        page.locator("#steps-panel li button").nth(2).click()
        expect(page.locator("#count")).to_contain_text("2 of")
    assert look.found == []
