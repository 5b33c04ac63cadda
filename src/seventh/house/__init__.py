"""House rules: what a house may choose, as frozen values, and one TOML file a game with the book's choices."""

from seventh.house.load import HouseError, book_house, house_from_data, load_house, parse_house, recorded_house
from seventh.house.values import CapTier, House, Limits, PayTable, hash_of

__all__ = [
    "CapTier",
    "House",
    "HouseError",
    "Limits",
    "PayTable",
    "book_house",
    "hash_of",
    "house_from_data",
    "load_house",
    "parse_house",
    "recorded_house",
]
