"""Names that look like others are refused with one clear line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh.room.people.names import Shapes, check_name, shape_of
from seventh.room.refusals import RoomRefused

REFUSED = {
    "Dealer": "staff", "the dealer": "staff", "D3aler": "", "DeaIer": "staff", "House": "staff", "The House": "staff",
    "Floor": "staff", "Floor 2": "staff", "Admin": "staff", "Admin Anna": "staff", "a.d.m.i.n": "staff",
    "Adm\u0131n": "staff", "Moderator7": "staff", "Bot 7": "staff", "Bot Anna": "staff", "B0T": "staff",
    "Real Dealer": "staff",
    "System": "staff", "Seventh Street Staff": "staff", "Deleted account": "staff",
    "\u0430\u0434\u043c\u0438\u043d": "", "Ann\u0430": "alphabets", "\u0410nna": "alphabets", "Anna\u03b1": "alphabets",
    "An\u200bna": "not a valid name", "An\u202ena": "not a valid name", "An\u3164na": "invisible",
    "Guest 123456": "guest's", "ada": "bot", "Ad\u00e0": "bot", "x": "not a valid name", "<b>": "not a valid name",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_R36_names_of_the_room_its_staff_and_bots_are_refused(name):
    if not REFUSED[name]:
        assert check_name(name)
        return
    with pytest.raises(RoomRefused) as refused:
        check_name(name)
    assert REFUSED[name] in refused.value.why
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "name",
    ["Anna", "Zoë", "O'Neill", "Jean-Luc", "J. R.", "Лев Толстой", "Ωμέγα", "李小龙", "さくらサクラ桜",
     "House of Cards",
     "Floor lamp", "Botticelli", "Abbot", "Made by admin", "Modesty", "Roomy", "Robotnik", "player_1"],
)  # fmt: skip
def test_other_names_are_fine(name):
    assert check_name(name) == name


def test_staff_may_be_called_what_they_are():
    assert check_name("Floor", staff=True) == "Floor"


ALIKE = [("Paul", "PauI"), ("Paul", "Pau1"), ("Bob", "B0b"), ("Anna", "\u0410\u043f\u043f\u0430"), ("Zoe", "Zoë"),
         ("Mary Ann", "Mary-Ann"), ("modem", "modern"), ("\u0441\u0430\u0440", "cap")]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_shape(one, other):
    assert shape_of(one) == shape_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ian", "Lan"), ("Kai", "Kal"), ("Anna", "Hanna"), ("Guest 10", "Guest 11")]
)
def test_names_that_do_not_have_different_ones(one, other):
    assert shape_of(one) != shape_of(other)


@given(st.text(max_size=30))
def test_any_text_is_judged(name):
    shape_of(name)
    try:
        kept = check_name(name)
    except RoomRefused:
        return
    assert check_name(kept) == kept


def test_shapes_follow_renaming_and_deleting():
    shapes = Shapes([("1", "Paul"), ("2", "Anna")])
    assert (shapes.holder("PauI"), shapes.holder("Anna"), shapes.holder("Eve")) == ("1", "2", "")
    shapes.set("1", "Eve")
    assert (shapes.holder("Paul"), shapes.holder("Eve")) == ("", "1")
    shapes.set("1", "")
    assert shapes.holder("Eve") == ""
