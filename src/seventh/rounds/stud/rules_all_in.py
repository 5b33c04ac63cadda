"""Stud: what an all-in for less than a full bet counts as, and how much the next raise is, in a house's own amounts."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.house.rules.document import Table, table
from seventh.rounds.stud.house import StudHouse

_REOPENS_NOTHING = "gives those who have acted no new right to raise"


def short_all_in_text(house: StudHouse) -> Iterator[str]:
    """The sentences about raising over an all-in."""
    if house.short_all_in == "per_player":
        yield from _per_player(house)
    elif house.structure != "fixed_limit":
        yield from _ranged(house)
    else:
        yield from _fixed(house)
    if house.structure == "fixed_limit" and house.raise_cap:
        yield "When the cap is reached nobody goes above the bet, not even all-in."


def _fixed(house: StudHouse) -> Iterator[str]:
    short = "covers less than half of the way to the next one" if house.half_bet_rule else "does not reach the next one"
    yield (
        "An all-in above the last full amount of the bet is measured from there, several of them together. One that "
        f"{short} is short: the others owe what it comes to, it {_REOPENS_NOTHING}"
        + (" and is no raise towards the cap," if house.raise_cap else ",")
        + " and the next raise goes to the full amount that it fell short of."
    )
    if house.half_bet_rule:
        yield (
            "Any other counts as the full bet, completion or raise in every respect, and the next raise is a bet on "
            "top of it."
        )


def _ranged(house: StudHouse) -> Iterator[str]:
    yield (
        f"An all-in for less than a full raise {_REOPENS_NOTHING}, until such all-ins together make one. The next "
        "raise is at least the last full raise on top of it" + _example(house)
    )


def _example(house: StudHouse) -> str:
    bet = house.least_bet(4)
    all_in = bet + bet // 2
    if all_in == bet:
        return "."
    amounts = [house.money(amount) for amount in (bet, all_in, all_in + bet)]
    return ": over a bet of {} and an all-in to {} it goes to {} or more.".format(*amounts)


def _per_player(house: StudHouse) -> Iterator[str]:
    half = house.structure == "fixed_limit" and house.half_bet_rule
    yield (
        f"An all-in that is not a full raise {_REOPENS_NOTHING}, unless the bet has grown by "
        f"{'half of one' if half else 'one'} since they acted. The next raise is a full one on top of it"
        + _example(house)
    )


def short_all_in_table(house: StudHouse) -> Iterator[Table]:
    """At fixed limit: to what the next raise goes, in every situation that a house's amounts make."""
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
