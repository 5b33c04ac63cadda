"""What the rules of every game share: how odds and amounts are written, and the paragraphs that hold in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, is_dataclass
from fractions import Fraction
from typing import Any, Literal, get_origin, get_type_hints

from seventh.cards import RANK_NAMES
from seventh.house.rules.document import Section, Table, Wager, clause, table
from seventh.house.rules.sources import reading
from seventh.house.values import House, Limits, PayTable

NOT_PAID = "not paid"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def odds(pays: Fraction) -> str:
    """`35 to 1`."""
    return f"{pays.numerator:,} to {pays.denominator}"


def limits_text(house: House, limits: Limits) -> str:
    least, most = house.money(limits.minimum), house.money(limits.maximum)
    return least if least == most else f"{least} to {most}"


def rank_word(rank: int) -> str:
    return RANK_NAMES[rank - 2]


def plain(row: str) -> str:
    """The name of a pay-table row for people."""
    return row.replace("_", " ")


def pay_table(id: str, title: str, pays: PayTable, names: dict[str, str] | None = None) -> Table:  # noqa: A002
    """A pay table as it hangs on the wall; a row that pays nothing says so."""
    rows = tuple(
        ((names or {}).get(row, plain(row)), odds(to_one) if to_one else NOT_PAID) for row, to_one in pays.rows
    )
    return table(id, title, ("hand", "pays"), rows)


def wagers_table(id: str, wagers: tuple[Wager, ...]) -> Table:  # noqa: A002
    rows = tuple((wager.title, wager.limits, wager.terms) for wager in wagers)
    # Which amounts a table takes is for the house to say.
    return table(id, reading("What may be wagered"), ("wager", "amount", "when"), rows)


# Paragraphs about irregularities that more than one game has.


def face_up_card(then: str) -> str:
    return (
        "A card that turns up face up in the deck during the deal is put aside and plays no part in the round; "
        f"if that happens again in the same round, {then}"
    )


DRAWN_IN_ERROR = (
    "A card that came off the deck too soon, but that nobody saw, stays in play and goes to whoever is due the next "
    "card."
)

PLAYER_MISCOUNT = (
    "A player found holding too many or too few cards has no hand: whatever that player still has on the layout goes "
    "back."
)


def dealer_miscount(always_completed: bool, then: str, full_hand: int = 7) -> tuple[str, ...]:
    late = (
        "If the rest of the deck has been put away by then, the card comes from the top of it."
        if always_completed
        else f"But once the rest of the deck has been put away, {then}"
    )
    return (
        f"A dealer one card short of {NUMBERS[full_hand]} takes the missing card from the deck.",
        reading(late),
        f"With any other wrong count, {then}",
    )


# Sections that every game has.


def general_section(
    house: House, further_wager: str = "", *, claims: bool = False, sets_hands: bool = False, capped: bool = False
) -> Section:
    """Money, the table and the clock. These paragraphs belong to no clause of one game.

    `claims`, `sets_hands` and `capped` say whether there are claims, hands to set and a cap on what is paid.
    """
    done = (
        "every claim that is open is made" * claims,
        "no further wager is placed",
        "the best hand is set" * sets_hands,
    )
    does = [each for each in done if each]
    clock = (
        does[0]
        if len(does) == 1
        else f"{', '.join(does[:-1])}, and {does[-1]}"
        if len(does) > 2
        else " and ".join(does)
    )
    people = "One person plays" if house.seats == 1 else f"Up to {NUMBERS[house.seats]} people play"
    round_words = {"up": "rounded up to the next one", "down": "rounded down to whole ones"}[house.rounding]
    unit, chip = house.money(house.table_unit), house.money(1)
    parts = (
        clause("", f"{people} at one table against the dealer, each for themselves; nobody's choice binds another."),
        clause(
            "",
            f"Wagers are made in whole multiples of {unit}. The smallest chip is {chip}: a payoff that does not come "
            f"out in whole chips is {round_words}, each wager by itself.",
        ),
        clause(
            "",
            "Odds name the winnings for one unit wagered: 3 to 1 adds three times the wager, and 1 to 2 half of it.",
            "Where a cap limits what is paid, it limits winnings only; a wager that comes back is not counted."
            * capped,
        ),
        clause(
            "",
            f"Nobody may wager more than they have in front of them. {further_wager}".strip(),
        ),
        clause(
            "",
            f"For a player whose time runs out the house does what adds no chips: {clock}.",
        ),
        clause(
            "",
            "Cards dealt face down are known only to the person who holds them, until the rules have them shown. "
            "What has been settled is final: a round that is called off later returns only wagers that are still open.",
        ),
    )
    return Section("Money and the table", parts)


def notices_section(house: House) -> Section:
    """What the house itself wants to say."""
    return Section("Notices", tuple(clause("", notice) for notice in house.notices))


def options_section(house: House, book: House) -> Section:
    """The options as set, and every value in which the house departs from the book."""
    hints = get_type_hints(type(house))
    rows = tuple(
        (
            item.name,
            _value(getattr(house, item.name)),
            house.clause_id(item.metadata["clause"]) or "-",
            _source(item.metadata),
        )
        for item in fields(house)
        if hints[item.name] is bool or get_origin(hints[item.name]) is Literal
    )
    columns = ("option", "set to", "clause", "source")
    options = table("", "Options as this house has set them", columns, rows)
    departures = tuple(
        clause(
            "", f"{path} is {_value(own)}; the book has {_value(by_book)}{f' ({house.clause_id(of)})' if of else ''}."
        )
        for (path, of, own), (_, _, by_book) in zip(_leaves(house), _leaves(book), strict=False)
        if own != by_book
    )
    if departures:
        lead = "This house departs from the book in what follows; amounts are in smallest chips."
    else:
        lead = "Every setting of this house is the book's."
    return Section("Options", (options, clause("", lead), *departures))


def _source(setting: Mapping[str, Any]) -> str:
    """A setting of a game is there because its rules leave a point open, unless they name the option themselves."""
    return "house" if not setting["clause"] else "book" if setting.get("book") else "reading"


def _leaves(value: Any, path: str = "", id: str = "") -> Iterator[tuple[str, str, Any]]:  # noqa: A002
    """Every single value within a house, with its path and the clause it belongs to."""
    if isinstance(value, PayTable):
        yield from ((f"{path}.{row}", id, odds(pays) if pays else NOT_PAID) for row, pays in value.rows)
    elif is_dataclass(value):
        for item in fields(value):
            inner = item.metadata.get("clause") or id
            yield from _leaves(getattr(value, item.name), f"{path}.{item.name}".lstrip("."), inner)
    elif isinstance(value, tuple):
        yield path, id, tuple(asdict(item) if is_dataclass(item) else item for item in value)  # type: ignore[arg-type]
    else:
        yield path, id, value


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(f'"{item}"' if isinstance(item, str) else _value(item) for item in value) or "empty"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_value(item)}" for key, item in value.items()) + ")"
    return f"{value:,}" if isinstance(value, int) else str(value) or "empty"
