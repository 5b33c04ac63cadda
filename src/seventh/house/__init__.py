"""House rules: what a house may choose, as frozen values, and one TOML file a game with the book's choices."""

from seventh.house.load import (
    HouseError,
    WrongHouse,
    book_house,
    house_for,
    house_from_data,
    load_house,
    parse_house,
    recorded_house,
    require_house,
)
from seventh.house.values import CapTier, House, Limits, PayTable, hash_of

__all__ = [
    "CapTier",
    "House",
    "HouseError",
    "Limits",
    "PayTable",
    "WrongHouse",
    "book_house",
    "hash_of",
    "house_for",
    "house_from_data",
    "load_house",
    "parse_house",
    "recorded_house",
    "require_house",
]
