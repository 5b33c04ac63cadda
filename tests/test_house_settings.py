"""The reference of house settings lists every setting of every game, with the book's values as in a house file."""

import re
import tomllib
from dataclasses import fields, is_dataclass
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from seventh.games import GAMES, parse_house
from seventh.house import HouseError
from seventh.house.values import CapTier, Limits, PayTable
from tests.known import known
from tools.house_settings import house_settings_markdown

every_game = pytest.mark.parametrize("game", GAMES)


def table(game: str) -> dict[str, tuple[str, str, str, str]]:
    """The rows of the table: default, allowed values, meaning and clause, by name."""
    lines = house_settings_markdown(game).splitlines()
    assert lines[:2] == ["| setting | the book | allowed | meaning | clause |", "| --- | --- | --- | --- | --- |"]
    cells = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines[2:]]
    return {name.strip("`"): (book, allowed, meaning, clause) for name, book, allowed, meaning, clause in cells}


def leaves(kind: type, path: str = ""):
    """The settings of a house class, down to limits, pay tables and single values."""
    hints = get_type_hints(kind)
    for item in fields(kind):
        inner = hints[item.name]
        if isinstance(inner, type) and is_dataclass(inner) and inner not in (Limits, PayTable, CapTier):
            yield from leaves(inner, f"{path}{item.name}.")
        else:
            yield f"{path}{item.name}", inner


@every_game
def test_every_setting_is_listed_with_its_meaning(game):
    found = table(game)
    assert list(found) == [name for name, _ in leaves(GAMES[game].house)]
    assert all(meaning.endswith(".") for _, _, meaning, _ in found.values())


@every_game
def test_the_values_by_the_book_make_up_the_book_when_written_to_a_house_file(game):
    text = "\n".join(f"{name} = {book.strip('`')}" for name, (book, *_) in table(game).items())
    assert tomllib.loads(text) == GAMES[game].book.as_data()
    assert parse_house(text).hash == GAMES[game].book.hash


@every_game
def test_the_allowed_values_are_those_that_are_accepted(game):
    found = table(game)
    for name, kind in leaves(GAMES[game].house):
        allowed = re.findall(r"`(.*?)`", found[name][1])
        if get_origin(kind) is Literal:
            assert tuple(tomllib.loads(f"it = {value}")["it"] for value in allowed) == get_args(kind)
        elif kind is bool:
            assert allowed == ["true", "false"]
        elif kind is int and (bounds := re.fullmatch(r"(\d+)(?: to (\d+)| or more)", found[name][1])):
            for beyond in [int(bounds[1]) - 1, *([int(bounds[2]) + 1] if bounds[2] else [])]:
                with pytest.raises(HouseError, match=re.escape(f"{name} is {beyond}; allowed")):
                    parse_house(f"{name} = {beyond}", game)
        else:
            assert kind is not int, f"{name}: {found[name][1]}"


@every_game
def test_every_clause_is_linked_to_the_rules_of_the_game(game):
    linked = {clause for *_, clause in table(game).values()} - {""}
    assert linked
    for link in linked:
        clause = re.fullmatch(rf"\[(\w+)\]\(rules/{game}\.md#\1\)", link)
        assert known(clause)[1] in GAMES[game].clauses
