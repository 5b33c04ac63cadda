"""The settings of a house as fields of a form, and houses written as files."""

from __future__ import annotations

import pytest

from seventh.games import GAMES, book_house, house_from_data, parse_house
from seventh.house import HouseError
from seventh.house.settings import changed_texts, read_texts, settings_of, texts_of
from seventh.house.toml import house_toml

NAMES = ("boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud")


def from_texts(game, texts):
    data, problems, _ = read_texts(book_house(game), texts)
    assert problems == []
    return house_from_data(data, game)


@pytest.mark.parametrize("game", NAMES)
def test_every_value_of_the_book_is_a_field_and_reads_back(game):
    book = book_house(game)
    fields = {setting.path for setting in settings_of(book)}
    texts = texts_of(book)
    assert set(texts) - fields == {"game"}
    assert all(path.startswith("caps[") for path in fields - set(texts))  # the fields of one more tier
    assert from_texts(game, texts) == book
    assert changed_texts(book, book) == {}
    assert house_toml(book, book) == f'game = "{game}"\n'


def changes():
    """A different value for every field of every game, as far as it is valid alone."""
    other = {"pays": "7:2", "text": 'Frida\u00ff\u007f "s', "lines": "one\ntwo"}
    for game in NAMES:
        book = book_house(game)
        texts = texts_of(book)
        for setting in settings_of(book):
            if setting.choices:
                text = next(choice for choice in setting.choices if choice != texts[setting.path])
            elif setting.kind == "number":
                now = int(texts.get(setting.path) or 0)
                text = str(now + 100 if setting.most is None or setting.most > 100 else now - 1)
            else:
                text = other[setting.kind]
            yield game, setting.path, text


@pytest.mark.filterwarnings("ignore::seventh.house.HouseWarning")
def test_every_changed_field_comes_back_from_its_text_and_from_its_file():
    tried, refused = 0, []
    for game, path, text in changes():
        book = book_house(game)
        try:
            house = from_texts(game, {path: text})
        except HouseError:
            refused.append(path)
            continue
        tried += 1
        assert house != book, path
        assert path in changed_texts(house, book)
        assert from_texts(game, changed_texts(house, book)) == house
        assert parse_house(house_toml(house, book)) == house
    # Alone, the unit does not fit the limits, half a tier is none, and a larger ante has no cap.
    assert set(refused) == {"table_unit", "caps[2].ante_up_to", "caps[2].pays_at_most", "limits.ante.maximum"}
    assert tried > 140


def test_entries_are_added_and_removed_by_filling_and_emptying_their_fields():
    book = book_house("boston-7-stud")
    added = from_texts(book.game, {"caps[2].ante_up_to": "2000", "caps[2].pays_at_most": "300000"})
    assert [tier.ante_up_to for tier in added.caps] == [500, 1000, 2000]
    first = {"caps[0].ante_up_to": "", "caps[0].pays_at_most": " "}
    removed = from_texts(book.game, first)
    assert [tier.ante_up_to for tier in removed.caps] == [1000]
    none = from_texts(book.game, {**first, "caps[1].ante_up_to": "", "caps[1].pays_at_most": ""})
    assert none.caps == ()
    for house in (added, removed, none):
        assert from_texts(book.game, changed_texts(house, book)) == house
        assert parse_house(house_toml(house, book)) == house


def test_a_problem_of_an_entry_is_traced_to_its_field():
    emptied = {"caps[0].ante_up_to": "", "caps[0].pays_at_most": ""}
    _, problems, places = read_texts(book_house("boston-7-stud"), emptied)
    assert (problems, places) == ([], {"caps[0]": "caps[1]"})


def test_what_is_no_setting_is_a_problem_and_changes_nothing():
    data, problems, _ = read_texts(book_house("high-card-flush"), {"pays": "5", "caps[0].ante_up_to": "5", "x.y": "1"})
    assert [path for path, _ in problems] == ["pays", "caps[0].ante_up_to", "x.y"]
    assert house_from_data(data) == book_house("high-card-flush")


def test_fields_of_every_game_say_what_they_do():
    for game in GAMES.values():
        for setting in settings_of(game.book):
            assert setting.doc
            assert setting.clause == "" or setting.clause in game.clauses
