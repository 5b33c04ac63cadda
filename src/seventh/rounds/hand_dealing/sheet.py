"""The settlement sheet: what to pay and take, hand by hand in the order of the rules, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from seventh.rounds import events as ev
from seventh.rounds.hand_dealing.values import Names
from seventh.rounds.narration import Narrator
from seventh.rounds.round import Round


class SheetLine(Struct, frozen=True, omit_defaults=True):
    """One wager settled, or one pot or bet given out."""

    seat: int
    """0 is the house."""
    wager: str
    """The wager's name, or what the chips come from."""
    amount: int
    """The wager, or the chips given out."""
    do: str
    """What to do: "Pay $10", "Take $5"."""
    pay: int
    """The chips to give to the player beyond the wager; negative for chips to take."""
    why: str
    """The reason, its clause, and the cap if one applied."""
    clause: str = ""
    cut: int = 0
    """The payoff before a cap reduced it; 0 if none did."""


def sheet_of(hand: Round, words: Any, names: Names) -> list[SheetLine]:
    """All settlements so far, in order."""
    narrator = Narrator(words, hand.seats, names, order=getattr(hand, "order", ()))
    lines: list[SheetLine] = []
    for event in hand.events:
        said = narrator.tell(event).say
        line = _line(event, words, said)
        if line is not None:
            lines.append(line)
    return lines


def _line(event: ev.Event, words: Any, said: str) -> SheetLine | None:
    money = words.house.money
    match event:
        case ev.Settled(seat=seat, wager=wager, amount=amount, payoff=payoff, returned=returned):
            note = words.push_note(event)
            return SheetLine(
                seat, words.label(wager), amount, _settle(event, money), payoff + returned - amount,
                f"{said} {note}".rstrip(), event.clause, event.uncapped,
            )  # fmt: skip
        case ev.WagerReduced(seat=seat, wager=wager, returned=returned):
            whole = event.amount + returned
            do = f"Return {money(returned)} of {money(whole)}"
            return SheetLine(seat, words.label(wager), whole, do, 0, said, event.clause)
        case ev.PotWon(seat=seat, amount=amount, pot=pot):
            name = f"Side pot {pot}" if pot else "Pot"
            return SheetLine(seat, name, amount, f"Give {money(amount)}", amount, said, event.clause)
        case ev.ChipsReturned(seat=seat, amount=amount) | ev.BetReturned(seat=seat, amount=amount):
            return SheetLine(
                seat, "Bets", amount, f"Return {money(amount)}", amount, said, getattr(event, "clause", "")
            )
        case ev.RakeTaken(amount=amount):
            return SheetLine(0, "Rake", amount, f"Drop {money(amount)}", -amount, said)
    return None


def _settle(line: ev.Settled, money: Any) -> str:
    """What to do with a wager: the stake, and what is paid on it."""
    if line.returned:
        back = f"the {money(line.returned)} bet goes back to the player"
        if line.payoff:
            return f"Pay {money(line.payoff)}; {back}"
        return f"Return {money(line.returned)}" if line.result == "void" else f"Push: {back}"
    return f"Take {money(line.amount)}" + (f", pay {money(line.payoff)}" if line.payoff else "")


def seat_totals(hand: Round, seats: Sequence[int]) -> dict[int, int]:
    """What each seat has won or lost; only when the round is over."""
    return {seat: hand.outcome.net(seat) for seat in seats} if hand.outcome is not None else {}
