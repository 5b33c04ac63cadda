# ruff: noqa: RUF001 - letters that look alike are what this is about
"""Names that people may choose: none that looks like another person's, a bot's or the staff's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from seventh.bots.simple import COMPANY
from seventh.room.refusals import MALFORMED, TAKEN, RoomRefused

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,22}[\w.])?\Z")
_ALLOWED = "2 to 24 letters, digits, spaces and . ' - _, starting with a letter or a digit"
_KEPT_FOR_GUESTS = re.compile(r"guest\s*\d+\Z")
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0\u17b4\u17b5")
"""Letters by their category that have no shape."""

_ROOM_WORDS = """
    admin administrator auditor bank bot bots cashier casino croupier dealer deleted everybody escrow floor house mint
    mod moderator nobody official operator owner pitboss rake robot room root server staff support suspense system
    visitor
"""
_RESERVED = frozenset(_ROOM_WORDS.split())
"""Words for the room itself and its staff."""
_LEADING = _RESERVED - {"bank", "house", "floor", "room", "rake", "mint", "deleted", "everybody", "nobody", "owner"}
"""Words that may not even begin a name: “Admin Anna”, “Bot 7”."""
_FILLER_WORDS = "the a an account desk manager master mr mrs ms person real street seventh team"
_FILLERS = frozenset(_FILLER_WORDS.split())

_SHAPES = str.maketrans(
    {
        "l": "1", "I": "1", "|": "1", "ı": "i", "і": "i", "І": "1", "Ι": "1", "ι": "i", "ӏ": "1", "Ӏ": "1",
        "o": "0", "O": "0", "о": "0", "О": "0", "ο": "0", "Ο": "0", "σ": "0", "օ": "0", "Օ": "0",
        "а": "a", "А": "A", "α": "a", "Α": "A", "В": "B", "Β": "B", "с": "c", "С": "C", "ԁ": "d", "е": "e", "Е": "E",
        "Ε": "E", "Н": "H", "Η": "H", "һ": "h", "ј": "j", "Ј": "J", "К": "K", "к": "k", "Κ": "K", "κ": "k", "М": "M",
        "Μ": "M", "Ν": "N", "п": "n", "р": "p", "Р": "P", "ρ": "p", "Ρ": "P", "ѕ": "s", "Ѕ": "S", "Т": "T", "т": "t",
        "Τ": "T", "τ": "t", "υ": "u", "ν": "v", "ѵ": "v", "ѡ": "w", "ԝ": "w", "х": "x", "Х": "X", "χ": "x", "Χ": "X",
        "у": "y", "У": "Y", "Υ": "Y", "γ": "y", "Ζ": "Z",
    }
)  # fmt: skip
"""Letters and digits that look like others, mostly Cyrillic and Greek ones."""
_TOGETHER = frozenset(("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"))
"""Scripts that are written together."""


def key_of(name: str) -> str:
    """A normalised name, by which an account is found: differences of case do not count."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def shape_of(name: str) -> str:
    """What a name looks like at a glance: names with equal shapes are hard to tell apart."""
    plain = unicodedata.normalize("NFKC", name).translate(_SHAPES)
    bare = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    joined = re.sub(r"[\W_]+", "", bare.casefold())
    return joined.replace("rn", "m").replace("vv", "w")


_BOTS = {shape_of(bot.name) for bot in COMPANY}


def check_name(name: str, staff: bool = False) -> str:
    """The normalised name; raises `RoomRefused` if it is not allowed. Staff may be called what they are."""
    kept = " ".join(unicodedata.normalize("NFKC", name).split()) if isinstance(name, str) else ""
    if not 2 <= len(kept) <= 24 or not _NAME.match(kept):
        raise RoomRefused(MALFORMED, f"{name!r} is not a valid name", _ALLOWED)
    if not _INVISIBLE.isdisjoint(kept):
        raise RoomRefused(MALFORMED, "a name cannot contain invisible characters", _ALLOWED)
    scripts = {_script(letter) for letter in kept if letter.isalpha()}
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise RoomRefused(MALFORMED, f"{kept!r} mixes alphabets", "letters of one alphabet")
    if _KEPT_FOR_GUESTS.match(key_of(kept)):
        raise RoomRefused(MALFORMED, f"{name!r} looks like a guest's name", _ALLOWED)
    if shape_of(kept) in _BOTS:
        raise RoomRefused(TAKEN, f"{name!r} is the name of a bot", _ALLOWED)
    if not staff and _is_reserved(kept):
        raise RoomRefused(MALFORMED, f"{kept!r} looks like a name of the room or its staff", "a name of your own")
    return kept


def _script(letter: str) -> str:
    """The script of a letter, by the first word of its name in Unicode."""
    return unicodedata.name(letter, "?").split()[0].split("-")[0]


_SHAPES_OF = {shape_of(word): word for word in _RESERVED | _FILLERS}


def _is_reserved(name: str) -> bool:
    words = [_SHAPES_OF.get(shape_of(word.strip("0123456789")), "?") for word in re.split(r"[\W_]+", name) if word]
    words = words or ["?"]
    whole = _SHAPES_OF.get(shape_of(name).strip("0123456789"), "?")
    only = all(word in _RESERVED | _FILLERS for word in words) and any(word in _RESERVED for word in words)
    return whole in _RESERVED or words[0] in _LEADING or only


class Shapes:
    """The shapes of all names in use."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._holders: dict[str, str] = {}
        self._of: dict[str, str] = {}
        for person, name in names:
            self.set(person, name)

    def set(self, person: str, name: str) -> None:
        """Note the name of a person; an empty one is no longer in use."""
        before = self._of.pop(person, "")
        if self._holders.get(before) == person:
            del self._holders[before]
        if shape := shape_of(name):
            self._of[person] = shape
            self._holders.setdefault(shape, person)

    def holder(self, name: str) -> str:
        """The person with a name that looks like this; empty if there is none."""
        return self._holders.get(shape_of(name), "")
