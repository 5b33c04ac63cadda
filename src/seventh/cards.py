"""Cards, decks and their notation.

A card is two characters: `As`, `Td`, `2c`; the joker is `Jk`; an unknown card is `??`. Several cards are written
one after another. Internally a card is a small integer (clubs 0 to 12 from the two up, then diamonds, hearts, spades,
the joker 52), and a set of known cards is an integer with one bit per card, so that sets are cheap to combine.

>>> parse_cards("AsKd")
(Card('As'), Card('Kd'))
>>> Card("As") > Card("Ks"), Card("As").rank, Card("As").suit
(True, 14, 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import add

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE, KING, QUEEN, JACK = 14, 13, 12, 11
"""Ranks are numbers from 2 to 14; the ace is 14, and counts as 1 only where a ranking allows it."""

RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


class CardError(ValueError):
    """Invalid cards. The message says which card, and why."""


class MalformedCard(CardError):
    """Text that is not a card."""


class DuplicateCard(CardError):
    """A card that appears twice."""


class WrongCount(CardError):
    """Too many or too few cards to rank, deal or compare."""


class Card(int):
    """One card. There is a single object for each card, so `is` works as well as `==`."""

    _by_text: dict[str, Card] = {}  # noqa: RUF012 - filled once, below

    text: str
    """Its notation, `As`."""
    rank: int
    """2 to 14; 0 for the joker and for an unknown card."""
    suit: int
    """0 to 3 for clubs, diamonds, hearts, spades; -1 for the joker and for an unknown card."""
    bit: int
    """The set of this card alone; 0 for an unknown card."""

    def __new__(cls, text: str) -> Card:
        try:
            return cls._by_text[text]
        except (KeyError, TypeError):
            raise MalformedCard(_why_malformed(text)) from None

    @classmethod
    def _make(cls, number: int, text: str, rank: int, suit: int) -> Card:
        card = int.__new__(cls, number)
        card.text, card.rank, card.suit = text, rank, suit
        card.bit = 0 if text == "??" else 1 << number
        cls._by_text[text] = card
        return card

    def __bool__(self) -> bool:
        return True  # even the two of clubs, which is number 0

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def _repr_html_(self) -> str:
        from seventh.notebook import cards_html

        return cards_html((self,))

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @property
    def name(self) -> str:
        """The name in English: "ace of spades"."""
        if self is JOKER:
            return "joker"
        if self is UNKNOWN:
            return "unknown card"
        return f"{RANK_NAMES[self.rank - 2]} of {SUIT_NAMES[self.suit]}"


DECK_52: tuple[Card, ...] = tuple(
    Card._make(13 * suit + rank, RANKS[rank] + SUITS[suit], rank + 2, suit) for suit in range(4) for rank in range(13)
)
JOKER = Card._make(52, "Jk", 0, -1)
UNKNOWN = Card._make(53, "??", 0, -1)
DECK_53: tuple[Card, ...] = (*DECK_52, JOKER)
ALL_52 = (1 << 52) - 1
ALL_53 = (1 << 53) - 1

_BIT_OF = {card.text: card.bit for card in DECK_53}.__getitem__
card_named = Card._by_text.__getitem__
"""The card for a text known to be valid; `Card(text)` explains what is wrong with an invalid one."""
_CARDS = (*DECK_52, JOKER, UNKNOWN)
_TEXT_AT = tuple(card.text for card in _CARDS).__getitem__
_BIT_AT = tuple(card.bit for card in _CARDS).__getitem__


def _why_malformed(text: object) -> str:
    if not isinstance(text, str):
        return f"a card is text such as 'As', not {text!r}"
    if text.startswith("10"):
        return f"{text!r} is not a card; write ten as T, so 'T{text[2:3] or 's'}'"
    if len(text) != 2:
        return f"{text!r} is not a card; a card is two characters, a rank of {RANKS} and a suit of {SUITS}"
    swapped = text[0].upper() + text[1].lower()
    if swapped in Card._by_text:
        return f"{text!r} is not a card; did you mean {swapped!r}?"
    if text[0] not in RANKS:
        return f"{text!r} is not a card; its first character must be a rank, one of {RANKS}"
    return f"{text!r} is not a card; its second character must be a suit, one of {SUITS}"


def card_of(number: int) -> Card:
    """The card with this number: 0 to 51, 52 for the joker."""
    return _CARDS[number]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards, in order; white space between cards is ignored. Only `??` may repeat."""
    if not isinstance(text, str):
        raise MalformedCard(f"expected cards as text such as 'AsKd', not {text!r}")
    found = _parse_at_once(text)
    return _parse_slowly(text) if found is None else found


@lru_cache(maxsize=512)
def _parse_at_once(text: str) -> tuple[Card, ...] | None:
    """Parse distinct cards without white space; None if the text is anything else.

    Cached, because an action's text is parsed when it is checked and again when it is applied.
    """
    if len(text) % 2:
        return None
    try:
        found = tuple(map(card_named, map(add, text[::2], text[1::2])))
    except KeyError:
        return None
    return found if len(set(found)) == len(found) else None


def _parse_slowly(text: str) -> tuple[Card, ...]:
    """Parse cards that may include white space or unknown cards, or raise an error that says what is wrong."""
    cards: list[Card] = []
    for word in text.split():
        for i in range(0, len(word), 2):
            ten = word[i : i + 2] == "10"  # always an error; the message should quote all of it
            cards.append(Card(word[i : i + 3 if ten else i + 2]))
    check_distinct(cards)
    return tuple(cards)


def format_cards(cards: Iterable[Card]) -> str:
    """The notation of these cards, which `parse_cards` reads back."""
    return "".join(map(_TEXT_AT, cards))


def set_of(cards: Iterable[Card]) -> int:
    """The set of these distinct cards, without the unknown ones."""
    return sum(map(_BIT_AT, cards))


def check_distinct(cards: Iterable[Card]) -> None:
    """Raise an error if a card appears twice; unknown cards may."""
    seen = 0
    for card in cards:
        if seen & card.bit:
            raise DuplicateCard(f"{card.text} appears twice")
        seen |= card.bit


def card_set(cards: str | Iterable[Card], fewest: int = 0, most: int = 53) -> int:
    """The set of these cards, which must be known and distinct, and number `fewest` to `most`."""
    if isinstance(cards, str):
        try:
            total = sum(map(_BIT_OF, map(add, cards[::2], cards[1::2])))
        except KeyError:
            return card_set(parse_cards(cards), fewest, most)
        count = len(cards) / 2
    else:
        cards = tuple(cards)
        total = sum([card.bit for card in cards])
        count = len(cards)
    # The sum of n powers of two has n bits only if they are all different.
    if total.bit_count() != count:
        _explain_bad_set(cards)
    if not fewest <= count <= most:
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise WrongCount(f"{count:.0f} card{'s' * (count != 1)} given; {allowed} needed")
    return total


def _explain_bad_set(cards: str | tuple[Card, ...]) -> None:
    if isinstance(cards, str):
        cards = parse_cards(cards)
    check_distinct(cards)
    raise MalformedCard("an unknown card (??) cannot be ranked")


def cards_in(card_set: int) -> Iterator[Card]:
    """The cards of a set: the joker, then by rank from the highest, spades before hearts, diamonds and clubs."""
    return iter(sorted([card for card in DECK_53 if card_set & card.bit], key=_display_order))


def _display_order(card: Card) -> tuple[int, int]:
    return (-99 if card is JOKER else -card.rank), -card.suit


def suit_masks(card_set: int) -> tuple[int, int, int, int]:
    """The ranks held in clubs, diamonds, hearts and spades: bit 0 is a two, bit 12 an ace."""
    return card_set & 8191, card_set >> 13 & 8191, card_set >> 26 & 8191, card_set >> 39 & 8191
