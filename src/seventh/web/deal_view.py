"""What the pages of a hand-dealt table show; documented in `pages_deal`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seventh.cards import DECK_53, JOKER, parse_cards
from seventh.house.amounts import signed
from seventh.records.hand_dealt import HandDealtRound
from seventh.records.hand_dealt_table import HandDealtTable
from seventh.records.record import Record, read_record
from seventh.room.hand_dealt import Kept
from seventh.rounds import events as ev
from seventh.rounds.actions import FLOOR, PlaceWagers
from seventh.rounds.narration import Narrator, cards_text
from seventh.rounds.spots import WagerSpots

_ENTERED = ("typed", "entry", "place", "cards", "count", "amount", "reason")


def table_view(kept: Kept, rounds: list[Any], entered: Mapping[str, str]) -> dict[str, Any]:
    """The context of a table's page; `entered` is a form that was not accepted, or the seat to ask about."""
    table, dealt = kept.table, kept.table.round
    house = table.house
    shown: dict[str, Any] = {
        "table": {
            "id": kept.id,
            "name": kept.name,
            "game": house.game,
            "title": house.title,
            "number": table.number,
            "over": table.between_rounds,
            "closed": kept.closed is not None,
            "moment": kept.moment,
            "fewest": table.rules.FEWEST_PLAYERS,
        },
        "free": [seat for seat in range(1, house.seats + 1) if seat not in table.players],
        "rounds": [_line(kept, row) for row in rounds],
        "entered": {name: entered.get(name, "") for name in _ENTERED},
    }
    return shown | (_round(table, dealt, rounds, entered) if dealt is not None else _waiting(table))


def _line(kept: Kept, row: Any) -> dict[str, Any]:
    url = f"/deal/{kept.id}/rounds/{row.number}"
    return {"number": row.number, "url": url, "record_url": f"{url}/record", "begun": row.begun}


def _waiting(table: HandDealtTable) -> dict[str, Any]:
    """Between rounds."""
    seats = [
        {
            **_seat(table, seat),
            "cards": "",
            "up": "",
            "wagers": [],
            "status": "",
            "hand": "",
            "spots": [],
            "turn": False,
        }
        for seat in table.players
    ]
    empty: dict[str, Any] = {"told": None, "pad": [], "dealer": "", "dealer_name": "", "common": "", "pot": ""}
    return {**empty, "seats": seats, "sheet": [], "totals": [], "irregularities": [], "corrections": 0, "reported": ""}


def _seat(table: HandDealtTable, seat: int) -> dict[str, Any]:
    player = table.players[seat]
    return {
        "seat": seat,
        "who": table.name(seat),
        "name": player.name,
        "stack": table.house.money(table.chips(seat)),
        "sits_out": player.sits_out,
        "playing": False,
    }


def _round(
    table: HandDealtTable, dealt: HandDealtRound, rounds: list[Any], entered: Mapping[str, str]
) -> dict[str, Any]:
    seat_asked = entered.get("for", "")
    told = dealt.instruction_for(int(seat_asked) if seat_asked in map(str, table.players) else None)
    money, board = table.house.money, dealt.board
    held = {seat.seat: seat for seat in board.seats}
    last = _last_wagers(dealt, rounds)
    seats = []
    for seat in table.players:
        shown = _seat(table, seat)
        if seat not in held:
            seats.append({**shown, **dict.fromkeys(("cards", "up", "status", "hand"), ""), "wagers": [], "spots": []})
            seats[-1]["turn"] = False
            continue
        own = held[seat]
        shown |= {"cards": own.cards, "up": own.up, "status": own.status, "hand": own.name, "playing": True}
        shown["stack"] = money(own.stack)
        shown["wagers"] = [{"label": title, "amount": money(amount)} for title, amount in own.wagers]
        shown["spots"] = _spots(dealt, seat, last, entered)
        shown["turn"] = told.place == seat
        seats.append(shown)
    return {
        "told": {
            "text": told.text,
            "needs": told.needs,
            "number": told.number,
            "clause": told.clause,
            "hint": told.hint,
            "place": told.place,
            "also": told.also,
            "buttons": [_button(table, button) for button in told.buttons],
        },
        "pad": _pad(dealt, told.choose_from),
        "seats": seats,
        "dealer": board.dealer,
        "dealer_name": board.dealer_name,
        "common": board.common,
        "pot": money(board.pot) if board.pot else "",
        "sheet": sheet_lines(dealt),
        "totals": _totals(dealt),
        "irregularities": [
            {
                "label": one.label,
                "entry": one.entry,
                "clause": one.clause,
                "places": [{"place": place, "who": _place(table, place)} for place in one.places],
                "cards": one.cards,
                "count": one.count,
                "reason": one.reason,
            }
            for one in dealt.irregularities
        ],
        "corrections": len(dealt.corrections),
        "reported": _reported(dealt),
    }


def _reported(dealt: HandDealtRound) -> str:
    """What an irregularity led to, if it was the last step; else the page might look as if nothing had happened."""
    if not dealt.steps or dealt.steps[-1].who != FLOOR:
        return ""
    narrator = Narrator(dealt.words, dealt.round.seats, dealt.names, order=getattr(dealt.round, "order", ()))
    said = [narrator.tell(event).say for event in dealt.round.events]
    return " ".join(filter(None, said[-len(dealt.steps[-1].events) :]))


def _button(table: HandDealtTable, button: Any) -> dict[str, Any]:
    amount = table.house.money(button.amount).removeprefix(table.house.currency) if button.amount else ""
    shown = {"label": button.label, "entry": button.entry, "cards": button.cards, "primary": button.primary}
    return {**shown, "amount": amount}


def _place(table: HandDealtTable, place: Any) -> str:
    return table.name(place) if isinstance(place, int) else "Dealer"


def _pad(dealt: HandDealtRound, choose_from: str) -> list[list[dict[str, Any]]]:
    """The deck by suit, spades first; a card that has been seen cannot be named again."""
    unseen = dealt.round.unseen
    only = set(parse_cards(choose_from)) if choose_from else None
    deck = [card for card in DECK_53 if card.bit & dealt.round.DECK]
    cards = [
        {
            "card": card.text,
            "name": card.name,
            "suit": card.suit,
            "sign": cards_text(card.text) if card is not JOKER else "Joker",
            "free": card in only if only is not None else bool(card.bit & unseen),
        }
        for card in deck
    ]
    suits = [[card for card in cards if card["suit"] == suit][::-1] for suit in (3, 2, 1, 0)]
    return [*suits, *([[card for card in cards if card["card"] == JOKER.text]] if JOKER in deck else [])]


def _spots(
    dealt: HandDealtRound, seat: int, last: dict[int, dict[str, int]], entered: Mapping[str, str]
) -> list[dict[str, Any]]:
    choice = dealt.round.legal(seat).of(PlaceWagers)
    if not isinstance(choice, WagerSpots):
        return []
    words: Any = dealt.words
    house = words.house
    placed = dealt.round.hands[seat].wagers
    before = last.get(seat, {})
    if sum(before.values()) > choice.budget:
        before = {}
    typed = entered if entered.get("seat") == str(seat) else {}

    def shown(amounts: Mapping[str, int], name: str) -> str:
        return house.money(amounts[name]).removeprefix(house.currency) if name in amounts else ""

    return [
        {
            "wager": name,
            "label": words.label(name),
            "limits": words.rules.wager(name).limits,
            "placed": shown(placed, name),
            "value": typed.get(f"wager.{name}", shown(placed or before, name)),
        }
        for name in choice.names
    ]


def _last_wagers(dealt: HandDealtRound, rounds: list[Any]) -> dict[int, dict[str, int]]:
    """Each seat's wagers in the round before, to be placed again."""
    if dealt.round.phase != "wagers" or len(rounds) < 2:
        return {}
    record = read_record(rounds[1].record)
    return {
        event.seat: event.amounts for event in record.events if isinstance(event, ev.WagersPlaced) and event.amounts
    }


def sheet_lines(dealt: HandDealtRound) -> list[dict[str, Any]]:
    """The settlement sheet."""
    money = dealt.round.house.money
    return [
        {
            "number": number,
            "who": dealt.names(line.seat) if line.seat else "House",
            "wager": line.wager,
            "amount": money(line.amount),
            "do": line.do,
            "why": line.why,
            "cut": money(line.cut) if line.cut else "",
        }
        for number, line in enumerate(dealt.sheet, 1)
    ]


def _totals(dealt: HandDealtRound) -> list[dict[str, Any]]:
    outcome, house = dealt.round.outcome, dealt.round.house
    if outcome is None:
        return []
    return [
        {"who": dealt.names(seat), "net": signed(net, house), "stack": house.money(dealt.round.seats[seat] + net)}
        for seat, net in outcome.nets.items()
    ]


def round_view(kept: Kept, number: int, record: Record) -> dict[str, Any]:
    """The context of the page of one round."""
    named = record.about.get("names", {})

    def name(seat: int) -> str:
        return f"Seat {seat} ({named[str(seat)]})" if str(seat) in named else f"Seat {seat}"

    dealt = HandDealtRound.resumed(record, name)
    house = kept.table.house
    narrator = Narrator(dealt.words, dealt.round.seats, name, order=getattr(dealt.round, "order", ()))
    said = [told.say for event in dealt.round.events if (told := narrator.tell(event)).say]
    outcome = dealt.round.outcome
    shown = {
        "number": number,
        "over": outcome is not None,
        "void": outcome is not None and outcome.void,
        "reason": outcome.reason if outcome is not None else "",
        "corrections": len(dealt.corrections),
        "steps": said,
    }
    table = {"id": kept.id, "name": kept.name, "game": house.game, "title": house.title}
    url = f"/deal/{kept.id}/rounds/{number}/record"
    return {
        "table": table,
        "round": shown,
        "sheet": sheet_lines(dealt),
        "totals": _totals(dealt),
        "record_url": url,
    }
