"""How round a pay is: dealers pay, and players remember, 25 to 1 more easily than 27 to 1.

| grade | pays |
| --- | --- |
| 0 | 0 to 10, and 1, 2, 2.5 and 5 times a power of ten: 20, 25, 50, 100, 200, 250, 500 |
| 1 | other one-digit numbers and two-digit numbers ending in 5, followed by any zeros: 15, 30, 35, 60, 75, 150, 400 |
| 2 | other whole numbers: 12, 27, 125 |
| 3 | fractions: 1:2, 3:2 |

A table is rounder the lower the sum of its rows' grades.
"""

from __future__ import annotations

from fractions import Fraction


def grade(pays: Fraction) -> int:
    """The grade of one pay.

    >>> [grade(Fraction(pays)) for pays in ("8", "20", "250", "35", "400", "27", "125", "3/2")]
    [0, 0, 0, 1, 1, 2, 2, 3]
    """
    if pays.denominator != 1:
        return 3
    digits = str(pays).rstrip("0")
    if pays <= 10 or digits in ("1", "2", "25", "5"):
        return 0
    return 1 if len(digits) == 1 or (len(digits) == 2 and digits.endswith("5")) else 2
