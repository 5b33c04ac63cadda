"""The legal bets at fixed limit in a live hand, from a second reading of the clauses (`naive.fixed_limit`)."""

from seventh.rounds.events import BetMade, BetsCollected, BroughtIn, Called, Checked, Folded
from tests.naive.fixed_limit import Street

DEEDS: dict[type, str] = {BroughtIn: "bring in", BetMade: "bet", Called: "call", Checked: "check", Folded: "fold"}


def street_of(hand):
    """What the rules make of this street before anybody has acted."""
    house, stakes = hand.house, hand.house.stakes
    sizes: tuple[int, ...] = (stakes.small_bet,) if hand.street < 5 else (stakes.big_bet,)
    pair = any(len({card.rank for card in one.up}) < len(one.up) for one in hand.remaining)
    if hand.street == 4 and pair and house.fourth_street_pair_doubles and stakes.big_bet > stakes.small_bet:
        sizes = (stakes.small_bet, stakes.big_bet)
    bring_in = stakes.bring_in if hand.street == 3 else 0
    return Street(sizes, bring_in, house.raise_cap, house.half_bet_rule, house.completion_counts)


def story_of(hand):
    """What has been done on this street."""
    last = max((place for place, event in enumerate(hand.events) if isinstance(event, BetsCollected)), default=-1)
    deeds = [event for event in hand.events[last + 1 :] if type(event) in DEEDS]
    return [(event.seat, DEEDS[type(event)], getattr(event, "to", 0)) for event in deeds]


def expected(hand, street, seat):
    """The amounts by the clauses; none if nobody is left who could call more than is owed."""
    chips = {one.seat: one.bet + one.stack for one in hand.remaining if one.stack}
    if not any(other != seat and more > hand.bet_to for other, more in chips.items()):
        return set()
    return street.bets(story_of(hand), seat, chips[seat])
