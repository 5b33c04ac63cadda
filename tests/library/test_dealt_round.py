"""`seventh.game(...).deal()`: a round from the first card to its record."""

import pytest

import seventh
from seventh.records.phh import NotInPhh
from seventh.rounds.actions import Fold
from tests.known import known

FLUSH, STUD = "high-card-flush", "seven-card-stud"
GAMES = [game.name for game in seventh.all_games()]


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_dealt_to_the_first_decision_and_played_to_its_end(name):
    hand = seventh.game(name).deal(seed=7)
    assert hand.to_act
    assert hand.outcome is None
    assert hand.legal
    assert hand.finish().outcome is not None
    assert hand.to_act == ()
    assert not hand.legal
    assert hand.narrate()


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_round_and_no_seed_another(name):
    game = seventh.game(name)
    assert game.deal(seed=7).events == game.deal(seed=7).events
    assert game.deal(seed=7).events != game.deal(seed=8).events
    assert game.deal().events != game.deal().events


@pytest.mark.parametrize("name", GAMES)
def test_its_record_reads_back_and_proves_the_deck(name):
    hand = seventh.game(name).deal(seed=7, players=2).finish()
    text = seventh.write_record(hand)
    assert seventh.read_record(text) == hand.record()
    found = seventh.verify(text)
    assert found == seventh.verify(hand) == seventh.verify(hand.record())
    assert found.unchecked == ()
    assert any(line.startswith("deck: ") for line in found.checked)


def test_a_record_is_read_from_a_file(tmp_path):
    file = tmp_path / "round.json"
    file.write_text(seventh.write_record(seventh.game(FLUSH).deal(seed=1).finish()))
    assert seventh.read_record(file).result is not None
    assert seventh.verify(file).game == FLUSH


def test_the_record_of_a_hand_of_stud_goes_to_phh_and_back():
    hand = seventh.game(STUD).deal(seed=7, players=3).finish()
    (replayed,) = seventh.read_phh(seventh.write_phh(hand))
    assert replayed.finishing_stacks == tuple(known(hand.record().result).stacks.values())
    with pytest.raises(NotInPhh):
        seventh.write_phh(seventh.game(FLUSH).deal(seed=7).finish())


def test_actions_are_values_or_lines_and_what_is_refused_changes_nothing():
    hand = seventh.game(FLUSH).deal({"ante": 500, "flush": 100}, seed=7)
    before = hand.events
    with pytest.raises(seventh.Refused, match="H4: 700 is not allowed for the raise wager; allowed: 500"):
        hand.act("bet wager=raise amount=700")
    assert hand.events == before
    assert hand.act("bet wager=raise amount=500").outcome is not None
    folded = seventh.game(FLUSH).deal({"ante": 500}, seed=7).act(Fold())
    assert known(folded.outcome).net(1) == -500
    with pytest.raises(ValueError, match="the round is over"):
        folded.act("fold")


def test_a_program_plays_every_seat():
    seats = []

    def program(hand, seat):
        seats.append(seat)
        return hand.default(seat)

    seventh.game(STUD).deal(seed=7, players=4).finish(program)
    assert set(seats) == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("name", "how", "message"),
    [
        (STUD, {"players": 1}, "Seven-Card Stud cannot be dealt to 1 players; allowed: 2 to 8"),
        (FLUSH, {"players": 7}, "High Card Flush cannot be dealt to 7 players; allowed: 1 to 6"),
        (STUD, {"wagers": {"ante": 500}}, "Seven-Card Stud has no wagers before the deal"),
    ],
)
def test_a_round_that_cannot_be_dealt_says_why(name, how, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        seventh.game(name).deal(**how)


def test_it_prints_who_acts_and_then_who_won():
    hand = seventh.game(FLUSH).deal(seed=7)
    assert repr(hand) == "<DealtRound of High Card Flush: seat 1 to act, seat 1 with Ks9s7dKcTc5dJd>"
    assert repr(hand.act("fold")) == "<DealtRound of High Card Flush: seat 1 -$5>"
    assert repr(hand.round) == "<HighCardFlushRound high-card-flush: closed, 9 events>"


def test_a_rounds_repr_says_who_must_act():
    bare = seventh.game(FLUSH).round({1: 5000, 2: 5000})
    assert repr(bare) == "<HighCardFlushRound high-card-flush: waiting for seat 1 and seat 2, 0 events>"
