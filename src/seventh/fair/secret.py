"""Secret bytes."""

from __future__ import annotations

from hmac import compare_digest
from secrets import token_bytes
from typing import NoReturn

SIZE = 32


class Secret:
    """A server seed: 32 bytes that never appear in a repr, log, traceback or pickle.

    >>> Secret(bytes(32))
    <Secret>
    """

    __slots__ = ("__value",)

    def __init__(self, value: bytes) -> None:
        if type(value) is not bytes or len(value) != SIZE:
            raise ValueError(f"a secret is {SIZE} bytes")  # without quoting the value
        self.__value = value

    @classmethod
    def draw(cls) -> Secret:
        """A new secret from the operating system's random source."""
        return cls(token_bytes(SIZE))

    def reveal(self) -> bytes:
        """The bytes. Callers are responsible for where they go."""
        return self.__value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return compare_digest(self.__value, other.__value)

    __hash__ = None  # type: ignore[assignment]  # a hash would have to depend on the bytes

    def __repr__(self) -> str:
        return "<Secret>"

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, memo: object) -> Secret:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a secret cannot be pickled")
