"""The rankings of `hands.poker` and `hands.joker` for suits as sets of ranks, compiled, for every rule variant.

The long counts rank each canonical hand once, seven million in all, so this is written to be compared with the
reference implementation, and gives exactly the same numbers.
"""

from __future__ import annotations

from seventh.compiled import njit

_ACE = 1 << 12
_WHEEL = 0b1_0000_0000_1111
_FIVE_ACES = 10 << 26
_TWO_ACE_FLUSH = 5 << 26 | 1 << 13


@njit(inline="always")
def size(ranks: int) -> int:
    """How many ranks a set has."""
    ranks = (ranks & 0x5555) + (ranks >> 1 & 0x5555)
    ranks = (ranks & 0x3333) + (ranks >> 2 & 0x3333)
    ranks = (ranks & 0x0F0F) + (ranks >> 4 & 0x0F0F)
    return (ranks & 0xFF) + (ranks >> 8)


@njit
def _highest(ranks: int, count: int) -> int:
    for _ in range(size(ranks) - count):
        ranks &= ranks - 1
    return ranks


@njit
def _straight(ranks: int, wheel_second: bool) -> int:
    """The index of the best straight among the ten, from 0; -1 if there is none."""
    for low in range(8, -1, -1):
        if ranks >> low & 31 == 31:
            if wheel_second:
                return 9 if low == 8 else 8 if ranks & _WHEEL == _WHEEL else low
            return low + 1
    if ranks & _WHEEL == _WHEEL:
        return 8 if wheel_second else 0
    return -1


@njit
def natural_strength(clubs: int, diamonds: int, hearts: int, spades: int, wheel_second: bool) -> int:
    """`hands.poker.strength` of five to seven cards."""
    for suited in (clubs, diamonds, hearts, spades):
        if size(suited) > 4:
            place = _straight(suited, wheel_second)
            if place < 0:
                return 5 << 26 | _highest(suited, 5)
            return (9 if place == 9 else 8) << 26 | place
    ranks = clubs | diamonds | hearts | spades
    twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    four = clubs & diamonds & hearts & spades
    if four:
        return 7 << 26 | four << 13 | _highest(ranks & ~four, 1)
    three = _highest(thrice, 1)
    if three and twice != three:
        return 6 << 26 | three << 13 | _highest(twice & ~three, 1)
    place = _straight(ranks, wheel_second)
    if place >= 0:
        return 4 << 26 | place
    if three:
        return 3 << 26 | three << 13 | _highest(ranks & ~three, 2)
    pairs = _highest(twice, 2)
    if pairs & (pairs - 1):
        return 2 << 26 | pairs << 13 | _highest(ranks & ~pairs, 1)
    if pairs:
        return 1 << 26 | pairs << 13 | _highest(ranks & ~pairs, 3)
    return _highest(ranks, 5)


@njit
def _completed(clubs: int, diamonds: int, hearts: int, spades: int, wheel_second: bool) -> int:
    """The strength if it is a straight, a flush, a straight flush or a royal flush, which a joker may complete."""
    value = natural_strength(clubs, diamonds, hearts, spades, wheel_second)
    category = value >> 26
    return value if category in (4, 5, 8, 9) else 0


@njit
def joker_strength(clubs: int, diamonds: int, hearts: int, spades: int, wheel_second: bool, second_ace: bool) -> int:
    """`hands.joker.strength` of the joker and four to six natural cards."""
    if clubs & diamonds & hearts & spades & _ACE:
        return _FIVE_ACES
    # An ace of any missing suit, because one that makes a flush is considered below.
    if not spades & _ACE:
        best = natural_strength(clubs, diamonds, hearts, spades | _ACE, wheel_second)
    elif not hearts & _ACE:
        best = natural_strength(clubs, diamonds, hearts | _ACE, spades, wheel_second)
    elif not diamonds & _ACE:
        best = natural_strength(clubs, diamonds | _ACE, hearts, spades, wheel_second)
    else:
        best = natural_strength(clubs | _ACE, diamonds, hearts, spades, wheel_second)
    ranks = clubs | diamonds | hearts | spades
    for rank in range(13):
        bit = 1 << rank
        if not ranks & bit:
            best = max(best, _completed(clubs, diamonds, hearts, spades | bit, wheel_second))
        if size(clubs) > 3 and not clubs & bit:
            best = max(best, _completed(clubs | bit, diamonds, hearts, spades, wheel_second))
        if size(diamonds) > 3 and not diamonds & bit:
            best = max(best, _completed(clubs, diamonds | bit, hearts, spades, wheel_second))
        if size(hearts) > 3 and not hearts & bit:
            best = max(best, _completed(clubs, diamonds, hearts | bit, spades, wheel_second))
        if size(spades) > 3 and not spades & bit:
            best = max(best, _completed(clubs, diamonds, hearts, spades | bit, wheel_second))
    if second_ace:
        for suited in (clubs, diamonds, hearts, spades):
            if size(suited) > 3 and suited & _ACE:
                best = max(best, _TWO_ACE_FLUSH | _highest(suited, 4))
    return best
