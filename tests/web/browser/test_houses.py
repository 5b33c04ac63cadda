"""Houses in the browser: an admin's change, from the editor to the felt, and a host's own limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize, expect

from seventh.games import book_house, load_house
from seventh.games.edges import edge
from tests.web.browser.conftest import PATIENT
from tests.web.browser.decks import StackedDecks, against_dealer
from tests.web.browser.people import PATIENCE, PHONE, Person
from tests.web.browser.seats import Seat
from tests.web.browser.tables import OwnTable
from tests.web.browser.test_access import Looking
from tests.web.serving import Server, serving

pytestmark = pytest.mark.slow

Arrive = Callable[..., Person]
MINE, DEALER = "As Ks 9s 2s 7h 8d 3c", "Jh Th 6h 5c 6d 2c 3d"
BOOK = book_house("high-card-flush")
GENEROUS = BOOK.replace(pays={"flush": {"four_cards": 3}})
ROW = '[name="pays.flush.four_cards"]'


@pytest.fixture
def server(decks: StackedDecks) -> Iterator[Server]:
    """A room for each test: its houses must not appear in the lobby of other tests."""
    shared = decks.room
    with serving(room_settings=PATIENT) as running:
        decks.room = running.room
        yield running
    decks.room = shared


def logged_in(server: Server, arrive: Arrive, name: str, role: str) -> Person:
    server.run(server.room.people.register(name, "a long password", role))
    person = arrive()
    person.goes_to("/login?next=/houses")
    person.page.get_by_label("Name").fill(name)
    person.page.get_by_label("Password").fill("a long password")
    person.page.get_by_role("button", name="Log in").click()
    expect(person.page.get_by_role("heading", name="Houses", exact=True)).to_be_visible(timeout=PATIENCE)
    return person


def edge_of(house) -> str:
    return f"{100 * float(edge(house.game, house).wagers['flush'].house_edge):.4f}%".replace("-", "\u2212")


def test_R16_R40_an_admin_changes_a_pay_table_and_the_next_round_is_played_and_paid_by_it(
    server: Server, decks: StackedDecks, arrive: Arrive, tmp_path: Path
) -> None:
    admin = logged_in(server, arrive, "Ada Editor", "admin")
    page, looking = admin.page, Looking(admin)
    page.get_by_label("Name").fill("Late shift")
    page.get_by_label("Game").select_option("high-card-flush")
    looking.at("/houses")
    page.get_by_role("button", name="Set its rules").click()
    page.get_by_role("button", name="Add this house").click()
    expect(page.get_by_text("Version 1 of High Card Flush (late shift)")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="High Card Flush (late shift)").click()
    page.get_by_role("button", name="Open a table").click()
    expect(page).to_have_url(re.compile("/table/late-shift-1"), timeout=PATIENCE)
    decks.stack("late-shift-1", against_dealer(MINE, DEALER))

    # A player finds it in the lobby, with its rules and exact figures, and bets by the book.
    player = arrive().enters()
    player.goes_to("/")
    expect(player.page.locator('[data-game="late-shift"] h2')).to_have_text("High Card Flush (late shift)")
    seat = Seat.takes(player, "/table/late-shift-1")
    pays = player.page.locator(".felt-pays").filter(has_text="Flush").first
    seat.bets("ante 5 flush 5")
    seat.may("fold")

    # Meanwhile, the change: a mistake is named at its field, a correct value shows what it does.
    admin.goes_to("/houses/late-shift")
    page.locator(ROW).fill("lots")
    expect(page.locator('[id="problem-pays.flush.four_cards"]')).to_contain_text(
        "allowed: a whole number", timeout=PATIENCE
    )
    expect(page.get_by_role("button", name="Put version 2 in force")).to_be_disabled(timeout=PATIENCE)
    page.locator(ROW).fill("3")
    figure = page.locator('#lab-results [data-wager="flush"] [data-figure="house_edge"]')
    expect(figure.locator(".own")).to_have_text(edge_of(GENEROUS), timeout=PATIENCE)
    expect(figure).to_contain_text(edge_of(BOOK))
    expect(page.locator("#lab-results [data-figure=hit_frequency]").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#worst")).to_be_visible(timeout=PATIENCE)
    sizes: tuple[ViewportSize, ...] = ({"width": 1024, "height": 768}, PHONE["viewport"])
    for size in sizes:
        page.set_viewport_size(size)
        looking.at(f"the editor at {size}")
    assert looking.found == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save house file").click()
    file = tmp_path / "late-shift.toml"
    saved.value.save_as(file)
    assert load_house(file) == GENEROUS
    page.get_by_role("button", name="Put version 2 in force").click()
    expect(page.get_by_text("Version 2 of High Card Flush")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("row", name=re.compile("late shift.*2.*Ada Editor"))).to_be_visible(timeout=PATIENCE)

    # The round in progress is paid by the old table, the next one by the new.
    seat.does("bet-raise")
    assert seat.settled()["results"]["flush"] == "+$5"
    decks.stack("late-shift-1", against_dealer(MINE, DEALER))
    player.page.evaluate("document.body.dataset.before = 'yes'")
    OwnTable(server.room.tables["late-shift-1"], "", server).next_round()
    expect(player.page.locator("body[data-before]")).to_have_count(0, timeout=PATIENCE)
    expect(pays).to_contain_text(re.compile(r"3 to 1"), timeout=PATIENCE)
    seat.bets("ante 5 flush 5")
    seat.does("bet-raise")
    assert seat.settled()["results"]["flush"] == "+$15"
    rules = {player.asks(f"/api/rounds/{line['id']}")["rules"] for line in player.rounds()}
    assert rules == {BOOK.hash, GENEROUS.hash}
    player.goes_to("/rules/late-shift")
    expect(player.page.get_by_text(GENEROUS.hash)).to_be_visible(timeout=PATIENCE)


def test_two_admins_and_a_file_and_a_member_of_the_floor(server: Server, arrive: Arrive, tmp_path: Path) -> None:
    admin = logged_in(server, arrive, "Bea Editor", "admin")
    boss = server.call(lambda: server.room.people.named("Bea Editor"))
    server.run(server.room.save_house(boss, "early-shift", BOOK, 0))
    admin.goes_to("/houses/early-shift")
    file = tmp_path / "any.toml"
    file.write_text('game = "high-card-flush"\npays.flush.four_cards = 3\n')
    admin.page.locator("[data-open-file]").set_input_files(file)
    expect(admin.page.locator(ROW)).to_have_value("3", timeout=PATIENCE)
    server.run(server.room.save_house(boss, "early-shift", BOOK.replace(limits={"ante": {"maximum": 2000}}), 1))
    admin.forgive("409")
    admin.page.get_by_role("button", name="Put version 2 in force").click()
    expect(admin.page.get_by_text("was changed meanwhile: version 2 is in force, not 1")).to_be_visible(
        timeout=PATIENCE
    )
    expect(admin.page.locator(ROW)).to_have_value("3", timeout=PATIENCE)
    admin.page.get_by_role("button", name="Put version 3 in force").click()
    expect(admin.page.get_by_text("Version 3")).to_be_visible(timeout=PATIENCE)
    admin.goes_to("/houses/early-shift")
    admin.page.get_by_role("link", name="Compare or restore version 1").click()
    expect(admin.page.locator(ROW)).to_have_value("1", timeout=PATIENCE)
    floor = logged_in(server, arrive, "Flo Reader", "floor")
    floor.goes_to("/houses/early-shift")
    expect(floor.page.get_by_role("button", name=re.compile("in force"))).to_have_count(0)


def test_a_host_s_own_limits_are_checked_at_their_fields_and_are_on_the_felt(arrive: Arrive) -> None:
    host = arrive(viewport={"width": 320, "height": 568}, has_touch=True).enters()
    looking = Looking(host)
    host.goes_to("/tables/new?game=high-card-flush")
    stakes, opens = host.page.get_by_label("Stakes"), host.page.get_by_role("button", name="Open table")
    expect(stakes).to_have_value("book")
    stakes.select_option(label="Your own limits")
    least, most = (host.page.locator(f'[name="own.limits.ante.{end}"]') for end in ("minimum", "maximum"))
    least.fill("20")
    most.fill("$10")
    host.forgive("400", "422")
    below = "(own, button) => own.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert most.evaluate(f"own => ({below})(own, document.querySelector('main .big'))"), (
        "the button is after the fields"
    )
    opens.click()
    problem = host.page.locator('[id="problem-limits.ante.maximum"]')
    expect(problem).to_have_text("$10 is below the minimum of $20.", timeout=PATIENCE)
    expect(host.page.locator("p.error")).to_have_text("Ante, maximum: $10 is below the minimum of $20.")
    expect(most).to_be_focused()
    expect(most).to_be_in_viewport(ratio=1)
    expect(problem).to_be_in_viewport(ratio=1)
    expect(least).to_have_value("20")
    expect(stakes.locator("option:checked")).to_have_text("Your own limits")
    looking.at("/tables")
    most.fill("50")
    host.page.get_by_text("More rules").click()
    bonus = host.page.get_by_label("Bonus bets after folding")
    expect(bonus.locator("option")).to_have_text(["settled if the player asks (as in this house)", "always settled"])
    bonus.select_option("always settled")
    looking.at("/tables, more rules")
    opens.click()
    expect(host.page).to_have_url(re.compile("/table/"), timeout=PATIENCE)
    host.page.get_by_role("button", name="Start the game").click()
    seat = Seat(host)
    seat.may_bet()
    ante = host.page.get_by_role("button", name=re.compile(r"^ante: .* on it; \$20 to \$50", re.IGNORECASE))
    expect(ante.first).to_be_visible(timeout=PATIENCE)
    assert looking.found == []


def test_limits_that_are_no_longer_chosen_do_not_count(arrive: Arrive) -> None:
    host = arrive().enters()
    host.goes_to("/tables/new?game=high-card-flush")
    stakes = host.page.get_by_label("Stakes")
    least = host.page.locator('[name="own.limits.ante.minimum"]')
    stakes.select_option("own")
    least.fill("7")
    stakes.select_option("x2")
    expect(least).to_be_hidden()
    host.page.get_by_role("button", name="Open table").click()
    host.page.get_by_role("button", name="Start the game").click()
    Seat(host).may_bet()
    ante = host.page.get_by_role("button", name=re.compile(r"^ante: .* on it; \$10 to \$200", re.IGNORECASE))
    expect(ante.first).to_be_visible(timeout=PATIENCE)


def test_R16_a_bet_that_new_rules_no_longer_allow_is_named_and_not_replaced(
    server: Server, decks: StackedDecks, arrive: Arrive
) -> None:
    person = arrive().enters()
    table = next(each for each in server.room.tables.values() if each.row.follows == "high-card-flush")
    seat = Seat.takes(person, f"/table/{table.id}")
    seat.bets("ante 5")
    seat.does("fold")
    seat.settled()
    boss = server.run(server.room.people.register("Bea Boss", "a long password", "admin"))
    server.run(server.room.save_house(boss, "high-card-flush", BOOK.replace(limits={"ante": {"minimum": 1000}}), 0))
    try:
        page = person.page
        page.locator('[data-act="again"]').click()
        prompt = page.locator("#prompt")
        expect(prompt).to_contain_text(
            "New rules are in force from this round: ante minimum $10 (was $5)", timeout=PATIENCE
        )
        misfit = "Your last bet no longer fits: the minimum for ante is $10."
        expect(page.locator(".slip-flags")).to_have_text(misfit)
        expect(page.locator(".go")).to_contain_text("Place a bet")
        page.get_by_role("button", name="Rebet").click()
        expect(page.locator("#story")).to_contain_text(misfit)
    finally:  # other tests share the room
        server.run(server.room.save_house(boss, "high-card-flush", BOOK, 1))
