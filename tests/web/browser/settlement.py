"""What the screen must show, computed from the record."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.browser.people import Person, money, signed

ROWS = {
    "higher": "beats the dealer",
    "low_dealer_hand": "dealer king-jack high or lower",
    "better": "kings",
    "kings": "pair of kings",
}
"""Rows whose own name says too little."""
SAYS = {"win": "wins", "lose": "loses", "push": "pushes", "void": "is returned"}


def row_words(line: dict[str, Any]) -> str:
    """What has to be said of the row of the pay table that decided."""
    return ROWS.get(line["row"], str(line["row"]).replace("_", " "))


def net_of(line: dict[str, Any]) -> int:
    return int(line["returned"] + line["payoff"] - line["amount"])


def the_screen_equals_the_record(person: Person, seen: dict[str, Any]) -> list[dict[str, Any]]:
    """R43 for a game against the dealer; gives the recorded lines of this person's last round."""
    line = person.rounds()[0]
    told = person.asks(f"/api/rounds/{line['id']}")
    lines = [settled for settled in told["settled"] if settled["seat"] == line["seat"]]
    assert [shown["wager"] for shown in seen["lines"]] == [settled["wager"] for settled in lines]
    for shown, settled in zip(seen["lines"], lines, strict=True):
        _line_agrees(shown, settled)
        spot = seen["results"][settled["wager"]]
        assert spot == _on_the_spot(settled), f"{settled['wager']}: the layout says {spot!r}"
    net = sum(map(net_of, lines))
    assert net == line["net"] == line["after"] - line["before"]
    assert seen["sum"] == seen["net"] == signed(net)
    assert seen["result"] == (f"You win {money(net)}" if net > 0 else f"You lose {money(-net)}" if net < 0 else "Even")
    _cards_agree(seen, told, line["seat"])
    _pages_agree(person, line, told)
    return lines


def _line_agrees(shown: dict[str, str], settled: dict[str, Any]) -> None:
    net, text = net_of(settled), shown["text"]
    exact = {
        "result": settled["result"],
        "net": str(net),
        "payoff": str(settled["payoff"]),
        "clause": settled["clause"],
        "row": settled["row"],
    }
    assert {name: shown[name] for name in exact} == exact
    words = [money(settled["amount"]), SAYS[settled["result"]], signed(net), settled["clause"]]
    if settled["uncapped"]:
        words.append(f"capped from {money(settled['uncapped'])}")
    assert all(word in text for word in words), f"{words} in {text!r}"


def _on_the_spot(settled: dict[str, Any]) -> str:
    """The text on the spot of the layout: the amount, and a word where the amount alone would mislead."""
    net = net_of(settled)
    if net:
        return signed(net)
    return {"push": "push", "void": "void"}.get(settled["result"], money(0))


def _cards_agree(seen: dict[str, Any], told: dict[str, Any], seat: int) -> None:
    events = [event for step in told["steps"] for event in step["events"]]
    dealt = "".join(event["cards"] for event in events if event["event"] == "dealt" and event["place"] == seat)
    assert sorted(seen["mine"]) == sorted(_pairs(dealt))
    revealed = [event["cards"] for event in events if event["event"] == "revealed"]
    if revealed:
        assert sorted(seen["dealer"]) == sorted(_pairs(revealed[0]))


def _pairs(cards: str) -> list[str]:
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


def _pages_agree(person: Person, line: dict[str, Any], told: dict[str, Any]) -> None:
    """The list of rounds and the round's own page say the same."""
    person.goes_to("/me/rounds")
    row = person.page.locator(f"tr[data-round='{line['id']}']")
    result = "void" if line["state"] == "void" else signed(line["net"])
    if line["state"] == "void":  # folded away
        person.page.locator(".void-rounds summary").click()
    expect(row).to_contain_text(result)
    expect(row).to_contain_text(money(line["wagered"]))
    row.get_by_role("link").first.click()
    expect(person.page.locator("#round-net")).to_have_text(signed(line["net"]))
    rows = person.page.locator("ol.settled > li")
    expect(rows).to_have_count(len(told["settled"]))
    for place, settled in enumerate(told["settled"]):
        text = " ".join(rows.nth(place).inner_text().split())
        words = [money(settled["amount"]), SAYS[settled["result"]], signed(net_of(settled)), settled["clause"]]
        words += [row_words(settled), "capped" if settled["uncapped"] else ""]
        assert all(word in text for word in words), f"{words} in {text!r}"
