"""A person at a table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.people import PATIENCE, Person, money

SNAPSHOT = """() => {
  const all = (query, of) => [...document.querySelectorAll(query)].map(of);
  const shown = (element) => element && element.checkVisibility() ? element.textContent.trim() : "";
  const part = (element, query) => shown(element.querySelector(query));
  return {
    prompt: shown(document.querySelector("#prompt")),
    net: shown(document.querySelector("#net")),
    mine: all("#stage .own-cards .card, #stage .seat.mine .card", (card) => card.dataset.card),
    dealer: all(".dealer-cards .card", (card) => card.dataset.card),
    words: shown(document.querySelector(".own-words")),
    spots: Object.fromEntries(all(".spot", (spot) => [spot.dataset.wager, part(spot, ".spot-pile")])),
    results: Object.fromEntries(all(".spot", (spot) => [spot.dataset.wager, part(spot, ".spot-result")])),
    result: shown(document.querySelector(".own-result")),
    lines: all("#last-round li[data-wager]", (line) => ({
      ...line.dataset, text: shown(line.closest(".last-reason")) })),
    sum: shown(document.querySelector("#last-round .sum")),
    seats: Object.fromEntries(all(".seat:not(.empty)", (seat) => [seat.dataset.seat, {
      name: part(seat, ".seat-name"), chips: part(seat, ".seat-chips"), note: part(seat, ".seat-note"),
      result: part(seat, ".seat-result"), badge: part(seat, ".seat-badge"),
      bet: part(seat, ".bet-pile") || part(seat, ".small-spots"),
      cards: [...seat.querySelectorAll(".card")].map((card) => card.dataset.card),
      winner: seat.classList.contains("winner"),
    }])),
    pots: all(".pot", (pot) => shown(pot)).filter(Boolean),
    total: shown(document.querySelector(".pot-total")),
    acts: all("#actions .act", (act) => shown(act.firstElementChild ?? act)),
  };
}"""
"""Everything a table shows."""


class Seat:
    """A person at a table."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page: Page = person.page
        self.prompt = self.page.locator("#prompt")
        self.deal = self.page.locator("#bets .go")
        self.deal_says = self.deal.locator("span")
        self.lost = self.page.locator("#lost")
        self.story = self.page.locator("#story")

    @classmethod
    def takes(cls, person: Person, path: str) -> Seat:
        """Go to a table and sit down at once."""
        person.goes_to(f"{path}{'&' if '?' in path else '?'}sit=1")
        seat = cls(person)
        seat.is_taken()
        return seat

    @classmethod
    def takes_with(cls, person: Person, path: str, chips: int) -> Seat:
        """Sit down with a chosen amount."""
        person.goes_to(path)
        person.page.get_by_label("Buy-in").fill(money(chips))
        person.page.locator("[data-seat-act=sit]").click()
        seat = cls(person)
        seat.is_taken()
        return seat

    def is_taken(self) -> None:
        """Wait until the person is seated."""
        expect(self.page.locator("[data-seat-act=leave]")).to_be_visible(timeout=PATIENCE)

    # Seeing.

    def look(self) -> dict[str, Any]:
        """Everything on the table."""
        return dict(self.page.evaluate(SNAPSHOT))

    @property
    def number(self) -> int:
        return int(self.page.locator(".seat.mine").get_attribute("data-seat") or 0)

    def act(self, name: str) -> Locator:
        """The button for an action, by its inner name."""
        return self.page.locator(f"[data-act='{name}']").first

    def at_showdown(self, label: str) -> None:
        """Choose in the settings what happens to a beaten hand."""
        self.page.get_by_role("button", name="Settings").click()
        self.page.get_by_role("radio", name=label).check()
        self.page.keyboard.press("Escape")

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f".spot[data-wager='{wager}']")

    def may(self, name: str) -> None:
        """Wait until an action is available."""
        expect(self.act(name)).to_be_enabled(timeout=PATIENCE)

    def may_bet(self) -> None:
        expect(self.page.locator("#bets")).to_be_visible(timeout=PATIENCE)
        expect(self.page.locator("#bets .chip").first).to_be_enabled(timeout=PATIENCE)

    def settled(self) -> dict[str, Any]:
        """Wait until the round is settled on the screen, and look."""
        self.page.wait_for_selector("body[data-over]", timeout=PATIENCE)
        expect(self.prompt).to_have_attribute("data-state", "showing", timeout=PATIENCE)
        return self.look()

    def over(self) -> dict[str, Any]:
        """Stud: wait until the hand is over on the screen, and look."""
        expect(self.prompt).to_have_attribute("data-state", "showing", timeout=3 * PATIENCE)
        return self.look()

    # Doing.

    def says(self, words: str) -> None:
        """Type an action."""
        field = self.page.locator("#typed-text")
        if not field.is_visible():
            expect(self.page.locator("#keys tr").first).to_be_attached(timeout=PATIENCE)
            self.page.evaluate("document.activeElement.blur()")
            self.page.keyboard.press("/")
        field.fill(words)
        field.press("Enter")

    def bets(self, words: str) -> None:
        """Type the wagers, in place of those laid out, and place them."""
        self.may_bet()
        self.says("clear")
        self.says(words)
        expect(self.deal).to_be_enabled(timeout=PATIENCE)
        self.says("deal")

    def does(self, name: str) -> None:
        """Press the button of an action as soon as it is there."""
        self.may(name)
        self.act(name).click()
