"""R3: the deck depends on every seed and name and on nothing else, and matches a plain implementation."""

from collections import Counter
from itertools import count
from struct import Struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seventh.cards import DECK_52, DECK_53, UNKNOWN, format_cards
from seventh.fair import Inputs, Secret, shuffled_burns, shuffled_deck
from seventh.fair import deck as deck_module
from seventh.fair.deck import shuffled, stream, words
from seventh.games import GAMES
from tests.fair import by_hand

seeds = st.binary(min_size=32, max_size=32)
client_seeds = st.dictionaries(st.integers(1, 12), st.binary(min_size=1, max_size=32), max_size=8)
games = st.sampled_from(sorted(GAMES))


def made(**other: Any) -> Inputs:
    values: dict[str, Any] = {"server_seed": Secret(bytes(32)), "game": "high-card-flush"}
    values |= {"table": "t", "round_id": "r"}
    return Inputs(**values | {"client_seeds": {1: b"a", 2: b"b"}} | other)


@given(seeds, games, st.text(), st.text(), client_seeds)
def test_R3_a_deck_equals_the_one_made_by_hand(seed, game, table, round_id, given_seeds):
    inputs = Inputs(Secret(seed), game, table, round_id, given_seeds)
    cards = by_hand.ALL[: 53 if game == "seven-card-thrill" else 52]
    fields = by_hand.fields("deck", game, len(cards), table, round_id, given_seeds)
    expected = by_hand.shuffle(cards, by_hand.hmac_sha256(seed, fields))
    assert format_cards(shuffled_deck(inputs)) == "".join(expected)


@given(seeds, client_seeds, st.integers(1, 9), st.lists(st.sampled_from(DECK_52), unique=True, max_size=30))
def test_R3_burns_equal_those_made_by_hand(seed, given_seeds, number, cards):
    inputs = Inputs(Secret(seed), "seven-card-stud", "t", "r", given_seeds)
    fields = by_hand.fields(f"burns/{number}", "seven-card-stud", len(cards), "t", "r", given_seeds)
    expected = by_hand.shuffle([card.text for card in cards], by_hand.hmac_sha256(seed, fields))
    assert format_cards(shuffled_burns(inputs, number, cards)) == "".join(expected)
    assert shuffled_burns(inputs, number, reversed(cards)) == shuffled_burns(inputs, number, cards)


def test_R3_B19_a_deck_shuffled_again_equals_the_one_made_by_hand():
    seed, given_seeds = bytes(range(32)), {1: b"one", 3: b"three"}
    inputs = Inputs(Secret(seed), "boston-7-stud", "t", "r", given_seeds)
    cards = by_hand.ALL[:52]
    for number in (1, 2):
        fields = by_hand.fields(f"deck/{number}", "boston-7-stud", 52, "t", "r", given_seeds)
        expected = by_hand.shuffle(cards, by_hand.hmac_sha256(seed, fields))
        assert [card.text for card in deck_module.reshuffled_deck(inputs, number)] == expected


@given(st.binary(min_size=32, max_size=32), st.integers(0, 700))
def test_R3_the_stream_is_ChaCha20_under_a_nonce_of_zeros(key, length):
    assert stream(key, length) == by_hand.chacha20(key, length)


def test_R3_the_stream_of_the_published_test_vector():
    """RFC 8439, appendix A.1, test vectors 1 and 2: a key of zeros, blocks 0 and 1."""
    assert stream(bytes(32), 128).hex() == (
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
    )


def test_R3_every_seed_and_name_changes_the_deck():
    others = [
        made(),
        made(server_seed=Secret(bytes(31) + b"\x01")),
        made(game="boston-7-stud"),
        made(table="u"),
        made(round_id="s"),
        made(table="tr", round_id=""),
        made(client_seeds={1: b"a"}),
        made(client_seeds={1: b"b", 2: b"a"}),
        made(client_seeds={1: b"a", 3: b"b"}),
        made(client_seeds={1: b"a", 2: b"b\x00"}),
        made(client_seeds={1: b"ab", 2: b"b"}),
        made(client_seeds={}),
    ]
    assert len({shuffled_deck(inputs) for inputs in others}) == len(others)
    assert len({shuffled_burns(others[0], number, DECK_52[:20]) for number in range(1, 30)}) == 29
    assert shuffled_deck(others[0])[:52] != shuffled_burns(others[0], 1, DECK_52)


@given(st.data())
def test_R3_different_fields_have_different_encodings(data):
    def one():
        return data.draw(st.tuples(st.text(max_size=3), st.text(max_size=3), client_seeds, st.sampled_from("ab")))

    first, second = one(), one()
    texts = [made(table=t, round_id=r, client_seeds=s).fields(label, 52) for t, r, s, label in (first, second)]
    assert (texts[0] == texts[1]) == (first == second)


def test_R3_client_seeds_count_in_seat_order_not_in_order_of_arrival():
    assert shuffled_deck(made(client_seeds={2: b"b", 1: b"a"})) == shuffled_deck(made())


def test_R3_a_word_that_would_favour_some_card_is_rejected():
    two, three, four = DECK_52[:3]
    assert shuffled((two, three, four), iter([2**32 - 2, 2**32 - 1])) == (two, three, four)
    # 2^32 is one more than a multiple of three, so that its last word is one too many, and the next counts.
    assert shuffled((two, three, four), iter([2**32 - 1, 0, 1])) == (four, three, two)


def test_R3_no_word_is_rejected_for_a_power_of_two():
    assert shuffled(DECK_52[:2], iter([2**32 - 1])) == DECK_52[:2]


@pytest.mark.parametrize("size", range(2, 6))
def test_R3_every_order_comes_equally_often(size):
    """Exhaustive on small numbers: each sequence of choices gives another order."""
    spans = range(size, 1, -1)
    total = 1
    for span in spans:
        total *= span
    orders = Counter()
    for index in range(total):
        numbers = []
        for span in spans:
            index, chosen = divmod(index, span)
            numbers.append(chosen)
        orders[shuffled(DECK_52[:size], iter(numbers))] += 1
    assert len(orders) == total
    assert set(orders.values()) == {1}


def test_R3_the_stream_has_no_end(monkeypatch):
    whole = words(bytes(32))
    first = [next(whole) for _ in range(200)]
    monkeypatch.setattr(deck_module, "_CHUNK", Struct("<1I"))
    monkeypatch.setattr(deck_module, "_ZEROS", bytes(4))
    again = words(bytes(32))
    assert [next(again) for _ in range(200)] == first
    assert stream(bytes(32), 800) == b"".join(word.to_bytes(4, "little") for word in first)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_R3_a_deck_holds_every_card_of_its_game_once(game):
    joker = game == "seven-card-thrill"
    for number in count():
        deck = shuffled_deck(made(game=game, round_id=str(number)))
        assert sorted(deck) == list(DECK_53 if joker else DECK_52)
        if number == 50:
            break


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"game": "whist"}, "unknown game 'whist'"),
        ({"client_seeds": {0: b"a"}}, "a number from 1, not 0"),
        ({"client_seeds": {"1": b"a"}}, "a number from 1, not '1'"),
        ({"client_seeds": {3: b""}}, "the client seed of seat 3 is not 1 to 32 bytes"),
        ({"client_seeds": {3: bytes(33)}}, "the client seed of seat 3 is not 1 to 32 bytes"),
        ({"client_seeds": {3: "text"}}, "the client seed of seat 3 is not 1 to 32 bytes"),
    ],
)
def test_R3_invalid_inputs_are_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        made(**wrong)


def test_R3_an_unknown_card_cannot_be_shuffled():
    with pytest.raises(ValueError, match="must be known"):
        shuffled_burns(made(), 1, [DECK_52[0], UNKNOWN])
