"""The stored form of log bodies, compressed with a dictionary of what rounds have in common.

A body is a few hundred bytes of JSON, too short to compress well on its own. The hash chain is over the plain body, so
it does not depend on this form; bodies of earlier releases are stored plain.
"""

from __future__ import annotations

import zlib
from importlib.resources import files

_MARK = b"\x01"
"""The first byte of a packed body: the number of the dictionary. JSON never starts with it."""
_DICTIONARY = files("seventh.room.store").joinpath("packing_1.dict").read_bytes()
"""Samples of log bodies. It must never change, or nothing packed with it can be read; a new one needs its own mark."""
_WINDOW, _MEMORY = -14, 6
"""Raw deflate with as much memory as these sizes need: copying the compressor takes most of the time."""
_LEAST = 64
_PACKER = zlib.compressobj(6, zlib.DEFLATED, _WINDOW, _MEMORY, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)


def pack(body: bytes) -> bytes:
    """The stored form of a body: packed if that is smaller."""
    if type(body) is not bytes or (len(body) < _LEAST and not body.startswith(_MARK)):
        return body
    packer = _PACKER.copy()
    packed = _MARK + packer.compress(body) + packer.flush()
    return packed if len(packed) < len(body) or body.startswith(_MARK) else body


def unpack(stored: bytes) -> bytes:
    """The body that is stored like this. A damaged one is returned as it is: it does not match its hash."""
    if not stored.startswith(_MARK):
        return stored
    unpacker = zlib.decompressobj(_WINDOW, zdict=_DICTIONARY)
    try:
        body = unpacker.decompress(stored[1:])
    except zlib.error:
        return stored
    return body if unpacker.eof and not unpacker.unused_data else stored
