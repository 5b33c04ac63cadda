"""Seven-Card Stud: all-ins for less than a full bet, completion or raise (S20, S21)."""

import pytest

from tests.games.stud.at_stud import DEEP, FOURTH, act, now, on_street, refused, sit, stud

ANTE = 50
PAIR = "seat 1{}: ???? 2c9s 5d\nseat 2{}: ???? KsKd 7h\nseat 3{}: ???? Th8c 4s"
"""Seat 2 shows a pair of kings on fourth street."""


def third(to, house=""):
    """The low card brings in, seat 2 goes all-in."""
    return act(sit(DEEP, to + ANTE, DEEP, DEEP, house=house), "1 bring_in", f"2 to {to}")


def fourth(*stacks, house=""):
    """On fourth street, with these chips there; seat 2 is the first to act."""
    return on_street(4, *(chips + 150 if chips != DEEP else DEEP for chips in stacks), house=house)


# The worked amounts of the clause: bring-in 100, small bet 400.


@pytest.mark.parametrize(("to", "next_raise"), [(240, 400), (249, 400), (250, 650), (399, 799)])
def test_S21_third_street_half_of_the_completion_counts_as_the_completion(to, next_raise):
    assert now(third(to)) == f"3: fold, call {to}, to {next_raise}"


@pytest.mark.parametrize(("to", "next_raise"), [(100, 400), (199, 400), (200, 600), (399, 799)])
def test_S21_an_opening_all_in_of_half_a_bet_counts_as_the_bet(to, next_raise):
    table = act(fourth(DEEP, to, DEEP), f"2 to {to}")
    assert now(table) == f"3: fold, call {to}, to {next_raise}"


@pytest.mark.parametrize(("to", "next_raise"), [(500, 800), (599, 800), (600, 1000)])
def test_S21_over_a_bet_half_of_a_raise_counts_as_the_raise(to, next_raise):
    table = act(fourth(DEEP, DEEP, to, DEEP), "2 to 400", f"3 to {to}")
    assert now(table) == f"4: fold, call {to}, to {next_raise}"


def test_S21_several_all_ins_are_measured_together():
    table = act(fourth(DEEP, DEEP, 500, 620), "2 to 400", "3 to 500", "4 to 620")
    assert now(table) == "1: fold, call 620, to 1020"
    assert now(act(table, "1 call")) == "2: fold, call 220, to 1020"


# A short all-in.


def test_S21_a_short_all_in_reopens_nothing():
    table = act(fourth(DEEP, DEEP, 500, DEEP), "2 to 400", "3 to 500", "4 call", "1 call")
    assert now(table) == "2: fold, call 100"
    assert "does not reopen" in refused(table, 2, "bet_to amount=800", "S21")


def test_S21_a_short_completion_gives_the_bring_in_no_second_turn_to_raise():
    assert now(act(third(249), "3 call", "4 call")) == "1: fold, call 149"
    assert now(act(third(250), "3 call", "4 call")) == "1: fold, call 150, to 650"


def test_S21_a_short_bet_does_not_reopen_the_betting_for_players_who_checked():
    assert now(act(fourth(199, DEEP, DEEP), "2 check", "3 check", "1 to 199")) == "2: fold, call 199"
    assert now(act(fourth(200, DEEP, DEEP), "2 check", "3 check", "1 to 200")) == "2: fold, call 200, to 600"


def test_S21_short_all_ins_that_add_up_reopen_the_betting():
    """Seat 4 has called the first all-in; the second one makes them half a raise together, for everybody."""
    table = act(fourth(620, DEEP, 500, DEEP), "2 to 400", "3 to 500", "4 call", "1 to 620", "2 call")
    assert now(table) == "4: fold, call 120, to 1020"


def test_S21_the_raise_over_a_short_all_in_reopens():
    table = act(fourth(DEEP, DEEP, 500, DEEP), "2 to 400", "3 to 500", "4 to 800", "1 call")
    assert now(table) == "2: fold, call 400, to 1200"


# What counts against the cap: one raise is allowed.

ONE_RAISE = "raise_cap = 1"


def test_S21_a_short_raise_does_not_count_and_what_completes_it_does():
    table = act(fourth(DEEP, DEEP, 500, DEEP, house=ONE_RAISE), "2 to 400", "3 to 500")
    assert now(table) == "4: fold, call 500, to 800"
    assert now(act(table, "4 to 800")) == "1: fold, call 800"


def test_S21_half_a_raise_counts():
    assert now(act(fourth(DEEP, DEEP, 600, DEEP, house=ONE_RAISE), "2 to 400", "3 to 600")) == "4: fold, call 600"


@pytest.mark.parametrize(("to", "bet"), [(100, 400), (200, 200)])
def test_S21_the_bet_itself_never_counts_whether_short_and_completed_or_half(to, bet):
    table = act(fourth(DEEP, to, DEEP, DEEP, house=ONE_RAISE), f"2 to {to}")
    if bet != to:
        act(table, f"3 to {bet}")
        assert now(table) == "4: fold, call 400, to 800"
    else:
        assert now(table) == "3: fold, call 200, to 600"
        act(table, "3 to 600")
        assert now(table) == "4: fold, call 600"


@pytest.mark.parametrize(("counts", "words"), [("false", ", to 800"), ("true", "")])
def test_S21_over_a_short_all_in_a_completion_counts_as_a_completion(counts, words):
    table = act(third(240, f"{ONE_RAISE}\ncompletion_counts = {counts}"), "3 to 400")
    assert now(table) == f"4: fold, call 400{words}"


@pytest.mark.parametrize(("counts", "words"), [("false", ", to 650"), ("true", "")])
def test_S21_half_a_completion_counts_as_a_completion(counts, words):
    assert now(third(250, f"{ONE_RAISE}\ncompletion_counts = {counts}")) == f"3: fold, call 250{words}"


def test_S21_at_the_cap_nobody_may_raise_even_all_in():
    table = act(fourth(DEEP, DEEP, DEEP, 900, house=ONE_RAISE), "2 to 400", "3 to 800")
    assert now(table) == "4: fold, call 800"
    assert "capped" in refused(table, 4, "bet_to amount=900", "S19")


# The low card.


@pytest.mark.parametrize(("to", "next_raise"), [(249, 400), (250, 650)])
def test_S21_the_low_cards_own_all_in_is_measured_from_the_bring_in(to, next_raise):
    assert now(act(sit(to + ANTE, DEEP, DEEP), f"1 to {to}")) == f"2: fold, call {to}, to {next_raise}"


def test_S21_all_ins_below_the_small_bet_add_up_to_a_completion():
    table = act(sit(DEEP, 200 + ANTE, DEEP, 260 + ANTE), "1 bring_in", "2 to 200", "3 call")
    assert now(act(table, "4 to 260")) == "1: fold, call 160, to 660"
    assert now(act(table, "1 call")) == "3: fold, call 60, to 660"


# Without the half-bet rule.

FULL_ONLY = "half_bet_rule = false"


def test_S21_without_the_half_bet_rule_everything_below_the_full_bet_is_short():
    assert now(third(399, FULL_ONLY)) == "3: fold, call 399, to 400"
    assert now(act(fourth(DEEP, 399, DEEP, house=FULL_ONLY), "2 to 399")) == "3: fold, call 399, to 400"
    table = act(fourth(DEEP, DEEP, 700, 799, house=FULL_ONLY), "2 to 400", "3 to 700", "4 to 799")
    assert now(table) == "1: fold, call 799, to 800"
    assert now(act(table, "1 call")) == "2: fold, call 399"


# Other structures.

NO_LIMIT = 'structure = "no_limit"'


@pytest.mark.parametrize("structure", ["spread_limit", "pot_limit", "no_limit"])
def test_S21_other_structures_less_than_a_full_raise_reopens_nothing(structure):
    table = fourth(DEEP, DEEP, 799, DEEP, house=f'structure = "{structure}"\nspread.fourth.maximum = 900')
    act(table, "2 to 400", "3 to 799")
    assert "to 1199-" in now(table)
    assert now(act(table, "4 call", "1 call")) == "2: fold, call 399"


def test_S21_other_structures_until_such_all_ins_add_up_to_one():
    """All-ins of 300 and 150 over a bet of 400. The smallest raise stays 400, for neither was a full raise."""
    table = act(fourth(850, DEEP, 700, DEEP, house=NO_LIMIT), "2 to 400", "3 to 700", "4 call", "1 to 850", "2 call")
    assert now(table).startswith("4: fold, call 150, to 1250-")
    table = act(fourth(799, DEEP, 700, DEEP, house=NO_LIMIT), "2 to 400", "3 to 700", "4 call", "1 to 799", "2 call")
    assert now(table) == "4: fold, call 99"


def test_S21_other_structures_the_next_raise_is_at_least_the_last_full_raise_on_top():
    table = act(fourth(DEEP, DEEP, DEEP, 1500, house=NO_LIMIT), "2 to 400", "3 to 1000", "4 to 1500")
    assert now(table).startswith("1: fold, call 1500, to 2100-")


def test_S21_other_structures_an_opening_all_in_counts_once_it_adds_up_to_a_bet():
    table = act(fourth(420, DEEP, 300, DEEP, house=NO_LIMIT), "2 check", "3 to 300", "4 call", "1 to 420", "2 call")
    assert now(table).startswith("4: fold, call 120, to 820-")
    table = act(fourth(399, DEEP, 300, DEEP, house=NO_LIMIT), "2 check", "3 to 300", "4 call", "1 to 399", "2 call")
    assert now(table) == "4: fold, call 99"


# An open pair on fourth street: bets of 400 or 800.


def with_pair(*stacks, house=""):
    """Three players, seat 2 with a pair, with these chips on fourth street."""
    words = [f" with {chips + 150}" if chips != DEEP else "" for chips in stacks]
    return act(stud(PAIR.format(*words), house), *FOURTH)


def test_S20_a_stack_between_the_sizes_may_bet_all_in():
    table = with_pair(DEEP, 600, DEEP)
    assert now(table) == "2: fold, check, to 400 or 600"
    assert now(act(table, "2 to 600")) == "3: fold, call 600, to 1400"


def test_S20_and_may_raise_all_in():
    table = act(with_pair(DEEP, DEEP, 1000), "2 to 400")
    assert now(table) == "3: fold, call 400, to 800 or 1000"
    assert now(act(table, "3 to 1000")) == "1: fold, call 1000, to 1800"


def test_S20_below_the_small_size_it_is_measured_against_the_small():
    assert now(act(with_pair(DEEP, 199, DEEP), "2 to 199")) == "3: fold, call 199, to 400 or 800"
    assert now(act(with_pair(DEEP, 200, DEEP), "2 to 200")) == "3: fold, call 200, to 600 or 1000"
    table = act(with_pair(DEEP, DEEP, 599), "2 to 400", "3 to 599")
    assert now(table) == "1: fold, call 599, to 800 or 1200"


FAR_APART = "stakes.small_bet = 200\nstakes.big_bet = 1000"


def test_S20_less_than_half_of_the_big_size_is_short_of_it():
    """Above the small bet of 200, below half of the big one: the next bet is the big one."""
    table = act(with_pair(DEEP, 499, DEEP, house=FAR_APART), "2 to 499")
    assert now(table) == "3: fold, call 499, to 1000"
    assert now(act(table, "3 to 1000")) == "1: fold, call 1000, to 2000"
    assert now(act(with_pair(DEEP, 500, DEEP, house=FAR_APART), "2 to 500")) == "3: fold, call 500, to 1500"


def test_S20_without_the_half_bet_rule_all_below_the_big_size_is_short_of_it():
    table = act(with_pair(DEEP, 799, DEEP, house=FULL_ONLY), "2 to 799")
    assert now(table) == "3: fold, call 799, to 800"


# As releases before this setting played.

PER_PLAYER = 'short_all_in = "per_player"'


def test_S21_per_player_a_raise_over_a_short_all_in_is_a_full_one_on_top():
    table = act(fourth(DEEP, DEEP, 500, DEEP, house=PER_PLAYER), "2 to 400", "3 to 500")
    assert now(table) == "4: fold, call 500, to 900"
    assert now(third(250, PER_PLAYER)) == "3: fold, call 250, to 400"


def test_S21_per_player_each_measures_from_the_bet_that_they_answered():
    """Two all-ins of 150 more; seat 4 called after the first, so that to it only the second counts."""
    table = act(fourth(700, DEEP, 550, DEEP, house=PER_PLAYER), "2 to 400", "3 to 550", "4 call", "1 to 700")
    assert now(table) == "2: fold, call 300, to 1100"
    assert now(act(table, "2 call")) == "4: fold, call 150"


def test_S21_per_player_a_short_all_in_adds_up_to_half_of_the_completion():
    """The small bet is 150 above the low card's all-in; seat 2 has called that."""
    table = act(sit(300, DEEP, 374, DEEP, house=PER_PLAYER), "1 to 250", "2 call", "3 to 324", "4 call")
    assert now(table) == "2: fold, call 74"
    table = act(sit(300, DEEP, 375, DEEP, house=PER_PLAYER), "1 to 250", "2 call", "3 to 325", "4 call")
    assert now(table) == "2: fold, call 75, to 400"
