"""R1, R30: a server seed comes from the operating system and is never shown."""

import copy
import logging
import pickle
import traceback

import msgspec
import pytest

from seventh.fair import Inputs, Secret, Shuffled, secret

BYTES = bytes(range(32))


def test_R1_a_seed_is_32_bytes_from_the_operating_system(monkeypatch):
    asked = []

    def token_bytes(size: int) -> bytes:
        asked.append(size)
        return BYTES

    monkeypatch.setattr(secret, "token_bytes", token_bytes)
    assert Secret.draw().reveal() == BYTES
    assert asked == [32]


def test_R1_seeds_are_fresh():
    assert len({Secret.draw().reveal() for _ in range(100)}) == 100


@pytest.mark.parametrize("wrong", [b"", bytes(31), bytes(33), "0" * 32, bytearray(32), None])
def test_R1_anything_else_is_not_a_seed(wrong):
    with pytest.raises(ValueError, match=r"^a secret is 32 bytes$"):
        Secret(wrong)


def test_R30_no_text_shows_it(caplog):
    shown = Secret(BYTES)
    inputs = Inputs(shown, "seven-card-stud", "t", "r", {1: b"\x07"})
    shuffled = Shuffled(inputs)
    hidden = [BYTES.hex(), repr(BYTES), str(BYTES), shuffled.deck[0].text + shuffled.deck[1].text]
    hidden += [repr(shuffled.deck[0])]
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("fair").debug("%s %r %s", shown, inputs, [shuffled, shuffled.tree])
    texts = [repr(shown), str(shown), f"{shown}", f"{shown:>20}", "%s" % shown]  # noqa: UP031
    texts += [repr([shown]), repr(inputs), str(shuffled), repr(shuffled.tree), caplog.text]
    for text in texts:
        assert not [part for part in hidden if part in text]
    assert f"{shown:>10}" == "  <Secret>"


def test_R30_a_traceback_with_every_local_variable_does_not_show_it():
    def fails(server_seed):
        raise RuntimeError

    try:
        fails(Secret(BYTES))
    except RuntimeError as error:
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        text = "".join(told.format())
    assert "<Secret>" in text
    assert BYTES.hex() not in text
    assert "\\x1f" not in text


def test_R30_it_cannot_be_pickled_or_sent():
    for encode in (pickle.dumps, msgspec.json.encode, msgspec.msgpack.encode, copy.copy(pickle.dumps)):
        with pytest.raises(TypeError):
            encode(Secret(BYTES))
    kept = Secret(BYTES)
    assert copy.copy(kept) is kept
    assert copy.deepcopy([kept])[0] is kept
    assert not hasattr(kept, "__dict__")


def test_seeds_compare_by_value_and_have_no_hash():
    assert Secret(BYTES) == Secret(BYTES)
    assert Secret(BYTES) != Secret(bytes(32))
    assert Secret(BYTES) != BYTES
    with pytest.raises(TypeError):
        hash(Secret(BYTES))
