"""Seven-Card Stud: the end of a hand, pots, odd chips, showing, run-outs and rake (S15, S22 to S25)."""

from collections import Counter

import pytest

from seventh.cards import format_cards
from seventh.rounds.events import (
    BetReturned,
    Burned,
    Checked,
    ChipsReturned,
    Dealt,
    Mucked,
    PotWon,
    RakeTaken,
    Shown,
)
from seventh.rounds.legal import Refused
from tests.games.stud.at_stud import (
    DEEP,
    act,
    cheapest,
    check_down,
    events_of,
    nets,
    now,
    refused,
    show_all,
    sit,
    stacks,
    stud,
    won,
)

# S15: the best hand wins, or the last one.


def test_S15_best_five_of_seven():
    table = show_all(check_down(sit(DEEP, DEEP, DEEP)))
    assert won(table) == [(2, 0, 450)]
    assert nets(table) == [-150, 300, -150]


def test_S15_when_all_but_one_have_folded_that_player_takes_the_pot_at_once():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 to 400", "3 fold", "1 fold")
    assert nets(table) == [-150, 200, -50]
    assert len(events_of(table, Dealt)) == 9
    assert not events_of(table, Burned, Shown)
    assert events_of(table, PotWon)[0].clause == "S15"


def test_S15_the_winner_need_not_show():
    table = act(sit(DEEP, DEEP), "1 bring_in", "2 to 400", "1 fold")
    assert all("??" in seat.cards for seat in table.round.view(None).seats)


# S22: side pots, uncalled bets, odd chips.


def test_S22_a_side_pot_for_every_all_in():
    """Seat 2 has the best hand and 150, seat 3 the next best and 550, seats 4 and 1 play for the rest."""
    table = act(sit(2150, 150, 550, 2150), "1 to 400", "2 call", "3 to 500", "4 to 800", "1 call")
    assert [(pot.amount, pot.seats) for pot in table.round.pots] == [
        (600, (1, 2, 3, 4)),
        (1200, (1, 3, 4)),
        (600, (1, 4)),
    ]
    table.finish()
    assert won(table) == [(2, 0, 600), (3, 1, 1200), (4, 2, 600)]


# S22: hands that the floor has killed.


def killed(*seats, house=""):
    """Seat 3 is all-in for 100; seats 2 and 4 bet on, seat 1 folds with 500 in, and the floor kills these hands."""
    table = act(sit(DEEP, DEEP, 150, DEEP, house=house), "1 to 400", "2 call", "3 call", "4 call")
    act(table, "2 to 400", "4 call", "1 fold")
    for seat in seats:
        cards = format_cards(table.round.hands[seat].cards[:-1])
        table.act("floor", f"wrong_number place={seat} cards={cards}", deals=0)
    return table


def test_S22_a_side_pot_without_a_live_hand_is_returned_to_its_contributors():
    """Seats 2 and 4 have 850 in, seat 1 has 450 and has folded; seat 3 is left, and covered 150 of each."""
    table = killed(2, 4, house="rake.per_thousand = 100")
    returned = [(event.seat, event.amount, event.clause) for event in events_of(table, ChipsReturned)]
    assert returned == [(1, 300, "S22"), (2, 700, "S22"), (4, 700, "S22")]
    assert [event.amount for event in events_of(table, RakeTaken)] == [60]
    assert won(table) == [(3, 0, 540)]


def test_S22_one_live_hand_is_enough_to_win_it():
    table = killed(2)
    assert not events_of(table, ChipsReturned)
    assert sum(amount for seat, _, amount in won(table.finish()) if seat == 4) == 1700


def test_S22_earlier_releases_gave_it_to_the_remaining_players():
    table = killed(2, 4, house='dead_side_pots = "with_last_pot"')
    assert won(table) == [(3, 0, 2300)]


def test_S22_a_mucked_hand_is_not_live():
    """Seats 2 and 3 play for a side pot; 3 has mucked when the better hand of the two turns out to be dead."""
    table = act(sit(DEEP, DEEP, DEEP, 150), "1 to 400", "2 call", "3 call", "4 call", "2 to 400", "3 call", "1 fold")
    act(check_down(table), "2 show", "3 muck")
    table.act("floor", f"wrong_number place=2 cards={format_cards(table.round.hands[2].cards[:-1])}")
    returned = [(event.seat, event.amount) for event in events_of(table, ChipsReturned)]
    assert returned == [(1, 300), (2, 700), (3, 700)]
    assert won(table) == [(4, 0, 600)]


def test_S22_eight_all_ins_of_different_sizes():
    table = stud("\n".join(f"seat {n} with {n * 100}:" for n in range(1, 9)), 'structure = "no_limit"')
    while table.round.phase == "betting":
        (seat,) = table.round.to_act
        table.act(seat, all_in(table.round, seat))
    pots = Counter()
    for _, pot, amount in won(table):
        pots[pot] += amount
    # Everybody for the first 100, all but seat 1 for the next, and so on; the last 100 of seat 8 nobody can match.
    assert pots == {number: 100 * (8 - number) for number in range(7)}
    assert sum(stacks(table)) == sum(range(100, 900, 100))


def all_in(hand, seat):
    """Everything in: the largest raise, else a call."""
    bets = [action for choice in hand.legal(seat).choices for action in choice if type(action).__name__ != "Fold"]
    return max(bets, key=lambda action: getattr(action, "amount", 0))


def test_S22_folded_chips_stay_in_the_pots_that_they_reached():
    table = act(sit(DEEP, 150, DEEP), "1 bring_in", "2 call", "3 to 400", "1 fold")
    table.finish()
    # The ante and the bring-in of seat 1 are in the main pot; what nobody called went back to seat 3.
    assert [(event.seat, event.amount) for event in events_of(table, BetReturned)] == [(3, 300)]
    assert won(table) == [(2, 0, 450)]


def test_S22_an_uncalled_bet_is_returned_before_the_showdown():
    table = act(sit(DEEP, DEEP, DEEP), "1 bring_in", "2 call", "3 call", "2 to 400", "3 fold", "1 fold")
    assert [(event.seat, event.amount) for event in events_of(table, BetReturned)] == [(2, 400)]
    assert won(table) == [(2, 0, 450)]


def test_S22_the_excess_over_a_short_call_is_returned():
    table = act(sit(DEEP, 350), "1 to 400", "2 call")
    assert [(event.seat, event.amount) for event in events_of(table, BetReturned)] == [(1, 100)]
    table.finish()
    assert won(table) == [(2, 0, 700)]


def test_S22_an_ante_above_everyone_elses_is_returned():
    table = sit(1000, 30)
    assert [(event.seat, event.amount) for event in events_of(table, BetReturned)] == [(1, 20)]


TIED = """
    seat 1: AcKd QhJsTc2d 3d
    seat 2: AdKh QsJcTd2h 3h
    seat 3: 5d5h 6c8s9c4h 4s
"""
"""Seats 1 and 2 have the same straight; seat 3 has two pair."""


def tied(house=""):
    """Antes of 51 and a bring-in of 100: the pot has 453 chips."""
    table = stud(TIED, "stakes.ante = 51\n" + house)
    return show_all(check_down(table))


def test_S22_ties_split_and_the_odd_chip_goes_to_the_highest_card():
    """The ace of diamonds beats the ace of clubs."""
    assert won(tied()) == [(2, 0, 227), (1, 0, 226)]


def test_S22_or_to_the_player_closest_left_of_the_dealer():
    assert won(tied('odd_chip = "left_of_dealer"')) == [(1, 0, 227), (2, 0, 226)]


def test_S22_left_of_the_dealer_wherever_the_dealer_is():
    table = stud("dealer position: 1\n" + TIED, 'stakes.ante = 51\nodd_chip = "left_of_dealer"')
    assert won(show_all(check_down(table))) == [(2, 0, 227), (1, 0, 226)]


def test_S22_rank_before_suit_and_all_seven_cards_count():
    """Equal straights to the ten; the ace of clubs, which does not play, beats the king of spades."""
    table = stud(
        """
        seat 1: Tc9d 8h7s6c2dKs
        seat 2: Td9c 8s7h6h2sAc
        seat 3: QdQh 3c4h5s4dJc
        """,
        "stakes.ante = 51",
    )
    assert won(show_all(check_down(table))) == [(2, 0, 227), (1, 0, 226)]


def test_S22_odd_chips_go_one_each_in_that_order():
    """Three equal straights for 605 chips: one chip over for each of the two highest aces."""
    table = stud(
        """
        seat 1: AcKd QhJsTc2d 3d
        seat 2: AdKh QsJcTd2h 3h
        seat 3: AsKc QdJhTh2s 3c
        seat 4: 5d5h 6c8s9c4h 4s
        """,
        "stakes.ante = 51\nstakes.bring_in = 101",
    )
    pot = 4 * 152
    assert pot % 3 == 2
    assert won(show_all(check_down(table))) == [(3, 0, pot // 3 + 1), (2, 0, pot // 3 + 1), (1, 0, pot // 3)]


def test_S22_a_common_card_does_not_count_for_the_odd_chip():
    """The ace of spades in the centre makes both straights; the king of hearts beats the king of diamonds."""
    table = stud(
        """
        seat 1: KdQc JdTc2h3h
        seat 2: KhQd JhTs2d3c
        seat 3:
        seat 4:
        seat 5:
        seat 6:
        seat 7:
        seat 8: ???? Ks
        common: As
        """,
        "stakes.bring_in = 101",
    )
    while table.round.phase == "betting":
        (seat,) = table.round.to_act
        table.act(seat, "fold" if seat == 8 else cheapest(table.round, seat))
    pot = 8 * 50 + 7 * 101
    assert pot % 2
    assert won(show_all(table)) == [(2, 0, pot // 2 + 1), (1, 0, pot // 2)]


# S23: showing.


def test_S23_the_last_to_bet_or_raise_shows_first_then_clockwise():
    table = act(on_seventh(), "2 to 800", "3 to 1600", "1 call", "2 call")
    assert shown_in(table) == [3, 1, 2]


def test_S23_without_a_bet_the_first_to_act():
    assert shown_in(act(on_seventh(), "2 check", "3 check", "1 check")) == [2, 3, 1]


def test_S23_the_first_to_act_and_not_an_all_in_player_with_the_high_board():
    table = sit(DEEP, 150, DEEP)
    act(table, "1 bring_in", "2 call", "3 call")
    assert shown_in(check_down(table)) == [3, 1, 2]


def test_S23_a_bet_on_an_earlier_street_does_not_matter():
    table = sit(DEEP, DEEP, DEEP)
    act(table, "1 bring_in", "2 call", "3 call", "2 check", "3 to 400", "1 call", "2 call")
    assert shown_in(check_down(table)) == [2, 3, 1]


def on_seventh(*stacks, house=""):
    table = sit(*(stacks or (DEEP, DEEP, DEEP)), house=house)
    while table.round.street < 7:
        (seat,) = table.round.to_act
        legal = table.round.legal(seat)
        table.act(seat, next(a for a in legal if type(a).__name__ in ("Check", "Call", "BringIn")))
    return table


def shown_in(table):
    show_all(table)
    return [event.seat for event in events_of(table, Shown)]


def test_S23_a_losing_hand_may_be_mucked():
    table = act(on_seventh(), "2 check", "3 check", "1 check", "2 show")
    assert now(table) == "3: show, muck"
    act(table, "3 muck", "1 muck")
    assert won(table) == [(2, 0, 450)]
    assert len(events_of(table, Mucked)) == 2


def test_S23_a_hand_that_can_win_is_not_mucked():
    table = act(on_seventh(), "2 to 800", "3 to 1600", "1 call", "2 call")
    assert now(table) == "3: show"
    assert "only a beaten hand" in refused(table, 3, "muck", "S23")
    act(table, "3 show", "1 muck")
    assert now(table) == "2: show"
    assert "seat 2" in refused(table, 1, "show", "S23")


def test_S23_a_hand_that_ties_is_not_mucked():
    table = check_down(stud(TIED))
    first = next(iter(table.round.to_act))
    act(table, f"{first} show")
    while (seat := next(iter(table.round.to_act))) == 3:
        act(table, "3 muck")
    assert now(table) == f"{seat}: show"


def test_S23_beaten_in_the_main_pot_but_not_in_the_side_pot():
    """Seat 2 is all-in with the best hand; seat 3 still beats seat 1 for the side pot."""
    table = act(sit(DEEP, 150, DEEP), "1 bring_in", "2 call", "3 to 400", "1 call")
    check_down(table)
    act(table, "3 show")
    assert now(table) == "1: show, muck"
    act(table, "1 muck", "2 show")
    assert won(table) == [(2, 0, 450), (3, 1, 600)]


def test_S23_hands_of_players_all_in_are_shown_once_no_more_betting_is_possible():
    table = act(sit(450, DEEP, 450), "1 to 400", "2 call", "3 call")
    assert [event.seat for event in events_of(table, Shown)] == [1, 2, 3]
    kinds = [type(event) for event in table.round.events]
    assert kinds.index(Shown) < kinds.index(Burned)


def test_S23_or_not():
    table = act(sit(450, DEEP, 450, house="all_in_shown = false"), "1 to 400", "2 call", "3 call")
    assert table.round.street == 7
    assert now(table) == "2: show"
    act(table, "2 show", "3 muck", "1 muck")
    assert won(table) == [(2, 0, 1350)]


def test_S23_an_all_in_player_shows_even_a_beaten_hand():
    table = act(sit(150, DEEP, DEEP), "1 bring_in", "2 call", "3 call")
    act(check_down(table), "2 show", "3 muck")
    assert "all-in player must show" in refused(table, 1, "muck", "S23")


@pytest.mark.parametrize("last", ["show", "muck"])
def test_S22_a_mucked_hand_leaves_the_pots_as_they_were(last):
    """One pot of both would be large enough for a rake."""
    house = "all_in_shown = false\nrake.per_thousand = 1"
    table = check_down(act(sit(150, DEEP, DEEP, house=house), "1 bring_in", "2 to 400", "3 call"))
    act(table, "2 show", "3 show", f"1 {last}")
    assert won(table) == [(2, 0, 450), (2, 1, 600)]


def test_S23_the_clock_mucks_a_beaten_hand_and_shows_another():
    table = act(on_seventh(), "2 check", "3 check", "1 check")
    table.finish()
    assert [event.seat for event in events_of(table, Shown)] == [2]
    assert [event.seat for event in events_of(table, Mucked)] == [3, 1]


# S24: run-outs.


def test_S24_the_remaining_cards_are_dealt_with_burns_and_without_betting():
    table = act(sit(450, 450), "1 to 400", "2 call")
    assert table.round.outcome is not None
    assert not events_of(table, Checked)
    kinds = [type(event) for event in events_of(table, Burned, Dealt)]
    assert kinds == [Dealt] * 6 + [Burned, Dealt, Dealt] * 4


def test_S24_one_player_with_chips_left_cannot_bet():
    table = act(sit(DEEP, 450), "1 to 400", "2 call")
    assert table.round.outcome is not None
    assert stacks(table) == [DEEP - 450, 900]


def test_S24_cards_dealt_to_a_shown_hand_are_shown():
    table = act(sit(450, 450), "1 to 400", "2 call")
    assert "??" not in "".join(seat.cards for seat in table.round.view(None).seats)
    last = [event.seen_by(None).cards for event in events_of(table, Dealt)[-2:]]
    assert last == ["6d", "7c"]


# S25: rake.


def raked(rake, *lines, players=(DEEP, DEEP, DEEP)):
    table = sit(*players, house=rake)
    return act(table, *lines).finish() if lines else show_all(check_down(table))


def taken(table):
    return [event.amount for event in events_of(table, RakeTaken)]


def test_S25_none_by_default():
    table = raked("")
    assert (taken(table), table.round.house_result) == ([], 0)


def test_S25_percent_in_whole_chips_rounded_down():
    table = raked("rake.per_thousand = 55")
    assert taken(table) == [450 * 55 // 1000] == [24]
    assert nets(table) == [-150, 300 - 24, -150]
    assert table.round.house_result == 24


def test_S25_capped_for_the_whole_hand():
    assert taken(raked("rake.per_thousand = 100\nrake.cap = 30")) == [30]
    assert taken(raked("rake.per_thousand = 50\nrake.cap = 30")) == [22]


def test_S25_the_cap_is_shared_by_the_pots():
    lines = "1 to 400", "2 call", "3 to 500", "4 to 800", "1 call"
    table = raked("rake.per_thousand = 100\nrake.cap = 100", *lines, players=(2150, 150, 550, 2150))
    assert taken(table) == [100]
    # 60 of the main pot of 600, and the 40 that are left of the first side pot.
    assert won(table) == [(2, 0, 540), (3, 1, 1160), (4, 2, 600)]


def test_S25_no_fourth_street_no_drop():
    fold = "1 bring_in", "2 to 400", "3 fold", "1 fold"
    assert taken(raked("rake.per_thousand = 100", *fold)) == []
    assert taken(raked("rake.per_thousand = 100\nrake.no_fourth_street_no_drop = false", *fold)) == [35]


def test_S25_a_hand_that_reaches_fourth_street_is_raked():
    fold = "1 bring_in", "2 call", "3 call", "2 to 400", "3 fold", "1 fold"
    assert taken(raked("rake.per_thousand = 100", *fold)) == [45]


def test_S25_never_more_than_the_pot():
    assert nets(raked("rake.per_thousand = 1000")) == [-150, -150, -150]
    with pytest.raises((Refused, ValueError)):
        raked("rake.per_thousand = 1001")


def test_S23_the_prompt_says_where_a_hand_stands_and_suggests_mucking_a_beaten_one():
    from seventh.games import wording_of

    names = {1: "Ann", 2: "Bo", 3: "Cy"}

    def asked(table):
        (seat,) = table.round.to_act
        words = wording_of(table.round.house)
        filled = [offer.name for offer in words.offers(table.round, seat) if offer.kind == "primary"]
        return seat, words.standing(table.round, seat, names.__getitem__), filled

    table = check_down(sit(4000, 4000, 4000))
    assert asked(table) == (2, "", ["show"]), "nobody has shown"
    act(table, "2 show")
    assert asked(table) == (3, "Bo's pair of aces beats your pair of fives.", ["muck"])
    act(table, "3 show")
    assert asked(table) == (1, "Bo's pair of aces beats your pair of threes.", ["muck"])

    cards = ("seat 1 with 4000: 3d3h 2c 7s 9h Jc 6d", "seat 2 with 4000: KsQh Jd 9c 7c 4d 2h")
    table = check_down(stud("\n".join(cards)))
    (first,) = table.round.to_act
    act(table, f"{first} show")
    seat, says, filled = asked(table)
    better = {1: "Your pair of threes is the best hand so far.", 2: "Ann's pair of threes beats your king high."}
    assert (says, filled) == (better[seat], ["show"] if seat == 1 else ["muck"])
