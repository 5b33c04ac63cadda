"""Text for Seven-Card Stud: names of hands, and the rules sentences specific to this game."""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import Card
from seventh.hands import poker, showing
from seventh.rounds.stud.family import Wording

WORDING = Wording(
    bring_in_card="The lowest up card brings it in. Aces are high. Among cards of the same rank, clubs are lowest, "
    "then diamonds, hearts and spades.",
    bring_in_terms="the lowest up card on third street",
    opener="From now on the best hand showing acts first, and may bet or check; if hands are equal, the one nearest "
    "the dealer's left acts first. With up to four cards, only pairs, three or four of a kind and high cards count.",
    last_opener="The best hand showing opens the last betting round.",
    winner="Otherwise the best hand of five cards out of seven wins.",
    about="Seven cards each, four of them face up; bets on every street; the best five-card hand wins the pot.",
)


def hand_name(cards: Sequence[Card]) -> str:
    """The name of a hand of one to seven cards."""
    return poker.rank(cards).name if len(cards) >= 5 else showing.rank(cards).name


def five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that play, out of five to seven."""
    return poker.rank(cards).five
