"""What makes one game of the stud family different from another, as one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from seventh.cards import Card, card_set

Strength = Callable[[int], int]
"""The strength of a set of cards: the higher it is, the better the hand."""

Ranking = Callable[[int], int | None]
"""As `Strength`, or None for a hand that does not qualify."""

Points = Callable[[Sequence[Card], Sequence[Sequence[Card]], int], int]
"""What a simple player's own cards are worth, 0 to 100, given the boards of the others and the street."""


@dataclass(frozen=True)
class Clauses:
    """The ids under which a game's rules have each point, for refusals, events and settings."""

    players: str
    ante: str
    deal: str
    bring_in_card: str
    """Whose up-card starts the betting."""
    bring_in: str
    burn: str
    fourth_street: str
    opener: str
    """Who acts first from fourth street on."""
    turn: str
    """What a player may do when it is their turn."""
    fifth_and_sixth_street: str
    seventh_street: str
    short_stub: str
    common_card: str
    last_card: str
    """When even a common card is short of cards."""
    winner: str
    last_opener: str
    """Who opens the last round, a common card considered."""
    structure: str
    """How much may be bet."""
    completion: str
    raise_cap: str
    open_pair: str
    all_in: str
    pots: str
    """Side pots, pots that are divided, odd chips, and what nobody has called."""
    showdown: str
    no_more_betting: str
    rake: str
    irregularities: str


@dataclass(frozen=True)
class Wording:
    """The sentences in which the rules of one stud game differ from those of another."""

    bring_in_card: str
    """Which up-card begins."""
    bring_in_terms: str
    """The same in a few words."""
    opener: str
    """Whose board acts first from fourth street on."""
    last_opener: str
    """Who opens the last round: a sentence to which the one about a common card is added."""
    winner: str
    """Which hand wins."""
    about: str
    """The game in a sentence, for whoever sits down."""


@dataclass(frozen=True, eq=False)
class Share:
    """What a pot is played for: all of it, or one of the equal parts into which it is divided."""

    strength: Ranking
    """Who wins it. The first share of a game ranks every hand, for each pot has to be won."""
    hand_name: Callable[[Sequence[Card]], str]
    """What a player would call a hand of five to seven cards that qualifies; for the first share, of one to seven."""
    five: Callable[[Sequence[Card]], tuple[Card, ...]]
    """The five cards that play among five to seven."""
    name: str = ""
    """What the part is called, such as `high`; empty where a game has one share."""

    def qualifies(self, cards: Sequence[Card]) -> bool:
        """Whether five to seven cards can win it."""
        return self.strength(card_set(cards)) is not None


@dataclass(frozen=True, eq=False)
class Family:
    """The parameters of one stud game."""

    clauses: Clauses
    wording: Wording
    shares: tuple[Share, ...]
    """Who wins: one share is the whole pot; several divide it into equal parts, as far as somebody qualifies.

    Chips that do not divide go one each to the first of them.
    """
    board: Strength
    """Ranks up to four cards that lie face up: the best board opens from fourth street on."""
    full_board: Strength
    """The same for five cards, with a common card or a seventh card dealt up."""
    card_order: Callable[[Card], int]
    """Orders single cards, the highest last: for the bring-in and for odd chips."""
    points: Points
    """How the simple bots value a hand."""
    bring_in: Literal["lowest", "highest"] = "lowest"
    """Whose up-card has to bet on third street."""
    big_bet_from: int = 5
    """The street from which bets are big ones at fixed limit."""
    open_pair_doubles: bool = False
    """Whether a house may allow the big bet when somebody shows a pair on fourth street."""

    def __post_init__(self) -> None:
        names = [share.name for share in self.shares]
        if len(names) != 1 and not 1 < len(set(names) - {""}) == len(names):
            raise ValueError(f"a game has one share, or several with names that differ; these are {names}")
