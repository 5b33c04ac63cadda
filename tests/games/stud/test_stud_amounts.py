"""Seven-Card Stud: what may be bet (S17 to S21)."""

import pytest

from seventh.games import parse_house, wording_of
from seventh.house import HouseError
from seventh.rounds.actions import BetTo
from seventh.rounds.events import BetReturned, BroughtIn, Burned
from tests.games.stud.at_stud import DEEP, FOURTH, act, events_of, now, on_street, refused, sit, stacks, stud

# S17: betting structures.


def test_S17_fixed_limit_small_bet_then_big_bet():
    sizes = {street: now(on_street(street)).split("to ")[1] for street in (4, 5, 6, 7)}
    assert sizes == {4: "400", 5: "800", 6: "800", 7: "800"}
    assert "allowed: 400" in refused(on_street(4), 2, "bet_to amount=500", "S19")


SPREAD = 'structure = "spread_limit"\nspread.sixth = { minimum = 300, maximum = 900 }'


def test_S17_spread_limit_any_amount_in_the_range_of_the_street():
    table = sit(DEEP, DEEP, DEEP, house=SPREAD)
    assert now(table) == "1: bring_in, to 200-500"
    assert now(act(table, "1 bring_in")) == "2: fold, call 100, to 200-600"
    assert now(on_street(4, house=SPREAD)) == "2: fold, check, to 100-500"
    assert now(on_street(5, house=SPREAD)) == "2: fold, check, to 100-1000"
    table = on_street(6, house=SPREAD)
    assert now(table) == "2: fold, check, to 300-900"
    assert "300 to 900 in steps of 100" in refused(table, 2, "bet_to amount=350", "S17")
    refused(table, 2, "bet_to amount=1000", "S17")
    assert BetTo(700) in table.round.legal(2)


def test_S17_spread_limit_above_the_bring_in_is_completed_first():
    table = act(sit(DEEP, DEEP, DEEP, house='structure = "spread_limit"\nstakes.bring_in = 50'), "1 bring_in")
    assert now(table) == "2: fold, call 50, to 100-500"
    assert now(act(table, "2 to 100")) == "3: fold, call 100, to 200-600"


def test_S17_pot_limit():
    table = act(sit(DEEP, DEEP, DEEP, house='structure = "pot_limit"'), "1 bring_in")
    # 150 of antes and 100 of the bring-in; a call makes it 350, so that a raise goes to 450.
    assert now(table) == "2: fold, call 100, to 400-450"
    act(table, "2 call", "3 call")
    assert now(table) == "2: fold, check, to 400-450"
    act(table, "2 to 400")
    assert now(table) == "3: fold, call 400, to 800-1650"


def test_S17_pot_limit_the_pot_itself_is_always_possible():
    table = act(sit(DEEP, DEEP, DEEP, house='structure = "pot_limit"'), "1 bring_in")
    assert BetTo(450) in table.round.legal(2)
    assert [action.amount for action in table.round.legal(2).of(BetTo)] == [400, 450]
    refused(table, 2, "bet_to amount=451", "S17")


def test_S17_no_limit():
    table = act(sit(3000, DEEP, DEEP, house='structure = "no_limit"'), "1 bring_in")
    assert now(table) == f"2: fold, call 100, to 400-{DEEP - 50}"
    act(table, "2 to 1000")
    assert now(table) == f"3: fold, call 1000, to 2000-{DEEP - 50}"


def test_S17_a_spread_below_the_bring_in_is_not_a_house():
    with pytest.raises(HouseError, match="below the bring-in"):
        parse_house(
            'structure = "spread_limit"\nstakes.bring_in = 300\nspread.third = { minimum = 100, maximum = 200 }',
            "seven-card-stud",
        )


def test_S17_a_big_bet_is_not_below_the_small_bet():
    with pytest.raises(HouseError, match="below the small bet"):
        parse_house("stakes.big_bet = 300", "seven-card-stud")


# S18: bring-in and completion.


def test_S18_the_bring_in_is_the_houses_amount():
    table = act(sit(DEEP, DEEP, house="stakes.bring_in = 200"), "1 bring_in")
    assert now(table) == "2: fold, call 200, to 400"


def test_S18_not_more_than_the_small_bet():
    with pytest.raises(HouseError, match="above the small bet"):
        parse_house("stakes.bring_in = 500", "seven-card-stud")


def test_S18_a_bring_in_as_large_as_the_small_bet_is_raised():
    table = act(sit(DEEP, DEEP, house="stakes.bring_in = 400"), "1 bring_in")
    assert now(table) == "2: fold, call 400, to 800"


def test_S18_the_bring_in_player_may_open_for_a_full_small_bet():
    table = act(sit(DEEP, DEEP, DEEP), "1 to 400")
    assert now(table) == "2: fold, call 400, to 800"


def test_S18_the_next_raise_completes():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 to 400")
    assert now(table) == "3: fold, call 400, to 800"


RAISED = ("1 bring_in", "2 to 400", "3 to 800", "1 to 1200")


def test_S18_completing_is_not_counted_against_the_cap():
    table = act(sit(DEEP, DEEP, DEEP), *RAISED)
    assert now(table) == "2: fold, call 800, to 1600"
    assert now(act(table, "2 to 1600")) == "3: fold, call 800"


def test_S18_or_it_is():
    table = act(sit(DEEP, DEEP, DEEP, house="completion_counts = true"), *RAISED)
    assert now(table) == "2: fold, call 800"


def test_S18_opening_for_the_small_bet_is_not_a_completion():
    table = act(sit(DEEP, DEEP, DEEP, house="completion_counts = true"), "1 to 400", "2 to 800", "3 to 1200")
    assert now(table) == "1: fold, call 800, to 1600"


def test_S18_a_bring_in_that_is_only_called_closes_the_round():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 call", "3 call")
    assert (table.round.street, len(events_of(table, Burned))) == (4, 1)


# S19: the cap.

TO_THE_CAP = ("2 to 800", "3 to 1600", "1 to 2400", "2 to 3200")


def test_S19_one_bet_and_three_raises():
    table = act(on_street(5), *TO_THE_CAP)
    assert now(table) == "3: fold, call 1600"
    assert "capped" in refused(table, 3, "bet_to amount=4000", "S19")


@pytest.mark.parametrize(("cap", "choices"), [(4, "3: fold, call 1600, to 4000"), (0, "3: fold, call 1600, to 4000")])
def test_S19_another_cap_or_none(cap, choices):
    assert now(act(on_street(5, house=f"raise_cap = {cap}"), *TO_THE_CAP)) == choices


def test_S19_a_cap_of_one_raise():
    assert now(act(on_street(5, house="raise_cap = 1"), "2 to 800", "3 to 1600")) == "1: fold, call 1600"


def test_S19_no_cap_between_two_players():
    raises = [f"{seat} to {800 * n}" for n, seat in enumerate([2, 1] * 6, 1)]
    assert now(act(on_street(5, DEEP, DEEP), *raises)) == "2: fold, call 800, to 10400"


def test_S19_or_the_cap_applies_heads_up_too():
    table = on_street(5, DEEP, DEEP, house="uncapped_heads_up = false")
    assert now(act(table, "2 to 800", "1 to 1600", "2 to 2400", "1 to 3200")) == "2: fold, call 800"


def test_S19_uncapped_from_the_moment_that_two_are_left():
    table = act(on_street(5), "2 to 800", "3 to 1600", "1 fold", "2 to 2400", "3 to 3200", "2 to 4000")
    assert now(table) == "3: fold, call 800, to 4800"


def test_S19_an_all_in_player_does_not_count_as_one_of_the_two():
    table = act(on_street(5, 950, DEEP, DEEP), "2 to 800", "3 to 1600", "1 call", "2 to 2400", "3 to 3200")
    assert now(table) == "2: fold, call 800, to 4000"


def test_S19_not_if_the_cap_was_reached_by_then():
    table = act(on_street(5), *TO_THE_CAP, "3 call", "1 fold")
    assert table.round.street == 6
    table = act(
        on_street(5, DEEP, DEEP, DEEP, DEEP), "2 to 800", "3 to 1600", "4 to 2400", "1 fold", "2 to 3200", "3 fold"
    )
    assert now(table) == "4: fold, call 800"


def test_S19_without_a_fixed_limit_there_is_no_cap():
    table = on_street(5, house='structure = "no_limit"')
    act(table, "2 to 400", "3 to 800", "1 to 1200", "2 to 1600")
    assert now(table).startswith("3: fold, call 800, to 2000-")


@pytest.mark.parametrize("structure", ["spread_limit", "pot_limit", "no_limit"])
def test_S19_a_raise_is_at_least_the_last_bet_or_raise(structure):
    table = on_street(5, house=f'structure = "{structure}"\nspread.fifth = {{ minimum = 100, maximum = 900 }}')
    act(table, "2 to 500" if structure != "pot_limit" else "2 to 450")
    least = {"spread_limit": 1000, "pot_limit": 900, "no_limit": 1000}[structure]
    assert f"to {least}-" in now(table)
    act(table, "3 to 1300")
    assert f"to {1300 + 1300 - least // 2}-" in now(table)


# S20: an open pair on fourth street.

PAIR = "seat 1: ???? 2c9s 5d\nseat 2: ???? KsKd 7h\nseat 3: ???? Th8c 4s"


def with_pair(house=""):
    return act(stud(PAIR, house), *FOURTH)


def test_S20_any_player_may_bet_the_small_or_the_big_bet():
    table = with_pair()
    assert now(table) == "2: fold, check, to 400 or 800"
    assert now(act(table, "2 check")) == "3: fold, check, to 400 or 800"


def test_S20_the_prompt_names_both_bets_and_says_why():
    words = wording_of(with_pair().round.house)

    def prompt(table, seat):
        return words.prompt(table.round, seat, words.offers(table.round, seat))

    why = "With a pair showing, the larger bet is allowed too."
    assert prompt(with_pair(), 2) == f"Check, bet $4 or bet $8. {why}"
    assert prompt(act(with_pair(), "2 to 400"), 3) == f"Call $4, raise to $8, raise to $12 or fold. {why}"
    assert prompt(act(with_pair(), "2 to 800"), 3) == "Call $8, raise to $16 or fold."
    assert prompt(on_street(4), 2) == "Check or bet $4."


def test_S4_S18_the_prompt_says_whose_up_card_brings_it_in_and_both_amounts():
    words = wording_of(stud(PAIR).round.house)

    def prompt(table, seat):
        return words.prompt(table.round, seat, words.offers(table.round, seat))

    table = stud(PAIR)
    assert prompt(table, 1) == "Your 2♣ is the lowest up card: bring in $1 or complete to $4."
    assert [offer.label for offer in words.offers(table.round, 1)] == ["Bring in $1", "Complete to $4"]
    assert prompt(act(table, "1 bring_in"), 2) == "Call $1, complete to $4 or fold."


def test_S20_once_the_big_bet_is_made_raises_are_big():
    assert now(act(with_pair(), "2 to 800")) == "3: fold, call 800, to 1600"


def test_S20_after_a_small_bet_a_raise_is_small_or_big():
    table = act(with_pair(), "2 to 400")
    assert now(table) == "3: fold, call 400, to 800 or 1200"
    assert now(act(table, "3 to 800")) == "1: fold, call 800, to 1200 or 1600"
    assert now(act(table, "1 to 1600")) == "2: fold, call 1200, to 2400"


def test_S20_tournaments_bet_small():
    assert now(with_pair("fourth_street_pair_doubles = false")) == "2: fold, check, to 400"


def test_S20_no_pair_no_big_bet_and_only_on_fourth_street():
    assert now(on_street(4)) == "2: fold, check, to 400"
    assert now(act(with_pair(), "2 check", "3 check", "1 check")) == "2: fold, check, to 800"


def test_S20_a_folded_pair_does_not_count():
    table = act(stud(PAIR), "1 bring_in", "2 fold", "3 call")
    assert now(table) == "3: fold, check, to 400"


# S21: table stakes.


def test_S21_a_player_short_of_chips_stays_in():
    table = act(sit(DEEP, 120, 80), "1 bring_in")
    assert now(table) == "2: fold, call 70"
    assert now(act(table, "2 call")) == "3: fold, call 30"
    assert "not enough chips" in refused(table, 3, "bet_to amount=400", "S21")


def test_S21_a_short_stack_may_bet_and_raise_all_in():
    assert now(on_street(5, DEEP, 550, DEEP)) == "2: fold, check, to 400"
    table = act(on_street(5, DEEP, DEEP, 1150), "2 to 800")
    assert now(table) == "3: fold, call 800, to 1000"


def short_raise(size, house=""):
    """Seat 2 bets 800 on fifth street, seat 3 goes all-in for so much more, seat 1 calls."""
    return act(on_street(5, DEEP, DEEP, 950 + size, house=house), "2 to 800", f"3 to {800 + size}", "1 call")


def test_S21_less_than_half_a_raise_does_not_reopen():
    table = short_raise(399)
    assert now(table) == "2: fold, call 399"
    assert "does not reopen" in refused(table, 2, "bet_to amount=1999", "S21")


def test_S21_half_a_raise_reopens():
    assert now(short_raise(400)) == "2: fold, call 400, to 2000"


def test_S21_without_the_half_bet_rule_only_a_full_raise_does():
    assert now(short_raise(799, "half_bet_rule = false")) == "2: fold, call 799"
    assert now(short_raise(800, "half_bet_rule = false")) == "2: fold, call 800, to 2400"


def test_S21_the_half_bet_rule_applies_to_fixed_limit_only():
    table = on_street(5, DEEP, DEEP, 1350, house='structure = "no_limit"')
    assert now(act(table, "2 to 800", "3 to 1200", "1 call")) == "2: fold, call 400"


def test_S21_a_player_who_has_not_acted_may_raise_a_short_all_in():
    table = act(on_street(5, DEEP, DEEP, 1050), "2 to 800", "3 to 900")
    assert now(table) == "1: fold, call 900, to 1600"


def test_S21_half_a_raise_counts_against_the_cap():
    table = act(on_street(5, DEEP, DEEP, 1350, DEEP), "2 to 800", "3 to 1200", "4 to 2000", "1 to 2800")
    assert now(table) == "2: fold, call 2000"


def test_S21_after_a_short_all_in_bring_in_the_full_bring_in_is_owed():
    table = act(sit(80, DEEP, DEEP), "1 bring_in")
    assert stacks(table)[0] == 0
    assert now(table) == "2: fold, call 100, to 400"
    act(table, "2 call", "3 call")
    assert table.round.street == 4
    # The side pot is what the two have put in beyond the short bring-in.
    assert [pot.amount for pot in table.round.pots] == [240, 140]


def test_S21_a_short_bring_in_heads_up_returns_the_rest():
    table = act(sit(80, DEEP), "1 bring_in")
    assert now(table) == "2: fold, call 100"
    act(table, "2 call")
    assert [(event.seat, event.amount) for event in events_of(table, BetReturned)] == [(2, 70)]


def test_S21_the_low_card_all_in_from_the_ante():
    table = sit(50, DEEP, DEEP, DEEP)
    assert now(table) == "2: fold, bring_in, to 400"
    assert now(act(table, "2 fold")) == "3: fold, bring_in, to 400"
    assert now(act(table, "3 bring_in")) == "4: fold, call 100, to 400"
    act(table, "4 call")
    assert table.round.street == 4


def test_S21_or_the_next_player_completes():
    table = act(sit(50, DEEP, DEEP), "2 to 400")
    assert now(table) == "3: fold, call 400, to 800"


def test_S21_all_others_fold_to_a_low_card_that_is_all_in():
    table = act(sit(50, DEEP, DEEP), "2 fold")
    assert table.round.street == 7  # nobody is left to bet against: the cards are dealt out
    assert table.round.outcome is not None


def test_S21_the_low_card_with_less_than_a_small_bet_may_go_all_in():
    table = sit(300, DEEP, DEEP)
    assert now(table) == "1: bring_in, to 250"
    assert now(act(table, "1 to 250")) == "2: fold, call 250, to 650"


def test_S21_nobody_bets_against_players_who_are_all_in():
    table = act(sit(450, DEEP, 450), "1 to 400", "2 call", "3 call")
    assert table.round.outcome is not None
    table = act(sit(DEEP, 450, DEEP), "1 bring_in", "2 to 400", "3 fold")
    assert now(table) == "1: fold, call 300"
    assert "nobody else can call" in refused(table, 1, "bet_to amount=800", "S21")


def test_S21_one_player_with_chips_and_nothing_to_call_need_not_act():
    table = sit(50, 50, DEEP)
    assert table.round.outcome is not None  # all but one are all-in from the ante
    assert not events_of(table, BroughtIn)
