"""A round told in words, step by step, for a page and for whoever reads it aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from seventh.cards import UNKNOWN, Card, CardError
from seventh.games import wording_of
from seventh.room.history import PlayedRound
from seventh.room.people.people import Person
from seventh.rounds.dealer.telling import because
from seventh.rounds.events import PotWon, Settled
from seventh.rounds.narration import Narrator
from seventh.web.facts import clauses_of


def card_name(card: str) -> str:
    """A card as one says it: `Ks` is king of spades."""
    try:
        found = Card(card)
    except CardError:
        found = UNKNOWN
    return found.name if found is not UNKNOWN else "face down"


def round_page(found: PlayedRound, people: dict[int, Person]) -> dict[str, Any]:
    """Everything that the page of a round shows."""
    live, line = found.live, found.line

    def who(seat: int) -> str:
        return f"{people[seat].name}{' (you)' if seat == line.seat else ''}" if seat else ""

    narrator = Narrator(wording_of(live.house), live.hand.seats, lambda seat: people[seat].name, line.seat)
    # What is told is true of its moment; the seats and the reasons below are of the round's end.
    steps = [{**step, "who": who(step["who"])} for step in _steps(found, narrator)]
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
        "seats": list(_seats(found, people, narrator)),
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
        if isinstance(event, PotWon)
    ]
    return {"round": shown, "steps": steps, "settled": list(_settled(found, narrator)), "pots": pots}


def _steps(found: PlayedRound, narrator: Narrator) -> Iterator[dict[str, Any]]:
    """What happened, in order."""
    for number, step in enumerate(found.record.steps):
        at, by = found.times[number] if number < len(found.times) else (0, "")
        for event in step.events:
            told = narrator.tell(event.seen_by(narrator.viewer))
            if told.say:
                yield {"at": at, "who": told.who, "words": told.say, "clock": by == "clock"}


def _seats(found: PlayedRound, people: dict[int, Person], narrator: Narrator) -> Iterator[dict[str, Any]]:
    """Everybody's cards as they lay at the end, as the viewer may see them."""
    viewer, nets = found.line.seat, found.live.nets
    seats: list[Any] = list(found.live.view(viewer).seats)
    for seat in sorted(seats, key=lambda seat: (seat.seat != viewer, seat.seat)):
        yield {
            "seat": seat.seat,
            "name": people[seat.seat].name,
            "bot": people[seat.seat].bot,
            "you": seat.seat == viewer,
            "cards": seat.cards,
            "net": nets[seat.seat],
            "note": narrator.hand(seat.seat).name,
        }
    if narrator.dealer:
        cards = "".join(narrator.dealer)
        dealer = {"seat": 0, "name": "Dealer", "bot": False, "you": False, "cards": cards}
        yield {**dealer, "net": None, "note": narrator.words.seen(cards).name}


def _settled(found: PlayedRound, narrator: Narrator) -> Iterator[dict[str, Any]]:
    """Every settlement of the round, with the reason in words as far as the viewer has seen the cards."""
    words, clauses = narrator.words, clauses_of(found.live.house)
    for event in found.record.events:
        if isinstance(event, Settled):
            why = "" if event.result == "void" else because(narrator, event)
            yield {
                "seat": event.seat,
                "wager": event.wager,
                "title": words.title(event.wager),
                "amount": event.amount,
                "result": event.result,
                "returned": event.returned,
                "payoff": event.payoff,
                "net": event.returned + event.payoff - event.amount,
                "clause": event.clause,
                "row": event.row,
                "row_words": words.row(event.wager, event.row) if event.row else "",
                "capped": bool(event.uncapped),
                "why": why or clauses.get(event.clause, ""),
            }
