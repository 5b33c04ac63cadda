"""Random rounds of a game, irregularities included, and the checks on each: the second half of `check-game`."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from seventh.cards import DECK_53, Card, format_cards
from seventh.games import Game, wording_of
from seventh.games.checking import Problem
from seventh.records.record import Recorder, read_record, write_record
from seventh.records.verify import verify_record
from seventh.rounds.actions import DEALER, FLOOR, Action, Bet, Deal, PlaceWagers, VoidRound, Who
from seventh.rounds.driver import dealer_action, from_deck
from seventh.rounds.events import RoundVoided, Settled, WagersPlaced
from seventh.rounds.legal import BetAmounts, CardsFromDeck, Choice
from seventh.rounds.narration import Narrator, Told
from seventh.rounds.round import Round
from seventh.rounds.spots import WagerSpots

MOST_STEPS = 1000
"""More steps than any round takes."""
_SEVERAL = 60
"""The number of actions tried of a choice that can only be iterated."""


class _Wrong(Exception):
    """A failed check; the message says which."""


def check_rounds(game: Game, rounds: int = 200, seed: int = 1) -> list[Problem]:
    """The first problem of each kind in random rounds under the book's rules."""
    found: dict[str, Problem] = {}
    for number in range(rounds):
        rng = Random(f"{game.name} {seed} {number}")
        where = "a round"
        try:
            recorder = _begin(game, rng)
            _play(recorder, rng)
            for name, check in _CHECKS:
                where = name
                check(game, recorder)
        except _Wrong as wrong:
            found.setdefault(where, Problem(where, f"{wrong} (random round {number} of seed {seed})"))
        except Exception as error:
            what = f"{type(error).__name__}: {error} (random round {number} of seed {seed})"
            found.setdefault(f"{where} {type(error).__name__}", Problem(where, what))
    return list(found.values())


# Playing.


def _begin(game: Game, rng: Random) -> Recorder:
    house = game.book
    fewest = max(game.round.FEWEST_PLAYERS, 1)
    seats = rng.sample(range(1, house.seats + 1), rng.randint(fewest, house.seats))
    most = max((spot.most for spot in game.round.spots(house)), default=0) or house.limits.buy_in.maximum
    chips = {seat: rng.choice((most // 4, most, 20 * most)) for seat in seats}
    position = game.round.next_deal(house, 0, tuple(sorted(seats)))
    return Recorder(game.round.start(house, chips, position))


def _play(recorder: Recorder, rng: Random) -> None:
    hand = recorder.round
    words = wording_of(hand.house)
    deck = [card for card in DECK_53 if card.bit & hand.DECK]
    rng.shuffle(deck)
    draw = from_deck(deck)
    mishaps = hand.AGAINST_HOUSE and not rng.randrange(2)
    for _ in range(MOST_STEPS):
        if hand.outcome is not None:
            return
        if mishaps and not rng.randrange(12):
            action = _some_action(hand, FLOOR, rng)
            if action is not None and (not isinstance(action, VoidRound) or not rng.randrange(6)):
                recorder.act(FLOOR, action)
                continue
        who = rng.choice(sorted(hand.to_act, key=str))
        if who == DEALER:
            first = hand.legal(DEALER).choices[0]
            known = isinstance(first, CardsFromDeck)
            recorder.act(DEALER, _deal(first, deck) if known else dealer_action(hand, draw, tuple))  # type: ignore[arg-type]
            continue
        _asked(hand, words, who)
        action = _some_action(hand, who, rng)
        if action is None:
            raise _Wrong(f"the round waits for seat {who} in phase {hand.phase!r}, but the seat has no legal action")
        recorder.act(who, action)
    raise _Wrong(f"it does not end: phase {hand.phase!r}, waiting for {sorted(hand.to_act, key=str)}")


def _deal(choice: CardsFromDeck, order: list[Card]) -> Deal:
    """Deal from a shuffled deck, skipping cards that an irregularity has removed."""
    cards = [card for card in order if card.bit & choice.deck and card is not choice.first]
    lead = [choice.first] if choice.first is not None else []
    return Deal(choice.place, format_cards([*lead, *cards][: choice.number]))


def _some_action(hand: Round, who: Who, rng: Random) -> Action | None:
    choices = hand.legal(who).choices
    return _one_of(rng.choice(choices), rng) if choices else None


def _one_of(choice: Choice, rng: Random) -> Action | None:
    if isinstance(choice, WagerSpots):
        return some_wagers(choice, rng)
    if isinstance(choice, BetAmounts):
        return Bet(choice.wager, choice.minimum + choice.step * rng.randrange(choice.count))
    some = list(islice(choice, _SEVERAL))
    return rng.choice(some) if some else None


def some_wagers(choice: WagerSpots, rng: Random) -> PlaceWagers:
    """Random wagers that the spots allow."""
    chosen: dict[str, int] = {}
    left = choice.budget
    for name in choice.names:
        amounts = choice.spot(name, chosen).amounts(left)
        if amounts and rng.randrange(4):
            chosen[name] = amounts[rng.randrange(len(amounts))]
            left -= chosen[name]
    return PlaceWagers(chosen)


def _asked(hand: Round, words: Any, seat: Any) -> None:
    """Check that a deciding seat has offers and a prompt, and that its default action is legal."""
    words.prompt(hand, seat, words.offers(hand, seat))
    hand.view(seat)
    default = hand.default(seat)
    if default not in hand.legal(seat):
        raise _Wrong(f"the default action of a seat, {default!r}, is not legal")


# Checks.


def _settlement(game: Game, recorder: Recorder) -> None:
    hand = recorder.round
    outcome = hand.outcome
    assert outcome is not None
    for event in hand.events:
        clause = getattr(event, "clause", "")
        if clause and clause not in game.clauses:
            raise _Wrong(f"{event!r} names the clause {clause!r}, which is not among GAME's clauses")
    lines = [event for event in hand.events if isinstance(event, Settled)]
    for line in lines:
        if line.returned not in (0, line.amount) or line.payoff < 0:
            raise _Wrong(f"{line!r} must return nothing or the whole wager, and never a negative amount")
        if (line.result == "lose") != (line.returned == 0):
            raise _Wrong(f"{line!r}: a result must be 'lose' exactly when the stake is not returned")
        if line.result == "push" and line.payoff:
            raise _Wrong(f"{line!r}: a push pays nothing")
        if not line.clause and outcome.void is False:
            raise _Wrong(f"{line!r} names no clause")
    if game.round.AGAINST_HOUSE:
        for seat in hand.seats:
            won = sum(line.returned + line.payoff - line.amount for line in lines if line.seat == seat)
            if won != outcome.net(seat):
                raise _Wrong(f"seat {seat} has {outcome.net(seat):+}, but its settlements add up to {won:+}")


def _best_case(game: Game, recorder: Recorder) -> None:
    hand = recorder.round
    placed = {event.seat: event.amounts for event in hand.events if isinstance(event, WagersPlaced)}
    for seat, amounts in placed.items():
        lines = [event for event in hand.events if isinstance(event, Settled) and event.seat == seat]
        best = game.round.best_case(hand.house, amounts)
        if any(line.seat for line in best):
            raise _Wrong(f"best_case gives lines of seat {best[0].seat}; it must give those of seat 0")
        paid, most = sum(line.payoff for line in lines), sum(line.payoff for line in best)
        if paid > most:
            raise _Wrong(f"seat {seat} was paid {paid} on {amounts}, but best_case is {most}")
        if any(line.uncapped for line in best):
            continue  # the cap decides how it is divided among the wagers
        tops = {line.wager: line.payoff for line in best}
        for line in lines:
            if line.payoff > tops.get(line.wager, 0):
                told = f"best_case has {tops.get(line.wager, 'no line')} for it"
                raise _Wrong(f"seat {seat} was paid {line.payoff} on {line.wager} with {amounts}, but {told}")


def _replay(game: Game, recorder: Recorder) -> None:
    hand = recorder.round
    start: dict[str, Any] = {} if hand.dealer_position is None else {"dealer_position": hand.dealer_position}
    if game.round.replay(hand.house, hand.seats, hand.events, **start) != hand:
        raise _Wrong(
            "replaying the events gives a different round: something other than an _on_<event> changes the state"
        )
    if hand.copy() != hand:
        raise _Wrong("copy() gives a different round")


def _record(_: Game, recorder: Recorder) -> None:
    record = recorder.record()
    read = read_record(write_record(record))
    if read != record:
        raise _Wrong("writing and reading the record changes it")
    verify_record(read)


def _words(_: Game, recorder: Recorder) -> None:
    hand = recorder.round
    words = wording_of(hand.house)
    for cards in _held(hand).values():
        if len(cards) // 2 > max(words.complete):
            continue  # a miscounted hand
        known = words.seen(cards)
        if len(cards) // 2 in words.complete:
            if not known.name:
                raise _Wrong(f"hand() has no name for {cards}")
            if sorted(_pairs(known.order)) != sorted(_pairs(cards)):
                raise _Wrong(f"order() returns {known.order} for {cards}")
        if any(card not in _pairs(cards) for card in _pairs(known.plays)):
            raise _Wrong(f"plays() returns {known.plays} for {cards}")


def _pairs(cards: str) -> list[str]:
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


def _narration(_: Game, recorder: Recorder) -> None:
    hand = recorder.round
    words = wording_of(hand.house)
    void = any(isinstance(event, RoundVoided) for event in hand.events)
    for viewer in (None, *hand.seats):
        narrator = Narrator(words, hand.seats, lambda seat: f"Seat {seat}", viewer)
        for event in hand.events:
            told = narrator.tell(event.seen_by(viewer))
            if not isinstance(told, Told):
                raise _Wrong(f"narrating {event!r} gives {told!r}; allowed: a Told")
            if isinstance(event, Settled) and not told.say:
                raise _Wrong(f"narrating {event!r} gives an empty sentence")
    if hand.AGAINST_HOUSE and not void:
        cards = _held(hand)
        for line in [event for event in hand.events if isinstance(event, Settled) and event.result != "void"]:
            discards = format_cards(hand.hands[line.seat].discards or ())
            reason = words.because(line, cards[line.seat], discards, cards[DEALER], "your")
            if not isinstance(reason, str) or not reason:
                raise _Wrong(f"because() gives {reason!r} for {line!r}, all cards seen; allowed: a string")


def _held(hand: Round) -> dict[Any, str]:
    """The cards of every seat, and of the dealer if there is one, at the end."""
    found: dict[Any, str] = {seat: format_cards(hand.hands[seat].cards) for seat in hand.seats}
    return found | {DEALER: format_cards(getattr(hand, "dealer", ()))}


_CHECKS = (
    ("settlement", _settlement),
    ("best_case", _best_case),
    ("replay", _replay),
    ("record", _record),
    ("words", _words),
    ("narration", _narration),
)
