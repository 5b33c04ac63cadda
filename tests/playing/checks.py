"""What must hold of every round at every moment, whatever was done in it."""

from __future__ import annotations

from itertools import groupby, islice
from random import Random
from typing import Any

import msgspec

from seventh.cards import parse_cards
from seventh.rounds import events as ev
from seventh.rounds.actions import Action, Bet, BringIn, Claim, Deal, Fold, PlaceWagers, Who
from seventh.rounds.legal import Refused
from seventh.rounds.notation import format_value, parse_action, parse_event
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots
from seventh.rounds.stud import StudRound
from seventh.rounds.view import RoundView
from tests.playing.adapters import Adapter, start_of
from tests.playing.moves import any_action, everyone, near_wagers, one_of
from tests.playing.stud import StudWatcher
from tests.playing.watching import Watcher

Log = list[tuple[Who, Action]]

CARD_FIELDS = ("card", "cards", "discards", "order")


class Broken(AssertionError):
    """Something that must hold does not."""


def require(holds: object, message: str, *details: object) -> None:
    if not holds:
        raise Broken(" | ".join([message, *map(str, details)]))


# Cheap enough for every step.


def the_game_holds(adapter: Adapter, hand: Round) -> None:
    """What only this game can say."""
    adapter.holds(hand)


def chips_are_conserved(adapter: Adapter, hand: Round) -> None:
    total, brought = adapter.chips(hand), sum(hand.seats.values())
    require(total == brought, "chips are not conserved", total, brought)


def cards_are_in_one_place(adapter: Adapter, hand: Round) -> None:
    """Unknown cards of the dealer count as still in the deck, since nobody can say which they are."""
    lying = sorted(card for cards in hand.places().values() for card in cards if card != "??")
    require(lying == sorted(card.text for card in adapter.deck), "a card is nowhere or twice", hand.places())


def round_can_continue(hand: Round) -> None:
    if hand.outcome is not None:
        require(not hand.to_act, "a closed round still has someone to act", hand.to_act)
        require(not any(hand.legal(who) for who in everyone(hand)), "a closed round allows something")
        return
    require(hand.to_act, "an open round waits for nobody")
    for who in hand.to_act:
        require(hand.legal(who), f"{who} is waited for and can do nothing")


def settlement_is_the_rulebooks(hand: Round, watcher: Watcher) -> None:
    """Line by line, and the lines add up."""
    outcome = hand.outcome
    assert outcome is not None
    if isinstance(hand, StudRound) and isinstance(watcher, StudWatcher):
        pots_are_the_rulebooks(hand, watcher)
        return
    ours = {(line.seat, line.wager): (line.returned, line.payoff) for line in outcome.settled}
    require(len(ours) == len(outcome.settled), "a wager is settled twice", outcome.settled)
    theirs = watcher.settle()
    if theirs is not None and ours != theirs:
        differ = {key: (ours.get(key), theirs.get(key)) for key in ours | theirs if ours.get(key) != theirs.get(key)}
        raise Broken(f"the settlement is not the rulebook's (ours, the rulebook's): {differ}")
    for line in outcome.settled:
        require(line.returned in (0, line.amount) and line.payoff >= 0, "chips from nowhere", line)
        require(not line.uncapped or line.payoff < line.uncapped, "a cap that cuts nothing", line)
        require(bool(line.returned) == (line.result != "lose"), "the result does not fit the chips", line)
    for seat, brought in hand.seats.items():
        stack = next(one.stack for one in hand.view(None).seats if one.seat == seat)
        require(stack == brought + outcome.net(seat), "the stack is not what was settled", seat)


def pots_are_the_rulebooks(hand: StudRound, watcher: StudWatcher) -> None:
    """Chip by chip (S22, S25); a hand that was called off gives everything back."""
    stacks = {seat: hand.hands[seat].stack for seat in hand.seats}
    if watcher.void:
        require(stacks == hand.seats and not hand.house_result, "a void hand costs something", stacks, hand.seats)
        return
    theirs = watcher.pots(list(hand.seats), hand.dealer_position)
    if theirs is None:
        return
    expected = {seat: chips - watcher.put_in[seat] + theirs.paid[seat] for seat, chips in hand.seats.items()}
    require(stacks == expected, "the pots are not settled as the rulebook says", stacks, expected, theirs)
    require(hand.house_result == theirs.rake, "the rake is not the rulebook's", hand.house_result, theirs)


def settles_from_the_right(events: tuple[ev.Event, ...]) -> None:
    """B10: what one action settles goes from the last seat to the first, for each wager."""
    last: dict[str, int] = {}
    for event in events:
        if isinstance(event, ev.Settled):
            require(event.seat < last.get(event.wager, 99), "settled in another order", events)
            last[event.wager] = event.seat


# For a sample of steps.


def replay_gives_the_same(hand: Round) -> None:
    again = type(hand).replay(hand.house, hand.seats, hand.events, **start_of(hand))
    require(again == hand, "replaying the events gives another state")
    require(again.view(None) == hand.view(None), "replaying the events gives another view")


def text_reads_back(values: tuple[Any, ...]) -> None:
    for value in values:
        parse = parse_event if isinstance(value, ev.Event) else parse_action
        text = format_value(value)
        require(parse(text) == value, "text does not read back", value, text)
        require("\n" not in text, "text takes more than a line", text)


def defaults_are_free(hand: Round) -> None:
    for seat in hand.to_act:
        if isinstance(seat, int):
            action = hand.default(seat)
            require(action in hand.legal(seat), "the default is not legal", seat, action)
            after = hand.copy()
            after.act(seat, action)
            stacks = [next(s.stack for s in one.view(None).seats if s.seat == seat) for one in (hand, after)]
            forced = isinstance(action, BringIn) and Fold() not in hand.legal(seat)
            require(forced or stacks[1] >= stacks[0], "the default adds chips", seat, action)


def legal_and_act_agree(hand: Round, rng: Random, others: int = 6) -> None:
    before = hand.copy()
    for who in everyone(hand):
        legal = hand.legal(who)
        for choice in legal.choices:
            listed = list(islice(choice, 200))
            if len(listed) < 200:
                require(choice.count == len(listed), "the count is not the number", who, choice.describe())
                require(len(set(map(format_value, listed))) == len(listed), "listed twice", who, choice.describe())
            picked = one_of(hand, choice, rng)
            for action in [*rng.sample(listed, min(3, len(listed))), *([picked] if picked is not None else [])]:
                require(action in legal, "listed, and not in it", who, action)
                text_reads_back((action,))
                after = hand.copy()
                after.act(who, action)
                require(len(after.events) > len(hand.events), "an action without an event", who, action)
    for _ in range(others):
        try_any(hand, rng)
    require(hand == before, "copies are not independent, or asking changes something")


def try_any(hand: Round, rng: Random) -> None:
    """Any action by anybody: accepted if and only if it is legal; a refused one changes nothing."""
    who, action = rng.choice(everyone(hand)), any_action(hand, rng)
    text_reads_back((action,))
    legal = action in hand.legal(who)
    before, tried = hand.copy(), hand.copy()
    try:
        tried.act(who, action)
    except Refused as refusal:
        require(not legal, "legal and refused", who, action, refusal)
        require(tried == before and tried.view(None) == before.view(None), "a refused action changed something", action)
        require(str(refusal), "a refusal without a reason", action)
    else:
        require(legal, "accepted and not legal", who, action)
        replay_gives_the_same(tried)


def wagers_are_the_rulebooks(hand: Round, watcher: Watcher, rng: Random) -> None:
    """What may be wagered now, before the cards and after, is what the rulebook alone says."""
    for seat, chips in hand.seats.items():
        legal = hand.legal(seat)
        spots = legal.of(PlaceWagers)
        if isinstance(spots, WagerSpots):
            amounts = near_wagers(spots.names, watcher.house, rng)
            placed = {wager: amount for wager, amount in amounts.items() if amount}
            allowed = watcher.may_wager(placed) if placed else True
            if allowed is not None:
                allowed = allowed and sum(placed.values()) <= chips
                require((PlaceWagers(amounts) in legal) == allowed, "wagers", seat, amounts, chips, allowed)
        elif legal.of(Fold):
            stack = next(one.stack for one in hand.view(None).seats if one.seat == seat)
            bets, theirs = legal.of(Bet), watcher.further_wagers(seat, stack)
            ours = [action.amount for action in bets if isinstance(action, Bet)] if bets else []
            require(theirs is None or ours == theirs, "further wagers", seat, stack, ours, theirs)


def claims_are_the_rulebooks(hand: Round, watcher: Watcher) -> None:
    """Exactly the players whom the rulebook allows may claim a bonus now."""
    for seat in hand.seats:
        ours, theirs = hand.legal(seat).of(Claim) is not None, watcher.may_claim(seat)
        require(theirs is None or ours == theirs, "claims", seat, ours, theirs)


def deals_are_the_rulebooks(watcher: Watcher, action: Action) -> None:
    """The cards go to the place due the next ones, and in the right number."""
    if isinstance(action, Deal):
        ours, theirs = (action.place, len(parse_cards(action.cards))), watcher.next_deal()
        require(theirs is None or ours == theirs, "dealt to the wrong place, or a wrong number", ours, theirs)


# For whole rounds, from the log of their actions.


def play(like: Round, log: Log) -> Round:
    """These actions in another round that starts as this one did."""
    hand = type(like)(like.house, like.seats, **start_of(like))
    for who, action in log:
        hand.act(who, action)
    return hand


def order_does_not_matter(hand: Round, log: Log, rng: Random) -> None:
    """Consecutive decisions of different seats give the same settlement in any order."""
    mixed: Log = []
    for of_seats, run in groupby(log, key=lambda entry: isinstance(entry[0], int)):
        if not of_seats:
            mixed += run
            continue
        queues: dict[Who, Log] = {}
        for who, action in run:
            queues.setdefault(who, []).append((who, action))
        while queues:
            who = rng.choice(sorted(queues, key=str))
            mixed.append(queues[who].pop(0))
            if not queues[who]:
                del queues[who]
    again = play(hand, mixed)
    require(again.view(None) == hand.view(None), "the order of decisions matters to the view")
    for seat in hand.seats:
        require(again.view(seat) == hand.view(seat), "the order of decisions matters to a seat's view", seat)
    by_wager = [sorted(msgspec.to_builtins(one.events), key=str) for one in (hand, again)]
    require(by_wager[0] == by_wager[1], "the order of decisions matters to what happens")


def visible_to(adapter: Adapter, hand: Round, viewer: int | None) -> set[str]:
    """The cards that the rules have shown to this person; an up card is one only where the game deals one."""
    seen: set[str] = set()
    for event in hand.events:
        text = ""
        if isinstance(event, ev.Dealt | ev.Miscounted) and event.place == viewer:
            text = event.cards
        elif isinstance(event, ev.Dealt) and adapter.up_cards:
            text = event.up
        elif isinstance(event, ev.CardExposed | ev.CardSetAside | ev.DownCardExposed):
            text = event.card
        elif isinstance(event, ev.Claimed | ev.Shown | ev.Revealed):
            text = event.cards
        seen |= {text[i : i + 2] for i in range(0, len(text), 2)}
    return seen


def views_show_what_lies_open(adapter: Adapter, hand: Round) -> None:
    """Everyone sees the open cards of the dealer, or of the others at stud, and no others, and their own cards."""
    places = hand.places()
    moved = any(isinstance(event, ev.Miscounted | ev.Reshuffled) for event in hand.events)
    for seat in hand.seats:
        views = hand.view(seat).seats
        view = next(one for one in views if one.seat == seat)
        held = places.get(f"seat {seat}")
        require(held is None or view.cards == "".join(held), "a player does not see their own cards", seat, view.cards)
        if isinstance(hand, StudRound) and not moved:
            seen = visible_to(adapter, hand, seat)
            for one in views:
                cards = [card.text for card in hand.hands[one.seat].cards]
                shown = "".join(card if card in seen else ev.HIDDEN for card in cards)
                require(one.cards == shown, "another's cards", seat, one, shown)
    if "dealer" in places and not moved:
        open_cards = visible_to(adapter, hand, None)
        shown = "".join(card if card in open_cards else ev.HIDDEN for card in places["dealer"])
        public = hand.view(None)
        assert isinstance(public, RoundView)
        require(public.dealer == shown, "the dealer's open cards", public.dealer, shown)


def hidden_cards_stay_hidden(adapter: Adapter, hand: Round, log: Log, rng: Random) -> bool:
    """Swap two cards that a person cannot see: what that person sees stays the same. False if nothing was compared."""
    viewer = rng.choice([*hand.seats, None])
    seen = visible_to(adapter, hand, viewer)
    hidden = [card.text for card in adapter.deck if card.text not in seen]
    used = [card for place, cards in hand.places().items() if place != "stub" for card in cards if card in hidden]
    if len(hidden) < 2 or not used:
        return False
    one = rng.choice(used)
    other = rng.choice([card for card in hidden if card != one])
    swap = {one: other, other: one}
    try:
        again = play(hand, [(who, _renamed(action, swap)) for who, action in log])
    except Refused:
        return False  # a player did what those cards do not allow, such as a raise for a longer suit
    if _paid(again) != _paid(hand):
        return False  # what is paid is paid in front of everyone
    require(again.view(viewer) == hand.view(viewer), "a view depends on hidden cards", viewer, swap)
    masked = [[event.seen_by(viewer) for event in each.events] for each in (hand, again)]
    for ours, theirs in zip(*masked, strict=True):
        require(ours == theirs, "an event shows hidden cards", viewer, swap, ours, theirs)
    return True


def _paid(hand: Round) -> list[ev.Event]:
    return [event for event in hand.events if isinstance(event, ev.Settled | ev.PotWon)]


def _renamed(action: Action, swap: dict[str, str]) -> Action:
    changed = {}
    for field in CARD_FIELDS:
        text = getattr(action, field, "")
        if text:
            text = "".join(text.split())
            changed[field] = "".join(swap.get(text[i : i + 2], text[i : i + 2]) for i in range(0, len(text), 2))
    return msgspec.structs.replace(action, **changed) if changed else action
