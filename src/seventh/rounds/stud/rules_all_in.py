"""Rules text on all-ins for less than a full bet at stud: how they count, and the size of the next raise."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.house.rules.document import Table, table
from seventh.rounds.stud.house import StudHouse

_REOPENS_NOTHING = "does not reopen the betting for players who have acted"


def short_all_in_text(house: StudHouse) -> Iterator[str]:
    """The sentences about raising over an all-in."""
    if house.short_all_in == "per_player":
        yield from _per_player(house)
    elif house.structure != "fixed_limit":
        yield from _ranged(house)
    else:
        yield from _fixed(house)
    if house.structure == "fixed_limit" and house.raise_cap:
        yield "Once the cap is reached, nobody may raise, not even all-in."


def _fixed(house: StudHouse) -> Iterator[str]:
    short = (
        "covers less than half of the next full bet or raise"
        if house.half_bet_rule
        else "does not reach the next full bet or raise"
    )
    yield (
        "An all-in above the last full bet is measured from that bet, and several such all-ins add up. One that "
        f"{short} is short: the others must match it, but it {_REOPENS_NOTHING}"
        + (" and does not count towards the cap," if house.raise_cap else ",")
        + " and the next raise is to the full amount it fell short of."
    )
    if house.half_bet_rule:
        yield (
            "Any other all-in counts as a full bet, completion or raise in every respect, and the next raise is one "
            "bet more."
        )


def _ranged(house: StudHouse) -> Iterator[str]:
    yield (
        f"An all-in for less than a full raise {_REOPENS_NOTHING}, until such all-ins add up to one. The next raise is "
        "at least the last full raise on top of it" + _example(house)
    )


def _example(house: StudHouse) -> str:
    bet = house.least_bet(4)
    all_in = bet + bet // 2
    if all_in == bet:
        return "."
    amounts = [house.money(amount) for amount in (bet, all_in, all_in + bet)]
    return ": after a bet of {} and an all-in to {}, it is to {} or more.".format(*amounts)


def _per_player(house: StudHouse) -> Iterator[str]:
    half = house.structure == "fixed_limit" and house.half_bet_rule
    yield (
        f"An all-in for less than a full raise {_REOPENS_NOTHING}, unless the bet has grown by "
        f"{'half a raise' if half else 'a full raise'} since they acted. The next raise is a full raise on top of it"
        + _example(house)
    )


def short_all_in_table(house: StudHouse) -> Iterator[Table]:
    """At fixed limit: the amount the next raise goes to, in every situation that the house's stakes allow."""
    if house.structure != "fixed_limit" or house.short_all_in == "per_player":
        return
    stakes, money = house.stakes, house.money
    situations = []
    if stakes.bring_in < stakes.small_bet:
        completing = f"instead of completing {money(stakes.bring_in)}"
        situations.append((completing, stakes.bring_in, stakes.small_bet, stakes.small_bet))
    for size in sorted({stakes.small_bet, stakes.big_bet}):
        situations.append((f"instead of a bet of {money(size)}", 0, size, size))
        situations.append((f"over a bet of {money(size)}", size, 2 * size, size))
    rows: list[tuple[str, ...]] = []
    for words, start, target, size in situations:
        least = start + (target - start + 1) // 2 if house.half_bet_rule else target
        over = (money(least + size),) if house.half_bet_rule else ()
        rows.append((words, money(least), money(target), *over))
    columns = ("all-in", "short below", "if short, raise to", "at that amount, raise to")[: len(rows[0])]
    yield table(house.family.clauses.all_in, "Raises over an all-in", columns, tuple(rows))
