"""The same random hands of fixed-limit stud here and in PokerKit: same cards, same actions, and what each allows.

PokerKit always caps the raises, has no open-pair and no half-bet rule, and gives odd chips to the first player from the
dealer's left: our house is set to that. Where it differs from the rulebook and there is no setting, the difference has
a name in `MENDED` or `DEPARTURES`, with the clause that decides for us and the exact circumstances in which it may
appear. Any other difference is a failure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from pokerkit import Automation, FixedLimitSevenCardStud, State

from seventh.cards import DECK_52
from seventh.games import new_round, parse_house
from seventh.house import House
from seventh.rounds.actions import Action, BetTo, BringIn, Call, Check, Fold
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.events import BetMade, BetsCollected, BroughtIn, Burned, Dealt, PotWon
from seventh.rounds.notation import format_value
from seventh.rounds.stud import StudRound
from tests.games.stud.by_the_clauses import expected, street_of

AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
CUSTOMS = """
table_unit = 1
uncapped_heads_up = false
fourth_street_pair_doubles = false
half_bet_rule = false
odd_chip = "left_of_dealer"
"""
STAKES = (
    (50, 100, 400, 800),
    (0, 100, 400, 800),
    (5, 5, 20, 40),
    (10, 25, 60, 100),
    (3, 7, 15, 30),
    (100, 40, 100, 200),
)
"""Ante, bring-in, small bet, big bet."""


class Difference(AssertionError):
    """The two do not agree, and no departure explains it."""


@dataclass(frozen=True)
class Allowed:
    """What a seat may do, in terms that both understand."""

    seat: int
    fold: bool
    bring_in: int | None
    call: int | None
    """0 is a check."""
    raise_to: tuple[int, ...]


def ours(hand: StudRound) -> Allowed:
    (seat,) = hand.to_act
    assert isinstance(seat, int)
    legal = hand.legal(seat)
    call, bet = legal.of(Call), legal.of(BetTo)
    return Allowed(
        seat,
        Fold() in legal,
        min(hand.house.stakes.bring_in, hand.hands[seat].stack) if BringIn() in legal else None,
        next(iter(call)).amount if call else 0 if Check() in legal else None,  # type: ignore[attr-defined]
        tuple(action.amount for action in bet) if bet else (),  # type: ignore[attr-defined]
    )


def theirs(state: State) -> Allowed:
    low, high = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    assert low == high
    return Allowed(
        state.actor_index + 1 if state.actor_index is not None else 0,
        state.can_fold(),
        state.effective_bring_in_amount,
        state.checking_or_calling_amount,
        () if low is None else (low,),
    )


# Where PokerKit differs.


def _street_events(hand: StudRound) -> list[BetMade | BroughtIn]:
    """The bets of the betting round that is going on."""
    last = max((place for place, event in enumerate(hand.events) if isinstance(event, BetsCollected)), default=-1)
    return [event for event in hand.events[last + 1 :] if isinstance(event, BetMade | BroughtIn)]


def low_card_all_in_from_the_ante(hand: StudRound, them: Allowed) -> Allowed:
    """S21: when the low card is all-in from the ante, the next player may fold instead of bringing in."""
    return replace(them, fold=True) if hand.betting.bring_in_due and them.seat != hand.betting.opener else them


def folding_without_a_bet(_: StudRound, them: Allowed) -> Allowed:
    """S9: a player who could check may fold; PokerKit finds no reason for it."""
    return replace(them, fold=True) if them.call == 0 else them


def bring_in_called_a_completion(hand: StudRound, them: Allowed) -> Allowed:
    """S18, S21: who has no more than the bring-in brings in; PokerKit offers the same chips as a completion too."""
    (to,) = them.raise_to or (0,)
    return replace(them, raise_to=()) if hand.betting.bring_in_due and to <= hand.house.stakes.bring_in else them


def short_bring_in(hand: StudRound, us: Allowed, them: Allowed) -> bool:
    """S21: after a short all-in bring-in the others owe the full bring-in; in PokerKit only what was posted."""
    brought = [event for event in _street_events(hand) if isinstance(event, BroughtIn)]
    short = bool(brought) and brought[0].amount < hand.house.stakes.bring_in
    return short and hand.street == 3 and hand.bet_to == hand.house.stakes.bring_in and us.seat == them.seat


def short_all_in(hand: StudRound, us: Allowed, them: Allowed) -> bool:
    """S21: after an all-in for less than a full bet, completion or raise, the next one goes to the full amount.

    PokerKit lets it go a bet above the all-in, counts the all-in against the cap, takes it for the completion, and
    measures what reopens the betting by the largest growth of the bet so far. Ours must be what the clauses say.
    """
    street, (size,) = street_of(hand), hand.betting.full_bets.sizes
    bets = [event.to for event in _street_events(hand) if isinstance(event, BetMade)]
    # Full bets are whole sizes: without the half-bet rule nothing else is one.
    some_short = any(to % size for to in bets)
    by_the_clauses = tuple(sorted(expected(hand, street, us.seat)))
    return some_short and us.raise_to == by_the_clauses and us == replace(them, raise_to=us.raise_to)


MENDED: tuple[Callable[[StudRound, Allowed], Allowed], ...] = (
    folding_without_a_bet,
    low_card_all_in_from_the_ante,
    bring_in_called_a_completion,
)
"""Known differences where PokerKit should have allowed more."""
DEPARTURES: tuple[Callable[[StudRound, Allowed, Allowed], bool], ...] = (
    short_bring_in,
    short_all_in,
)
"""Known differences in what is allowed. The hand continues with an action that both allow."""
ENDS = short_bring_in.__name__
"""The difference after which the pots differ and the hand can no longer be compared."""


def odd_chips(hand: StudRound, us: list[int], them: list[int]) -> bool:
    """S22: every pot has its own odd chips, one for each of the first winners.

    PokerKit puts pots together whose players differ only in beaten hands, and gives all odd chips of a pot to the first
    winner. So players who share pots may differ, by no more than the odd chips of these.
    """
    pots: dict[int, dict[int, int]] = {}
    for event in hand.events:
        if isinstance(event, PotWon):
            pots.setdefault(event.pot, {})[event.seat] = event.amount
    split = [shares for shares in pots.values() if len(shares) > 1]
    odd = sum(sum(shares.values()) % len(shares) for shares in split)
    sharing = {seat for shares in split for seat in shares}
    differ = {seat: ours - theirs for seat, ours, theirs in zip(hand.order, us, them, strict=True) if ours != theirs}
    return len(split) > 0 and differ.keys() <= sharing and sum(differ.values()) == 0 and max(differ.values()) <= odd


# Playing.


@cache
def house_of(stakes: tuple[int, int, int, int]) -> House:
    ante, bring_in, small, big = stakes
    amounts = f"[stakes]\nante = {ante}\nbring_in = {bring_in}\nsmall_bet = {small}\nbig_bet = {big}\n"
    return parse_house(CUSTOMS + amounts, "seven-card-stud")


@dataclass
class Both:
    """One hand, played here and there."""

    hand: StudRound
    state: State
    mirrored: int = 0
    log: list[str] = field(default_factory=list)

    @classmethod
    def begin(cls, stakes: tuple[int, int, int, int], stacks: list[int]) -> Both:
        hand = new_round(house_of(stakes), dict(enumerate(stacks, 1)))
        assert isinstance(hand, StudRound)
        return cls(hand, FixedLimitSevenCardStud.create_state(AUTOMATIC, True, *stakes, stacks, len(stacks)))

    def mirror_cards(self) -> None:
        """Give PokerKit the cards that were dealt here; its first deal is three cards at once to each player."""
        events = [event for event in self.hand.events[self.mirrored :] if isinstance(event, Burned | Dealt)]
        first = self.mirrored == 0
        self.mirrored = len(self.hand.events)
        if first:
            for hand in self.hand.hands.values():
                self.state.deal_hole("".join(card.text for card in hand.cards[:3]))
            events = events[3 * len(self.hand.hands) :]
        for event in events:
            if isinstance(event, Burned):
                self.state.burn_card(event.card)
            else:
                self.state.deal_hole(event.cards)

    def act(self, seat: int, action: Action) -> None:
        self.log.append(f"{seat} {format_value(action)}")
        self.hand.act(seat, action)
        if isinstance(action, Fold):
            self.state.fold()
        elif isinstance(action, BringIn):
            self.state.post_bring_in()
        elif isinstance(action, BetTo):
            self.state.complete_bet_or_raise_to(action.amount)
        else:
            self.state.check_or_call()

    def explain(self, what: str, us: object, them: object) -> str:
        stakes = self.hand.house.stakes
        lines = [what, f"ours: {us}", f"PokerKit: {them}", f"{stakes}", f"stacks {self.hand.seats}", *self.log]
        return "\n".join([*lines, *map(format_value, self.hand.events)])


def _stacks(players: int, stakes: tuple[int, int, int, int], rng: Random) -> list[int]:
    """Deep, short, and down to less than the ante."""
    ante, bring_in, small, big = stakes
    kinds = (
        lambda: 100 * big,
        lambda: rng.randrange(1, 12 * big),
        lambda: rng.randrange(1, 3 * small + ante),
        lambda: rng.randrange(1, max(ante + bring_in + 2, 2)),
    )
    weights = rng.choice(((1, 0, 0, 0), (6, 6, 2, 1), (1, 8, 4, 1), (4, 4, 4, 2)))
    return [rng.choices(kinds, weights)[0]() for _ in range(players)]


def _choose(allowed: Allowed, shared: Allowed, rng: Random, keen: bool) -> Action:
    """Each kind of action equally likely, folding one time in ten; keen players bet and raise when they can."""
    if allowed.fold and shared.fold and rng.random() < 0.1:
        return Fold()
    actions: list[Action] = [BetTo(to) for to in allowed.raise_to if to in shared.raise_to]
    if keen and actions and rng.random() < 0.7:
        return actions[0]
    if allowed.bring_in is not None:
        actions.append(BringIn())
    if allowed.call is not None:
        actions.append(Call(allowed.call) if allowed.call else Check())
    return rng.choice(actions)


def play_hand(rng: Random) -> Counter[str]:
    """Play one hand in both and compare; counts what came up."""
    players, stakes = rng.randrange(2, 7), rng.choice(STAKES)
    both = Both.begin(stakes, _stacks(players, stakes, rng))
    hand, state = both.hand, both.state
    deck = list(DECK_52)
    rng.shuffle(deck)
    draw, keen = from_deck(deck), rng.random() < 0.5
    counts, departures = Counter(hands=1), set()
    while ENDS not in departures:
        deal_on(hand, draw)
        both.mirror_cards()
        if hand.phase == "showdown":
            for seat in hand.queue:
                hand.act(seat, hand.default(seat))
        if hand.outcome is not None:
            break
        us, them = ours(hand), theirs(state)
        shared = them
        for mend in MENDED:
            if mend(hand, them) != them:
                departures.add(mend.__name__)
                them = mend(hand, them)
        if us != them:
            name = next((departure.__name__ for departure in DEPARTURES if departure(hand, us, them)), None)
            if name is None:
                raise Difference(both.explain("different choices", us, them))
            departures.add(name)
        else:
            counts["decisions"] += 1
        if ENDS not in departures:
            both.act(us.seat, _choose(us, shared, rng, keen))
    else:
        return counts + Counter(departures)
    stacks = [one.stack for one in hand.hands.values()]
    if stacks != state.stacks or state.status:
        if state.status or not odd_chips(hand, stacks, state.stacks):
            raise Difference(both.explain("different stacks", stacks, state.stacks))
        departures.add(odd_chips.__name__)
    else:
        counts["same stacks"] += 1
    counts["side pots"] += any(isinstance(event, PotWon) and event.pot for event in hand.events)
    return counts + Counter(departures)


def play_block(seed: str, hands: int) -> Counter[str]:
    """Hands that the same seed repeats."""
    rng, counts = Random(seed), Counter[str]()
    for number in range(hands):
        try:
            counts += play_hand(rng)
        except Difference as difference:
            raise Difference(f"hand {number} of block {seed}\n{difference}") from None
    return counts
