"""Passwords that are guessed first: common words with decorations, keyboard rows, repetitions, one's own name."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

_LOOKS_LIKE = str.maketrans("01345789@$!|+", "oieastbgasiit")
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
)


@cache
def common_words() -> frozenset[str]:
    """The words of the list that comes with the program."""
    text = files("seventh.room.people").joinpath("common_passwords.txt").read_text("utf-8")
    return frozenset(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


def weakness(password: str, name: str = "") -> str:
    """Why a password would be guessed quickly; empty if nothing is known against it."""
    plain = unicodedata.normalize("NFKC", password).casefold()
    squeezed = re.sub(r"[\W_]+", "", plain)
    if len(set(squeezed)) < 4:
        return "the password only repeats a few characters"
    for size in range(1, len(squeezed) // 2 + 1):
        if squeezed == (squeezed[:size] * len(squeezed))[: len(squeezed)] and size <= 4:
            return "the password only repeats a few characters"
    if _is_run(squeezed):
        return "the password is a sequence from the keyboard or the alphabet"
    own = re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())
    if len(own) >= 4 and (own in squeezed or own[::-1] in squeezed) and len(squeezed) - len(own) < 8:
        return "the password contains your name"
    letters = plain.translate(_LOOKS_LIKE)
    bases = {re.sub(r"[^a-z]+", "", text) for text in (plain, letters)}
    bases |= {re.sub(r"^[\d\W_]+|[\d\W_]+$", "", plain).translate(_LOOKS_LIKE)}
    if any(_of_common_words(base) for base in bases if base):
        return "the password is too common"
    return ""


def _of_common_words(text: str) -> bool:
    """Whether a text is a common word, or two of them in a row."""
    words = common_words()
    return text in words or any(text[:place] in words and text[place:] in words for place in range(3, len(text) - 2))


def _is_run(text: str) -> bool:
    """Whether a text consists of two stretches of neighbouring keys at most."""
    stretches, place = 0, 0
    while place < len(text):
        longest = 1
        for row in (*_RUNS, *(row[::-1] for row in _RUNS)):
            size = 1
            while place + size < len(text) and text[place : place + size + 1] in row:
                size += 1
            longest = max(longest, size)
        stretches, place = stretches + 1, place + longest
    return stretches <= 2
