"""Where the room's data lasts: SQLite in a directory or PostgreSQL, one schema, one writer."""

from seventh.room.store.errors import (
    AlreadyDone,
    AlreadyPosted,
    Broken,
    NotCommitted,
    NotEnough,
    StoreError,
    StoreFailed,
)
from seventh.room.store.place import default_data_dir
from seventh.room.store.reader import Reader, open_reader
from seventh.room.store.store import Store, open_store
from seventh.room.store.writer import Answer, Committed

__all__ = [
    "AlreadyDone",
    "AlreadyPosted",
    "Answer",
    "Broken",
    "Committed",
    "NotCommitted",
    "NotEnough",
    "Reader",
    "Store",
    "StoreError",
    "StoreFailed",
    "default_data_dir",
    "open_reader",
    "open_store",
]
