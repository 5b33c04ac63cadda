"""The same random hands as a `StudRound` and as a `Playout`: same cards, same actions, and what each allows.

Houses have every option, two to eight players have stacks down to a single chip. Some hands begin with irregularities
that the floor settles, and the playout starts in the middle of them; some go on with a copy, or start afresh from the
round, in the middle.
"""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Literal, get_args, get_origin, get_type_hints

from seventh.cards import DECK_52
from seventh.games import book_house
from seventh.house.values import Limits
from seventh.rounds.actions import DEALER, FLOOR, BetTo, BringIn, Call, Check, DeclareAllIn, Fold, VoidRound
from seventh.rounds.driver import dealer_action, from_deck
from seventh.rounds.events import PotWon
from seventh.rounds.legal import Legal
from seventh.rounds.notation import format_value
from seventh.rounds.stud import StudRound
from seventh.rounds.stud.choices import BetRange
from seventh.rounds.stud.house import Rake, Spread, Stakes, StudHouse
from tests.games.stud.playout import Playout
from tests.games.stud.playout_table import PlayoutTable

BOOK = book_house("seven-card-stud")
OPTIONS = {
    name: (False, True) if kind is bool else get_args(kind)
    for name, kind in get_type_hints(StudHouse).items()
    if kind is bool or get_origin(kind) is Literal
}
KINDS = {"fold": Fold, "check": Check, "call": Call, "bring_in": BringIn, "bet_to": BetTo}


def bets(legal: Legal) -> BetRange | None:
    """What may be bet, if anything may."""
    found = legal.of(BetTo)
    assert found is None or isinstance(found, BetRange)
    return found


class Difference(AssertionError):
    """The two do not agree."""


def random_house(rng):
    """Any structure, any stakes, any options."""
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    unit = rng.choice((1, 5, 50))
    small = rng.choice((2, 4, 5, 8)) * unit
    if rng.random() < 0.4:
        options["structure"] = "fixed_limit"
    house = replace(
        BOOK,
        **options,
        table_unit=unit,
        raise_cap=rng.choice((0, 1, 2, 3, 4)),
        stakes=Stakes(
            ante=rng.choice((0, unit, rng.randrange(3 * small))),
            bring_in=rng.choice((unit, small, rng.randint(1, small))),
            small_bet=small,
            big_bet=rng.choice((small, 2 * small, small + unit)),
        ),
        spread=Spread(*[Limits(low, low + rng.randrange(9) * unit) for low in _times(unit, rng)]),
        rake=Rake(
            per_thousand=rng.choice((0, 50, 333, 1000)),
            cap=rng.choice((0, 3, small)),
            no_fourth_street_no_drop=rng.random() < 0.5,
        ),
    )
    return random_house(rng) if list(house.problems()) else house


def _times(unit, rng):
    return [rng.randint(1, 8) * unit for _ in range(5)]


def random_stacks(house, rng):
    stakes = house.stakes
    kinds = (
        lambda: 200 * stakes.big_bet,
        lambda: rng.randint(1, 12 * stakes.big_bet),
        lambda: stakes.ante + rng.randint(1, 30) * stakes.small_bet // 2,
        lambda: rng.randint(1, stakes.ante + 3 * stakes.small_bet),
        lambda: rng.randint(1, stakes.ante + stakes.bring_in + 1),
    )
    weights = rng.choice(
        ((1, 0, 0, 0, 0), (6, 6, 4, 2, 1), (1, 8, 0, 4, 1), (2, 0, 8, 1, 1), (4, 4, 4, 4, 2), (0, 0, 0, 0, 1))
    )
    seats = rng.sample(range(1, house.seats + 1), rng.choice((2, 3, 4, 5, 6, 7, 8, 8)))
    return {seat: rng.choices(kinds, weights)[0]() for seat in seats}


def random_deck(players, rng):
    """Sometimes one in which up to four players who all stay in get the same ranks, so that pots are split."""
    deck = rng.sample(DECK_52, 52)
    if players > 4 or rng.random() < 0.8:
        return deck
    suits = {rank: rng.sample([card for card in deck if card.rank == rank], players) for rank in range(2, 15)}
    dealt = [suits[rank] for rank in rng.sample(range(2, 15), 7)]
    rest = [card for card in deck if not any(card in cards for cards in dealt)]
    first = [card for cards in dealt[:3] for card in cards]
    later = [card for burn, cards in zip(rest, dealt[3:], strict=False) for card in (burn, *cards)]
    return first + later + rest[4:]


class SideBySide:
    """One hand, played twice."""

    def __init__(self, rng):
        self.rng = rng
        self.house = random_house(rng)
        self.counts = Counter(hands=1)
        self.log = []
        self.stacks, self.dealer_position = random_stacks(self.house, rng), rng.randrange(9)
        self.deck = random_deck(len(self.stacks), rng)
        salt = rng.random()
        self.shuffle = lambda cards: Random(salt).sample(list(cards), len(cards))
        self.hand = StudRound(self.house, self.stacks, self.dealer_position)
        self.folding, self.betting = rng.choice((0.02, 0.1, 0.3)), rng.choice((0.3, 0.5, 0.9))

    def stub(self):
        """The cards left to deal, in order."""
        hand = self.hand
        return [card for card in self.deck if card.bit & hand.stock.unordered] + list(hand.stock.known_below)

    def deal_on(self):
        hand = self.hand
        while hand.to_act == {DEALER}:
            self.act(DEALER, dealer_action(hand, from_deck(self.stub()), self.shuffle))

    def act(self, who, action):
        self.log.append(f"{who} {format_value(action)}")
        self.hand.act(who, action)

    def play(self):
        try:
            if self.rng.random() < 0.2:
                playout = self.after_irregularities()
                if playout is None:
                    return self.counts
            else:
                playout = Playout(self.house, self.stacks, self.deck, self.dealer_position, self.shuffle)
                self.deal_on()
            self.go_on(playout)
        except Exception as error:
            if not isinstance(error, Difference):
                error = Difference(repr(error))
            raise Difference("\n".join([str(error), f"{self.house}", f"{self.stacks}", *self.log])) from error
        return self.counts

    def after_irregularities(self):
        """Play alone until the floor has had its say; the playout then starts from there, if the hand still goes on."""
        hand, rng = self.hand, self.rng
        for _ in range(rng.randrange(60)):
            choices = [choice for choice in hand.legal(FLOOR).choices if choice.action is not VoidRound]
            mishaps = [action for choice in choices for action in choice if rng.random() < 0.1]
            if hand.outcome is None and mishaps and rng.random() < 0.1:
                self.act(FLOOR, rng.choice(mishaps))
            elif hand.to_act == {DEALER}:
                self.act(DEALER, dealer_action(hand, from_deck(self.stub()), self.shuffle))
            elif hand.phase == "betting":
                seat = rng.choice([seat for seat in hand.seats if hand.legal(seat)])
                if rng.random() < 0.3 and DeclareAllIn() in hand.legal(seat):
                    self.act(seat, DeclareAllIn())
                elif seat in hand.to_act:
                    self.act(seat, self.choose())
        self.deal_on()
        if hand.phase != "betting":
            return None
        self.counts["after irregularities"] += 1
        return Playout.from_round(hand, self.stub(), shuffle=self.shuffle)

    def go_on(self, playout):
        hand, rng = self.hand, self.rng
        while hand.phase == "betting":
            self.compare(playout)
            self.counts["decisions"] += 1
            if rng.random() < 0.05:
                self.counts["copies"] += 1
                one, other = playout.copy(), playout
                playout, spoilt = rng.choice(((one, other), (other, one)))
                play_to_the_end(spoilt, rng)
                self.compare(playout)
            elif rng.random() < 0.05:
                self.counts["from the middle"] += 1
                playout = self.started_here(playout)
            action = self.choose()
            kind = action.__struct_config__.tag
            self.act(playout.actor, action)
            getattr(playout, kind)(*([action.amount] if kind == "bet_to" else []))
            self.deal_on()
        self.finish(playout)

    def choose(self):
        """Mostly the smallest and the largest bets, for they are where mistakes would be."""
        hand, rng = self.hand, self.rng
        (seat,) = hand.to_act
        legal = hand.legal(seat)
        if legal.of(Fold) and rng.random() < self.folding:
            return Fold()
        bet = bets(legal)
        if bet and rng.random() < self.betting:
            amounts = [*bet.amounts, *range(bet.minimum, bet.maximum + 1, bet.step)]
            return BetTo(rng.choice((min(amounts), min(amounts), max(amounts), rng.choice(amounts))))
        return next(next(iter(choice)) for kind in (Check, Call, BringIn) if (choice := legal.of(kind)))

    def started_here(self, playout):
        new = Playout.from_round(self.hand, self.stub(), shuffle=self.shuffle)
        self.same("the stub", new._deck[new._at :], playout._deck[playout._at :])
        for name in set(PlayoutTable.__slots__) - {"_deck", "_at", "_closer", "_levels", "cards", "up"}:
            self.same(name, getattr(new, name), getattr(playout, name))
        for name in ("_levels", "cards", "up"):
            self.same(name, *([getattr(one, name)[seat] for seat in one.remaining] for one in (new, playout)))
        return new

    def compare(self, playout):
        hand = self.hand
        (seat,) = hand.to_act
        legal = hand.legal(seat)
        self.same("actor", seat, playout.actor)
        kinds = tuple(kind for kind, action in KINDS.items() if legal.of(action))
        self.same("kinds", kinds, playout.kinds)
        call, bet = next(iter(legal.of(Call) or ()), None), bets(legal)
        self.same("to_call", call.amount if isinstance(call, Call) else 0, playout.to_call)
        self.same("amounts", bet.amounts if bet else (), playout.amounts)
        ranged = range(bet.minimum, bet.maximum + 1, bet.step) if bet else range(0)
        self.same("spread", ranged, playout.spread)
        self.same("pot", hand.pot, playout.pot)
        self.same("street", hand.street, playout.street)
        self.same("current bet", hand.bet_to, playout.current_bet)
        for one in hand.hands.values():
            self.same("stack", one.stack, playout.stacks[one.seat])
            self.same("bet", one.bet, playout.bets[one.seat])
            self.same("in", one.status == "in", one.seat in playout.remaining)
            if one.status == "in":
                self.same("cards", sum(card.bit for card in one.cards), playout.cards[one.seat])
                self.same("up", sum(card.bit for card in one.up), playout.up[one.seat])
        self.same("common", sum(card.bit for card in hand.common), playout.common)

    def finish(self, playout):
        """At the showdown some muck what they can; that changes nothing."""
        hand, rng = self.hand, self.rng
        self.counts["showdowns"] += hand.phase == "showdown"
        while hand.outcome is None:
            (seat,) = hand.to_act
            self.act(seat, next(iter(rng.choice(hand.legal(seat).choices))))
        self.same("actor", None, playout.actor)
        self.same("choices", ((), 0, (), range(0)), (playout.kinds, playout.to_call, playout.amounts, playout.spread))
        self.same("stacks", {one.seat: one.stack for one in hand.hands.values()}, stacks_of(playout))
        self.same("rake", hand.house_result, playout.rake)
        self.same("pot", 0, playout.pot)
        pots = {event.pot for event in hand.events if isinstance(event, PotWon)}
        self.counts["side pots"] += len(pots) > 1
        self.counts["split pots"] += any(event.clause == "S22" for event in hand.events if isinstance(event, PotWon))
        self.counts["common cards"] += bool(hand.common)
        self.counts[self.house.structure] += 1

    def same(self, what, expected, found):
        if expected != found:
            raise Difference(f"{what}: the round has {expected}, the playout {found}")


def stacks_of(playout):
    return {seat: playout.stacks[seat] for seat in playout.order}


def play_to_the_end(playout, rng):
    """Random actions."""
    while playout.actor is not None:
        kind = rng.choice(playout.kinds)
        if kind == "bet_to":
            playout.bet_to(rng.choice([*playout.amounts, *playout.spread[:9]]))
        else:
            getattr(playout, kind)()


def play_block(seed, hands):
    """Hands that the same seed repeats."""
    counts = Counter()
    for number in range(hands):
        try:
            counts += SideBySide(Random(f"{seed}.{number}")).play()
        except Difference as difference:
            raise Difference(f"hand {number} of block {seed}\n{difference}") from None
    return counts
