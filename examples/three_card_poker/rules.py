"""Three Card Poker in plain words, as one house plays it."""

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
        Section("The course of a round", tuple(_course(house))),
        Section("What wins, and what it pays", tuple(_settlement(house))),
        Section("When something goes wrong", tuple(_irregularities(house))),
        general_section(house, "A player who cannot cover the play wager has to fold."),
    )
    return Rules(house.game, house.title, house.hash, wagers, sections)


def _wagers(house: ThreeCardPokerHouse) -> tuple[Wager, ...]:
    limits = house.limits
    return (
        Wager("ante", "ante", limits_text(house, limits.ante), "before the cards", "P3"),
        Wager("pair_plus", "Pair Plus", limits_text(house, limits.pair_plus), "before the cards, also alone", "P3"),
        Wager("play", "play", "as the ante", "after the cards, or fold", "P4"),
    )


def _the_hand() -> Iterator[Clause]:
    yield clause("P1", "Cards come from one deck of 52: three for every player, three for the dealer, all face down.")
    yield clause(
        "P2",
        "From the best down, hands of three cards are: straight flush, three of a kind, straight, flush, pair, high "
        "card. An ace is high, but may stand below the two: ace-two-three is the lowest straight. Hands of one kind "
        "are compared by what makes them, then from the highest card down; suits do not matter.",
    )


def _wager_clause(house: ThreeCardPokerHouse) -> Clause:
    limits = house.limits
    return clause(
        "P3",
        f"Before the cards you may place an ante of {limits_text(house, limits.ante)}, a Pair Plus wager of "
        f"{limits_text(house, limits.pair_plus)}, or both. With Pair Plus alone there is nothing to decide.",
    )


def _course(house: ThreeCardPokerHouse) -> Iterator[Clause]:
    yield clause(
        "P10",
        "The deal runs clockwise from the seat at the end on the dealer's left, the dealer last:",
        "three cards to each place in one stack." if house.deal == "stack" else "one card to a place, three times.",
        "The dealer's three are counted, and the rest of the deck is put away unseen.",
    )
    yield clause(
        "P4",
        "Look at your cards, then make a play wager of just the ante, or fold. A fold loses the ante, and the Pair "
        "Plus wager beside it.",
    )
    yield clause(
        "P5",
        "When everybody has decided, the dealer's cards are turned up. The dealer qualifies with "
        f"{rank_word(house.dealer_qualifies)} high or better.",
    )
    yield clause("P10", "Hands are settled counterclockwise, the one at the dealer's right first.")


def _settlement(house: ThreeCardPokerHouse) -> Iterator[Clause | Table]:
    yield clause("P6", "If the dealer does not qualify, the ante is paid 1 to 1 and the play wager comes back.")
    yield clause(
        "P7",
        "If the dealer qualifies, the better hand decides: yours wins even money on ante and play, the dealer's takes "
        "both, and with hands that are alike both come back.",
    )
    yield pay_table("P8", "Ante bonus", house.pays.ante_bonus)
    yield clause(
        "P8",
        "If you have played, the ante bonus is paid on the ante by your own cards, whatever the dealer has: also "
        "when the dealer does not qualify, and when your hand loses.",
    )
    yield pay_table("P9", "Pair Plus", house.pays.pair_plus)
    yield clause("P9", "Unless you have folded, Pair Plus is paid by your own cards, whatever the dealer has.")


def _irregularities(house: ThreeCardPokerHouse) -> Iterator[Clause]:
    then = "all hands are void, every wager goes back, and the deck is shuffled anew."
    yield clause(
        "P10",
        "If a card of the dealer's is seen before all players have decided,",
        then if house.early_exposure == "void" else "the round goes on.",
    )
    yield clause("P10", face_up_card(then))
    yield clause("P10", DRAWN_IN_ERROR)
    yield clause("P10", PLAYER_MISCOUNT, *dealer_miscount(house.short_dealer == "always_completed", then, FULL))
    yield clause("P10", "Whenever a round is void, players who had folded get their wagers back like the others.")
