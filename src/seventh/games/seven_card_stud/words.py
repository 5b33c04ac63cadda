"""What people say at Seven-Card Stud: names of hands, and the sentences of the rules that only this game has."""

from __future__ import annotations

from collections.abc import Sequence

from seventh.cards import Card
from seventh.hands import poker, showing
from seventh.rounds.stud.family import Wording

WORDING = Wording(
    bring_in_card="The lowest card that lies up begins. An ace is high. Among cards of one rank clubs are lowest, then "
    "diamonds, hearts and spades.",
    bring_in_terms="the lowest up-card on third street",
    opener="From now on the best cards lying up act first, and may bet or check; between equals it is whoever sits "
    "nearer to the dealer's left. Up to four cards count only pairs, three or four of a kind and high cards.",
    last_opener="The last round is opened by the best cards lying up.",
    winner="Otherwise the best five of seven cards win.",
    about="Seven cards each, four of them face up; bets on every street; the best five cards win the pot.",
)


def hand_name(cards: Sequence[Card]) -> str:
    """What a player would call one to seven cards."""
    return poker.rank(cards).name if len(cards) >= 5 else showing.rank(cards).name


def five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that play among five to seven."""
    return poker.rank(cards).five
