"""The rules text of Three Card Poker under one house."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.house.rules.common import (
    DRAWN_IN_ERROR,
    PLAYER_MISCOUNT,
    dealer_miscount,
    face_up_card,
    general_section,
    limits_text,
    pay_table,
    rank_word,
    wagers_table,
)
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager, clause
from three_card_poker.hand import FULL
from three_card_poker.house import ThreeCardPokerHouse


def three_card_poker_rules(house: ThreeCardPokerHouse) -> Rules:
    wagers = _wagers(house)
    sections = (
        Section("The game", tuple(_the_hand())),
        Section("Wagers", (_wager_clause(house), wagers_table("P3", wagers))),
        Section("Order of play", tuple(_course(house))),
        Section("Settlement and payouts", tuple(_settlement(house))),
        Section("Irregularities", tuple(_irregularities(house))),
        general_section(house, "A player who cannot cover the play wager must fold."),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: ThreeCardPokerHouse) -> tuple[Wager, ...]:
    limits = house.limits
    return (
        Wager("ante", "ante", limits_text(house, limits.ante), "before the deal", "P3"),
        Wager(
            "pair_plus",
            "Pair Plus",
            limits_text(house, limits.pair_plus),
            "before the deal, with or without an ante",
            "P3",
        ),
        Wager("play", "play", "same as the ante", "after the deal, or fold", "P4"),
    )


def _the_hand() -> Iterator[Clause]:
    yield clause("P1", "The game uses one deck of 52 cards. Each player and the dealer get three, face down.")
    yield clause(
        "P2",
        "Hands from highest to lowest: straight flush, three of a kind, straight, flush, pair, high card. Aces are "
        "high, but may also be low in a straight: ace-two-three is the lowest straight. Hands of the same kind are "
        "compared by the rank of the pair, three of a kind or straight, then from the highest card down; suits do not "
        "matter.",
    )


def _wager_clause(house: ThreeCardPokerHouse) -> Clause:
    limits = house.limits
    return clause(
        "P3",
        f"Before the deal, you may place an ante of {limits_text(house, limits.ante)}, a Pair Plus wager of "
        f"{limits_text(house, limits.pair_plus)}, or both. With Pair Plus alone you have no decision to make.",
    )


def _course(house: ThreeCardPokerHouse) -> Iterator[Clause]:
    yield clause(
        "P10",
        "Cards are dealt clockwise from the dealer's far left, the dealer last:",
        "three cards each, in one stack." if house.deal == "stack" else "one card at a time, three times round.",
        "The dealer's three cards are counted, and the stub is placed in the discard rack unseen.",
    )
    yield clause(
        "P4",
        "After looking at your cards, make a play wager equal to the ante, or fold. If you fold, you lose the ante and "
        "any Pair Plus wager.",
    )
    yield clause(
        "P5",
        "When all players have acted, the dealer's cards are turned up. The dealer qualifies with "
        f"{rank_word(house.dealer_qualifies)} high or better.",
    )
    yield clause("P10", "Hands are settled one by one, counterclockwise from the dealer's right.")


def _settlement(house: ThreeCardPokerHouse) -> Iterator[Clause | Table]:
    yield clause("P6", "If the dealer does not qualify, the ante is paid 1 to 1 and the play wager is returned.")
    yield clause(
        "P7",
        "If the dealer qualifies, the better hand wins: if it is yours, the ante and the play wager pay even money; if "
        "it is the dealer's, both lose; if the hands tie, both are returned.",
    )
    yield pay_table("P8", "Ante bonus", house.pays.ante_bonus)
    yield clause(
        "P8",
        "If you made the play wager, the ante bonus is paid on the ante according to your own hand, whatever the "
        "dealer has: even if the dealer does not qualify, and even if your hand loses.",
    )
    yield pay_table("P9", "Pair Plus", house.pays.pair_plus)
    yield clause("P9", "Unless you fold, Pair Plus is paid according to your own hand, whatever the dealer has.")


def _irregularities(house: ThreeCardPokerHouse) -> Iterator[Clause]:
    then = "all hands are void, all wagers are returned, and the deck is reshuffled."
    yield clause(
        "P10",
        "If one of the dealer's cards is exposed before all players have acted,",
        then if house.early_exposure == "void" else "play continues.",
    )
    yield clause("P10", face_up_card(then))
    yield clause("P10", DRAWN_IN_ERROR)
    yield clause("P10", PLAYER_MISCOUNT, *dealer_miscount(house.short_dealer == "always_completed", then, FULL))
    yield clause("P10", "Whenever a round is void, players who have folded get their wagers back like everyone else.")
