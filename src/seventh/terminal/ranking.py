"""Output of `seventh rank`: a hand under every ranking defined for its number of cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from seventh.cards import JOKER, Card, WrongCount, card_set, format_cards, parse_cards
from seventh.hands import flush, joker, poker, showing, three


@dataclass(frozen=True)
class RankingLine:
    """A hand under one ranking."""

    ranking: str
    """Which ranking, named for what it compares."""
    name: str
    cards: tuple[Card, ...]
    """The cards that play."""
    strength: int
    """Compares hands within this ranking."""
    place: tuple[int, int] | None = None
    """Its place among all distinct hands (1 is best) and their number, for rankings that have one."""

    def __str__(self) -> str:
        place = f"{self.place[0]:,} of {self.place[1]:,}" if self.place else ""
        return f"{self.ranking:<13} {self.name:<45} {format_cards(self.cards):<15} {place}".rstrip()

    def as_data(self) -> dict[str, object]:
        place = {"place": self.place[0], "of": self.place[1]} if self.place else {}
        return {"name": self.name, "cards": format_cards(self.cards), "strength": self.strength, **place}


def rankings(text: str) -> list[RankingLine]:
    """Rank one to seven cards under every ranking that applies; with the joker, under joker poker only."""
    cards = parse_cards(text)
    if not 1 <= len(cards) <= 7:
        raise WrongCount(f"{len(cards)} cards given; 1 to 7 can be ranked")
    card_set(cards)
    if JOKER in cards:
        if len(cards) < 5:
            raise WrongCount(f"{len(cards)} card{'s' * (len(cards) != 1)} given; a hand with the joker needs 5 to 7")
        return [_joker(cards)]
    return list(_natural(cards))


def _natural(cards: tuple[Card, ...]) -> Iterator[RankingLine]:
    if len(cards) >= 5:
        hand = poker.rank(cards)
        yield RankingLine("poker", hand.name, hand.five, hand.strength, _place(poker.classes(), hand.strength))
    if len(cards) == 3:
        three_cards = three.rank(cards)
        yield RankingLine("three cards", three_cards.name, three_cards.cards_that_play, three_cards.strength)
    if len(cards) <= 4:
        board = showing.rank(cards)
        yield RankingLine("showing", board.name, board.cards_that_play, board.strength)
    suit, run = flush.longest_suit(cards), flush.longest_run(cards)
    yield RankingLine("longest suit", suit.name, suit.cards_that_play, suit.strength)
    yield RankingLine("suited run", run.name, run.cards_that_play, run.strength)


def _joker(cards: tuple[Card, ...]) -> RankingLine:
    hand = joker.rank(cards)
    classes = (*poker.classes(poker.Wheel.SECOND), joker.FIVE_ACES)
    name = f"{hand.name} (joker: {hand.joker_is.name})" if hand.joker_is else hand.name
    return RankingLine("joker poker", name, hand.five, hand.strength, _place(classes, hand.strength))


def _place(classes: tuple[int, ...], strength: int) -> tuple[int, int]:
    return len(classes) - bisect_left(classes, strength), len(classes)
