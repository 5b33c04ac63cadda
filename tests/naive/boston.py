"""Boston 7 Stud Poker, settled from clauses B5 to B20 alone."""

from __future__ import annotations

from seventh.cards import Card
from tests.naive import Hand, Paid, in_limits, odds, ranking, won

DEALING, DECIDING, FINAL = "first three", "deciding", "final four"
"""The stages that matter to the three-card bonus: it can be settled from the second, and must be by the third (B5)."""

EXPOSED, EXPOSED_LATE, FACE_UP, DEALER_COUNT, SHUFFLER, FLOOR = "B15", "B20", "B16", "B18", "B19", "called off"
"""What may void a whole round."""


def may_wager(house: dict, amounts: dict[str, int]) -> bool:
    """B2, B3, B13, B14: whether these wagers may be made before the cards."""
    ante, first, bonus = (amounts.get(wager, 0) for wager in ("ante", "first", "three_card_bonus"))
    if not ante or not in_limits(house, "ante", ante) or first not in (0, ante):
        return False
    if bonus and (not first or not in_limits(house, "three_card_bonus", bonus)):
        return False
    return not (house["three_card_up_to_ante"] and bonus > ante)


def further_wagers(house: dict, hand: Hand, stack: int) -> list[int]:
    """B7: the amounts that a player who has not decided may bet."""
    first = hand.wagers.get("first")
    return [first] if first and first <= stack else []


def settle(house: dict, hands: list[Hand], dealer: tuple[Card, ...], stage: str, void: str | None = None) -> Paid:
    """Every wager on the layout; `stage` is where the round was when it ended or was voided for `void`."""
    paid: Paid = {}
    for hand in hands:
        paid.update(_one_hand(house, hand, dealer, stage, void))
    return paid


def _one_hand(house: dict, hand: Hand, dealer: tuple[Card, ...], stage: str, void: str | None) -> Paid:
    lines: dict[str, tuple[int, int]] = {}

    def returned(wager: str, payoff: int = 0) -> None:
        lines[wager] = (hand.wagers[wager], payoff)

    def lost(wager: str, payoff: int = 0) -> None:
        lines[wager] = (0, payoff)

    if hand.voided is not None:
        stage, void = hand.voided, None  # settled there and then, whatever came later
    three_pays = _three_card_pays(house, hand)
    bonus = hand.wagers.get("three_card_bonus")
    if bonus is not None:
        claimed = "three_card_bonus" in hand.claimed
        automatic = house["three_card_claim"] == "automatic" and stage != DEALING
        if claimed or automatic:
            if three_pays:
                returned("three_card_bonus", won(house, three_pays, bonus))
            else:
                lost("three_card_bonus")
        elif stage == FINAL:
            lost("three_card_bonus")

    if hand.voided is not None or void is not None:
        _void(house, hand, void, three_pays, lines)
    elif hand.folded:
        for wager in hand.wagers:
            if wager not in lines:
                lost(wager)
    else:
        _showdown(house, hand, dealer, lines)
    return _capped(house, hand, lines)


def _three_card_pays(house: dict, hand: Hand) -> int | str:
    if len(hand.cards) < 3:
        return 0
    pays = house["pays"]["three_card_bonus"].get(ranking.three(hand.cards[:3]), 0)
    return pays if odds(pays) else 0


def _void(house: dict, hand: Hand, void: str | None, three_pays: int | str, lines: dict) -> None:
    """B15, B19, B20: wagers are returned, and where the exception applies the first three cards are paid."""
    exception = void in (EXPOSED, SHUFFLER)
    if house["three_card_exception"] == "every_void":
        # One void hand has the wrong number of cards, which no table can be read by; it has no exception.
        exception = void not in (None, FLOOR)
    trips = len(hand.cards) >= 3 and ranking.three(hand.cards[:3]) == "three_of_a_kind"
    for wager, amount in hand.wagers.items():
        if wager in lines:
            continue  # what has been settled stays settled
        if wager == "three_card_bonus" and exception:
            lines[wager] = (amount, won(house, three_pays, amount))
        elif hand.folded and not house["void_refunds_folded"] and wager != "three_card_bonus":
            lines[wager] = (0, 0)
        elif wager == "ante" and exception and trips:
            lines[wager] = (amount, won(house, house["pays"]["ante_bonus"].get("three_of_a_kind", 0), amount))
        else:
            lines[wager] = (amount, 0)


def _showdown(house: dict, hand: Hand, dealer: tuple[Card, ...], lines: dict) -> None:
    """B11 to B13."""
    best = ranking.best(hand.cards)
    mine = best if hand.kept is None else ranking.five(hand.kept)
    theirs = ranking.best(dealer)
    bonus_hand = best if house["bonus_hand"] == "best_of_seven" else mine
    ante = hand.wagers["ante"]
    pays = house["pays"]["ante_bonus"].get(ranking.name(bonus_hand), 0)
    bonus = won(house, pays, ante)
    if "first" not in hand.wagers and house["ante_only"] == "bonus_table":
        lines["ante"] = (ante, bonus) if odds(pays) else (0, 0)
        return
    lines["ante"] = (0 if mine < theirs else ante, bonus)
    for wager in ("first", "second"):
        if wager in hand.wagers:
            amount = hand.wagers[wager]
            if mine > theirs:
                lines[wager] = (amount, amount)
            else:
                lines[wager] = (amount if mine == theirs else 0, 0)


def _capped(house: dict, hand: Hand, lines: dict) -> Paid:
    """B14: one cap on all that a hand is paid, taken up by the wagers in the order they are settled."""
    room = None
    if "ante" in hand.wagers:
        tiers = [tier for tier in house["caps"] if hand.wagers["ante"] <= tier["ante_up_to"]]
        if tiers and tiers[0]["pays_at_most"]:
            room = tiers[0]["pays_at_most"]
    paid: Paid = {}
    for wager in ("three_card_bonus", "first", "second", "ante"):
        if wager in lines:
            stake, payoff = lines[wager]
            if room is not None:
                payoff = min(payoff, room)
                room -= payoff
            paid[hand.seat, wager] = (stake, payoff)
    assert {wager for _, wager in paid} == set(hand.wagers)
    return paid
