"""Stud at the prompt: one person among bots, prompted only for real choices, with every event and its reason shown."""

import re
from dataclasses import replace
from io import StringIO
from random import Random

import pytest

from seventh.cards import DECK_52
from seventh.games import GAMES, house_from_data
from seventh.rounds.driver import from_deck
from seventh.terminal.play import CannotStart, play
from tests.terminal.at_the_prompt import seventh

HOUSE = house_from_data({}, "seven-card-stud")


def session(*lines, players=3, seed=1, house=HOUSE, chips=None, decks=None):
    """Everything that a session prints when these lines are typed into a pipe; the decks are always the same."""
    rng = Random(seed)
    output = StringIO()
    source = StringIO("".join(f"{line}\n" for line in lines))
    play(house, source, output, lambda _: from_deck(rng.sample(DECK_52, 52)), chips, players=players)
    return output.getvalue()


def test_a_session_from_hand_to_hand():
    told = session(*["c"] * 200)
    assert told.startswith("Seven-Card Stud. Seven cards each")
    assert "Stakes: ante $0.50, bring-in $1, bet or raise $4, then $8." in told
    assert "At the table with you: Ada, Bert, each with $200." in told
    assert "Hand 1. Your stack: $200." in told
    assert "the deal" not in told
    assert told.rstrip().splitlines()[-1].startswith("You leave after ")


def test_S3_a_deal_that_moves_is_narrated():
    told = session(*["c"] * 200, house=house_from_data({"deal_moves": True}, "seven-card-stud"))
    assert "Hand 1. You have the deal. Your stack: $200." in told
    assert "Hand 2. Ada has the deal." in told


def test_S9_folding_when_checking_is_free_must_be_confirmed():
    """With these cards the person calls once and may then check."""
    assert "Fold, check or bet $4>" in session("c", "quit", "quit", seed=4)
    folds = session("c", "f", "no", seed=4)
    assert "Checking is free. Check instead? (yes or no)" in folds
    assert "You fold." in folds
    checks = session("c", "f", "", seed=4)
    assert "You check." in checks
    assert "You fold." not in checks


def test_S9_call_never_bets():
    """The same place as above: there is nothing to call."""
    told = session("c", "call", "quit", "quit", seed=4)
    assert "'call' is not a choice here; choose fold, check or bet $4." in " ".join(told.split())
    assert "You bet" not in told


def test_streets_boards_pots_and_turns_are_narrated():
    told = session(*["c"] * 40)
    for street in ("Third", "Fourth", "Fifth", "Sixth", "Seventh"):
        assert f"{street} street, $" in told
    assert "(?? ??)" in told
    assert "Your turn. $" in told
    assert " in the middle; you have $" in told


def test_S23_the_showdown_and_the_pot_are_explained():
    told = session(*["c", "i", "s"] * 200)
    assert re.search(r"(wins|You win) \$[\d.]+ with .*\(S15\)\.", told)
    assert re.search(r"(wins|You win) \$[\d.]+: everyone else folded \(S15\)\.", told)
    assert "mucks without showing (S23)." in told
    assert re.search(r"You (win|lose) \$[\d.]+ on the round\.", told)


def test_hidden_cards_stay_hidden_at_the_prompt():
    """Nobody's down cards are told before they are shown: with all bots folding or mucking none ever is."""
    told = session("f", "quit", "quit", seed=3)
    for line in told.splitlines():
        if line.startswith(("  Ada", "  Bert")):
            assert "(?? ??)" in line


@pytest.mark.parametrize("answer", ["", "foo", "raise 7", "bet x", "check 5", "all the way"])
def test_an_invalid_answer_is_explained(answer):
    told = session(answer, "quit", "quit")
    assert "Traceback" not in told
    asked = [line for line in told.splitlines() if "> " in line]
    assert len(asked) >= 2
    assert asked[0].split("> ")[0] == asked[1].split("> ")[0]


def test_help_rules_and_the_table_can_be_asked_for():
    told = session("?", "rules S4", "table", "quit", "quit")
    assert "give up the hand (S9)" in told or "make the forced bet (S5)" in told
    assert "S4" in told
    assert "show the cards on the table again" in told


def test_leaving_in_the_middle_finishes_the_hand():
    told = session("c", "c")
    assert "You left during the hand; it is finished without adding chips." in told
    assert "You leave after 1 hand with $" in told
    told = session("c", "quit", "quit")
    assert "in the pot. If you leave" in told


def test_S20_amounts_can_be_typed_in_many_ways():
    for answer in ("r", "raise", "b", "min", "complete", "raise to 8", "$8", "8", "raise 8", "max", "all in"):
        told = session(answer, "quit", "quit", seed=5)
        assert (
            "You raise" in told
            or "You complete" in told
            or "You open" in told
            or "You bet" in told
            or "is not allowed" in told
        )


def test_no_limit_at_the_prompt():
    house = house_from_data({"structure": "no_limit"}, "seven-card-stud")
    told = session("max", *["c"] * 60, house=house)
    assert "Stakes: ante $0.50, bring-in $1, bet or raise up to your whole stack." in told
    assert ", all-in." in told


def test_a_busted_person_may_buy_again():
    house = house_from_data({"structure": "no_limit"}, "seven-card-stud")
    for seed in range(20):
        told = session(*["max", "c", "c", "c", "c", "c", "c", "c"] * 6, "no", house=house, seed=seed)
        if "You have no chips left." in told:
            assert "Take $200 more in play chips? (yes or no)" in told
            return
    raise AssertionError("nobody was ever busted")


def test_a_game_without_bots_cannot_be_played_alone(monkeypatch):
    lonely = replace(GAMES["seven-card-stud"], company="")
    monkeypatch.setattr("seventh.terminal.play.game_of", lambda _: lonely)
    with pytest.raises(CannotStart, match="no bots play seven-card-stud"):
        session()


def test_the_command_line():
    done = seventh("play", "seven-card-stud", "--plain", "--seats", "8", "--chips", "100", input="f\nquit\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "each with $100." in done.stdout
    for words, message in [
        (("--seats", "9"), "--seats: 9 is not allowed; allowed: 2 to 8"),
        (("--seats", "1"), "--seats: 1 is not allowed"),
        (("--chips", "1"), "--chips: you can't buy in for $1; allowed: $40 to $400"),
    ]:
        done = seventh("play", "seven-card-stud", "--plain", *words, input="")
        assert done.returncode == 2
        assert message in done.stderr
    done = seventh("play", "high-card-flush", "--plain", "--seats", "3", input="")
    assert done.returncode == 2
    assert "--seats does not apply to high-card-flush, which is played against the dealer" in done.stderr
