"""House rules as frozen values, and how they are loaded."""

from seventh.house.load import HouseError, HouseWarning, WrongHouse, build_house, require_house
from seventh.house.values import CapTier, House, Limits, PayTable, hash_of

__all__ = [
    "CapTier",
    "House",
    "HouseError",
    "HouseWarning",
    "Limits",
    "PayTable",
    "WrongHouse",
    "build_house",
    "hash_of",
    "require_house",
]
