"""Seven-Card Stud: seats, the deal, burns, and what happens when the stub runs short (S1 to S4, S6, S7, S10 to S14)."""

from random import Random

import pytest

from seventh.cards import DECK_52, cards_in
from seventh.games import book_house, new_round, parse_house
from seventh.hands import poker
from seventh.house import HouseError
from seventh.rounds.actions import FaceUpCard, Show
from seventh.rounds.driver import deal_on, from_deck
from seventh.rounds.events import AntePosted, Burned, BurnsShuffled, Dealt, PotWon
from seventh.rounds.notation import parse_action as parse
from seventh.rounds.stud import StudRound
from tests.games.stud.at_stud import (
    DEEP,
    act,
    cheapest,
    check_down,
    events_of,
    now,
    refused,
    seventh,
    sit,
    stacks,
    stud,
    to_seventh,
)

BOOK = book_house("seven-card-stud")


def cards(held):
    return list(cards_in(held))


def dealt(table):
    return [(event.place, "up" if event.up else "down") for event in events_of(table, Dealt)]


def test_S1_two_to_eight_players():
    for players in range(2, 9):
        assert len(new_round(BOOK, dict.fromkeys(range(1, players + 1), DEEP)).hands) == players


@pytest.mark.parametrize("seats", [{}, {1: DEEP}, dict.fromkeys(range(1, 10), DEEP), {0: DEEP, 1: DEEP}])
def test_S1_not_fewer_and_not_more(seats):
    with pytest.raises(ValueError, match=r"seats must be numbers from 1 to 8|at least two"):
        new_round(BOOK, seats)


def test_S1_a_house_may_have_fewer_seats_but_not_nine():
    with pytest.raises(ValueError, match="1 to 6"):
        new_round(parse_house("seats = 6", BOOK.game), {1: DEEP, 7: DEEP})
    with pytest.raises(HouseError):
        parse_house("seats = 9", BOOK.game)


def test_S1_a_seat_without_chips_is_not_dealt_in():
    with pytest.raises(ValueError, match="without chips"):
        new_round(BOOK, {1: DEEP, 2: 0})


def test_S2_everybody_dealt_in_posts_the_ante():
    table = sit(1000, 1000, 20)
    assert [(event.seat, event.amount) for event in events_of(table, AntePosted)] == [(1, 50), (2, 50), (3, 20)]
    assert stacks(table) == [950, 950, 0]


def test_S2_the_house_may_ask_for_none():
    table = sit(1000, 1000, house="stakes.ante = 0")
    assert events_of(table, AntePosted) == []
    assert stacks(table) == [1000, 1000]


def test_S2_no_cards_before_the_antes():
    table = sit(1000, 1000, deals=0)
    assert table.round.phase == "antes"
    refused(table, "dealer", "deal_cards cards=AsKs", "S3")
    table.act("dealer", "collect_antes", deals=0)
    refused(table, "dealer", "collect_antes", "S2")


def test_S3_clockwise_from_the_dealers_left_two_down_and_one_up():
    table = stud("dealer position: 2\nseat 1:\nseat 2:\nseat 4:")
    order = [4, 1, 2]
    assert dealt(table) == [(s, "down") for s in order] * 2 + [(s, "up") for s in order]


def test_S3_the_dealer_position_may_be_an_empty_seat():
    table = stud("dealer position: 7\nseat 3:\nseat 5:")
    assert [place for place, _ in dealt(table)][:2] == [3, 5]


def test_S3_one_card_at_a_time():
    table = sit(1000, 1000, deals=1)
    for card in ("As", "Ks", "Qs"):
        table.act("dealer", f"deal_cards cards={card}", deals=0)
    assert [event.place for event in events_of(table, Dealt)] == [1, 2, 1]
    assert "1 to 3" in refused(table, "dealer", "deal_cards cards=2c3c4c5c", "S3")
    assert "not in the deck" in refused(table, "dealer", "deal_cards cards=As", "S3")
    assert "not a card" in refused(table, "dealer", "deal_cards cards=1s", "S3")
    refused(table, "dealer", "burn card=5c", "S6")


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        (("Kd", "3c", "2s"), 3),  # the lowest rank, whatever the suit
        (("As", "Kc", "Kd"), 2),  # the ace is high
        (("2s", "2h", "2d"), 3),  # of equal ranks the lowest suit: clubs, diamonds, hearts, spades
        (("2s", "2h", "2c"), 3),
        (("2d", "2c", "2h"), 2),
        (("2h", "2s", "3c"), 1),
        (("As", "Ad", "Ah"), 2),
    ],
)
def test_S4_the_lowest_up_card_starts(cards, low):
    table = stud("\n".join(f"seat {n}: ???? {card}" for n, card in enumerate(cards, 1)))
    assert now(table) == f"{low}: bring_in, to 400"


def test_S6_a_burn_before_each_later_street_and_none_before_the_first():
    table = act(check_down(sit(1000, 1000)), "2 show", "1 show")
    kinds = [type(event) for event in events_of(table, Burned, Dealt)]
    assert kinds == [Dealt] * 6 + [Burned, Dealt, Dealt] * 4


def test_S6_the_bets_go_to_the_pot_and_the_burn_under_it():
    table = act(sit(1000, 1000), "1 bring_in")
    table.act(2, "call amount=100", deals=0)
    hand = table.round
    assert (hand.pot, [one.bet for one in hand.hands.values()]) == (300, [0, 0])
    refused(table, "dealer", "deal_cards cards=Kd", "S3")
    refused(table, "dealer", "burn card=As", "S6")
    table.act("dealer", "burn card=8s", deals=0)
    assert hand.places()["burns"] == ("8s",)


def test_S7_fourth_street_is_one_up_card_to_each_player_still_in():
    table = act(sit(1000, 1000, 1000), "1 bring_in", "2 fold", "3 call")
    assert dealt(table)[-2:] == [(1, "up"), (3, "up")]
    assert len(dealt(table)) == 11


def test_S7_the_first_remaining_left_of_the_dealer_is_dealt_first():
    table = stud("dealer position: 3\nseat 1: ???? 2c\nseat 2:\nseat 4:\nseat 5:")
    act(table, "1 bring_in", "2 call", "4 fold", "5 call")
    assert [place for place, _ in dealt(table)[-3:]] == [5, 1, 2]


def test_S10_fifth_and_sixth_street_are_dealt_as_the_fourth():
    table = check_down(sit(1000, 1000))
    after = [(event.place, bool(event.up)) for event in events_of(table, Dealt)[6:12]]
    assert after == [(1, True), (2, True)] * 3
    assert len(events_of(table, Burned)) == 4


def test_S11_the_seventh_card_is_dealt_down():
    table = check_down(sit(1000, 1000))
    assert dealt(table)[-2:] == [(1, "down"), (2, "down")]


def test_S11_or_face_up_by_house_rule():
    table = check_down(sit(1000, 1000, house='seventh_street_face = "up"'))
    assert dealt(table)[-2:] == [(1, "up"), (2, "up")]
    assert len(table.round.hands[1].up) == 5


def test_S11_enough_is_a_burn_and_one_each():
    table = to_seventh(7, folds={6: 1})
    assert (table.round.stock.stub, len(table.round.remaining)) == (7, 6)
    assert seventh(table) == ["burn", "deal 6"]


SHORT_STUBS = [
    (7, {}, 7, 3, ["shuffle 3", "burn", "deal 7"]),  # S12: 10 cards with the burns, 8 needed
    (8, {}, 1, 3, ["shuffle 4", "burn", "common"]),  # S13, S14: 4 with the burns, 9 needed; one left
    (8, {3: 1}, 4, 3, ["burn", "common"]),  # S13: 7 with the burns, 8 needed; four left
    (8, {6: 4}, 1, 3, ["shuffle 4", "burn", "common"]),  # S13, S14: 4 cards, 5 needed
    (8, {6: 5}, 1, 3, ["shuffle 3", "burn", "deal 3"]),  # S12: 4 cards, 4 needed
]


@pytest.mark.parametrize(("players", "folds", "stub", "burns", "path"), SHORT_STUBS)
def test_S12_S13_S14_short_stubs_worked_through(players, folds, stub, burns, path):
    table = to_seventh(players, folds)
    assert (table.round.stock.stub, len(table.round.stock.burns)) == (stub, burns)
    assert seventh(table) == path


def test_S12_folded_cards_are_never_used():
    table = to_seventh(8, {6: 5})
    folded = {card.text for hand in table.round.hands.values() if hand.status == "folded" for card in hand.cards}
    before = len(table.round.events)
    table.deal_on()
    came = {event.cards for event in table.round.events[before:] if isinstance(event, Dealt)}
    assert not came & folded
    assert set(table.round.places()["discards"]) == folded


def test_S12_the_shuffled_burns_go_under_the_stub():
    table = to_seventh(7)
    hand = table.round
    burned = [card.text for card in hand.stock.burns]
    order = burned[2] + burned[0] + burned[1]
    hand.act("dealer", parse(f"shuffle_burns order={order}"))
    # Seven cards of the stub come first: one is burned, six are dealt, then the first of the shuffled burns.
    assert "not in the deck" in refused(table, "dealer", f"burn card={burned[0]}", "S6")
    table.act("dealer", "burn", deals=0)
    assert "not on top" in refused(table, "dealer", f"deal_cards cards={burned[2]}", "S11")
    free = [card.text for card in cards(hand.stock.unordered)]
    assert "allowed" in refused(table, "dealer", "deal_cards cards=" + "".join(free[:6]) + burned[0], "S12")
    hand.act("dealer", parse("deal_cards cards=" + "".join(free[:6]) + burned[2]))
    assert [card.text for card in hand.stock.known_below] == [burned[0], burned[1]]


def test_S12_or_both_are_shuffled_together():
    table = to_seventh(7, house='short_stub = "shuffled_together"')
    assert seventh(table) == ["shuffle 10", "burn", "deal 7"]
    order = events_of(table, BurnsShuffled)[0].order
    after = "".join(
        event.card if isinstance(event, Burned) else event.cards for event in events_of(table, Burned, Dealt)[-8:]
    )
    assert order.startswith(after)


def test_S12_without_the_burns_the_common_card_comes_at_once():
    assert seventh(to_seventh(7, house="use_burns = false")) == ["burn", "common"]


def test_S12_exactly_one_each_keeps_the_burn():
    """Eight dealt in, one folded on third street: stub and burns are seven, for seven players."""
    assert seventh(to_seventh(8, {3: 1})) == ["burn", "common"]
    assert seventh(to_seventh(8, {3: 1}, house="skip_burn_when_exact = true")) == ["shuffle 3", "deal 7"]


def test_S12_the_same_on_an_earlier_street():
    """Two cards were set aside; on sixth street eight cards are left for a burn and eight players."""
    table = stud("\n".join(f"seat {n}:" for n in range(1, 9)))
    hand = table.round
    while hand.street < 5:
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat), deals=0 if hand.street == 4 else None)
    for _ in range(2):
        hand.act("floor", next(iter(hand.legal("floor").of(FaceUpCard))))
    while hand.street < 6:
        table.deal_on()
        (seat,) = hand.to_act
        table.act(seat, cheapest(hand, seat), deals=0)
    assert (hand.stock.stub, len(hand.stock.burns)) == (8, 2)
    assert seventh(table) == ["shuffle 2", "burn", "deal 8"]


def test_S12_the_order_of_the_shuffle_is_supplied_and_replayed():
    table = to_seventh(7)
    burned = "".join(card.text for card in table.round.stock.burns)
    shuffled = burned[4:] + burned[:4]
    table.round.act("dealer", parse(f"shuffle_burns order={shuffled}"))
    again = StudRound.replay(table.round.house, table.round.seats, table.round.events)
    assert again == table.round
    assert "".join(card.text for card in again.stock.known_below) == shuffled


def test_S12_only_the_burns_are_shuffled_and_all_of_them():
    table = to_seventh(7)
    burned = [card.text for card in table.round.stock.burns]
    other = cards(table.round.stock.deck)[0].text
    assert "allowed: 3" in refused(table, "dealer", f"shuffle_burns order={burned[0]}{burned[1]}", "S12")
    assert "not among" in refused(table, "dealer", f"shuffle_burns order={burned[0]}{burned[1]}{other}", "S12")
    refused(table, "dealer", "burn", "S6")
    refused(table, "dealer", "deal_cards cards=??", "S3")


def test_S13_the_common_card_is_everybodys_seventh():
    table = to_seventh(8, {3: 1})
    hand = table.round
    hand.act("dealer", parse("burn"))
    card = cards(hand.stock.unordered)[0].text
    assert "must be known" in refused(table, "dealer", "deal_cards cards=??", "S13")
    hand.act("dealer", parse(f"deal_cards cards={card}"))
    assert hand.places()["common"] == (card,)
    assert {len(one.cards) for one in hand.remaining} == {6}
    assert hand.view(None).common == card


def test_S13_the_common_card_decides():
    """In these hands another player would win without it."""
    turned = 0
    for seed in range(12):
        deck = list(DECK_52)
        Random(seed).shuffle(deck)
        hand = StudRound(BOOK, dict.fromkeys(range(1, 9), DEEP))
        while hand.outcome is None:
            deal_on(hand, from_deck([card for card in deck if card.bit & hand.stock.unordered]), list)
            for seat in hand.to_act:
                hand.act(seat, Show() if hand.phase == "showdown" else cheapest(hand, seat))
        assert len(hand.common) == 1
        six, seven = (
            {one.seat: poker.rank(one.cards + more) for one in hand.hands.values()} for more in ((), hand.common)
        )
        winners = {event.seat for event in hand.events if isinstance(event, PotWon)}
        assert winners == {seat for seat, rank in seven.items() if rank == max(seven.values())}
        turned += winners != {seat for seat, rank in six.items() if rank == max(six.values())}
    assert turned


def test_S14_the_last_card_joins_the_shuffle():
    table = to_seventh(8)
    last = cards(table.round.stock.deck)[0].text
    assert seventh(table) == ["shuffle 4", "burn", "common"]
    assert last in events_of(table, BurnsShuffled)[0].order


def test_S14_or_stays_unused():
    table = to_seventh(8, house="last_card_joins = false")
    last = cards(table.round.stock.deck)[0].text
    assert seventh(table) == ["shuffle 3", "burn", "common"]
    assert last not in events_of(table, BurnsShuffled)[0].order
    assert table.round.places()["discards"] == (last,)
