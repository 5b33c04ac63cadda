"""Dealing real cards in the browser: by touch and by keyboard, with a reload in the middle, and without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

from seventh.games import parse_house
from seventh.records import read_record
from tests.hand_dealing import scripts
from tests.web.browser.people import Person
from tests.web.browser.test_access import Looking
from tests.web.serving import Server

pytestmark = pytest.mark.slow

TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
LYING: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}
PASSWORD = "correct horse"


class DealerPage:
    """A person at the page of a hand-dealt table."""

    def __init__(self, person: Person, name: str) -> None:
        self.person, self.page = person, person.page
        person.forgive("422")  # how a refused entry is answered
        person.goes_to("/login?next=/deal")
        self.page.locator("main input[name=name]").fill(name)
        self.page.locator("main input[name=password]").fill(PASSWORD)
        self.page.locator("main form button").first.click()
        expect(self.page.locator("h1")).to_have_text("Hand-dealt tables")

    def opens(self, game: str, *players: str) -> None:
        self.page.locator("#game").select_option(game)
        for seat, name in enumerate(players, 1):
            self.page.locator(f"input[name=name{seat}]").fill(name)
            self.page.locator(f"input[name=chips{seat}]").fill("200")
        self.page.get_by_role("button", name="Open table").click()
        self.next_round("Ready for round 1")

    def next_round(self, told: str) -> None:
        self.told(told)
        self.page.locator("#next-round").click()

    def told(self, text: str) -> None:
        expect(self.page.locator("#told")).to_contain_text(text)

    def taps(self, label: str) -> None:
        button = self.page.locator(".deal-buttons").get_by_role("button", name=label, exact=True)
        button.tap() if self.person.page.evaluate("navigator.maxTouchPoints") else button.click()

    def deals(self, cards: str) -> None:
        """Tap these cards on the pad."""
        for place in range(0, len(cards), 2):
            self.page.locator(f".pad-card[value='{cards[place : place + 2]}']").tap()

    def bets(self, seat: int) -> Locator:
        """The boxes for a seat's wagers."""
        return self.page.locator(f".deal-bets:has(input[name=seat][value='{seat}'])")

    def box(self, seat: int, wager: str) -> Locator:
        return self.bets(seat).locator(f"[name='wager.{wager}']")

    def places(self, seat: int) -> None:
        self.bets(seat).get_by_role("button", name="Place").tap()

    def types(self, text: str) -> None:
        self.page.locator("#typed").fill(text)
        self.page.keyboard.press("Enter")


@pytest.fixture
def dealer(server: Server, arrive: Callable[..., Person], request: pytest.FixtureRequest) -> Callable[..., DealerPage]:
    def come(**options: Any) -> DealerPage:
        name = f"Floor{abs(hash(request.node.name)) % 10**8}"
        server.account(name, "floor", PASSWORD)
        return DealerPage(arrive(**options), name)

    return come


def test_R1_R43_a_round_against_the_dealer_by_touch(dealer: Callable[..., DealerPage], server: Server) -> None:
    here = dealer(**TABLET)
    here.opens("high-card-flush", "Ada", "Grace")
    look = Looking(here.person)
    here.told("Place the wagers as announced")
    look.at("wagers")
    for seat, wagers in ((1, {"ante": "5", "flush": "1"}), (2, {"ante": "10", "straight_flush": "2"})):
        form = here.page.locator(f".deal-bets:has(input[name=seat][value='{seat}'])")
        for wager, amount in wagers.items():
            form.locator(f"[name='wager.{wager}']").fill(amount)
        form.get_by_role("button", name="Place").tap()
        expect(here.page.locator(".deal-seat").nth(seat - 1)).to_contain_text("Placed:")
    here.taps("No more bets")
    for whose in ("Seat 1 (Ada): seven", "Seat 2 (Grace): seven", "The dealer: seven"):
        here.told(whose)
        here.taps("Dealt")
    here.taps("Counted and racked")
    here.taps("Raise $15")
    here.told("Seat 2 (Grace)")
    here.taps("Fold and claim the bonus")
    here.told("Turn up the dealer's cards: name seven cards")
    here.deals("AhKhQh2c3c4d")
    expect(here.page.locator("#picked")).to_have_text("6 of 7 cards: Ah Kh Qh 2c 3c 4d")
    look.at("pad")
    here.page.reload()  # what was only picked is picked again; what was entered is there
    here.told("Turn up the dealer's cards: name seven cards")
    here.deals("AhKhQh2c3c4d5d")
    here.told("Turn up the hand of Seat 2 (Grace)")
    expect(here.page.locator(".pad-card[value='Ah']")).to_be_disabled()
    here.types("8s7s6s5sKdQdAh")
    expect(here.page.locator("#deal-error")).to_have_text(
        "Ace of hearts (Ah) has been seen already: the dealer has it."
    )
    here.deals("8s7s6s5sKdQd2d")
    here.told("Turn up the hand of Seat 1 (Ada)")
    here.deals("2s3s4s5c6cAcJd")
    here.told("The round is over")
    expect(here.page.locator(".sheet tbody tr")).to_have_count(6)
    expect(here.page.locator(".sheet tbody tr").first).to_contain_text("Raise $15")
    expect(here.page.locator(".sheet tbody tr").first).to_contain_text("Return $10 of $15")
    expect(here.page.locator(".totals")).to_contain_text("Seat 2 (Grace) +$90, stack $290")
    expect(here.page.locator(".totals")).to_contain_text("Seat 1 (Ada) \u2212$11, stack $189")
    here.page.get_by_role("button", name="Undo the last step").tap()
    here.told("Turn up the hand of Seat 1 (Ada)")
    expect(here.page.locator(".deal-head")).to_contain_text("1 correction")
    here.deals("2s3s4s5c6cAcJd")
    here.told("The round is over")
    look.at("over")
    here.page.locator("#next-round").tap()
    here.told("Place the wagers as announced")
    expect(here.page.locator("[name='wager.ante']").first).to_have_value("5")  # the last round's, to be placed again
    assert look.found == []
    table = here.page.url.rpartition("/")[2]
    record = read_record(here.person.context.request.get(f"/deal/{table}/rounds/1/record").text())
    assert record.hand_dealt
    assert record.steps == _same_steps()
    assert len(record.corrections) == 1
    here.person.goes_to(f"/deal/{table}/rounds/1")
    expect(here.page.locator(".lead")).to_contain_text("hand-dealt")
    expect(here.page.locator(".lead")).to_contain_text("1 step was undone; the record keeps it.")
    look.at("round")
    assert look.found == []
    here.person.goes_to("/deal")
    look.at("all tables")
    assert look.found == []
    assert server.room.hand_dealt.rounds(table)[1].number == 1


def test_what_is_typed_stays_until_it_is_accepted_and_no_more_bets_asks_about_the_rest(
    dealer: Callable[..., DealerPage],
) -> None:
    here = dealer(**TABLET)
    here.opens("high-card-flush", "Ada", "Grace", "Kay")
    look = Looking(here.person)
    here.told("Place the wagers as announced")
    here.box(1, "ante").fill("5")
    here.box(2, "ante").fill("10")
    here.box(3, "ante").fill("150")
    expect(here.bets(1)).to_contain_text("$5 to $100")
    here.places(1)
    expect(here.bets(1)).to_contain_text("Placed: Ante $5")
    expect(here.box(2, "ante")).to_have_value("10")
    expect(here.box(3, "ante")).to_have_value("150")
    here.box(2, "flush").fill("abc")
    here.places(2)
    error = here.page.locator("#deal-error")
    expect(error).to_have_text("Flush: 'abc' is not an amount; write it like $5 or 5.")
    expect(here.box(2, "ante")).to_have_value("10")
    expect(here.box(2, "flush")).to_have_value("abc")
    here.types("?")
    expect(error).to_contain_text("For example: 1 ante 5 flush 1 straight 1.")
    here.places(3)  # more than a player with $200 could raise
    expect(error).to_contain_text("$150 is not allowed on the ante")
    here.box(3, "ante").fill("100")
    here.box(3, "flush").fill("1")
    here.places(3)
    ask = here.page.locator("#deal-ask")
    expect(ask).to_contain_text(
        "Seat 3 (Kay) has $99 left and needs $100 for the raise: after the cards, the player could"
    )
    here.page.get_by_role("link", name="Go back").tap()
    expect(ask).to_have_count(0)
    expect(here.box(3, "ante")).to_have_value("100")
    here.box(3, "flush").fill("")
    here.places(3)
    expect(here.bets(3)).to_contain_text("Placed: Ante $100")
    here.taps("No more bets")
    expect(ask).to_contain_text("Not placed yet: seat 2 (Grace). Sit the player out?")
    look.at("question")
    here.box(3, "ante").fill("50")  # typed over what was placed
    here.page.locator("#typed").fill("")
    here.page.locator("#typed").press("Enter")
    expect(ask).to_contain_text("Changed, but not placed: seat 3 (Kay). Keep the wagers placed before?")
    here.page.get_by_role("link", name="Go back").tap()
    expect(here.box(2, "flush")).to_have_value("abc")
    here.places(3)
    expect(here.bets(3)).to_contain_text("Placed: Ante $50")
    here.taps("No more bets")
    here.page.get_by_role("button", name="Sit the player out").tap()
    here.told("Seat 1 (Ada): seven cards, face down")
    assert look.found == []


def test_a_tap_on_a_seat_answers_for_it_and_the_pad_leaves_undo_and_irregularities_in_the_window(
    dealer: Callable[..., DealerPage],
) -> None:
    here = dealer(**LYING, has_touch=True)
    here.opens("high-card-flush", "Ada", "Grace", "Kay")
    for seat in (1, 2, 3):
        here.box(seat, "ante").fill("5")
        here.places(seat)
        expect(here.bets(seat)).to_contain_text("Placed:")
    here.taps("No more bets")  # without a question, as nothing is open
    here.told("Seat 1 (Ada): seven")
    here.page.get_by_text("Irregularities").tap()
    boxed = here.page.locator(".irregularities li", has_text="face up in the deck")
    boxed.locator("[name=cards]").fill("2c")
    boxed.get_by_role("button").tap()
    ask = here.page.locator("#deal-ask")
    expect(ask).to_contain_text("A card was found face up in the deck: 2♣")
    expect(ask.locator(".deal-rule")).to_contain_text("H12")
    expect(ask.locator(".deal-follows")).to_contain_text("The card is shown to everybody and set aside")
    expect(here.page.locator(".deal-reported")).to_have_count(0)
    here.page.get_by_role("link", name="Go back").tap()
    expect(boxed.locator("[name=cards]")).to_have_value("2c")
    boxed.get_by_role("button").tap()
    here.page.get_by_role("button", name="Report it").tap()
    expect(here.page.locator(".deal-reported")).to_contain_text("2♣")
    for whose in ("Seat 1 (Ada): seven", "Seat 2 (Grace): seven", "Seat 3 (Kay): seven", "The dealer: seven"):
        here.told(whose)
        here.taps("Dealt")
    here.told("Count the dealer's seven cards")
    here.taps("Counted and racked")
    here.told("Seat 1 (Ada): fold")
    here.page.locator(".deal-seat").nth(2).tap()
    here.told("Seat 3 (Kay): fold")
    here.types("raise 5")  # for the seat that the page asks about
    here.told("Seat 1 (Ada): fold")
    expect(here.page.locator(".deal-seat").nth(2)).to_contain_text("Raise $5")
    here.taps("Fold")
    here.told("Seat 2 (Grace): fold")
    here.taps("Raise $10")
    here.told("Turn up the dealer's cards")
    height = LYING["viewport"]["height"]
    for what in (here.page.get_by_role("button", name="Undo the last step"), here.page.get_by_text("Irregularities")):
        box = what.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height
    last = here.page.locator(".pad-card").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= height


def test_undo_takes_back_a_tap_before_a_step_and_typed_wagers_are_not_asked_about(
    dealer: Callable[..., DealerPage],
) -> None:
    here = dealer(**TABLET)
    here.opens("boston-7-stud", "Ann")
    here.types("1 ante 5 first 5 bonus 2")
    expect(here.bets(1)).to_contain_text("Placed: Ante $5")
    expect(here.box(1, "ante")).to_have_value("5")
    here.types("close")  # without a question, as nobody changed the boxes
    here.told("Seat 1 (Ann): three cards, face down")
    told = here.page.locator("#told")
    expect(told).to_be_focused()
    assert told.evaluate("told => getComputedStyle(told).outlineStyle") == "none"
    here.taps("Dealt")
    here.told("The dealer: three cards")
    here.taps("Dealt")
    here.told("Seat 1 (Ann): fold or second bet $5?")
    undo, picked = here.page.locator("button[form=undo]"), here.page.locator("#picked")
    note = here.page.get_by_text("Tap a card again to take it back.")
    expect(note).to_be_hidden()
    here.taps("Seat 1 (Ann) claims the bonus")
    expect(note).to_be_visible()
    here.deals("KdQd")
    expect(undo).to_have_text("Take back Qd")
    undo.tap()
    expect(picked).to_contain_text("1 of 3 cards: Kd")
    here.deals("Kd")  # a second tap takes it back as well
    expect(picked).to_contain_text("0 of 3 cards")
    expect(undo).to_have_text("Cancel")
    undo.tap()
    expect(here.page.locator(".pad-card[value='Kd']")).to_be_disabled()
    here.taps("Second bet $5")
    for whose, done in (
        ("Seat 1 (Ann): four cards", "Dealt"),
        ("The dealer: four cards", "Dealt"),
        ("Count the dealer's seven cards", "Counted and racked"),
        ("has the player set the hand", "The player has set the hand"),
    ):
        here.told(whose)
        here.taps(done)
    here.told("Turn up the dealer's cards: name seven cards")
    here.deals("Kd")
    here.types("undo")
    expect(picked).to_contain_text("0 of 7 cards")
    here.told("Turn up the dealer's cards: name seven cards")
    expect(undo).to_have_text("Undo the last step")
    undo.tap()
    here.told("has the player set the hand")


@pytest.fixture
def friday_flush(server: Server) -> Iterator[None]:
    """A house of the shared room, retired afterwards: the lobby of other tests must not show it."""
    admin = server.run(server.room.people.register("Houses", PASSWORD, "admin"))
    rules = parse_house(
        'title = "Friday Flush"\nseats = 4\n[limits]\nante = { minimum = 2000, maximum = 6000 }', "high-card-flush"
    )
    server.run(server.room.save_house(admin, "friday", rules, 0))
    yield
    server.run(server.room.retire_house(admin, "friday", 1))


def test_a_new_table_offers_the_rooms_houses_with_their_stakes_and_seats(
    dealer: Callable[..., DealerPage], friday_flush: None
) -> None:
    here = dealer(**TABLET)
    page = here.page
    page.locator("input[name=name1]").fill("Ada")
    page.locator("#game").select_option("seven-card-stud")
    expect(page.locator("#players .deal-player")).to_have_count(8)
    expect(page.locator("#stakes")).to_contain_text("Book stakes: $4 and $8 fixed limit, ante $0.50")
    page.locator("#game").select_option(label="Friday Flush")
    expect(page.locator("#players .deal-player")).to_have_count(4)
    expect(page.locator("#stakes")).to_contain_text("House stakes: Ante $20 to $60")
    expect(page.locator("input[name=name1]")).to_have_value("Ada")
    opens = page.get_by_role("button", name="Open table")
    opens.tap()
    error = page.locator("main .error")
    expect(error).to_have_text("How many chips does Ada have (seat 1)?")
    page.locator("input[name=chips1]").fill("200")
    page.locator("input[name=name2]").fill("ada")
    page.locator("input[name=chips2]").fill("200")
    opens.tap()
    expect(error).to_have_text("Seats 1 and 2 have the same name, ada; add a letter or a number to one of them.")
    page.locator("input[name=name2]").fill("Ada B")
    opens.tap()
    here.next_round("Ready for round 1")
    expect(here.bets(1)).to_contain_text("$20 to $60")


def _same_steps() -> tuple[Any, ...]:
    """The steps of the same round entered at the prompt."""
    from seventh.games import book_house, new_round
    from seventh.records.hand_dealt import HandDealtRound

    hand = new_round(book_house("high-card-flush"), {1: 200_00, 2: 200_00}, hand_dealt=True)
    script = [f"2{line[1:]}" if line.startswith("3 ") else line for line in scripts.FLUSH]
    return tuple(scripts.entered(HandDealtRound(hand), tuple(script)).steps)


def test_R1_a_hand_of_stud_by_keyboard(dealer: Callable[..., DealerPage]) -> None:
    here = dealer(**LYING)
    here.opens("seven-card-stud", "Ada", "Grace")
    look = Looking(here.person)
    here.told("Collect the ante")
    here.person.press("Enter")
    here.told("Seat 1 (Ada), card 1, face down")
    here.types("all")
    here.told("Seat 1 (Ada), card 3, face up")
    here.page.keyboard.type("2s")  # entered with its second keystroke
    here.told("Seat 2 (Grace), card 3, face up")
    here.page.keyboard.type("2s")
    expect(here.page.locator("#deal-error")).to_contain_text("has been seen already: Seat 1 (Ada) has it")
    here.page.keyboard.type("kd")
    here.told("Seat 1 (Ada): bring in")
    look.at("betting")
    here.types("bring in")
    here.told("Seat 2 (Grace): fold")
    here.page.get_by_text("Irregularities").click()
    wrong = here.page.locator(".irregularities li", has_text="wrong number of cards")
    wrong.locator("[name=place]").select_option("2")
    wrong.locator("[name=count]").fill("x")
    wrong.get_by_role("button").click()
    expect(here.page.locator("#deal-error")).to_have_text("'x' is not a number of cards; how many were found?")
    expect(wrong.locator("[name=place]")).to_have_value("2")
    expect(wrong.locator("[name=count]")).to_have_value("x")
    here.page.get_by_label("Reason").fill("fire alarm")
    here.page.get_by_role("button", name="Report: Call the round off").click()
    expect(here.page.locator("#deal-ask")).to_contain_text("Call the round off: fire alarm. Report it?")
    here.page.get_by_role("button", name="Report it").click()
    here.told("The round is over")
    expect(here.page.locator(".deal-next")).to_contain_text("The round is void: fire alarm.")
    look.at("void")
    here.types("undo") if here.page.locator("#typed").count() else here.page.get_by_text("Undo the last step").click()
    here.told("Seat 2 (Grace): fold")
    here.types("fold")
    here.told("The round is over")
    expect(here.page.locator(".sheet")).to_contain_text("Give")
    assert look.found == []


def test_without_javascript_refused_wagers_stay_and_questions_are_answered(dealer: Callable[..., DealerPage]) -> None:
    here = dealer(**LYING, java_script_enabled=False)
    here.person.goes_to("/deal?game=high-card-flush")
    here.opens("high-card-flush", "Ada", "Grace")
    here.box(1, "ante").fill("4")
    here.bets(1).get_by_role("button", name="Place").click()
    expect(here.page.locator("#deal-error")).to_contain_text("$4 is not allowed on the ante")
    expect(here.box(1, "ante")).to_have_value("4")
    here.box(1, "ante").fill("5")
    here.box(1, "ante").press("Enter")
    expect(here.bets(1)).to_contain_text("Placed: Ante $5")
    here.taps("No more bets")
    expect(here.page.locator("#deal-ask")).to_contain_text("Not placed yet: seat 2 (Grace). Sit the player out?")
    here.page.get_by_role("link", name="Go back").click()
    expect(here.page.locator("#deal-ask")).to_have_count(0)
    here.taps("No more bets")
    here.page.get_by_role("button", name="Sit the player out").click()
    here.told("Seat 1 (Ada): seven cards, face down")


def test_the_page_works_without_javascript_and_refuses_strangers(
    dealer: Callable[..., DealerPage], server: Server
) -> None:
    here = dealer(**LYING, java_script_enabled=False)
    here.opens("seven-card-stud", "Ada", "Grace")
    here.taps("Antes are in")
    here.told("Seat 1 (Ada), card 1, face down")
    here.taps("All 4 face-down cards dealt")
    here.page.locator(".pad-card[value='2s']").click()
    here.told("Seat 2 (Grace), card 3, face up")
    here.page.get_by_text("Irregularities").click()
    here.page.get_by_label("Reason").fill("nobody said yes")
    here.page.get_by_role("button", name="Report: Call the round off").click()
    here.told("Seat 2 (Grace), card 3, face up")
    expect(here.page.locator("#deal-ask .deal-follows")).to_contain_text("All hands are void")
    here.page.get_by_role("button", name="Report it").click()
    expect(here.page.locator(".deal-next")).to_contain_text("The round is void: nobody said yes.")
    address = here.page.url
    assert httpx.get(address).headers["location"].startswith("/login")
    token = server.account("Stranger", "player", PASSWORD)
    assert httpx.get(address, headers={"Authorization": f"Bearer {token}"}).status_code == 404
    assert httpx.post(f"{address}/enter", data={"entry": "3s"}).status_code in (401, 403)
