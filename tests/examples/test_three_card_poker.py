"""Three Card Poker as a plug-in: its rules clause by clause, irregularities, text, records."""

import doctest
import random
from io import StringIO
from itertools import combinations, islice, pairwise

import pytest
from three_card_poker import hand as three_cards
from three_card_poker import odds
from three_card_poker.round import ThreeCardPokerRound

from seventh.cards import DECK_52, format_cards
from seventh.games import book_house, new_round, rules_of, wording_of
from seventh.games.scripted import Table
from seventh.house import HouseError, WrongHouse
from seventh.house.rules.document import Clause
from seventh.records import Recorder, read_record, verify_record, write_record
from seventh.rounds.actions import Bet, Fold, NoMoreBets, PlaceWagers, VoidRound
from seventh.rounds.driver import dealer_action, from_deck
from seventh.rounds.events import Dealt, Shown
from seventh.rounds.narration import Narrator
from seventh.rounds.notation import format_value, parse_event
from seventh.terminal.play import play
from tests.examples.three_card import GAME, PLAY, hand, naive_rank, played, refused, settled, three_card_poker
from tests.games.at_the_table import view_of
from tests.known import known

__all__ = ["three_card_poker"]


def test_P1_one_deck_of_52_and_three_cards_each_face_down():
    table = Table("three-card-poker\nseat 2: ante 500\nseat 5: pair_plus 100")
    dealt = [(event.place, len(event.cards) // 2) for event in table.round.events if isinstance(event, Dealt)]
    assert dealt == [(2, 3), (5, 3), ("dealer", 3)]
    cards = [card for cards in table.round.places().values() for card in cards]
    assert (len(cards), len(set(cards)), "Jk" in cards) == (52, 52, False)
    view = view_of(table, 2)
    assert view.dealer == "??????"
    assert ["??" in seat.cards for seat in view.seats] == [False, True]


def test_P1_another_number_of_cards_is_refused():
    table = Table("three-card-poker\nseat 2: ante 500", deals=0)
    refusal = refused(table, "dealer", "deal place=2 cards=2s3s")
    assert (refusal.clause, refusal.allowed) == ("P1", "3")


def test_P2_the_order_of_all_hands_is_that_of_the_naive_ranking():
    ranked = sorted((naive_rank(cards), three_cards.strength(cards)) for cards in combinations(DECK_52, 3))
    for (naive, strength), (next_naive, next_strength) in pairwise(ranked):
        assert strength == next_strength if naive == next_naive else strength < next_strength


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("3s2sAs", "AhAdAc"),  # the lowest straight flush beats three aces
        ("2h2d2c", "AsKdQh"),
        ("3s2dAh", "AcQc9c"),  # a straight beats a flush
        ("5s3s2s", "AhAdKc"),
        ("4s3d2h", "As2c3c"),  # ace-two-three is the lowest straight
        ("AsKsQs", "KhQhJh"),
        ("KsQd2h", "KcJdTh"),
    ],
)
def test_P2_the_better_hand_wins(better, worse):
    assert settled(played(better, worse))["play"] == ("win", 500, "P7")
    assert settled(played(worse, better))["play"] == ("lose", 0, "P7")


def test_P2_ace_king_queen_of_a_suit_is_a_straight_flush_like_any_other():
    assert three_cards.row_of(three_cards.strength("AsKsQs")) == "straight_flush"
    assert three_cards.name("AsKsQs") == "straight flush, ace high"


def test_P3_an_ante_or_pair_plus_or_both():
    table = new_round(GAME.book, {1: 100_000})
    for amounts in ({"ante": 500}, {"pair_plus": 100}, {"ante": 500, "pair_plus": 2500}):
        assert PlaceWagers(amounts) in table.legal(1)
    for amounts in ({"ante": 400}, {"ante": 550}, {"pair_plus": 2600}, {"play": 500}):
        assert PlaceWagers(amounts) not in table.legal(1)


def test_P3_pair_plus_alone_has_nothing_to_decide():
    table = Table("three-card-poker\nseat 1: ante 500 | 9s8d2h\nseat 2: pair_plus 100 | KsKdQc\ndealer: Kh9d2c")
    assert table.round.to_act == {1}
    assert refused(table, 2, "fold").clause == "P3"
    assert refused(table, 2, PLAY).clause == "P3"
    table.act(1, "fold")
    assert settled(table, 2) == {"pair_plus": ("win", 100, "P9")}
    alone = hand("KsKdQc", wagers="pair_plus 100")
    assert alone.net(1) == 100


def test_P4_the_play_wager_is_the_ante():
    table = hand("9s8d2h", wagers="ante 700")
    assert list(table.round.legal(1)) == [Fold(), Bet("play", 700)]
    refusal = refused(table, 1, "bet wager=play amount=800")
    assert (refusal.clause, refusal.allowed) == ("P4", "700")


def test_P4_a_fold_loses_the_ante_and_pair_plus():
    table = hand("KsKdKc", wagers="ante 500, pair_plus 100")
    table.act(1, "fold")
    assert settled(table) == {"ante": ("lose", 0, "P4"), "pair_plus": ("lose", 0, "P4")}
    assert not [event for event in table.round.events if isinstance(event, Shown)]


def test_P4_a_player_who_cannot_cover_the_play_wager_must_fold():
    table = Table("three-card-poker\nseat 1 with 999: ante 500 | KsKdKc")
    assert list(table.round.legal(1)) == [Fold()]
    assert refused(table, 1, PLAY).allowed == "fold"


def test_P4_a_decision_is_made_once_and_the_clock_folds():
    table = Table("three-card-poker\nseat 1: ante 500\nseat 2: ante 500")
    table.act(1, PLAY)
    assert refused(table, 1, "fold").clause == "P4"
    assert table.round.default(2) == Fold()


@pytest.mark.parametrize(
    ("dealer", "house", "clause"),
    [
        ("Qh3d2c", "", "P7"),
        ("Jh9d8c", "", "P6"),
        ("2h2d3c", "", "P7"),  # a pair qualifies whatever it is
        ("4d3d2c", "", "P7"),
        ("9h5h2h", "", "P7"),
        ("Qh3d2c", "dealer_qualifies = 13", "P6"),
        ("5h3d2c", "dealer_qualifies = 5", "P7"),
    ],
)
def test_P5_the_dealer_qualifies_with_queen_high(dealer, house, clause):
    assert settled(played("AsKd9s", dealer, house=house))["play"][2] == clause


def test_P6_a_dealer_who_does_not_qualify_pays_the_ante_and_returns_play():
    table = played("5s3d2h", "Jh9d8c")  # even though the dealer's hand is better
    assert settled(table) == {"ante": ("win", 500, "P6"), "play": ("push", 0, "P6")}
    assert table.net(1) == 500


@pytest.mark.parametrize(
    ("cards", "result", "net"), [("AsKd9s", "win", 1000), ("KsTd9h", "lose", -1000), ("KsJd9h", "push", 0)]
)
def test_P7_ante_and_play_go_with_the_better_hand(cards, result, net):
    table = played(cards, "KhJh9d")
    assert {wager: line[::2] for wager, line in settled(table).items()} == {
        "ante": (result, "P7"),
        "play": (result, "P7"),
    }
    assert table.net(1) == net


@pytest.mark.parametrize(
    ("cards", "dealer", "ante", "net"),
    [
        ("5s4s3s", "AhAdKc", ("win", 3000, "P8"), 3500),
        ("5s5d5c", "AhAdKc", ("win", 2500, "P8"), 3000),
        ("5s4d3c", "AhAdKc", ("win", 1000, "P8"), 1500),
        ("5s4d3c", "Jh9d2c", ("win", 1000, "P8"), 1000),  # the dealer does not qualify: 1 to 1 and the bonus
        ("5s4d3c", "5h4h3d", ("win", 500, "P8"), 500),  # a tie: the ante is returned with the bonus
        ("5s4d3c", "AhAdAc", ("lose", 500, "P8"), -500),  # beaten, but the bonus is paid
        ("As9s2s", "KhKdQc", ("win", 500, "P7"), 1000),  # a flush is in no row
    ],
)
def test_P8_the_ante_bonus_is_paid_whatever_the_dealer_has(cards, dealer, ante, net):
    table = played(cards, dealer)
    assert settled(table)["ante"] == ante
    assert table.net(1) == net


def test_P8_a_house_has_its_own_bonus_table():
    table = played("5s4d3c", "AhAdAc", house='pays.ante_bonus.straight = "3:2"')
    assert table.settled(1, "ante").payoff == 750


@pytest.mark.parametrize(
    ("cards", "pays"),
    [("5s4s3s", 40), ("AsKsQs", 40), ("5s5d5c", 30), ("3s2dAc", 6), ("As9s2s", 3), ("2s2d3c", 1)],
)
def test_P9_pair_plus_pays_by_the_players_cards_alone(cards, pays):
    for dealer in ("KhKdKc", "Jh9d8c"):
        table = played(cards, dealer, "ante 500, pair_plus 200")
        assert settled(table)["pair_plus"] == ("win", 200 * pays, "P9")


def test_P9_less_than_a_pair_loses_and_a_house_may_pay_a_flush_4_to_1():
    assert settled(played("AsKd9s", wagers="ante 500, pair_plus 200"))["pair_plus"] == ("lose", 0, "P9")
    table = played("As9s2s", wagers="ante 500, pair_plus 200", house="pays.pair_plus.flush = 4")
    assert settled(table)["pair_plus"] == ("win", 800, "P9")


# P10: the course of a round, and when something goes wrong.


def test_P10_cards_come_in_stacks_or_one_by_one_and_hands_are_settled_from_the_dealers_right():
    text = "three-card-poker\nhouse: deal = 'one_at_a_time'\nseat 1: ante 500\nseat 2: ante 500"
    table = Table(text)
    dealt = [event.place for event in table.round.events if isinstance(event, Dealt)]
    assert dealt == [1, 2, "dealer"] * 3
    table.finish()
    assert [line.seat for line in known(table.round.outcome).settled] == [2, 1]


def test_P10_an_early_exposed_dealer_card_voids_the_round_and_returns_everything():
    text = "three-card-poker\nseat 1: ante 500, pair_plus 100 | KsKdKc\nseat 2: ante 500\ndealer: Kh9d2c"
    table = Table(text)
    table.act(2, "fold")
    table.act("floor", "expose_dealer_card card=9d")
    assert known(table.round.outcome).void
    assert known(table.round.outcome).clause == "P10"
    assert {seat: table.net(seat) for seat in (1, 2)} == {1: 0, 2: 0}
    goes_on = Table(text.replace("poker", "poker\nhouse: early_exposure = 'play_on'", 1))
    goes_on.act("floor", "expose_dealer_card card=9d")
    assert view_of(goes_on, 1).dealer == "??9d??"
    assert goes_on.finish().net(1) == -600


def test_P10_a_player_with_a_wrong_number_of_cards_has_no_hand():
    table = Table("three-card-poker\nseat 1: ante 500, pair_plus 100 | KsKdKc\nseat 2: ante 500 | 9s8d2h")
    table.act("floor", "wrong_number place=1 cards=KsKd")
    assert settled(table.finish()) == {"ante": ("void", 0, "P10"), "pair_plus": ("void", 0, "P10")}
    assert table.net(2) == -500


@pytest.mark.parametrize(("house", "void"), [("", False), ("short_dealer = 'until_racked'", True)])
def test_P10_a_dealer_one_card_short_of_three_gets_it_even_from_the_rack(house, void):
    table = hand("KsKdKc", "Kh9d2c", house=house)
    assert table.round.racked
    table.act("floor", "wrong_number place=dealer cards=Kh9d", deals=0)
    assert (table.round.outcome is not None) == void
    if not void:
        table.act("dealer", "deal place=dealer cards=Ah")
        assert table.round.to_act == {1}
        table.act(1, PLAY)
        assert table.round.view(1).dealer == "Kh9dAh"


def test_P10_a_dealer_with_any_other_number_voids_the_round():
    table = hand("KsKdKc", "Kh9d2c")
    table.act("floor", "wrong_number place=dealer cards=Kh")
    assert known(table.round.outcome).void


def test_P10_a_card_face_up_in_the_deck_is_set_aside_and_a_second_voids_the_round():
    table = Table("three-card-poker\nseat 1: ante 500", deals=0)
    table.act("floor", "face_up_card card=As", deals=0)
    assert table.round.outcome is None
    table.act("floor", "face_up_card card=Ks", deals=0)
    assert known(table.round.outcome).void


def test_P10_a_card_drawn_in_error_is_dealt_next():
    table = Table("three-card-poker\nseat 1: ante 500", deals=0)
    table.act("floor", "drawn_in_error card=As", deals=0)
    assert refused(table, "dealer", "deal place=1 cards=KsQsJs").clause == "P10"
    table.round.act("dealer", next(iter(table.round.legal("dealer"))))
    assert table.round.view(1).seats[0].cards.startswith("As")


# What every game says of itself.


def test_the_rules_have_every_clause_and_follow_the_house():
    rules = rules_of(GAME.book)
    assert {part.id for part in rules if part.id} == set(GAME.clauses) == {f"P{number}" for number in range(1, 11)}
    clause = rules.of("P5")[0]
    assert isinstance(clause, Clause)
    assert "queen high or better" in clause.text
    other = GAME.house_from({"dealer_qualifies": 14, "early_exposure": "play_on", "short_dealer": "until_racked"}, "")
    text = " ".join(part.text for part in rules_of(other) if hasattr(part, "text"))
    assert "ace high or better" in text
    assert "play continues." in text
    assert "one card short of three" in text
    with pytest.raises(HouseError, match="dealer_qualifies is 4; allowed: a whole number from 5 to 14"):
        GAME.house_from({"dealer_qualifies": 4}, "house")


def test_a_house_of_another_game_is_refused():
    with pytest.raises(WrongHouse, match="expected a house for"):
        GAME.round(book_house("high-card-flush"), {1: 1000})


def test_the_most_that_a_seat_can_win_is_reserved():
    wagers = {"ante": 500, "pair_plus": 100}
    most = GAME.round.worst_case(GAME.book, wagers)
    assert most == 500 + 500 + 5 * 500 + 40 * 100
    assert played("AsKsQs", "KhKdQc", "ante 500, pair_plus 100").net(1) == most


def test_the_layout_has_a_spot_for_every_wager():
    assert {spot.wager for spot in GAME.layout.spots} == {wager.key for wager in rules_of(GAME.book).wagers}
    assert [spot.wager for spot in GAME.layout.spots if spot.later] == ["play"]
    told = new_round(GAME.book, {1: 700}).described(1)[0]["spots"]
    assert [(spot["wager"], spot["from"], spot["to"]) for spot in told] == [("ante", 500, 700), ("pair_plus", 100, 700)]


def test_legal_actions_have_labelled_offers():
    table, words = hand("9s8d2h"), wording_of(GAME.book)
    offers = words.offers(table.round, 1)
    assert [(offer.name, offer.label, offer.price, offer.key) for offer in offers] == [
        ("fold", "Fold", 0, "F"),
        ("bet-play", "Play $5", 500, "B"),
    ]
    assert words.seen("2h9s9d").name == "pair of nines, two kicker"
    assert words.seen("2h9s9d").order == "9s9d2h"
    assert words.seen("2h9s").name == "", "two cards have no name"


def test_the_felt_has_text_for_every_wager_and_table():
    words = wording_of(GAME.book)
    assert words.felt_line == "Dealer qualifies with queen high or better"
    assert [[words.table_title(wager) for wager in side] for side in words.felt_tables] == [
        ["Ante bonus"],
        ["Pair Plus"],
    ]
    assert [words.pays(wager) for wager in ("ante", "play", "pair_plus")] == [
        "1 to 1 and a bonus",
        "1 to 1",
        "up to 40 to 1",
    ]
    assert words.pays_in_full("ante").startswith("1 to 1; a bonus on straight flush 5 to 1")
    assert words.printed("pair_plus")[-1] == ("pair", "1 to 1")


@pytest.mark.parametrize(
    ("cards", "dealer", "wager", "why"),
    [
        (
            "5s4d3c",
            "AhAdAc",
            "ante",
            "the dealer's three of a kind beats your straight, and straight pays a bonus of 1 to 1",
        ),
        ("AsKd9s", "Jh9d2c", "ante", "the dealer does not qualify (needs queen high)"),
        ("AsKd9s", "Jh9d2c", "play", "the dealer does not qualify (needs queen high)"),
        ("AsKd9s", "AhKc9d", "play", "your high card ties the dealer's"),
        ("AsKd9s", "Ah9d2c", "play", "your high card beats the dealer's"),
        ("AsKd9s", "Ah9d2c", "pair_plus", "ace high is not in the pay table"),
        ("AsAd9s", "Ah9d2c", "pair_plus", "pair pays 1 to 1"),
    ],
)
def test_every_settlement_says_why(cards, dealer, wager, why):
    table = played(cards, dealer, "ante 500, pair_plus 100")
    view = table.round.view(1)
    line = table.settled(1, wager)
    words = wording_of(GAME.book)
    assert words.because(line, view.seats[0].cards, "", view.dealer) == why
    assert words.because(line, view.seats[0].cards, "", view.dealer, "their") == why.replace("your", "their")
    hidden = words.because(line, "??????", "", view.dealer)
    assert hidden in ("", why.rpartition(", and ")[2], why), "hidden cards give nothing away"


def test_it_is_played_in_the_terminal():
    output, rng = StringIO(), random.Random(3)
    lines = ["ante 5 pair plus 1", "", "play", "", "", "fold", "clear", "pair plus 5", "", "", "?", "quit"]
    play(GAME.book, StringIO("\n".join(lines) + "\n"), output, lambda _: from_deck(rng.sample(DECK_52, 52)))
    said = output.getvalue()
    assert "Fold or play $5>" in said
    assert "folded (P4)" in said
    assert "(P9)" in said
    assert "You leave after" in said


def test_random_rounds_keep_their_chips_and_their_records_verify():
    rng = random.Random(5)
    for _ in range(150):
        recorder = Recorder(new_round(GAME.book, dict.fromkeys(range(1, rng.randrange(2, 7)), 20_000)))
        for seat in recorder.round.seats:
            amounts = rng.choice([{"ante": 500}, {"pair_plus": 300}, {"ante": 700, "pair_plus": 100}])
            recorder.act(seat, PlaceWagers(amounts))
        recorder.act("dealer", NoMoreBets())
        draw = from_deck(rng.sample(DECK_52, 52))
        recorder.deal_on(draw)
        while recorder.round.outcome is None:
            who = rng.choice(sorted(recorder.round.to_act))
            recorder.act(who, rng.choice(list(recorder.round.legal(who))))
            recorder.deal_on(draw)
        hand = recorder.round
        assert isinstance(hand, ThreeCardPokerRound)
        assert hand.outcome is not None
        assert sum(hand.outcome.nets.values()) + hand.house_result == 0
        assert type(hand).replay(hand.house, hand.seats, hand.events) == hand
        assert known(verify_record(read_record(write_record(recorder.record()))).outcome).nets == hand.outcome.nets


def random_walk(rng):
    """A round in a random house in which anybody, the floor too, does anything that is allowed."""
    options = {"deal": rng.choice(("stack", "one_at_a_time")), "early_exposure": rng.choice(("void", "play_on"))}
    house = GAME.house_from({**options, "short_dealer": rng.choice(("always_completed", "until_racked"))}, "house")
    round_ = new_round(house, {seat: rng.choice((900, 3000)) for seat in range(1, rng.randrange(2, 5))})
    assert isinstance(round_, ThreeCardPokerRound)

    def draw(_, number):
        first = [round_.drawn] if round_.drawn else []
        rest = [card for card in DECK_52 if card.bit & round_.deck and card not in first]
        return format_cards([*first, *rng.sample(rest, number - len(first))])

    while round_.outcome is None:
        who = rng.choice(["floor"] if rng.random() < 0.1 else sorted(round_.to_act, key=str))
        choices = list(round_.legal(who).choices)
        if who == "dealer":
            round_.act(who, dealer_action(round_, draw))
        elif choices := [choice for choice in choices if choice.action is not VoidRound and next(iter(choice), None)]:
            round_.act(who, rng.choice(list(islice(rng.choice(choices), 40))))
        yield round_


def test_irregularities_never_lose_chips_or_cards():
    rng, ends, voids = random.Random(9), 0, 0
    for _ in range(250):
        for round_ in random_walk(rng):
            cards = [card for cards in round_.places().values() for card in cards]
            assert sorted(cards) == sorted(card.text for card in DECK_52)
            held = sum(seat.stack + sum(seat.wagers.values()) for seat in round_.hands.values())
            assert held + round_.house_result == sum(round_.seats.values())
            assert round_.outcome is not None or all(round_.legal(who) for who in round_.to_act)
        assert not any(seat.wagers for seat in round_.hands.values())
        assert type(round_).replay(round_.house, round_.seats, round_.events) == round_
        assert all(parse_event(format_value(event)) == event for event in round_.events)
        ends, voids = ends + 1, voids + round_.outcome.void
    assert 10 < voids < ends - 10


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_the_narrator_tells_every_round_to_everybody(viewer):
    rng = random.Random(13)
    for _ in range(60):
        *_, round_ = random_walk(rng)
        narrator = Narrator(wording_of(round_.house), round_.seats, "Seat {}".format, viewer)
        said = [narrator.tell(event.seen_by(viewer)).say for event in round_.events]
        assert any(said)
    told = Narrator(wording_of(GAME.book), {1: 20_000}, "Seat {}".format, viewer)
    table = played("5s4d3c", "AhAdAc", "ante 500, pair_plus 100")
    all_said = " ".join(told.tell(event.seen_by(viewer)).say for event in table.round.events).lower()
    assert f"the dealer's three of a kind beats {'your' if viewer == 1 else 'their'} straight" in all_said
    assert "straight pays 6 to 1" in all_said


@pytest.mark.parametrize("module", [three_cards, odds], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module):
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
