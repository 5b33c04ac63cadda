"""Payout caps. A cap applies to winnings, never to returned stakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from seventh.house import PayTable
from seventh.rounds.events import Settled


def cut_in_order(lines: Iterable[Settled], cap: int) -> list[Settled]:
    """Pay lines in order until the cap is reached."""
    cut = []
    for line in lines:
        payoff = min(line.payoff, cap)
        cap -= payoff
        cut.append(_with_payoff(line, payoff))
    return cut


def cut_each_hand(lines: list[Settled], left: Callable[[int], int | None]) -> list[Settled]:
    """Pay each hand's lines in order until `left(seat)` is used up (B14, T12); None means no cap."""
    owed: dict[int, int] = {}
    for line in lines:
        if line.payoff:
            owed[line.seat] = owed.get(line.seat, 0) + line.payoff
    cut = {}
    for seat, payoff in owed.items():
        cap = left(seat)
        if cap is not None and payoff > cap:
            own = [line for line in lines if line.seat == seat]
            cut[seat] = iter(cut_in_order(own, max(cap, 0)))
    return [next(cut[line.seat]) if line.seat in cut else line for line in lines] if cut else lines


def cut_in_proportion(lines: list[Settled], cap: int, even_money: Callable[[Settled], bool]) -> list[Settled]:
    """Pay even-money wagers first; the others share the rest in proportion to what each is owed (H11)."""
    if sum([line.payoff for line in lines]) <= cap:
        return lines
    first = iter(cut_in_order([line for line in lines if even_money(line)], cap))
    done = [next(first) if even_money(line) else line for line in lines]
    left = cap - sum(line.payoff for line in done if even_money(line))
    bonuses = [place for place, line in enumerate(done) if not even_money(line)]
    shares = in_proportion([done[place].payoff for place in bonuses], left)
    for place, share in zip(bonuses, shares, strict=True):
        done[place] = _with_payoff(done[place], share)
    return done


def in_proportion(owed: list[int], left: int) -> list[int]:
    """Divide `left` among the amounts owed in proportion (H11).

    Shares are rounded to whole chips by largest remainder; ties go to the first.
    """
    total = sum(owed)
    if total <= left:
        return owed
    shares = [divmod(amount * left, total) for amount in owed]
    spare = left - sum(whole for whole, _ in shares)
    by_remainder = sorted(range(len(owed)), key=lambda place: -shares[place][1])
    return [whole + (place in by_remainder[:spare]) for place, (whole, _) in enumerate(shares)]


def _with_payoff(line: Settled, payoff: int) -> Settled:
    return line if payoff == line.payoff else replace(line, payoff=payoff, uncapped=line.payoff)


def top_payoff(table: PayTable, wager: int, rounding: str) -> int:
    """The payoff of a wager by the best row of its table."""
    return max([table.payoff(row, wager, rounding) for row in table], default=0) if wager else 0


def top_line(seat: int, wager: str, amount: int, payoff: int) -> Settled:
    """A settlement in which a wager wins the most it can."""
    return Settled(seat, wager, amount, "win", amount, payoff, "")
