"""Rounds dealt by hand from a script, for every game."""

from __future__ import annotations

from seventh.cards import parse_cards
from seventh.games import book_house, new_round, parse_house
from seventh.records.hand_dealt import HandDealtRound

FLUSH = (
    "1 ante 5 flush 1", "3 ante 10 straight 2", "close", "", "", "", "",
    "1 raise 15", "3 fold claim",
    "AhKhQh2c3c4d5d", "8s7s6s5s KdQd2d", "2s3s4s 5c6c AcJd",
)  # fmt: skip
"""Seat 1 raises more than the cards turn out to allow (H4); seat 3 folds and claims a bonus."""
BOSTON = (
    "2 ante 5 first 5 bonus 2", "5 ante 2", "close", "", "", "",
    "2 claim 7s7d2c", "2 bet 5", "", "", "", "", "5 set", "2 best",
    "AhKd9c5d4s3h2h", "QcQdQh8s8d3c4c", "3c4c", "9h9dJsTc",
)  # fmt: skip
"""Seat 2 shows three cards for the bonus; seat 5 sets the hand face down, and the two discards are named at the end."""
THRILL = (
    "1 poker 5 special 1", "2 kings 10", "close", "", "", "As", "", "all best",
    "2c3d4h5s7d9c", "KhKd2d8c9sTd3s", "JkAhAdAc5c6d8h",
)  # fmt: skip
"""The dealer's last card is face up; the joker is turned up with three aces."""


def flush(house: str = "") -> HandDealtRound:
    return _opened("high-card-flush", {1: 200_00, 3: 200_00}, house)


def boston(house: str = "") -> HandDealtRound:
    return _opened("boston-7-stud", {2: 100_00, 5: 100_00}, house)


def thrill(house: str = "") -> HandDealtRound:
    return _opened("seven-card-thrill", {1: 500_00, 2: 500_00}, house)


def stud(players: int = 2, house: str = "", chips: int = 100_00) -> HandDealtRound:
    return _opened("seven-card-stud", dict.fromkeys(range(1, players + 1), chips), house)


def _opened(game: str, seats: dict[int, int], house: str) -> HandDealtRound:
    rules = parse_house(house, game) if house else book_house(game)
    return HandDealtRound(new_round(rules, seats, hand_dealt=True))


def entered(dealt: HandDealtRound, entries: tuple[str, ...]) -> HandDealtRound:
    for entry in entries:
        dealt.enter(entry)
    return dealt


def dealt_on(dealt: HandDealtRound, cards: str, short: str = "shuffle", until: str = "over") -> HandDealtRound:
    """Deal stud: everybody stays in without raising, and cards that are seen come from this list in order."""
    left = [card.text for card in parse_cards(cards)]
    while (told := dealt.instruction).needs != "over" and not told.text.startswith(until):
        labels = [button.entry for button in told.buttons]
        if "shuffle" in labels:
            dealt.enter(short)
        elif told.needs == "cards":
            dealt.enter("".join(left.pop(0) for _ in range(told.number)))
        elif told.needs == "nothing":
            dealt.enter("")
        else:
            dealt.enter(next(entry for entry in ("bring in", "check", "call") if entry in labels))
    return dealt


DECK = "".join(f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "shdc")
