"""High Card Flush, settled from clauses H2 to H12 alone."""

from __future__ import annotations

from fractions import Fraction

from seventh.cards import Card
from tests.naive import Hand, Paid, in_limits, odds, ranking, won

EXPOSED = "exposed"
"""The one void that keeps something; what else may void a whole round returns everything."""

WORDS = {7: "seven_cards", 6: "six_cards", 5: "five_cards", 4: "four_cards", 3: "three_cards"}
EVEN_MONEY, BONUSES = ("ante", "raise"), ("flush", "straight_flush")


def may_wager(house: dict, amounts: dict[str, int]) -> bool:
    """H3: whether these wagers may be made before the cards."""
    return "ante" in amounts and all(in_limits(house, wager, amount) for wager, amount in amounts.items())


def further_wagers(house: dict, hand: Hand, stack: int) -> list[int]:
    """H4: the amounts that a player who has not decided may raise, in whole table units."""
    ante, length, most = hand.wagers["ante"], ranking.longest_suit(hand.cards)[0], house["most_raise"]
    antes = most["six_or_seven"] if length >= 6 else most["five"] if length == 5 else most["four_or_fewer"]
    return [amount for amount in range(ante, antes * ante + 1, house["table_unit"]) if amount <= stack]


def settle(house: dict, hands: list[Hand], dealer: tuple[Card, ...], void: str | None = None) -> Paid:
    """Every wager on the layout; `void` is what voided the round, if anything did."""
    stakes: dict[tuple[int, str], int] = {}
    owed: dict[tuple[int, str], int] = {}
    for hand in hands:
        for wager, amount in hand.wagers.items():
            stakes[hand.seat, wager], owed[hand.seat, wager] = _one_wager(house, hand, wager, amount, dealer, void)
    order = [hand.seat for hand in reversed(hands)]
    cut: dict[tuple[int, str], int] = dict(owed)
    cap = house["aggregate_cap"]
    if cap:
        groups = [order] if house["aggregate_cap_scope"] == "round" else [[seat] for seat in order]
        for group in groups:
            cut.update(_capped(cap, group, owed))
    return {key: (stakes[key], cut[key]) for key in stakes}


def _one_wager(
    house: dict, hand: Hand, wager: str, amount: int, dealer: tuple[Card, ...], void: str | None
) -> tuple[int, int]:
    if hand.voided is not None:
        return amount, 0
    silent = hand.folded and house["folded_bonus"] == "on_claim" and wager not in hand.claimed
    if wager in BONUSES and (void is None or (void == EXPOSED and len(hand.cards) == 7)):
        return (0, 0) if silent else _bonus(house, hand, wager, amount)
    if void is not None:
        gone = hand.folded and (wager not in BONUSES or silent)
        return (amount, 0) if house["void_refunds_folded"] or not gone else (0, 0)
    if hand.folded:
        return 0, 0
    return _against_dealer(house, hand, wager, amount, dealer)


def _bonus(house: dict, hand: Hand, wager: str, amount: int) -> tuple[int, int]:
    """H8 and H9."""
    length = ranking.longest_suit(hand.cards)[0] if wager == "flush" else ranking.longest_suited_run(hand.cards)
    pays = house["pays"][wager].get(WORDS.get(length), 0)
    return (amount, won(house, pays, amount)) if odds(pays) else (0, 0)


def _against_dealer(house: dict, hand: Hand, wager: str, amount: int, dealer: tuple[Card, ...]) -> tuple[int, int]:
    """H5 to H7."""
    mine, theirs = ranking.longest_suit(hand.cards), ranking.longest_suit(dealer)
    least = house["dealer_qualifies"]
    if (theirs[0], theirs[1][0]) < (least["length"], least["high_card"]):
        return (amount, amount) if wager == "ante" else (amount, 0)
    if mine > theirs:
        return amount, amount
    return (amount, 0) if mine == theirs else (0, 0)


def _capped(cap: int, seats: list[int], owed: dict) -> dict:
    """H11: even money first; the bonuses share what is left, each its part of the whole that was owed."""
    room = cap
    cut: dict[tuple[int, str], int] = {}
    for seat in seats:
        for wager in EVEN_MONEY:
            if (seat, wager) in owed:
                cut[seat, wager] = min(owed[seat, wager], room)
                room -= cut[seat, wager]
    bonuses = [(seat, wager) for seat in seats for wager in BONUSES if (seat, wager) in owed]
    total = sum(owed[key] for key in bonuses)
    if total <= room:
        return cut | {key: owed[key] for key in bonuses}
    exact = {key: Fraction(owed[key] * room, total) for key in bonuses}
    shares = {key: int(exact[key]) for key in bonuses}
    left = room - sum(shares.values())
    # `sorted` keeps the settling order among equal remainders.
    for key in sorted(bonuses, key=lambda key: shares[key] - exact[key])[:left]:
        shares[key] += 1
    return cut | shares
