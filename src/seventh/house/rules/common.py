"""Shared by the rules texts of all games: formatting of odds and amounts, and common paragraphs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields, is_dataclass
from fractions import Fraction
from typing import Any, Literal, get_origin

from seventh.cards import RANK_NAMES
from seventh.house.rules.document import Section, Table, Wager, clause, table
from seventh.house.rules.sources import reading
from seventh.house.settings import source_of
from seventh.house.values import House, Limits, PayTable, hints_of

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
    """The display name of a pay table row."""
    return row.replace("_", " ")


def pay_table(id: str, title: str, pays: PayTable, names: dict[str, str] | None = None) -> Table:  # noqa: A002
    """A pay table; a row that pays nothing is marked as not paid."""
    rows = tuple(
        ((names or {}).get(row, plain(row)), odds(to_one) if to_one else NOT_PAID) for row, to_one in pays.rows
    )
    return table(id, title, ("hand", "pays"), rows)


def wagers_table(id: str, wagers: tuple[Wager, ...]) -> Table:  # noqa: A002
    rows = tuple((wager.title, wager.limits, wager.terms) for wager in wagers)
    # The limits are set by the house, not by the published rules.
    return table(id, reading("Wagers and limits"), ("wager", "amount", "when"), rows)


# Paragraphs on irregularities, shared by several games.


def face_up_card(then: str) -> str:
    return (
        "A card found face up in the deck during the deal is set aside and not used in the round; if this happens "
        f"again in the same round, {then}"
    )


DRAWN_IN_ERROR = (
    "A card drawn from the deck in error, but not exposed, stays in play and goes to the player due the next card."
)

PLAYER_MISCOUNT = (
    "The hand of a player dealt too many or too few cards is void, and the wagers that player still has on the layout "
    "are returned."
)


def dealer_miscount(always_completed: bool, then: str, full_hand: int = 7) -> tuple[str, ...]:
    late = (
        "If the stub is already in the discard rack, the card is drawn from the top of the stub."
        if always_completed
        else f"Once the stub is in the discard rack, however, {then}"
    )
    return (
        f"A dealer one card short of {NUMBERS[full_hand]} draws the missing card from the deck.",
        reading(late),
        f"If the dealer has any other wrong number of cards, {then}",
    )


# Sections that every game has.


def general_section(
    house: House, further_wager: str = "", *, claims: bool = False, sets_hands: bool = False, capped: bool = False
) -> Section:
    """Money, the table and the clock. These paragraphs have no clause id.

    `claims`, `sets_hands` and `capped` say whether the game has claims, hands to set and a payout cap.
    """
    done = (
        "makes every open claim" * claims,
        "places no further wager",
        "sets the best hand" * sets_hands,
    )
    does = [each for each in done if each]
    clock = (
        does[0]
        if len(does) == 1
        else f"{', '.join(does[:-1])}, and {does[-1]}"
        if len(does) > 2
        else " and ".join(does)
    )
    seats = (
        "one player, who plays"
        if house.seats == 1
        else f"up to {NUMBERS[house.seats]} players, each of whom plays independently"
    )
    round_words = {"up": "rounded up", "down": "rounded down"}[house.rounding]
    unit, chip = house.money(house.table_unit), house.money(1)
    parts = (
        clause("", f"The table seats {seats} against the dealer."),
        clause(
            "",
            f"Wagers must be multiples of {unit}. The smallest chip is {chip}: a payoff that is not a whole "
            f"number of chips is {round_words}, separately for each wager.",
        ),
        clause(
            "",
            "Odds are the winnings per unit wagered: 3 to 1 wins three times the wager, and 1 to 2 wins half of it.",
            "A cap limits winnings only; a returned wager does not count towards it." * capped,
        ),
        clause(
            "",
            f"No player may wager more than the chips in front of them. {further_wager}".strip(),
        ),
        clause(
            "",
            f"When a player's time runs out, the house acts without adding chips: it {clock}.",
        ),
        clause(
            "",
            "Face-down cards are known only to the player who holds them until the rules require them to be shown. "
            "Settled wagers are final: if the round is later voided, only wagers that are still open are returned.",
        ),
    )
    return Section("Money and table rules", parts)


def notices_section(house: House) -> Section:
    """The house's own notices."""
    return Section("Notices", tuple(clause("", notice) for notice in house.notices))


def options_section(house: House, book: House) -> Section:
    """The options as set, and every value that differs from the book's."""
    hints = hints_of(type(house))
    rows = tuple(
        (
            item.name,
            _value(getattr(house, item.name)),
            house.clause_id(item.metadata["clause"]) or "-",
            source_of(item.metadata),
        )
        for item in fields(house)
        if hints[item.name] is bool or get_origin(hints[item.name]) is Literal
    )
    columns = ("option", "set to", "clause", "source")
    options = table("", "House options", columns, rows)
    departures = tuple(
        clause("", f"{path} is {own}; the book has {by_book}{f' ({of})' if of else ''}.")
        for path, of, own, by_book in departures_of(house, book)
    )
    if departures:
        lead = "This house differs from the book as follows; amounts are in smallest chips."
    else:
        lead = "All settings of this house follow the book."
    return Section("Options", (options, clause("", lead), *departures))


def departures_of(house: House, book: House) -> Iterator[tuple[str, str, str, str]]:
    """Every value that differs from the book's: its path, its clause id, and the two values in words."""
    for (path, of, own), (_, _, by_book) in zip(_leaves(house), _leaves(book), strict=False):
        if own != by_book:
            yield path, house.clause_id(of) if of else "", _value(own), _value(by_book)


def _leaves(value: Any, path: str = "", id: str = "") -> Iterator[tuple[str, str, Any]]:  # noqa: A002
    """Every leaf value of a house, with its path and its clause."""
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
