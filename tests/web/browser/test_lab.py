"""The lab and the equity page in a browser: changes, problems, sharing, files, keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import seventh
from seventh.games import book_house, load_house
from seventh.games.edges import edge
from tests.terminal.at_the_prompt import seventh as command_line
from tests.web.browser.people import PHONE, Person

pytestmark = pytest.mark.slow


def shown(person: Person, wager: str, figure: str = "house_edge") -> str:
    cell = person.page.locator(f'#lab-results [data-wager="{wager}"] [data-figure="{figure}"] .own')
    return cell.inner_text()


def edges(house) -> dict[str, str]:
    return {name: f"{100 * float(one.house_edge):.4f}%" for name, one in edge(house.game, house).wagers.items()}


def agrees(person: Person, house) -> None:
    """The page shows the figures of this house."""
    for name, text in edges(house).items():
        cell = person.page.locator(f'#lab-results [data-wager="{name}"] [data-figure="house_edge"] .own')
        expect(cell).to_have_text(text.replace("-", "\u2212"))


def field(person: Person, path: str):
    return person.page.locator(f'[name="{path}"]')


def test_a_change_shows_at_once_and_a_mistake_at_its_field(arrive: Callable[..., Person], tmp_path: Path) -> None:
    person = arrive()
    book = book_house("high-card-flush")
    person.goes_to("/rules/high-card-flush")
    person.page.get_by_role("link", name="Open in the lab").click()
    agrees(person, book)

    # Valid, with the difference in words and for screen readers.
    field(person, "pays.flush.five_cards").fill("15")
    changed = book.replace(pays={"flush": {"five_cards": 15}})
    agrees(person, changed)
    flush = person.page.locator('#lab-results [data-wager="flush"] [data-figure="house_edge"]')
    expect(flush).to_contain_text("points, lower")
    expect(person.page.locator("#lab-said")).to_contain_text("Flush: house edge 2.0673%")
    expect(person.page).to_have_url(re.compile(r"\?pays\.flush\.five_cards=15$"))
    expect(person.page.locator("#row-chart svg.lines")).to_have_attribute(
        "aria-label", re.compile("House edge by payout")
    )

    # Invalid: the server's own line at the field, and the last valid figures stay, marked.
    cards = field(person, "pays.flush.five_cards")
    cards.fill("1x")
    problem = person.page.locator('[id="problem-pays.flush.five_cards"]')
    expect(problem).to_have_text("'1x' is not valid; allowed: a whole number (35 means 35 to 1) or text such as '3:2'.")
    expect(cards).to_have_attribute("aria-invalid", "true")
    assert "problem-pays.flush.five_cards" in (cards.get_attribute("aria-describedby") or "")
    expect(person.page.locator("#lab-state")).to_contain_text("last valid ones")
    expect(person.page.locator("#lab-results")).to_have_class(re.compile("stale"))
    agrees(person, changed)

    # By keyboard only: to the select of a reading, and a limit below its unit.
    cards.focus()
    cards.fill("16")
    expect(problem).to_be_hidden()
    agrees(person, book.replace(pays={"flush": {"five_cards": 16}}))
    person.page.locator("#part-limits > summary").focus()
    person.press("Enter", "Tab")
    for _ in range(20):
        if person.page.evaluate("document.activeElement.name") == "limits.ante.maximum":
            break
        person.press("Tab")
    person.press("Control+a")
    person.page.keyboard.type("$200")
    expect(person.page.locator('#worst [data-figure="hand"]')).to_contain_text("higher")

    # Saved, and read by the command line.
    with person.page.expect_download() as saving:
        person.page.get_by_role("link", name="Save house file").click()
    file = tmp_path / "mine.toml"
    saving.value.save_as(file)
    house = load_house(file)
    assert house == book.replace(pays={"flush": {"five_cards": 16}}, limits={"ante": {"maximum": 20000}})
    done = command_line("edge", "high-card-flush", "--house", str(file))
    assert done.returncode == 0
    assert house.hash[:12] in done.stdout

    # Shared by its address, and opened from the file.
    other = arrive(**PHONE).goes_to(person.page.url.removeprefix(person.url))
    agrees(other, house)
    assert field(other, "pays.flush.five_cards").input_value() == "16"
    third = arrive().goes_to("/lab/high-card-flush")
    third.page.locator("[data-open-file]").set_input_files(file)
    third.page.wait_for_url(re.compile("five_cards=16"))
    agrees(third, house)
    broken = tmp_path / "broken.toml"
    broken.write_text('game = "high-card-flush"\npays.flush.five_cards = "many"\n', encoding="utf-8")
    third.page.locator("[data-open-file]").set_input_files(broken)
    expect(third.page.locator('[id="problem-pays.flush.five_cards"]')).to_contain_text("'many' is not valid")
    agrees(third, house)


@pytest.mark.parametrize(
    ("game", "path", "text", "changes"),
    [
        ("boston-7-stud", "pays.ante_bonus.straight", "3", {"pays": {"ante_bonus": {"straight": 3}}}),
        ("seven-card-thrill", "half_pay_kings", "holds_kings", {"half_pay_kings": "holds_kings"}),
    ],
)
def test_other_games(game: str, path: str, text: str, changes: dict, arrive: Callable[..., Person]) -> None:
    person = arrive(**PHONE).goes_to(f"/lab/{game}")
    agrees(person, book_house(game))
    person.page.evaluate("document.querySelectorAll('.editor-part').forEach((part) => (part.open = true))")
    place = field(person, path)
    if place.evaluate("element => element.tagName") == "SELECT":
        place.select_option(text)
    else:
        place.fill(text)
    agrees(person, book_house(game).replace(**changes))
    expect(person.page.locator("#departures")).to_contain_text(path)


def test_equity_by_clicking_typing_and_keys(arrive: Callable[..., Person]) -> None:
    person = arrive().goes_to("/lab/equity")
    page = person.page
    # Clicked: three cards for each of two players, in dealing order.
    for card in ("As", "Ah", "Ad", "Ks", "Kh", "Kd"):
        page.locator(f'#deck [data-card="{card}"]').click()
    assert [box.input_value() for box in page.locator("#equity-seats input").all()] == ["(AsAh)Ad", "(KsKh)Kd"]
    # Typed: the rest of both hands.
    first, second = page.locator("#equity-seats input").all()
    first.fill("(AsAh)Ad2c3c4d")
    second.fill("(KsKh)Kd9c8d7d")
    share = page.locator('.equity-now [data-player="1"]')
    report = seventh.equity("(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d")
    expect(share).to_contain_text(f"{100 * float(report.hands[0].equity):.4f}%")
    expect(share).to_contain_text(str(report.hands[0].equity))
    expect(page.locator("#equity-results svg.lines")).to_have_attribute(
        "aria-label", re.compile("80.83% on sixth street")
    )
    # With keys: a dead card, by the arrows of the deck.
    page.get_by_role("button", name="the dead cards: empty").focus()
    person.press("Enter")
    page.locator('#deck [data-card="2s"]').focus()
    person.press("ArrowDown", "Enter")
    expect(page.locator("input[name=dead]")).to_have_value("2h")
    dead = seventh.equity("(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d", dead="2h")
    expect(share).to_contain_text(str(dead.hands[0].equity))
    # A card twice is refused, the shares stay, marked.
    first.fill("(AsAh)Ad2c3c4dKs")
    expect(page.locator("#equity-problem")).to_contain_text("Ks")
    expect(page.locator("#equity-results")).to_have_class(re.compile("stale"))
    expect(share).to_contain_text(str(dead.hands[0].equity))
    first.fill("(AsAh)Ad2c3c4d")
    expect(page.locator("#equity-problem")).to_be_hidden()
    # Shared.
    other = arrive(**PHONE).goes_to(page.url.removeprefix(person.url))
    expect(other.page.locator('.equity-now [data-player="1"]')).to_contain_text(str(dead.hands[0].equity))
    other.page.get_by_role("button", name="Player 2, card 6, up: seven of diamonds, remove").click()
    assert other.page.locator("#equity-seats input").nth(1).input_value() == "(KsKh)Kd9c8d"
