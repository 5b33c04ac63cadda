"""A second implementation of the scheme, from its specification alone: it uses neither the product nor any cryptography
library but the hash function of Python."""

from hashlib import sha256

SUITS, RANKS = "cdhs", "23456789TJQKA"
ALL = [rank + suit for suit in SUITS for rank in RANKS] + ["Jk"]


def hmac_sha256(key, message):
    key = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def chacha20(key, length):
    """The stream under a nonce of zeros, from block 0 on."""
    out = bytearray()
    block = 0
    while len(out) < length:
        words = [int.from_bytes(part, "little") for part in (b"expa", b"nd 3", b"2-by", b"te k")]
        words += [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
        words += [block, 0, 0, 0]
        state = list(words)
        for _ in range(10):
            for column in range(4):
                quarter(state, *(column + 4 * row for row in range(4)))
            for column in range(4):
                quarter(state, *((column + row) % 4 + 4 * row for row in range(4)))
        for word, first in zip(state, words, strict=True):
            out += ((word + first) % 2**32).to_bytes(4, "little")
        block += 1
    return bytes(out[:length])


def quarter(state, a, b, c, d):
    for into, other, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[into] = (state[into] + state[other]) % 2**32
        word = state[mixed] ^ state[into]
        state[mixed] = (word << turn | word >> 32 - turn) % 2**32


def field(value):
    return bytes(len(value) >> shift & 255 for shift in (24, 16, 8, 0)) + value


def fields(label, game, size, table, round_id, client_seeds):
    parts = [b"seventh/1", label.encode(), game.encode(), str(size).encode(), table.encode(), round_id.encode()]
    for seat in sorted(client_seeds):
        parts += [str(seat).encode(), client_seeds[seat]]
    return b"".join(field(part) for part in parts)


def shuffle(cards, key):
    order = sorted(cards, key=ALL.index)
    data = chacha20(key, 512)
    place = 0
    for last in reversed(range(1, len(order))):
        while True:
            number = int.from_bytes(data[place : place + 4], "little")
            place += 4
            if number < 2**32 // (last + 1) * (last + 1):
                break
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def leaves(order, salts_key):
    stream = chacha20(salts_key, 32 * len(order))
    return [
        sha256(b"\x00" + bytes([place]) + card.encode() + stream[32 * place : 32 * place + 32]).digest()
        for place, card in enumerate(order)
    ]


def root(hashes):
    """By halves, from the top: the product builds it from the bottom."""
    if len(hashes) == 1:
        return hashes[0]
    half = 1
    while 2 * half < len(hashes):
        half *= 2
    right = hashes[half:] + [bytes(32)] * (2 * half - len(hashes))
    return sha256(b"\x01" + root(hashes[:half]) + root(right)).digest()


def climb(place, card, salt, path):
    node = sha256(b"\x00" + bytes([place]) + card.encode() + salt).digest()
    for neighbour in path:
        pair = neighbour + node if place % 2 else node + neighbour
        node = sha256(b"\x01" + pair).digest()
        place //= 2
    return node
