"""7 Card Thrill, settled from clauses T1 to T13 alone."""

from __future__ import annotations

from seventh.cards import Card
from tests.naive import Hand, Paid, in_limits, odds, ranking, won

KING, JACK = 13, 11


def may_wager(house: dict, amounts: dict[str, int]) -> bool:
    """T2, T3, T12: whether these wagers may be made before the cards."""
    primary = [wager for wager in amounts if wager != "special"]
    if not primary or (house["primary_wagers"] == "exactly_one" and len(primary) > 1):
        return False
    return all(in_limits(house, wager, amount) for wager, amount in amounts.items())


def settle(house: dict, hands: list[Hand], dealer: tuple[Card, ...], void: str | None = None) -> Paid:
    """Every wager on the layout; `void` is what voided the round, if anything did."""
    paid: Paid = {}
    for hand in hands:
        room = house["cap"] or None
        for wager in ("poker", "pair_of_kings", "three_of_a_kind", "full_house", "special"):
            if wager not in hand.wagers:
                continue
            amount = hand.wagers[wager]
            if void is not None or hand.voided is not None:
                stake, payoff = amount, 0
            else:
                stake, payoff = _one_wager(house, hand, wager, amount, dealer)
            if room is not None:
                payoff = min(payoff, room)
                room -= payoff
            paid[hand.seat, wager] = (stake, payoff)
    return paid


def _rank(house: dict, cards: tuple[Card, ...]) -> ranking.Rank:
    return ranking.best(cards, 13.5 if house["ace_to_five"] == "second" else 5, house["joker_in_flush"])


def _one_wager(house: dict, hand: Hand, wager: str, amount: int, dealer: tuple[Card, ...]) -> tuple[int, int]:
    mine = _rank(house, hand.cards if house["best_five_plays"] or hand.kept is None else hand.kept)
    if wager == "poker":
        theirs = _rank(house, dealer)
        if mine == theirs:
            return amount, 0
        if mine < theirs:
            return 0, 0
        row = "low_dealer_hand" if _king_jack_high_or_lower(theirs) else "higher"
        return amount, won(house, house["pays"][wager].get(row, 0), amount)
    found = _row(house, wager, mine)
    pays = house["pays"][wager].get(found, 0)
    return (amount, won(house, pays, amount)) if odds(pays) else (0, 0)


def _king_jack_high_or_lower(rank: ranking.Rank) -> bool:
    """T7: no pair, and the two highest cards are at most a king and a jack."""
    if ranking.name(rank) != "high_card":
        return False
    top, second = rank[1][:2]
    return top < KING or (top == KING and second <= JACK)


def _row(house: dict, wager: str, rank: ranking.Rank) -> str | None:
    """T8 and T9: the row of the pay table that a hand wins by, if any."""
    category = ranking.name(rank)
    if wager == "special":
        return category if category in ("five_aces", "royal_flush", "straight_flush") else None
    if wager != "pair_of_kings":
        return wager if ranking.at_least(rank, wager) else None
    if category == "high_card" or (category == "pair" and rank[1][0] < KING):
        return None
    half = category == "pair" and rank[1][0] == KING
    if house["half_pay_kings"] == "holds_kings":
        half = half or (category == "two_pair" and KING in rank[1][:2])
        half = half or (category == "full_house" and rank[1][1] == KING)
    return "kings" if half else "better"
