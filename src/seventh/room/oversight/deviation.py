"""How unusual a result is: its distance from the expectation, and the probability of one at least as large.

For many rounds the sum is nearly normal, which gives the probability. How near depends on the *Lyapunov ratio*, the sum
of the third absolute moments over the third power of the standard deviation: by the theorem of Berry and Esseen no
probability is wrong by more than 0.56 times that. While it is above `NEARLY_NORMAL`, as with few rounds or high
payouts, the probability is an upper bound that holds for any distribution: the smaller of those of Chebyshev and of
Bernstein.
"""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, sqrt

from msgspec import Struct

NEARLY_NORMAL = 0.2
NORMAL, BOUND, NONE = "normal", "bound", "none"


class Deviation(Struct, frozen=True):
    """A difference from the expectation."""

    std_devs: float
    """The difference in standard deviations."""
    p: float
    """The probability of a difference at least as large in either direction, or an upper bound of it."""
    method: str
    """normal: the normal approximation; bound: an upper bound; none: there is nothing to compare."""


def deviation(difference: Fraction, variance: Fraction, third: float, most: float) -> Deviation:
    """The deviation of a sum of independent terms with this variance, sum of third absolute moments, and largest
    distance of a term from its expectation."""
    if variance == 0:
        return Deviation(0.0, 1.0, NONE)
    distance = abs(float(difference))
    spread = sqrt(variance)
    std_devs = float(difference) / spread
    if third <= NEARLY_NORMAL * spread**3:
        return Deviation(std_devs, erfc(distance / spread / sqrt(2)), NORMAL)
    chebyshev = (spread / distance) ** 2 if distance else 1.0
    bernstein = 2 * exp(-(distance**2) / 2 / (spread**2 + most * distance / 3))
    return Deviation(std_devs, min(1.0, chebyshev, bernstein), BOUND)
