"""A round told in words, step by step, for a page and for whoever reads it aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seventh.cards import parse_cards
from seventh.games import wording_of
from seventh.house import House
from seventh.room.history import PlayedRound
from seventh.room.people.people import Person
from seventh.rounds import events as ev
from seventh.rounds.events import HIDDEN, Event, Settled
from seventh.rounds.view import RoundView
from seventh.web.facts import clauses_of

_RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_RANKS |= {str(n): word for n, word in enumerate(["two", "three", "four", "five", "six", "seven", "eight", "nine"], 2)}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def card_name(card: str) -> str:
    """A card as one says it: `Ks` is king of spades."""
    if card == "Jk":
        return "joker"
    if len(card) != 2 or card[0] not in _RANKS or card[1] not in _SUITS:
        return "face down"
    return f"{_RANKS[card[0]]} of {_SUITS[card[1]]}"


def round_page(found: PlayedRound, people: dict[int, Person]) -> dict[str, Any]:
    """Everything that the page of a round shows."""
    live, line = found.live, found.line

    def who(place: Any) -> str:
        if place == line.seat:
            return f"{people[place].name} (you)"
        return people[place].name if isinstance(place, int) else str(place).capitalize()

    shown = {
        "id": line.id,
        "game": line.game,
        "title": live.house.title,
        "table": line.table,
        "number": line.number,
        "opened": line.opened,
        "closed": line.closed,
        "state": line.state,
        "reason": found.reason,
        "seat": line.seat,
        "seats": list(_seats(found, people)),
        "net": line.net,
        "before": line.before,
        "after": line.after,
        "seed_hash": live.seed_hash,
        "seed": found.seed,
        "client_seeds": {seat: seed.hex() for seat, seed in sorted(live.client_seeds.items())},
        "root": live.root or "",
        "rules": live.house.hash,
        "record_url": f"/me/rounds/{line.id}.json",
        "phh_url": f"/api/rounds/{line.id}/phh" if not live.hand.AGAINST_HOUSE else "",
        "proof_url": f"/api/rounds/{line.id}/proof",
    }
    pots = [
        {"who": who(event.seat), "amount": event.amount, "clause": event.clause}
        for event in found.record.events
        if isinstance(event, ev.PotWon)
    ]
    return {
        "round": shown,
        "steps": list(_steps(found, live.house, who)),
        "settled": list(_settled(found)),
        "pots": pots,
    }


def _seats(found: PlayedRound, people: dict[int, Person]) -> Iterator[dict[str, Any]]:
    """Everybody's cards as they lay at the end, as the viewer may see them."""
    view, nets = found.live.view(found.line.seat), found.live.nets
    seats: list[Any] = list(view.seats)
    for seat in sorted(seats, key=lambda seat: (seat.seat != found.line.seat, seat.seat)):
        yield {
            "seat": seat.seat,
            "name": people[seat.seat].name,
            "bot": people[seat.seat].bot,
            "you": seat.seat == found.line.seat,
            "cards": seat.cards,
            "net": nets[seat.seat],
            "note": _named(found.live.house, seat.cards),
        }
    if isinstance(view, RoundView) and view.dealer:
        note = _named(found.live.house, view.dealer)
        dealer = {"seat": 0, "name": "Dealer", "bot": False, "you": False, "cards": view.dealer}
        yield {**dealer, "net": None, "note": note}


def _named(house: House, text: str) -> str:
    if HIDDEN in text:
        return ""
    cards = parse_cards(text)
    return wording_of(house).hand(cards) if len(cards) >= 5 else ""


def _settled(found: PlayedRound) -> Iterator[dict[str, Any]]:
    """Every settlement of the round, the viewer's own with the reason in words."""
    house, view = found.live.house, found.live.view(found.line.seat)
    mine: Any = next(seat for seat in view.seats if seat.seat == found.line.seat)
    clauses = clauses_of(house)
    for event in found.record.events:
        if isinstance(event, Settled):
            why = clauses.get(event.clause, "")
            if isinstance(view, RoundView) and event.seat == found.line.seat and event.result != "void":
                why = wording_of(house).because(event, mine.cards, mine.discards, view.dealer) or why
            yield {
                "seat": event.seat,
                "wager": event.wager,
                "title": _wager(house, event.wager),
                "amount": event.amount,
                "result": event.result,
                "returned": event.returned,
                "payoff": event.payoff,
                "net": event.returned + event.payoff - event.amount,
                "clause": event.clause,
                "row": event.row,
                "row_words": _row(house, event),
                "capped": bool(event.uncapped),
                "why": why,
            }


def _steps(found: PlayedRound, house: House, who: Callable[[Any], str]) -> Iterator[dict[str, Any]]:
    """What happened, in order."""
    for number, step in enumerate(found.record.steps):
        at, by = found.times[number] if number < len(found.times) else (0, "")
        for event in step.events:
            told = _told(event.seen_by(found.line.seat), house, who)
            if told is not None:
                doer, what = told
                yield {"at": at, "who": doer, "words": f"{doer} {what}".strip(), "clock": by == "clock"}


def _told(event: Event, house: House, who: Callable[[Any], str]) -> tuple[str, str] | None:
    """Who did something, and what."""
    money = house.money
    match event:
        case ev.WagersPlaced(seat=seat, amounts=amounts):
            what = ", ".join(f"{_wager(house, name)} {money(amount)}" for name, amount in amounts.items() if amount)
            return who(seat), f"wagers: {what}" if what else "sits this round out"
        case ev.BetsClosed():
            return "", "No more bets."
        case ev.Dealt(place=place, cards=cards):
            return who(place), f"gets {_cards(cards)}"
        case ev.Claimed(seat=seat, cards=cards):
            return who(seat), f"shows {_cards(cards)} for the bonus" if cards else "claims the bonus wagers"
        case ev.Folded(seat=seat, claim=claim):
            return who(seat), "folds and claims the bonus wagers" if claim else "folds"
        case ev.BetPlaced(seat=seat, wager=wager, amount=amount):
            return who(seat), f"{_wager(house, wager)} {money(amount)}"
        case ev.HandSet(seat=seat, discards=discards):
            return who(seat), f"puts {_cards(discards)} aside" if discards else "leaves the hand to the house"
        case ev.Revealed(cards=cards):
            return "Dealer", f"turns over {_cards(cards)}"
        case ev.Shown(seat=seat, cards=cards):
            return who(seat), f"shows {_cards(cards)}"
        case ev.Settled(seat=seat, wager=wager, result=result, payoff=payoff):
            paid = f", paid {money(payoff)}" if payoff else ""
            return who(seat), f"{_wager(house, wager)}: {result}{paid}"
        case ev.AntePosted(seat=seat, amount=amount):
            return who(seat), f"antes {money(amount)}"
        case ev.BroughtIn(seat=seat, amount=amount):
            return who(seat), f"brings in {money(amount)}"
        case ev.Checked(seat=seat):
            return who(seat), "checks"
        case ev.Called(seat=seat, amount=amount):
            return who(seat), f"calls {money(amount)}"
        case ev.BetMade(seat=seat, to=to):
            return who(seat), f"bets to {money(to)}"
        case ev.BetReturned(seat=seat, amount=amount):
            return who(seat), f"gets {money(amount)} back that nobody called"
        case ev.Mucked(seat=seat):
            return who(seat), "mucks"
        case ev.PotWon(seat=seat, amount=amount):
            return who(seat), f"wins {money(amount)}"
        case ev.RakeTaken(amount=amount):
            return "The house", f"takes {money(amount)} from the pot"
        case ev.ChipsReturned(seat=seat, amount=amount):
            return who(seat), f"gets {money(amount)} back"
        case ev.RoundVoided(reason=reason):
            return "", f"The round is void{f': {reason}' if reason else ''}."
        case ev.AllInDeclared(seat=seat):
            return who(seat), "stays in for what is in the pot"
    return None


def _row(house: House, line: Settled) -> str:
    """The row of the pay table that decided, in words."""
    return wording_of(house).row(line.wager, line.row) if line.row else line.row


def _wager(house: House, name: str) -> str:
    return str(wording_of(house).title(name))


def _cards(text: str) -> str:
    """Cards as they are read in a line; those that the viewer may not see are counted."""
    codes = [text[place : place + 2] for place in range(0, len(text), 2)]
    hidden = codes.count(HIDDEN)
    down = "a card face down" if hidden == 1 else f"{hidden} cards face down" if hidden else ""
    seen = " ".join(code for code in codes if code != HIDDEN)
    return " and ".join(part for part in (down, seen) if part)
