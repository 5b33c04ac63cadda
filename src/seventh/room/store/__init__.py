"""The room's persistent storage: SQLite in a data directory, or PostgreSQL; one schema, one writer."""

from seventh.room.store.errors import (
    AlreadyDone,
    AlreadyPosted,
    Broken,
    NotCommitted,
    NotEnough,
    Overtaken,
    StoreError,
    StoreFailed,
)
from seventh.room.store.location import default_data_dir
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
    "Overtaken",
    "Reader",
    "Store",
    "StoreError",
    "StoreFailed",
    "default_data_dir",
    "open_reader",
    "open_store",
]
