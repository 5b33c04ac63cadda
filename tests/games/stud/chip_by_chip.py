"""Random hands of the stud family, with many all-ins and ties, and their settlement counted chip by chip."""

from typing import Any

from seventh.cards import DECK_52, format_cards
from seventh.games import parse_house
from seventh.rounds.actions import BetTo, Fold, Muck, Show
from seventh.rounds.driver import deal_on
from seventh.rounds.events import AntePosted, BetMade, BetsCollected, BroughtIn, Called, Folded, RakeTaken
from seventh.rounds.stud import StudRound
from tests.games.stud.at_stud import cheapest
from tests.naive import ranking
from tests.naive.low import low_key
from tests.naive.side_pots import settle

HOUSES = (
    'structure = "{}"\nodd_chip = "{}"\nall_in_shown = {}\ntable_unit = 1\n'
    + """
[stakes]
ante = 5
bring_in = 7
small_bet = 20
big_bet = 40
[spread]
third = {{ minimum = 7, maximum = 40 }}
fourth = {{ minimum = 7, maximum = 40 }}
fifth = {{ minimum = 7, maximum = 40 }}
sixth = {{ minimum = 7, maximum = 40 }}
seventh = {{ minimum = 7, maximum = 40 }}
[rake]
per_thousand = {}
cap = {}
no_fourth_street_no_drop = {}
"""
)
STRUCTURES = ("fixed_limit", "fixed_limit", "spread_limit", "pot_limit", "no_limit", "no_limit")


def random_house(rng, game):
    return parse_house(
        HOUSES.format(
            rng.choice(STRUCTURES),
            rng.choice(("high_card_by_suit", "left_of_dealer")),
            rng.choice(("true", "false")),
            rng.choice((0, 0, 25, 50, 333)),
            rng.choice((0, 3, 10)),
            rng.choice(("true", "false")),
        ),
        game,
    )


def alike(deck, likeness, rng):
    """Deal from a deck, now and then a card of the rank that another seat got in its place: that makes ties."""
    left, held = list(deck), {}

    def draw(place, number):
        cards = []
        for _ in range(number):
            mine = held.setdefault(place, [])
            ranks = {theirs[len(mine)].rank for seat, theirs in held.items() if len(theirs) > len(mine)}
            alike = [card for card in left if card.rank in ranks] if rng.random() < likeness else []
            card = (alike or left)[0]
            left.remove(card)
            mine.append(card)
            cards.append(card)
        return format_cards(cards)

    return draw


def random_hand(rng, game="seven-card-stud"):
    """Two to eight players, many of them short, most of them willing to put everything in."""
    players, position = rng.randrange(2, 9), rng.randrange(9)
    chips = [rng.choice((rng.randrange(1, 60), rng.randrange(1, 300), 400)) for _ in range(players)]
    hand = StudRound(
        random_house(rng, game), dict(zip(sorted(rng.sample(range(1, 9), players)), chips, strict=True)), position
    )
    draw = alike(rng.sample(DECK_52, 52), rng.choice((0, 1)), rng)
    folding, raising = rng.choice((0.0, 0.05, 0.2)), rng.choice((0.2, 0.5, 0.9))
    while hand.outcome is None:
        deal_on(hand, draw, lambda cards: rng.sample(list(cards), len(cards)))
        for seat in hand.to_act:
            hand.act(seat, random_action(hand, seat, rng, folding, raising))
    return hand


def random_action(hand, seat, rng, folding, raising):
    legal = hand.legal(seat)
    if hand.phase == "showdown":
        return Muck() if Muck() in legal and rng.random() < 0.5 else Show()
    if Fold() in legal and rng.random() < folding:
        return Fold()
    bets = legal.of(BetTo)
    if bets and rng.random() < raising:
        amounts = list(bets)
        return rng.choice((amounts[0], amounts[-1], rng.choice(amounts)))
    return cheapest(hand, seat)


def put_in(hand):
    """What each seat put in, from the events alone; returned bets are not looked at."""
    total, street = dict.fromkeys(hand.seats, 0), dict.fromkeys(hand.seats, 0)
    for event in hand.events:
        if isinstance(event, BetsCollected):
            street = dict.fromkeys(hand.seats, 0)
        elif isinstance(event, AntePosted | BroughtIn | Called):
            total[event.seat] += event.amount
            street[event.seat] += event.amount if not isinstance(event, AntePosted) else 0
        elif isinstance(event, BetMade):
            total[event.seat] += event.to - street[event.seat]
            street[event.seat] = event.to
    return total


def odd_chip_order(hand):
    """By the highest own card, aces and spades first; or from the dealer's left."""
    if hand.house.odd_chip == "left_of_dealer":
        clockwise = [*range(hand.dealer_position + 1, 9), *range(1, hand.dealer_position + 1)]
        return [seat for seat in clockwise if seat in hand.seats]
    highest = {seat: max((card.rank, card.suit) for card in hand.hands[seat].cards) for seat in hand.seats}
    return sorted(hand.seats, key=highest.__getitem__, reverse=True)


def naive_settlement(hand):
    folded = {event.seat for event in hand.events if isinstance(event, Folded)}
    still_in, lows = [seat for seat in hand.seats if seat not in folded], {}
    strengths: dict[int, Any]
    if len(still_in) == 1:
        strengths = {still_in[0]: 0}
    else:
        held = {seat: hand.hands[seat].cards + hand.common for seat in still_in}
        strengths = {seat: ranking.best(cards) for seat, cards in held.items()}
        if len(hand.house.family.shares) > 1:
            lows = {seat: low_key(cards) for seat, cards in held.items()}
            lows = {seat: [-rank for rank in ranks] for seat, (counts, ranks) in lows.items() if is_low(counts, ranks)}
    rake = hand.house.rake
    free = rake.no_fourth_street_no_drop and hand.street == 3
    rate = 0 if free else rake.per_thousand
    return settle(put_in(hand), strengths, odd_chip_order(hand), rate, rake.cap, lows=lows)


def is_low(counts, ranks):
    """Eight or better: five ranks, none above the eight."""
    return counts == [1] * 5 and max(ranks) <= 8


def check(hand):
    expected, paid_in = naive_settlement(hand), put_in(hand)
    stacks = {seat: chips - paid_in[seat] + expected.paid[seat] for seat, chips in hand.seats.items()}
    assert {seat: hand.hands[seat].stack for seat in hand.seats} == stacks
    assert sum(event.amount for event in hand.events if isinstance(event, RakeTaken)) == expected.rake
    assert hand.house_result == expected.rake
    assert sum(expected.paid.values()) + expected.rake == sum(paid_in.values())
    return expected
