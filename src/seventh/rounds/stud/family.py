"""The parameters of a stud game, as one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from seventh.cards import Card, card_set

Strength = Callable[[int], int]
"""The strength of a set of cards; higher is better."""

Ranking = Callable[[int], int | None]
"""Like `Strength`, or None for a hand that does not qualify."""

Points = Callable[[Sequence[Card], Sequence[Sequence[Card]], int], int]
"""A simple bot's valuation of its cards, 0 to 100, given the other boards and the street."""


@dataclass(frozen=True)
class Clauses:
    """The clause id of each topic of a game's rules, for refusals, events and settings."""

    players: str
    ante: str
    deal: str
    bring_in_card: str
    """Whose up card starts the betting."""
    bring_in: str
    burn: str
    fourth_street: str
    opener: str
    """Who acts first from fourth street on."""
    turn: str
    """A player's choices on their turn."""
    fifth_and_sixth_street: str
    seventh_street: str
    short_stub: str
    common_card: str
    last_card: str
    """When there are too few cards even for a common card."""
    winner: str
    last_opener: str
    """Who opens the last betting round, with a common card."""
    structure: str
    """The betting structure."""
    completion: str
    raise_cap: str
    open_pair: str
    all_in: str
    pots: str
    """Side pots, split pots, odd chips and uncalled bets."""
    showdown: str
    no_more_betting: str
    rake: str
    irregularities: str


@dataclass(frozen=True)
class Wording:
    """The sentences of the rules that are specific to one stud game."""

    bring_in_card: str
    """Which up card brings it in."""
    bring_in_terms: str
    """The same, briefly."""
    opener: str
    """Whose board acts first from fourth street on."""
    last_opener: str
    """Who opens the last betting round; followed by a sentence on the common card."""
    winner: str
    """Which hand wins."""
    about: str
    """The game in one sentence."""


@dataclass(frozen=True, eq=False)
class Share:
    """A share of the pot: all of it, or one of several equal parts."""

    strength: Ranking
    """Who wins it. The first share of a game must rank every hand, so that every pot has a winner."""
    hand_name: Callable[[Sequence[Card]], str]
    """The name of a qualifying hand of five to seven cards; for the first share, of one to seven."""
    five: Callable[[Sequence[Card]], tuple[Card, ...]]
    """The five cards that play, out of five to seven."""
    name: str = ""
    """The name of the share, such as `high`; empty if it is the only one."""

    def qualifies(self, cards: Sequence[Card]) -> bool:
        """Whether a hand of five to seven cards qualifies for it."""
        return self.strength(card_set(cards)) is not None


@dataclass(frozen=True, eq=False)
class Family:
    """The parameters of one stud game."""

    clauses: Clauses
    wording: Wording
    shares: tuple[Share, ...]
    """One share is the whole pot; several divide it into equal parts among the shares that some hand qualifies for.

    Odd chips go one each to the first shares.
    """
    board: Strength
    """Ranks up to four up cards: the best board opens from fourth street on."""
    full_board: Strength
    """The same for five cards, with a common card or a seventh card dealt up."""
    card_order: Callable[[Card], int]
    """Orders single cards, the highest last: for the bring-in and for odd chips."""
    points: Points
    """How the simple bots value a hand."""
    bring_in: Literal["lowest", "highest"] = "lowest"
    """Which up card brings it in on third street."""
    big_bet_from: int = 5
    """The street from which fixed-limit bets are big."""
    open_pair_doubles: bool = False
    """Whether a house may allow the big bet when a pair shows on fourth street."""

    def __post_init__(self) -> None:
        names = [share.name for share in self.shares]
        if len(names) != 1 and not 1 < len(set(names) - {""}) == len(names):
            raise ValueError(f"a game needs one share, or several with different names, not {names}")
