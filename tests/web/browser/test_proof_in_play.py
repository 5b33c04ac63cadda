"""R2, R5, R6 for players: their own seed, cards proved during the hand, and the check on the round's page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from seventh.fair.receipt import read_receipt, verify_receipt
from seventh.records import read_record
from tests.web.browser.decks import against_dealer, around_the_table
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.stud import CALLS, plays_out
from tests.web.browser.tables import OwnTables
from tests.web.browser.test_access import Looking

pytestmark = pytest.mark.slow

MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"


def plays(seat: Seat) -> dict[str, Any]:
    """Play a round, and give its record."""
    before = len(seat.person.rounds())
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    lines = seat.person.rounds()
    assert len(lines) == before + 1
    return dict(seat.person.asks(f"/api/rounds/{lines[0]['id']}/record"))


def checks(person: Person, round_id: str) -> dict[str, str]:
    """Open the round's page and press Check: the state of each line, by what its words say."""
    person.goes_to(f"/me/rounds/{round_id}")
    expect(person.page.locator("#round-check code.command")).to_have_text("seventh verify FILE")
    person.page.get_by_role("button", name="Check this round").click()
    expect(person.page.locator("#round-check-report .proof-verdict")).to_be_visible()
    expect(person.page.locator("#round-check-report code.command")).to_have_text(
        f"seventh verify {round_id}.json --receipt {round_id}.receipt.json"
    )
    words = {"Correct": "right", "Wrong": "wrong", "Not checked": "open"}
    found = {}
    for line in person.page.locator(".proof-lines > li").all():
        found[line.get_attribute("data-line") or ""] = words[line.locator(".proof-state").inner_text()]
    return found


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_R2_R6_a_typed_seed_is_in_the_next_round_and_its_page_checks_everything(
    size: dict[str, Any], arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive(**size).enters()
    page, look = person.page, Looking(person)
    table = own_tables.open("high-card-flush")
    seat = Seat.takes(person, table.path)
    seat.may_bet()
    page.locator("#seed-hash").click()
    sent = page.locator("#own-seed-sent")
    expect(page.locator("#own-seed-now")).to_contain_text("accepted and signed for by the room")
    assert re.fullmatch("[0-9a-f]{32}", sent.inner_text())
    this, random = sent.inner_text(), page.locator("#own-seed-next").inner_text()
    page.get_by_role("button", name="New random seed").click()
    expect(page.locator("#own-seed-next")).not_to_have_text(random)
    text = page.get_by_label("Type your own, up to 32 characters")
    for words, says in (("", "Type at least one character"), ("♠" * 11, "That is 33 bytes; the limit is 32.")):
        text.fill(words)
        page.get_by_role("button", name="Use it").click()
        expect(page.locator("#own-seed-says")).to_contain_text(says)
        expect(page.locator("#own-seed-how")).to_have_text("random")
    text.fill("lucky sevens")
    text.press("Enter")
    expect(page.locator("#own-seed-next")).to_have_text(b"lucky sevens".hex())
    look.at("seeds", "dialog#seed-hash-panel")
    person.press("Escape")
    expect(page.locator("#seed-hash-panel")).to_be_hidden()
    first = plays(seat)
    number = person.rounds()[0]["seat"]
    assert first["proof"]["client_seeds"] == {str(number): this}
    table.next_round()
    seat.may_bet()
    second = plays(seat)
    assert second["proof"]["client_seeds"] == {str(number): b"lucky sevens".hex()}
    states = checks(person, second["proof"]["round"])
    assert states.pop("payment") == "open"
    assert states == dict.fromkeys(("rules", "seed", "client_seeds", "deck", "cards", "sums", "receipt"), "right")
    expect(page.locator("[data-line=client_seeds]")).to_contain_text(f"Yours is {b'lucky sevens'.hex()}.")
    look.at("the round's page")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download receipt").click()
    receipt = read_receipt(download.value.path().read_bytes())
    assert verify_receipt(receipt, read_record(json.dumps(second)).proof)[1].endswith(f"seed from seat {number}")
    assert look.found == []


def test_R6_a_deck_that_the_seeds_do_not_give_is_red_in_words(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    person = arrive().enters()
    look = Looking(person)
    seat = Seat.takes(person, own_tables.open("high-card-flush", against_dealer(MINE, DEALER)).path)
    record = plays(seat)
    states = checks(person, record["proof"]["round"])
    assert {key for key, state in states.items() if state == "wrong"} == {"deck", "cards"}
    verdict = person.page.locator(".proof-verdict.wrong[role=alert]")
    expect(verdict).to_contain_text("Something is wrong: 2 of 7 checks failed.")
    expect(person.page.locator("[data-line=cards]")).to_contain_text(re.compile("seat 1 got A.*, but the seeds give "))
    look.at("a wrong round")
    assert look.found == []


def forge_openings(page: Page) -> None:
    """A house that shows other cards than it committed to: the proofs of its cards do not lead to the root."""

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def to_page(message: str | bytes) -> None:
            frame = json.loads(message)
            openings = (frame.get("round") or {}).get("openings") or []
            for opening in openings[:1]:
                opening["salt"] = "00" * 32
            route.send(json.dumps(frame) if openings else message)

        server.on_message(to_page)

    page.route_web_socket(re.compile("/ws"), pass_on)


def test_R5_cards_are_proved_during_the_hand_and_a_false_proof_is_red(
    arrive: Callable[..., Person], own_tables: OwnTables
) -> None:
    table = own_tables.open("seven-card-stud", around_the_table({1: MINE, 2: DEALER}))
    table.waits_for(2)
    people = [arrive().enters(), arrive().enters()]
    forge_openings(people[1].page)
    honest, cheated = (Seat.takes(person, table.path) for person in people)
    mark, told = honest.page.locator("#card-proof-mark"), honest.page.locator("#card-proof")
    # Three cards of one's own, and the other seat's up card.
    expect(mark).to_have_text("4 cards verified", timeout=PATIENCE)
    expect(told).to_have_text("3 of your 3 cards proved, and 1 other card.")
    expect(cheated.page.locator("#card-proof-mark.wrong")).to_have_text("\u2717 not verified", timeout=PATIENCE)
    expect(cheated.page.locator("#card-proof.wrong")).to_have_text(re.compile(r"^Not proved: .* is not under the"))
    expect(cheated.page.locator("#story")).to_contain_text("Not proved: ")
    look = Looking(people[0])
    look.into("seed-hash-panel", "#seed-hash")
    # A reload gets the openings so far again; where in the deck they were is then left to the record.
    honest.page.reload()
    expect(told).to_have_text("3 of your 3 cards proved, and 1 other card.", timeout=PATIENCE)
    plays_out((honest, cheated), lambda _: CALLS)
    honest.over()
    expect(told).to_have_text("7 of your 7 cards proved, and 7 other cards.")
    states = checks(people[0], people[0].rounds()[0]["id"])
    assert {key for key, state in states.items() if state == "wrong"} == set()
    right = {key for key, state in states.items() if state == "right"}
    assert right == {"rules", "openings", "cards", "sums", "receipt"}
    assert states["seed"] == "open", "it would show hands that were folded"
    assert look.found == []
