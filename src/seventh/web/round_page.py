"""The page of a round: step by step, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from seventh.cards import UNKNOWN, Card, CardError
from seventh.games import wording_of
from seventh.room.history import PlayedRound
from seventh.room.people.people import Person
from seventh.rounds.dealer.narration import because, result_words
from seventh.rounds.events import PotWon, Settled
from seventh.rounds.narration import Narrator
from seventh.rounds.review import review
from seventh.web.game_info import clauses_of


def card_name(card: str) -> str:
    """A card's name: `Ks` is king of spades."""
    try:
        found = Card(card)
    except CardError:
        found = UNKNOWN
    return found.name if found is not UNKNOWN else "face down"


def round_page(found: PlayedRound, people: dict[int, Person], table: str, title: str) -> dict[str, Any]:
    """The context of a round's page; `title` is that of its house."""
    live, line = found.live, found.line

    def who(seat: int) -> str:
        return f"{people[seat].name}{' (you)' if seat == line.seat else ''}" if seat else ""

    narrator = Narrator(
        wording_of(live.house), live.hand.seats, lambda seat: people[seat].name, line.seat, minus="\u2212"
    )
    # Each step is described as of its own time; the seats and reasons below as of the end of the round.
    steps = [{**step, "who": who(step["who"])} for step in _steps(found, narrator)]
    shown = {
        "id": line.id,
        "game": line.game,
        "title": title,
        "table": table,
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
    # A void round is explained by its reason.
    outcome = review(narrator, line.id, line.number, ()).short if line.state == "played" else ""
    settled = list(_settled(found, narrator, who))
    return {"round": shown, "outcome": outcome, "steps": steps, "settled": settled, "pots": pots}


def _steps(found: PlayedRound, narrator: Narrator) -> Iterator[dict[str, Any]]:
    """The steps, in order."""
    for number, step in enumerate(found.record.steps):
        at, by = found.times[number] if number < len(found.times) else (0, "")
        # What follows from the decision, such as a pot won after a fold, is not the clock's doing.
        clock = by == "clock"
        for told in narrator.tell_all([event.seen_by(narrator.viewer) for event in step.events]):
            if told.say:
                yield {"at": at, "who": told.who, "words": told.say, "clock": clock}
                clock = False


def _seats(found: PlayedRound, people: dict[int, Person], narrator: Narrator) -> Iterator[dict[str, Any]]:
    """Everybody's cards at the end, as the viewer may see them."""
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


def _settled(found: PlayedRound, narrator: Narrator, who: Callable[[int], str]) -> Iterator[dict[str, Any]]:
    """Every settlement of the round, with its reason as far as the viewer has seen the cards."""
    words, clauses = narrator.words, clauses_of(found.live.house)
    for event in found.record.events:
        if isinstance(event, Settled):
            why = "" if event.result == "void" else because(narrator, event)
            yield {
                "seat": event.seat,
                "who": who(event.seat),
                "wager": event.wager,
                "title": words.title(event.wager),
                "amount": event.amount,
                "result": event.result,
                "how": result_words(event, narrator.money),
                "returned": event.returned,
                "payoff": event.payoff,
                "net": event.returned + event.payoff - event.amount,
                "clause": event.clause,
                "row": event.row,
                "row_words": words.row(event.wager, event.row) if event.row else "",
                "capped": bool(event.uncapped),
                "why": why or clauses.get(event.clause, ""),
            }
