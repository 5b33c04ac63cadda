"""R5: commitments to every card at stud, their openings, and who gets which."""

from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import DECK_52, parse_cards
from seventh.fair import Inputs, Secret, Shuffled, Tree, seed_hash, shuffled_burns, verify_opening
from seventh.fair.merkle import salts
from seventh.rounds import events as ev
from tests.fair import by_hand
from tests.fair.fair_rounds import STUD, Played, with_shuffled_burns
from tests.known import known

replace = msgspec.structs.replace
sizes = st.integers(1, 52)


def tree_of(size, number=0):
    inputs = Inputs(Secret(bytes(32)), STUD, "t", "r", {})
    return Tree(DECK_52[:size], salts(inputs, "deck", size), number)


def test_R2_the_hash_of_a_seed_is_its_SHA_256():
    assert seed_hash(Secret(bytes(32))) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@given(sizes)
def test_R5_every_card_opens_under_the_root_and_nowhere_else(size):
    tree = tree_of(size)
    for position in range(size):
        opening = tree.opening(position)
        assert (opening.position, opening.card) == (position, DECK_52[position].text)
        assert verify_opening(tree.root, opening, size)
        path = [bytes.fromhex(node) for node in opening.path]
        assert by_hand.climb(position, opening.card, bytes.fromhex(opening.salt), path).hex() == tree.root
        for other in range(size):
            assert verify_opening(tree.root, replace(opening, position=other), size) == (other == position)
    assert not verify_opening("00" * 32, opening, size)


@given(sizes, st.data())
def test_R5_a_changed_opening_is_refused(size, data):
    tree = tree_of(size)
    opening = tree.opening(data.draw(st.integers(0, size - 1)))
    changes = [
        replace(opening, card=DECK_52[size % 52 - 1].text if size > 1 and opening.card != "2c" else "As"),
        replace(opening, card="a"),
        replace(opening, card="As2c"),
        replace(opening, card="é"),
        replace(opening, position=-1),
        replace(opening, position=size),
        replace(opening, position=10**30),
        replace(opening, salt=opening.salt[:-2]),
        replace(opening, salt="zz" * 32),
        replace(opening, salt="00" * 32),
        replace(opening, path=(*opening.path, "00" * 32)),
        replace(opening, path=("zz",) * len(opening.path) or ("zz",)),
    ]
    if opening.path:
        changes += [replace(opening, path=opening.path[:-1]), replace(opening, path=(*opening.path[::-1], ""))]
        changes += [replace(opening, path=("11" * 32, *opening.path[1:]))]
    for change in changes:
        if change != opening:
            assert not verify_opening(tree.root, change, size), change


def test_R5_a_node_does_not_pass_for_a_leaf():
    """Without a mark of their own, the 65 bytes of a node could be read as a position, a card and a salt, or the other
    way round, and a tree of another height would fit the same root."""
    tree = tree_of(52)
    opening = tree.opening(5)
    for size in (2, 16, 32, 65, 128):
        assert not verify_opening(tree.root, opening, size)
    assert not verify_opening(tree.root, replace(opening, path=opening.path[1:], position=2), 32)


def test_R5_salts_differ_by_card_by_shuffle_and_by_round():
    seed = Secret(bytes(32))
    one, other = Inputs(seed, STUD, "t", "1", {}), Inputs(seed, STUD, "t", "2", {})
    found = [salt for inputs in (one, other) for label in ("deck", "burns/1") for salt in salts(inputs, label, 52)]
    assert len(set(found)) == 4 * 52
    assert {len(salt) for salt in found} == {32}


def test_R5_only_stud_has_commitments_to_single_cards():
    shuffled = Shuffled(Inputs(Secret(bytes(32)), "high-card-flush", "t", "r", {}))
    assert shuffled.root is None
    with pytest.raises(ValueError, match="has no commitments to single cards"):
        shuffled.opening(0)
    stud = Shuffled(Inputs(Secret(bytes(32)), STUD, "t", "r", {}))
    assert verify_opening(known(stud.root), stud.opening(51), 52)
    for position in (-1, 52):
        with pytest.raises(ValueError, match=f"position {position} is out of range"):
            stud.opening(position)


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from((0.0, 0.3)), st.sampled_from((1.0, 0.95)))
def test_R5_R30_a_seat_gets_the_openings_of_the_cards_it_may_see_and_no_others(seed, folds, stop):
    played = Played(STUD, seed, folds=folds, stop=stop)
    hand, shuffled = played.hand, played.shuffled
    roots = [shuffled.root, *played.record().proof.shuffle_roots]
    orders = [event.order for event in hand.events if isinstance(event, ev.BurnsShuffled)]
    sizes = [52, *(len(order) // 2 for order in orders)]
    for viewer in (None, *hand.seats):
        seen = sorted(parse_cards("".join(view.cards for view in hand.view(viewer).seats)))
        seen = [card for card in seen if card.text != "??"] + list(hand.common)
        openings = shuffled.openings(hand, viewer)
        # A hand that was turned over and folded away later has been seen; nothing is seen that is not on the table.
        assert sorted(opening.card for opening in openings) == sorted(card.text for card in seen)
        assert all(verify_opening(roots[o.tree], o, sizes[o.tree]) for o in openings)


def test_R5_after_a_shuffle_of_the_burns_cards_open_under_its_root():
    played = with_shuffled_burns()
    record = played.record()
    assert len(record.proof.shuffle_roots) >= 1
    openings = played.shuffled.openings(played.hand, min(played.hand.seats))
    assert {opening.tree for opening in openings} > {0}


def test_R4_a_round_rolled_back_or_replayed_continues_with_the_same_cards():
    played = Played(STUD, 5, folds=0.0, stop=0.9)
    steps = played.recorder.steps
    again = played.recorder.record().new_round()
    shuffled = Shuffled(played.inputs)
    for step in steps:
        if step.who == "dealer":
            assert shuffled.dealer_action(again) == shuffled.dealer_action(again.copy()) == step.action
        again.act(step.who, step.action)
    assert again == played.hand


def test_the_drivers_own_functions_deal_the_same():
    from seventh.rounds.driver import deal_on

    played = Played("high-card-flush", 3)
    hand = played.recorder.record().new_round()
    for step in played.recorder.steps:
        if step.who == "dealer":
            deal_on(hand, played.shuffled.draw(hand), played.shuffled.shuffle(hand))
        else:
            hand.act(step.who, step.action)
        if hand.outcome:
            break
    assert hand.events == played.hand.events


def test_R5_a_card_beyond_the_deck_opens_nothing():
    """A house could hide a card of its own among the leaves that fill the tree up."""
    inputs = Inputs(Secret(bytes(32)), STUD, "t", "r", {})
    tree = Tree(DECK_52 + DECK_52[:8], salts(inputs, "deck", 60))
    assert verify_opening(tree.root, tree.opening(55), 60)
    assert not verify_opening(tree.root, tree.opening(55), 52)


def test_R3_each_shuffle_of_the_burns_has_its_own_label():
    shuffled = Shuffled(Inputs(Secret(bytes(32)), STUD, "t", "r", {}))
    for before in range(3):
        hand = SimpleNamespace(events=[ev.BurnsShuffled("AsKs")] * before)
        expected = shuffled_burns(shuffled.inputs, before + 1, DECK_52[:9])
        assert shuffled.shuffle(hand)(DECK_52[:9]) == expected  # type: ignore[arg-type]
