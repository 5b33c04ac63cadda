"""R6: a record can be verified by itself alone, and any change in it is detected and named."""

import json
import re
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seventh.cards import parse_cards
from seventh.fair import Disproved, verify
from seventh.fair.deck import shuffled_deck
from seventh.games import parse_house
from seventh.records import NotARecord, Recorder, read_record, seen_by, write_record
from seventh.rounds import events as ev
from seventh.rounds.actions import Burn, Deal, DealCards, FaceUpCard, Muck, Show, ShuffleBurns, VoidRound
from seventh.rounds.stud import StudRound
from tests.fair.fair_rounds import DEALER_GAMES, GAMES, STUD, Played, with_a_card_too_many, with_shuffled_burns

replace = msgspec.structs.replace


def through_text(record):
    return read_record(write_record(record))


def wrong(record, what, message):
    with pytest.raises(Disproved) as caught:
        verify(through_text(record))
    assert caught.value.what == what, str(caught.value)
    assert re.search(message, str(caught.value)), str(caught.value)
    assert "\n" not in str(caught.value)


def with_proof(record, **changes):
    return replace(record, proof=replace(record.proof, **changes))


def with_step(record, index, **changes):
    steps = list(record.steps)
    steps[index] = replace(steps[index], **changes)
    return replace(record, steps=tuple(steps))


def find(record, kind, after=0):
    return next(i for i, step in enumerate(record.steps) if isinstance(step.action, kind) and i >= after)


def played_again(record, change):
    """A complete record, valid by the rules, from actions some of which were changed: only the deck gives it away."""
    recorder = Recorder(record.new_round(), record.about)
    for index, step in enumerate(record.steps):
        recorder.act(step.who, change(index, step.action))
    recorder.proof = record.proof
    return recorder.record()


@pytest.fixture(scope="module")
def flush():
    return next(
        record
        for record in (Played("high-card-flush", seed).record() for seed in range(100))
        if len(record.seats) > 2 and any(isinstance(event, ev.Settled) and event.row for event in record.events)
    )


@pytest.fixture(scope="module")
def stud():
    return Played(STUD, 2, folds=0.0).record()


@pytest.fixture(scope="module")
def shuffled():
    return with_shuffled_burns()


# What is right.


@settings(max_examples=60)
@given(st.sampled_from(GAMES), st.integers(0, 10**6), st.sampled_from((0.0, 0.3)), st.sampled_from((1.0, 0.9)))
def test_R6_any_round_dealt_from_seeds_verifies(game, seed, folds, stop):
    played = Played(game, seed, folds=folds, stop=stop)
    found = verify(through_text(played.record()))
    assert found.unchecked == (() if played.hand.outcome else ("result: the round is not over",))
    kinds = [line.partition(":")[0] for line in found.checked]
    assert kinds[:4] == ["house rules", "server seed", "client seeds", "deck"]
    assert kinds[4:] == (["root", "settlement"] if game == STUD else ["settlement"])


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from((0.0, 0.3)), st.sampled_from((1.0, 0.95)), st.data())
def test_R6_R42_a_players_export_verifies_before_and_after_the_seed_is_revealed(seed, folds, stop, data):
    played = Played(STUD, seed, folds=folds, stop=stop)
    viewer = data.draw(st.sampled_from([None, *played.hand.seats]))
    own = played.record(viewer, revealed=False)
    export = through_text(replace(seen_by(own, viewer), proof=own.proof))
    assert export.result == own.result
    before = verify(export)
    assert before.unchecked[0] == "server seed and deck: the seed is not revealed yet"
    assert not [line for line in before.unchecked if "without an opening" in line]
    after = verify(through_text(replace(export, proof=played.record().proof)))
    assert after.unchecked == (() if played.hand.outcome else ("result: the round is not over",))


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.data())
def test_R30_an_export_names_only_cards_that_its_owner_has_seen(seed, data):
    played = Played(STUD, seed, folds=0.2)
    viewer = data.draw(st.sampled_from([None, *played.hand.seats]))
    own = played.record(viewer, revealed=False)
    export = replace(seen_by(own, viewer), proof=own.proof)
    views = played.hand.view(viewer)
    may = {c.text for seat in views.seats for c in parse_cards(seat.cards)} | {c.text for c in played.hand.common}
    data = json.loads(write_record(export))
    data["house"] = {}
    named = set()
    for step in data["steps"]:
        for value in (step["action"], *step["events"]):
            named |= {c.text for key in ("cards", "card", "order", "up") for c in parse_cards(value.get(key, ""))}
    assert named - {"??"} <= may
    assert {opening["card"] for opening in data["proof"].get("openings", ())} <= may
    assert played.inputs.server_seed.reveal().hex() not in write_record(export)


def test_R6_a_record_without_a_proof_is_settled_all_the_same(stud):
    found = verify(replace(stud, proof=None))
    assert found.unchecked == ("cards: the record has no proof of the shuffle",)
    assert [line.partition(":")[0] for line in found.checked] == ["house rules", "settlement"]


def test_R6_before_the_seed_is_revealed_a_round_against_the_dealer_is_only_settled(flush):
    found = verify(with_proof(flush, server_seed=None))
    assert found.unchecked == ("server seed and deck: the seed is not revealed yet",)


def test_R6_named_cards_without_an_opening_are_reported(stud):
    found = verify(with_proof(stud, server_seed=None))
    assert any(re.fullmatch(r"([2-9TJQKA][cdhs])+: dealt without an opening", line) for line in found.unchecked)


def test_R4_a_void_round_verifies_and_ends_its_commitment():
    played = Played(STUD, 9, stop=0.8)
    assert played.hand.outcome is None
    played.recorder.act("floor", VoidRound("called off"))
    found = verify(through_text(played.record()))
    assert found.unchecked == ()


# Forgeries: seeds and commitments.


@pytest.mark.parametrize("game", GAMES)
def test_R6_a_different_server_seed_is_reported(game):
    record = Played(game, 1).record()
    wrong(with_proof(record, server_seed="00" * 32), "seed", "^the server seed's SHA-256 is 66687aad.*, but .* was")


def test_R6_a_different_seed_hash_is_reported(flush):
    wrong(with_proof(flush, seed_hash="ab" * 32), "seed", "but " + "ab" * 32 + " was published")


def test_R6_a_different_client_seed_is_reported(flush, stud):
    for record, what, message in (
        (flush, "deck", r"^step \d+: the dealer, deal place=\d cards=\w+: the seeds give deal "),
        (stud, "root", "^the root of the deck derived from the seeds is .*, but .* was published"),
    ):
        seat = next(iter(record.proof.client_seeds))
        changed = {**record.proof.client_seeds, seat: "00"}
        wrong(with_proof(record, client_seeds=changed), what, message)
        fewer = {other: seed for other, seed in record.proof.client_seeds.items() if other != seat}
        wrong(with_proof(record, client_seeds=fewer), what, message)
        wrong(with_proof(record, round="another"), what, message)
        wrong(with_proof(record, table="another"), what, message)


def test_R6_a_client_seed_of_an_empty_seat_is_named(flush):
    changed = {**flush.proof.client_seeds, 77: "00"}
    wrong(with_proof(flush, client_seeds=changed), "client seeds", "^seat 77 gave a client seed, but was not in the")


def test_R6_a_different_root_is_reported(stud):
    wrong(with_proof(stud, root="00" * 32), "root", f"but {'00' * 32} was published$")
    wrong(with_proof(stud, root=None), "root", "^the proof has no root")


def test_R6_roots_where_none_belong_are_named(flush):
    wrong(with_proof(flush, root="00" * 32), "root", "^high-card-flush has no commitments to single cards")


def test_R6_a_different_root_of_a_shuffle_is_reported(shuffled):
    record = shuffled.record()
    roots = record.proof.shuffle_roots
    false = ("00" * 32, *roots[1:])
    wrong(with_proof(record, shuffle_roots=false), "root", "^the root of shuffle 1 of the burns is .*, but 0* was")
    wrong(
        with_proof(record, shuffle_roots=()),
        "root",
        f"shuffled {len(roots)} times, but there are 0 roots$",
    )
    hidden = with_proof(record, server_seed=None, shuffle_roots=(*roots, roots[0]))
    wrong(hidden, "root", f"^the burns were shuffled {len(roots)} times, but there are {len(roots) + 1} roots$")


def test_R6_an_unknown_scheme_is_reported(flush):
    wrong(with_proof(flush, scheme=9), "proof", "^unknown scheme 9; this release supports scheme 1$")


@pytest.mark.parametrize("change", [{"seed_hash": "AB" * 32}, {"server_seed": "00"}, {"client_seeds": {1: "0"}}])
def test_R6_a_malformed_proof_is_refused(flush, change):
    with pytest.raises(Disproved, match=r"^the proof is malformed: "):
        verify(with_proof(flush, **change))
    with pytest.raises(NotARecord):
        through_text(with_proof(flush, **change))


# Forgeries: openings.


@pytest.fixture(scope="module")
def own(shuffled):
    """What a player has before the seed is revealed, with cards from the deck and from a shuffle of the burns."""
    viewer = min(shuffled.hand.seats)
    record = shuffled.record(viewer, revealed=False)
    return replace(seen_by(record, viewer), proof=record.proof)


def with_opening(record, index, **changes):
    openings = list(record.proof.openings)
    openings[index] = replace(openings[index], **changes)
    return with_proof(record, openings=tuple(openings))


def test_R6_a_different_opening_is_reported(own):
    first = own.proof.openings[0]
    other = "As" if first.card != "As" else "Ks"
    message = rf"^the opening of position {first.position} of the deck does not verify \w\w against the root$"
    for change in ({"card": other}, {"salt": "00" * 32}, {"path": first.path[:-1]}, {"path": first.path[::-1]}):
        wrong(with_opening(own, 0, **change), "opening", message)
    wrong(with_opening(own, 0, position=99), "opening", "^the opening of position 99 of the deck does not")
    wrong(with_opening(own, 0, tree=77), "opening", "position .* of shuffle 77: there was no such shuffle$")
    wrong(with_opening(own, 0, tree=-1), "opening", "there was no such shuffle$")
    wrong(with_proof(own, root="00" * 32), "opening", "^the opening of position 0 of the deck does not verify")
    roots = ("00" * 32, *own.proof.shuffle_roots[1:])
    wrong(with_proof(own, shuffle_roots=roots), "opening", r"^the opening of position \d+ of shuffle 1 does not verify")


def test_R6_an_opening_given_twice_is_named(own):
    twice = (*own.proof.openings, own.proof.openings[0])
    wrong(with_proof(own, openings=twice), "opening", "^position 0 of the deck is opened twice$")


def test_R6_an_opening_of_a_card_that_was_not_dealt_is_named():
    played = Played(STUD, 4, stop=0.7)
    record = played.record(None, revealed=False)
    deep = (*record.proof.openings, played.shuffled.opening(51))
    wrong(with_proof(record, openings=deep), "opening", "^the opening of position 51 of the deck: no card was dealt")


def test_R6_a_card_that_is_not_the_one_opened_is_named(own):
    """The server deals two of the player's cards the other way round from what it had committed to."""
    viewer = next(event.place for event in own.events if isinstance(event, ev.Dealt) and event.cards != "??")
    index = find(own, DealCards)
    cards = list(parse_cards(own.steps[index].action.cards))
    mine = [i for i, event in enumerate(own.steps[index].events) if event.place == viewer][:2]
    cards[mine[0]], cards[mine[1]] = cards[mine[1]], cards[mine[0]]
    swapped = DealCards("".join(card.text for card in cards))
    false = played_again(own, lambda i, action: swapped if i == index else action)
    wrong(false, "opening", rf"^step {index + 1}: seat {viewer} got \w\w, but the opening says \w\w$")


# Forgeries: what was done.


@pytest.mark.parametrize("game", GAMES)
def test_R6_a_changed_card_is_named(game):
    played = next(p for p in (Played(game, seed) for seed in range(50)) if len(p.hand.events) > 8)
    record = played.record()
    kind = DealCards if game == STUD else Deal
    index = find(record, kind)
    action = record.steps[index].action
    unused = played.shuffled.deck[-1].text
    false = with_step(record, index, action=replace(action, cards=unused + action.cards[2:]))
    wrong(false, "deck", rf"^step {index + 1}: the dealer, deal\w* .*{unused}.*: the seeds give deal")


@pytest.mark.parametrize("game", DEALER_GAMES)
def test_R6_a_changed_card_is_reported_even_if_everything_after_it_was_adjusted(game):
    for seed in range(50):
        played = Played(game, seed)
        record = played.record()
        deals = [i for i, step in enumerate(record.steps) if isinstance(step.action, Deal)]
        if not deals:
            continue
        index = deals[-1]
        unused = played.shuffled.deck[-1].text

        def change(i, action, index=index, unused=unused):
            return replace(action, cards=unused + action.cards[2:]) if i == index else action

        try:
            false = played_again(record, change)
        except Exception:  # another card can make a later decision impossible
            continue
        wrong(
            false, "deck", rf"^step {index + 1}: the dealer, deal place=\w+ cards=\w*{unused}\w*: the seeds give deal"
        )
        return
    raise AssertionError


def test_R6_a_different_dealing_order_is_reported(flush):
    first = find(flush, Deal)
    second = find(flush, Deal, first + 1)
    cards = {first: flush.steps[second].action.cards, second: flush.steps[first].action.cards}
    false = flush
    for index, text in cards.items():
        false = with_step(false, index, action=replace(flush.steps[index].action, cards=text))
    wrong(false, "deck", rf"^step {first + 1}: the dealer, deal place=")


def test_R6_a_card_dealt_to_another_place_is_named(flush):
    index = find(flush, Deal)
    action = flush.steps[index].action
    false = with_step(flush, index, action=replace(action, place=action.place + 1))
    wrong(
        false,
        "deck",
        rf"^step {index + 1}: the dealer, deal place={action.place + 1} .* give deal place={action.place} ",
    )


def test_R30_openings_are_not_passed_on(own, shuffled):
    record = shuffled.record(min(shuffled.hand.seats), revealed=False)
    assert record.proof.openings
    assert seen_by(record, None).proof == replace(record.proof, openings=())


def test_R6_a_burned_card_and_another_order_of_the_burns_are_named(shuffled):
    record = shuffled.record()
    burn = find(record, Burn)
    false = with_step(record, burn, action=Burn(shuffled.shuffled.deck[-1].text))
    wrong(false, "deck", rf"^step {burn + 1}: the dealer, burn card=\w\w: the seeds give burn card=")
    index = find(record, ShuffleBurns)
    order = record.steps[index].action.order
    false = with_step(record, index, action=ShuffleBurns(order[2:] + order[:2]))
    message = rf"^step {index + 1}: the dealer, shuffle_burns order=\w+: the seeds give shuffle_burns order={order}$"
    wrong(false, "shuffle", message)


def test_R6_a_changed_amount_is_named(flush, stud):
    for record in (flush, stud):
        index = next(i for i, step in enumerate(record.steps) if hasattr(step.events[0], "amount"))
        first = record.steps[index].events[0]
        events = (replace(first, amount=first.amount + 1), *record.steps[index].events[1:])
        false = with_step(record, index, events=events)
        wrong(false, "settlement", rf"^step {index + 1}: .*gives '.*amount={first.amount}.*amount={first.amount + 1}")


def test_R6_a_changed_result_is_named(flush):
    stacks = dict(flush.result.stacks)
    seat = min(stacks)
    stacks[seat] += 1
    false = replace(flush, result=replace(flush.result, stacks=stacks))
    wrong(false, "settlement", f"^seat {seat} ends with {stacks[seat] - 1}, but the record says {stacks[seat]}$")


def test_R6_a_different_row_of_a_pay_table_is_reported(flush):
    index, place, event = next(
        (i, j, event)
        for i, step in enumerate(flush.steps)
        for j, event in enumerate(step.events)
        if isinstance(event, ev.Settled) and event.row
    )
    events = list(flush.steps[index].events)
    events[place] = replace(event, row="another row")
    wrong(with_step(flush, index, events=tuple(events)), "settlement", f"row={event.row}.*record has.*another row")


def test_R6_R16_a_changed_pay_table_is_named(flush):
    def first_number(value, change):
        if isinstance(value, dict):
            for key, item in value.items():
                done, new = first_number(item, change)
                if done:
                    return True, {**value, key: new}
        if type(value) is int:
            return True, value + 1
        return False, value

    tables = next(key for key in flush.house if "pay" in key or "odds" in key or isinstance(flush.house[key], dict))
    _, changed = first_number({tables: flush.house[tables]}, 1)
    false = replace(flush, house={**flush.house, **changed})
    with pytest.raises(Disproved, match="do not match their hash") as caught:
        verify(false)
    assert caught.value.what == "house"


def test_R6_a_missing_and_an_invented_step_are_named(flush):
    index = find(flush, Deal)
    fewer = replace(flush, steps=flush.steps[:index] + flush.steps[index + 1 :])
    wrong(fewer, "deck", rf"^step {index + 1}: the dealer, deal place=")
    again = replace(flush, steps=(*flush.steps, flush.steps[index]))
    wrong(again, "settlement", rf"^step {len(flush.steps) + 1}: the dealer cannot deal .*: the round is over$")


def test_R3_B16_a_card_found_face_up_is_the_next_of_the_deck():
    record = next(r for r in (Played("boston-7-stud", s).record() for s in range(50)) if len(r.steps) > 6)
    index = find(record, Deal)
    steps = (*record.steps[:index], replace(record.steps[index], who="floor", action=FaceUpCard("As")))
    wrong(replace(record, steps=steps), "deck", rf"^step {index + 1}: the floor, face_up_card card=As: the seeds give")


def test_R6_something_that_is_not_a_card_is_reported(flush):
    index = find(flush, Deal)
    action = flush.steps[index].action
    for cards in ("Zz" + action.cards[2:], action.cards[2:], action.cards[2:4] * 7, ""):
        wrong(with_step(flush, index, action=replace(action, cards=cards)), "deck", f"^step {index + 1}: the dealer")


def test_R6_a_muck_that_the_hidden_cards_do_not_allow_is_found_with_the_seed():
    """Who looks at a masked record cannot tell whether a mucked hand was beaten; the seed can."""
    for seed in range(300):
        played = Played(STUD, seed, folds=0.0)
        record = played.record()
        shows = [i for i, step in enumerate(record.steps) if isinstance(step.action, Show)]
        if len(shows) < 2:
            continue
        index = shows[-1]
        seat = record.steps[index].who
        masked = seen_by(replace(record, steps=record.steps[:index], result=None), None)
        again = Recorder(record.new_round())
        for step in masked.steps:
            again.act(step.who, step.action)
        if "??" not in {card.text for card in again.round.hands[seat].cards}:
            continue
        again.act(seat, Muck())
        again.proof = record.proof
        if record.result.stacks[seat] > record.result.stacks[seat] - played.hand.outcome.net(seat):
            wrong(again.record(), "settlement", rf"^step {index + 1}: seat {seat} cannot muck: S23: ")
            return
    raise AssertionError


# Anything at all.


@settings(max_examples=150)
@given(st.integers(0, 10**9))
def test_R6_any_single_change_of_a_record_is_found(flush, own, shuffled, seed):
    rng = Random(seed)
    record = rng.choice([flush, own, shuffled.record()])
    text = write_record(record)
    data = json.loads(text)
    data["about"] = {}
    places = list(leaves(data))
    holder, key = rng.choice(places)
    before = holder[key]
    if isinstance(before, bool):
        holder[key] = not before
    elif isinstance(before, int):
        holder[key] = before + rng.choice((-1, 1, 100))
    elif isinstance(before, str):
        at = rng.randrange(len(before) + 1)
        holder[key] = before[:at] + rng.choice("0aA2sc?") + before[at + 1 :]
    else:
        holder[key] = 1
    try:
        changed = read_record(json.dumps(data))
        verify(changed)
    except (NotARecord, Disproved):
        return
    # A dealer position between the same two players says the same; what the seed proves cannot be told without it.
    same = replace(changed, about=record.about, dealer_position=record.dealer_position)
    if record.game == STUD:
        one, other = changed.new_round(), record.new_round()
        assert isinstance(one, StudRound)
        assert isinstance(other, StudRound)
        assert one.order == other.order
    if record.proof.server_seed is None:
        unproved = ("seed_hash", "client_seeds", "table", "round")
        same = with_proof(same, **{name: getattr(record.proof, name) for name in unproved})
    assert same == record, (key, before, holder[key])


def leaves(value):
    """Every place of a text that holds something without parts."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from leaves(item)
        else:
            yield value, key


@pytest.mark.parametrize("final_four", ["stack", "as_first_three"])
def test_B4_the_deck_from_the_seeds_is_in_dealing_order(final_four):
    """One at a time for the first three; the final four come off the same deck as the house says."""
    house = parse_house(f'deal = "one_at_a_time"\nfinal_four = "{final_four}"', "boston-7-stud")
    rounds = (Played("boston-7-stud", seed, house, seats={1: 90_000, 4: 90_000}, folds=0.0) for seed in range(100))
    played = next(one for one in rounds if len(one.hand.in_play) == 2)
    deck = [card.text for card in shuffled_deck(played.inputs)]
    three, four = deck[:9], deck[9:21]
    held = {
        place: [*three[start::3], *(four[4 * start : 4 * start + 4] if final_four == "stack" else four[start::3])]
        for start, place in enumerate((1, 4, "dealer"))
    }
    assert {place: [card.text for card in played.hand.hands[place].cards] for place in (1, 4)} == {
        place: held[place] for place in (1, 4)
    }
    assert [card.text for card in played.hand.dealer] == held["dealer"]
    verify(through_text(played.record()))


@pytest.mark.parametrize("more", [True, False])
def test_R5_S26_the_cards_of_a_hand_with_a_wrong_number_are_opened_to_its_player(more):
    played = with_a_card_too_many(more=more)
    hand = played.hand
    opened = {opening.card for opening in played.shuffled.openings(hand, 1)}
    assert {card.text for card in hand.held(1)} <= opened
    record = seen_by(played.record(), 1)
    record = msgspec.structs.replace(record, proof=played.shuffled.proof(hand, 1, revealed=False))
    found = verify(through_text(record))
    assert not [line for line in found.unchecked if "without an opening" in line]
    others = {opening.card for opening in played.shuffled.openings(hand, None)}
    if more:
        assert hand.held(1)[-1].text not in others
