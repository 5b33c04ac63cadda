"""Passwords that are guessed first are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh.room.people.people import check_password
from seventh.room.people.weak_passwords import common_words, weakness
from seventh.room.refusals import RoomRefused

WEAK = {
    "password123": "common", "P@ssw0rd!!": "common", "Welcome2024!": "common", "ILoveYou!!!!": "common",
    "monkeydragon": "common", "xX-Football-Xx1": "", "letmein12345": "common", "2024summer!": "common",
    "1234567890": "sequence", "qwertyuiop": "sequence", "0987654321": "sequence", "1qaz2wsx3edc": "sequence",
    "abcdefghij": "sequence", "qwerty123456": "sequence", "aaaaaaaaaa": "repeats", "abcabcabcabc": "repeats",
    "12121212121": "repeats", "----------": "repeats",
}  # fmt: skip


@pytest.mark.parametrize("password", WEAK)
def test_R31_common_passwords_are_known(password):
    assert WEAK[password] in weakness(password)
    assert bool(WEAK[password]) is bool(weakness(password))


@pytest.mark.parametrize("password", ["Benedikta99", "b.e.n.e.d.i.k.t.a", "atkideneB!!", "  benedikta  "])
def test_R31_a_password_is_not_ones_name(password):
    assert "your name" in weakness(password, "Benedikta")
    assert not weakness("Benedikta plants nine tulips", "Benedikta")


@pytest.mark.parametrize("password", ["correct horse battery", "nine of clubs", "quite long enough", "tr7-Kq_wm2Zp"])
def test_passwords_that_nobody_guesses_first_are_fine(password):
    assert weakness(password, "Ada") == ""


@given(st.sampled_from(sorted(common_words())), st.text("0123456789!?.-_", max_size=6), st.booleans())
def test_R31_a_common_word_stays_common_however_it_is_decorated(word, around, upper):
    assert weakness(around + (word.upper() if upper else word) + around)


def test_the_refusal_says_what_to_do_instead():
    with pytest.raises(RoomRefused) as refused:
        check_password("password1234", "Ada", 8)
    assert str(refused.value) == "the password is too common; choose several unrelated words, for example"


@given(st.text(max_size=40), st.text(max_size=24))
def test_any_text_is_judged(password, name):
    weakness(password, name)
