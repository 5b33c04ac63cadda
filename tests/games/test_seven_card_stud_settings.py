"""Seven-Card Stud: every setting of a house changes a result. A test is named after its setting."""

import pytest

from seventh.cards import DECK_52, format_cards
from seventh.games import new_session, parse_house
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.events import Dealt, RakeTaken, Shown
from seventh.rounds.legal import WrongAmount
from seventh.rounds.stud import StudRound
from tests.games.stud.at_stud import (
    DEEP,
    act,
    cheapest,
    check_down,
    common_hand,
    events_of,
    now,
    seventh,
    show_all,
    sit,
    stud,
    to_seventh,
    won,
)

SPREAD = 'structure = "spread_limit"\n'


def on_street(street, house="", chips=(DEEP, DEEP, DEEP)):
    """Everybody has only called and checked so far; seat 2 is the first to act."""
    table = sit(*chips, house=house)
    while table.round.street < street:
        (seat,) = table.round.to_act
        table.act(seat, cheapest(table.round, seat))
    return table


def raked(house):
    return [event.amount for event in events_of(show_all(check_down(sit(DEEP, DEEP, DEEP, house=house))), RakeTaken)]


def test_setting_limits_buy_in__limits_the_buy_in():
    session = new_session(parse_house("limits.buy_in = { minimum = 1000, maximum = 2000 }", "seven-card-stud"))
    assert session.sit(1, "Ann", 1000).sit(2, "Bob", 2000).chips == 3000
    for chips in (900, 2100):
        with pytest.raises(WrongAmount, match="S21"):
            session.sit(1, "Ann", chips)


@pytest.mark.parametrize(
    ("structure", "choices"),
    [
        ("fixed_limit", "2: fold, check, to 800"),
        ("spread_limit", "2: fold, check, to 100-1000"),
        ("pot_limit", "2: fold, check, to 400-450"),
        ("no_limit", f"2: fold, check, to 400-{DEEP - 150}"),
    ],
)
def test_setting_structure__what_may_be_bet(structure, choices):
    assert now(on_street(5, f'structure = "{structure}"')) == choices


def test_setting_stakes_ante__what_everybody_posts():
    assert sit(DEEP, DEEP, house="stakes.ante = 75").round.pot == 150


def test_setting_stakes_bring_in__what_the_low_card_bets():
    assert now(act(sit(DEEP, DEEP, house="stakes.bring_in = 200"), "1 bring_in")) == "2: fold, call 200, to 400"


def test_setting_stakes_small_bet__the_bet_until_fourth_street():
    assert now(on_street(4, "stakes.small_bet = 500")) == "2: fold, check, to 500"


def test_setting_stakes_big_bet__the_bet_from_fifth_street():
    assert now(on_street(5, "stakes.big_bet = 1000")) == "2: fold, check, to 1000"


def spread(street):
    names = ("third", "fourth", "fifth", "sixth", "seventh")
    table = on_street(street, f"{SPREAD}spread.{names[street - 3]} = {{ minimum = 300, maximum = 700 }}")
    return now(table).split("to ")[1]


def test_setting_spread_third__the_range_of_the_street():
    assert spread(3) == "300-700"


def test_setting_spread_fourth__the_range_of_the_street():
    assert spread(4) == "300-700"


def test_setting_spread_fifth__the_range_of_the_street():
    assert spread(5) == "300-700"


def test_setting_spread_sixth__the_range_of_the_street():
    assert spread(6) == "300-700"


def test_setting_spread_seventh__the_range_of_the_street():
    assert spread(7) == "300-700"


def test_setting_completion_counts__true():
    table = sit(DEEP, DEEP, DEEP, house="completion_counts = true")
    assert now(act(table, "1 bring_in", "2 to 400", "3 to 800", "1 to 1200")) == "2: fold, call 800"


def test_setting_raise_cap__one():
    assert now(act(on_street(5, "raise_cap = 1"), "2 to 800", "3 to 1600")) == "1: fold, call 1600"


def test_setting_uncapped_heads_up__false():
    table = on_street(5, "uncapped_heads_up = false\nraise_cap = 1", (DEEP, DEEP))
    assert now(act(table, "2 to 800", "1 to 1600")) == "2: fold, call 800"
    table = on_street(5, "raise_cap = 1", (DEEP, DEEP))
    assert now(act(table, "2 to 800", "1 to 1600")) == "2: fold, call 800, to 2400"


def test_setting_fourth_street_pair_doubles__false():
    seats = "seat 1: ???? 2c9s\nseat 2: ???? KsKd"
    for house, choices in (("", "to 400 or 800"), ("fourth_street_pair_doubles = false", "to 400")):
        assert now(act(stud(seats, house), "1 bring_in", "2 call")) == f"2: fold, check, {choices}"


def test_setting_deal_moves__true():
    for house, positions in (("", [0, 0, 0]), ("deal_moves = true", [1, 2, 1])):
        session = new_session(parse_house(house, "seven-card-stud")).sit(1, "Ann", 4000).sit(2, "Bob", 4000)
        found = []
        for _ in positions:
            session, hand = session.start()
            assert isinstance(hand, StudRound)
            found.append(hand.dealer_position)
            deal_on(hand, from_deck(DECK_52))
            while hand.outcome is None:
                (seat,) = hand.to_act
                assert isinstance(seat, int)
                hand.act(seat, hand.default(seat))
                deal_on(hand, from_deck([card for card in DECK_52 if card.bit & hand.stock.deck]))
            session = session.finish(hand)
        assert found == positions


def test_setting_opener_may_fold__false():
    for house, choices in (("", "fold, check, to 400"), ("opener_may_fold = false", "check, to 400")):
        assert now(on_street(4, house)) == f"2: {choices}"


def test_setting_short_all_in__per_player():
    for house, to in (("", 1600), ('short_all_in = "per_player"', 1700)):
        table = on_street(5, house, (DEEP, DEEP, 1050))
        assert now(act(table, "2 to 800", "3 to 900")) == f"1: fold, call 900, to {to}"


def test_setting_dead_side_pots__with_last_pot():
    """Seat 3 is all-in for the ante and 100; the floor kills the hands of the other two, who have bet on."""
    for house, pot in (("", 450), ('dead_side_pots = "with_last_pot"', 1250)):
        table = on_street(4, house, (DEEP, DEEP, 150))
        act(table, "2 to 400", "1 call")
        for seat in (1, 2):
            cards = format_cards(table.round.hands[seat].cards[:-1])
            table.act("floor", f"wrong_number place={seat} cards={cards}", deals=0)
        assert won(table) == [(3, 0, pot)]


def test_setting_half_bet_rule__false():
    for house, choices in (("", "fold, call 400, to 2000"), ("half_bet_rule = false", "fold, call 400")):
        table = on_street(5, house, (DEEP, DEEP, 1350))
        assert now(act(table, "2 to 800", "3 to 1200", "1 call")) == f"2: {choices}"


def test_setting_seventh_street_face__up():
    for house, face in (("", ""), ('seventh_street_face = "up"', "7c")):
        assert events_of(check_down(sit(DEEP, DEEP, house=house)), Dealt)[-1].up == face


def test_setting_use_burns__false():
    assert seventh(to_seventh(7)) == ["shuffle 3", "burn", "deal 7"]
    assert seventh(to_seventh(7, house="use_burns = false")) == ["burn", "common"]


def test_setting_short_stub__shuffled_together():
    assert seventh(to_seventh(7, house='short_stub = "shuffled_together"')) == ["shuffle 10", "burn", "deal 7"]


def test_setting_skip_burn_when_exact__true():
    assert seventh(to_seventh(8, {3: 1})) == ["burn", "common"]
    assert seventh(to_seventh(8, {3: 1}, house="skip_burn_when_exact = true")) == ["shuffle 3", "deal 7"]


def test_setting_last_card_joins__false():
    assert seventh(to_seventh(8)) == ["shuffle 4", "burn", "common"]
    assert seventh(to_seventh(8, house="last_card_joins = false")) == ["shuffle 3", "burn", "common"]


def test_setting_common_card_opens__own_cards():
    assert common_hand().round.to_act == {1}
    assert common_hand('common_card_opens = "own_cards"').round.to_act == {7}


def test_setting_odd_chip__left_of_dealer():
    seats = "seat 1: AcKd QhJsTc2d 3d\nseat 2: AdKh QsJcTd2h 3h\nseat 3: 5d5h 6c8s9c4h 4s"
    for house, first in (("", 2), ('odd_chip = "left_of_dealer"', 1)):
        table = show_all(check_down(stud(seats, f"stakes.ante = 51\n{house}")))
        assert won(table) == [(first, 0, 227), (3 - first, 0, 226)]


def test_setting_all_in_shown__false():
    for house, shown in (("", 2), ("all_in_shown = false", 0)):
        table = act(sit(450, 450, house=house), "1 to 400", "2 call")
        assert len(events_of(table, Shown)) == shown


def test_setting_rake_per_thousand__of_each_pot():
    assert (raked(""), raked("rake.per_thousand = 100")) == ([], [45])


def test_setting_rake_cap__of_the_hand():
    assert raked("rake.per_thousand = 100\nrake.cap = 20") == [20]


def test_setting_rake_no_fourth_street_no_drop__false():
    for setting, taken in (("true", []), ("false", [35])):
        table = sit(DEEP, DEEP, DEEP, house=f"rake.per_thousand = 100\nrake.no_fourth_street_no_drop = {setting}")
        act(table, "1 bring_in", "2 to 400", "3 fold", "1 fold")
        assert [event.amount for event in events_of(table, RakeTaken)] == taken
