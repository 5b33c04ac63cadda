"""Narration: one sentence per event, for the player concerned and for a spectator, and no hidden card is revealed."""

from random import Random
from typing import Any

import msgspec
import pytest

from seventh.cards import Card
from seventh.games import GAMES, book_house, parse_house, wording_of
from seventh.games.scripted import Table
from seventh.rounds import events as ev
from seventh.rounds.actions import Fold
from seventh.rounds.events import HIDDEN, Event
from seventh.rounds.narration import NOTHING, Narrator, Told, cards_text, verdicts
from seventh.rounds.review import review
from seventh.rounds.words import HandWords
from tests.playing.adapters import ADAPTERS
from tests.playing.walks import random_start, walk

BOSTON, THRILL, FLUSH, STUD = "boston-7-stud", "seven-card-thrill", "high-card-flush", "seven-card-stud"
NAMES = {1: "Ann", 2: "Bo", 3: "Cy", 4: "Dot", 5: "Eve", 6: "Flo", 7: "Gil", 8: "Hal"}


def narrator(game, viewer=1, seats=2, chips=100_000, house="", **more):
    words = wording_of(parse_house(house, game))
    return Narrator(words, dict.fromkeys(range(1, seats + 1), chips), NAMES.__getitem__, viewer, **more)


def tell(n, *events):
    """The narration of the last of these events."""
    return [n.tell(event.seen_by(n.viewer)) for event in events][-1]


def say(n, *events):
    return tell(n, *events).say


def told(table, viewer):
    """Everything that is said about a round that was set up from a text."""
    hand = table.round
    n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__, viewer)
    return [n.tell(event.seen_by(viewer)) for event in hand.events]


def said(table, viewer):
    return [one.say for one in told(table, viewer) if one.say]


# Cards and people.


def test_cards_have_suit_signs_and_hidden_ones_are_counted():
    assert cards_text("KsTd2cAhJk") == "K♠ 10♦ 2♣ A♥ joker"
    assert cards_text("??") == "a card face down"
    assert cards_text("????7h") == "2 cards face down and 7♥"


def test_the_viewer_is_you_and_others_have_names():
    for viewer, line in {1: "You fold.", 2: "Ann folds.", None: "Ann folds."}.items():
        assert tell(narrator(FLUSH, viewer), ev.Folded(1, claim=False)) == Told(line, 1)
    assert say(narrator(FLUSH, 1), ev.Folded(1, claim=True)) == "You fold. Your bonus bets still count."
    assert say(narrator(FLUSH, 2), ev.Folded(1, claim=True)) == "Ann folds; the bonus bets still count."
    assert say(narrator(STUD, 2), ev.AntePosted(1, 50), ev.Checked(1)) == "Ann checks."


def test_amounts_may_be_written_in_another_way():
    n = narrator(STUD, 2, money=lambda chips: f"{chips} chips")
    assert say(n, ev.Called(1, 3)) == "Ann calls 3 chips."


# Every kind of event, narrated to seat 1 and to a spectator.

DEALER_EVENTS = [
    (ev.WagersPlaced(1, {"ante": 500, "flush": 100}), "bet $5 on the ante, $1 on the Flush bonus."),
    (ev.WagersPlaced(1, {}), "sit this round out."),
    (ev.BetsClosed(), "No more bets."),
    (ev.Dealt("dealer", "7h" + "Kd" * 6, "7h"), "The dealer shows 7♥."),
    (ev.Claimed(1, "KsKd4h"), "show K♠ K♦ 4♥ for the bonus."),
    (ev.Claimed(1, ""), "claim the bonus bets."),
    (ev.BetPlaced(1, "raise", 1000), "raise $10."),
    (ev.StubRacked(), ""),
    (
        ev.Revealed("JhTh8hAc7c4d2d"),
        "The dealer has J♥ 10♥ 8♥ A♣ 7♣ 4♦ 2♦: three-card flush, jack high. The dealer qualifies (H5).",
    ),
    (
        ev.Revealed("8h7h2hAc7c4d2d"),
        "The dealer has 8♥ 7♥ 2♥ A♣ 7♣ 4♦ 2♦: three-card flush, eight high. The dealer does not qualify (H5).",
    ),
    (ev.CardExposed("Ks"), "Floor: one of the dealer's cards is exposed: K♠ (H12)."),
    (ev.CardSetAside("Ks"), "Floor: K♠ was face up in the deck and is set aside (H12)."),
    (ev.CardDrawn("Ks"), "Floor: a card was drawn too early; it will be the next one dealt (H12)."),
    (ev.Miscounted("dealer", "KsKd"), "The dealer holds 2 cards: the wrong number, by the floor's count (H12)."),
    (ev.Miscounted(1, "Ks"), "hold 1 card: the wrong number, by the floor's count (H12)."),
    (ev.Reshuffled("B19"), "Floor: the cards are reshuffled; all bets stand (B19)."),
    (ev.RoundVoided("B19", "power cut"), "The round is void: power cut (B19)."),
    (ev.RoundVoided("", ""), "The round is void."),
]
STUD_EVENTS = [
    (ev.AntePosted(1, 50), ""),
    (ev.AntePosted(1, 20), "ante only $0.20."),
    (ev.BroughtIn(1, 100), "bring it in for $1."),
    (ev.Checked(1), "check."),
    (ev.Called(1, 400), "call $4."),
    (ev.Called(1, 100_000), "call $1,000, all-in."),
    (ev.BetMade(1, 400), "complete to $4."),
    (ev.BetsCollected(), ""),
    (ev.Burned("Ks"), ""),
    (ev.BurnsLeft(), "The stub is short, and the dealer leaves the burns out (S12)."),
    (ev.BurnsShuffled("KsKdKh"), "The stub is short: the dealer shuffles 3 cards (S12)."),
    (ev.AllInDeclared(1), "play on for what is already in the pot (S26)."),
    (ev.Mucked(1), "muck without showing (S23)."),
    (ev.RakeTaken(100), "The house takes a rake of $1 (S25)."),
    (ev.CardSetAside("Ks"), "Floor: K♠ was face up in the deck and is set aside (S26)."),
    (ev.Miscounted(1, "KsKd"), "hold 2 cards: the wrong number, by the floor's count (S26)."),
]
MONEY_MOVES = [
    (ev.BetReturned(1, 300), "The uncalled $3 is returned to {} (S22)."),
    (ev.ChipsReturned(1, 300, "S22"), "$3 is returned to {} (S22)."),
    (ev.DownCardExposed(1, "Ks"), "Floor: the dealer exposed one of {whose} down cards: K♠ (S26)."),
]


@pytest.mark.parametrize(
    ("game", "event", "line"), [*((FLUSH, *one) for one in DEALER_EVENTS), *((STUD, *one) for one in STUD_EVENTS)]
)
def test_every_event_has_its_sentence(game, event, line):
    own = line if line[:1].isupper() or not line else f"You {line}"
    assert say(narrator(game, 1), event) == own
    if own == line or not line:
        assert say(narrator(game, None), event) == line
        return
    verb, _, rest = line.partition(" ")
    third = f"{verb}s" if not verb.endswith(".") else f"{verb[:-1]}s."
    assert say(narrator(game, None), event) == f"Ann {third} {rest}".strip()
    assert tell(narrator(game, None), event).who == 1


@pytest.mark.parametrize(("event", "line"), MONEY_MOVES)
def test_chips_and_cards_of_somebody(event, line):
    for viewer, whom, whose in ((1, "you", "your"), (2, "Ann", "Ann's"), (None, "Ann", "Ann's")):
        assert say(narrator(STUD, viewer), event) == line.format(whom, whose=whose)


def test_a_void_hand():
    assert say(narrator(BOSTON, 1), ev.HandVoided(1, "B18")) == "Your hand is void (B18)."
    assert say(narrator(BOSTON, 2), ev.HandVoided(1, "B18")) == "Ann's hand is void (B18)."


def test_wagers_that_are_taken_back():
    placed = ev.WagersPlaced(1, {"ante": 500})
    assert say(narrator(FLUSH, 1), placed, ev.WagersPlaced(1, {})) == "You take all bets back."


def test_no_kind_of_event_is_left_out():
    kinds = {kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, Event)} - {Event}
    from seventh.rounds import narration
    from seventh.rounds.dealer import narration as dealer
    from seventh.rounds.stud import narration as stud

    assert kinds == {*narration.TELLERS, *dealer.TELLERS, *stud.TELLERS}


def test_an_event_of_a_plug_in_narrates_itself_or_nothing():
    class Spun(Event, frozen=True):
        seat: int

        def told(self, n):
            return Told(f"{n.does(self.seat, 'spin')}.", self.seat)

    class Silent(Event, frozen=True):
        pass

    assert say(narrator(FLUSH, 1), Spun(1)) == "You spin."
    assert say(narrator(FLUSH, 2), Spun(1)) == "Ann spins."
    assert tell(narrator(FLUSH, 1), Silent()) is NOTHING


# Hands by name.


def test_cards_are_narrated_to_their_owner_with_the_name_of_the_hand():
    event = ev.Dealt(1, "KsKd4h")
    found = tell(narrator(BOSTON, 1), event)
    assert found.say == "You're dealt K♠ K♦ 4♥: pair of kings, four kicker."
    assert found.hands == {"1": HandWords("pair of kings, four kicker", "", "KsKd4h")}
    for viewer in (2, None):
        assert tell(narrator(BOSTON, viewer), event) == NOTHING


def test_the_five_that_are_kept_have_a_name_where_that_matters():
    cards, aside = ev.Dealt(1, "AsAd9h7c5s3d2c"), ev.HandSet(1, "AsAd")
    found = tell(narrator(BOSTON, 1), cards, aside)
    assert found.say == "You set aside A♠ A♦."
    assert found.hands == {"1": HandWords("nine high", "9h7c5s3d2c", "AsAd9h7c5s3d2c")}
    assert tell(narrator(THRILL, 1), cards, aside).hands == {}
    assert say(narrator(BOSTON, 1), cards, ev.HandSet(1, "")) == "Your best five cards are chosen for you."
    assert tell(narrator(BOSTON, 2), cards, aside) == Told("Ann sets the hand.", 1)


def test_a_hand_that_is_shown_has_a_name_for_everybody():
    found = tell(narrator(THRILL, 2), ev.Dealt(1, "JkKsQs9s4s3d2d"), ev.Shown(1, "JkKsQs9s4s3d2d"))
    assert found.say == "Ann shows joker K♠ Q♠ 9♠ 4♠ 3♦ 2♦: flush, ace high; the joker counts as the ace of spades."
    assert found.hands["1"].plays == "JkKsQs9s4s"


def test_cards_that_are_shuffled_again_lose_their_name():
    n = narrator(BOSTON, 1)
    assert tell(n, ev.Dealt(1, "KsKd4h"), ev.Reshuffled("B19")).hands == {"1": HandWords()}
    assert say(n, ev.Dealt(1, "2s3d4h")) == "You're dealt 4♥ 3♦ 2♠: three-card straight, four high."


def test_S13_a_common_card_names_every_hand_that_is_seen():
    n = narrator(STUD, 1)
    for card in ("As", "Ah", "Kd", "Kc", "2s", "3s"):
        n.tell(ev.Dealt(1, card))
    found = tell(n, ev.Dealt("common", "Ad", "Ad"))
    assert found.say == "Too few cards are left, so everyone shares one (S13): A♦."
    assert found.hands["1"].name == "full house, aces over kings"


# Settlements.


def flush_table(*answers, house=""):
    table = Table(f"""
        high-card-flush
        {house}
        seat 1: ante 1000, flush 200, straight_flush 100 | QsTs9s8s2s Kh3d
        seat 2: ante 500 | 6d5d 4c3c 9h8d Jc
        dealer: JhTh8h Ac7c4d2d
    """)
    for seat, action in zip((1, 2), answers, strict=True):
        table.act(seat, action)
    table.finish()
    return table


RAISES = ("bet wager=raise amount=2000", "fold")


def test_H8_every_wager_is_settled_with_its_reason():
    lines = said(flush_table(*RAISES), 1)
    assert "Five suited cards pay 12 to 1: Flush bonus wins $24 (H8)." in lines
    assert "Three suited cards in a row pay 9 to 1: Straight Flush bonus wins $9 (H9)." in lines
    assert "Your five-card flush beats the dealer's three-card flush: ante wins $10 (H7)." in lines
    assert "Bo's ante loses $5: they folded (H4)." in lines
    assert lines[-1] == "You win $63 on the round."


def test_wagers_with_the_same_reason_share_one_sentence():
    hand = flush_table(*RAISES).round
    n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__, 1)
    found = n.tell_all([event.seen_by(1) for event in hand.events])
    assert len(found) == len(hand.events)
    assert [one.say for one in found if one.kind == "money" and one.who == 1] == [
        "",
        "Your five-card flush beats the dealer's three-card flush: ante wins $10, raise wins $20 (H7).",
        "Five suited cards pay 12 to 1: Flush bonus wins $24 (H8).",
        "Three suited cards in a row pay 9 to 1: Straight Flush bonus wins $9 (H9).",
    ]
    assert [one.why for one in found if one.why] == [
        "Your five-card flush beats the dealer's three-card flush: ante wins $10, raise wins $20.",
        "Five suited cards pay 12 to 1: Flush bonus wins $24.",
        "Three suited cards in a row pay 9 to 1: Straight Flush bonus wins $9.",
    ]


def test_H6_a_dealer_who_does_not_qualify_is_the_reason_for_both_wagers():
    n = narrator(FLUSH, 1)
    tell(n, ev.Dealt(1, "AsKs9s2h7h8d3c"), ev.Revealed("8h6h4h5d6d2c3s"))
    settled = [ev.Settled(1, "ante", 500, "win", 500, 500, "H6"), ev.Settled(1, "raise", 500, "push", 500, 0, "H6")]
    assert n.tell_all(settled)[-1].say == (
        "The dealer does not qualify (needs three suited cards, nine high or better): ante wins $5, raise pushes (H6)."
    )


def test_a_round_that_is_over_is_put_together_as_one_person_saw_it():
    hand = flush_table(*RAISES).round
    for viewer, hands, wagers, net in (
        (1, [0, 1], ["ante", "raise", "flush", "straight_flush"], 6300),
        (None, [0], [], None),
    ):
        n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__, viewer)
        says = tuple(one.why for one in n.tell_all([event.seen_by(viewer) for event in hand.events]) if one.why)
        found = review(n, "round", 3, says)
        assert [one.seat for one in found.hands] == hands
        assert [line.wager for line in found.lines] == wagers
        assert (found.net, sum(line.net for line in found.lines)) == (net, net or 0)
        assert (found.hands[0].who, found.hands[0].name, found.hands[0].plays) == (
            "Dealer",
            "three-card flush, jack high",
            "JhTh8h",
        )


# The headline of a finished round.


def headline(game, cards, dealer, lines, folded=False):
    """The short review of a round in which seat 1 had these wagers settled, in this order."""
    n = narrator(game, 1)
    n.tell_all([ev.WagersPlaced(1, {line[0]: line[1] for line in lines}), ev.Dealt(1, cards)])
    if folded:
        n.tell(ev.Folded(1, claim=False))
    found = [n.tell(ev.Revealed(dealer)), *n.tell_all([ev.Settled(1, *line) for line in lines])]
    return review(n, "round", 1, verdicts(found))


PAIR, KING_HIGH = "5h5dAhJh9c7s3h", "KsQhTc8c6s5c2c"


def test_a_headline_leads_with_the_comparison_and_says_which_bets_decided_the_sum():
    lines = [
        ("poker", 500, "win", 500, 500, "T7", "higher"),
        ("full_house", 1000, "lose", 0, 0, "T9"),
        ("special", 1000, "lose", 0, 0, "T9"),
    ]
    found = headline(THRILL, PAIR, KING_HIGH, lines)
    assert found.short == (
        "Your pair beats the dealer's king high and pays 1 to 1. "
        "In all, you lose $15: the Full House or Better and Special bets lost."
    )


def test_a_headline_counts_the_bets_when_they_are_many():
    lost = [(wager, 500, "lose", 0, 0, "T9") for wager in ("three_of_a_kind", "full_house", "special")]
    found = headline(THRILL, PAIR, KING_HIGH, [("poker", 500, "win", 500, 500, "T7", "higher"), *lost])
    assert found.short.endswith(" and pays 1 to 1. In all, you lose $10: the other 3 bets lost.")


def test_H6_a_dealer_who_does_not_qualify_is_not_the_reason_for_a_loss():
    lines = [
        ("ante", 500, "win", 500, 500, "H6"),
        ("raise", 500, "push", 500, 0, "H6"),
        ("flush", 1000, "lose", 0, 0, "H8"),
    ]
    found = headline(FLUSH, "AsKs9s2h7h8d3c", "8h6h4h5d6d2c3s", lines)
    assert found.short == (
        "The dealer does not qualify (needs three suited cards, nine high or better). "
        "In all, you lose $5: the Flush bonus lost."
    )


def test_B5_a_bonus_settled_first_is_not_the_headline():
    lines = [
        ("three_card_bonus", 500, "lose", 0, 0, "B5"),
        ("first", 500, "win", 500, 500, "B11"),
        ("second", 500, "win", 500, 500, "B11"),
        ("ante", 500, "push", 500, 0, "B11"),
    ]
    found = headline(BOSTON, "Qh8d3cTsTd5h2c", "AhKs9c7d5d3h2s", lines)
    assert found.short == "Your pair beats the dealer's ace high. You win $5 in all."
    assert found.says[0].startswith("Your pair beats the dealer's ace high: ")
    assert found.says[1].startswith("Your first three cards, queen high, don't pay: ")


def test_T8_a_headline_names_the_bet_that_won_most():
    lines = [
        ("poker", 14_000, "win", 14_000, 14_000, "T7", "higher"),
        ("three_of_a_kind", 10_000, "win", 10_000, 40_000, "T8", "three_of_a_kind"),
    ]
    found = headline(THRILL, "7s7h7dAcQsTd4c", "AhKs9c8d6d3h2s", lines)
    assert found.short == (
        "Your three of a kind beats the dealer's ace high and pays 1 to 1. You win $540 in all; "
        "the 3 of a Kind or Better bet paid $400: three of a kind (sevens) pays 4 to 1."
    )


def test_T8_a_headline_names_all_bets_that_lost_besides():
    lines = [
        ("poker", 500, "lose", 0, 0, "T7"),
        ("pair_of_kings", 600, "lose", 0, 0, "T8"),
        ("special", 500, "lose", 0, 0, "T9"),
    ]
    found = headline(THRILL, KING_HIGH, PAIR, lines).short
    assert found.endswith("You lose $16 in all; the Pair of Kings or Better and Special bets lost $11.")


def test_B11_B12_an_ante_that_pushes_says_from_which_hand_it_pays():
    lines: list[tuple[Any, ...]] = [
        ("first", 500, "win", 500, 500, "B11"),
        ("second", 500, "win", 500, 500, "B11"),
        ("ante", 500, "push", 500, 0, "B11"),
    ]
    n = narrator(BOSTON, 1)
    tell(n, ev.Dealt(1, "Qh8d3cTsTd5h2c"), ev.Revealed("AhKs9c7d5d3h2s"))
    note = "The ante itself pays only from three of a kind up (B12)."
    assert n.tell_all([ev.Settled(1, *line) for line in lines])[-1].say == (
        "Your pair beats the dealer's ace high: first bet wins $5, second bet wins $5, ante pushes (B11). " + note
    )
    assert [line.note for line in review(n, "r", 1, ()).lines] == ["", "", note]
    tie = narrator(BOSTON, 1)
    tell(tie, ev.Dealt(1, "AsKd9h7c5s3d2c"), ev.Revealed("AhKs9c7d5d3h2s"))
    tie.tell_all([ev.Settled(1, wager, 500, "push", 500, 0, "B11") for wager in ("first", "second", "ante")])
    assert {line.note for line in review(tie, "r", 1, ()).lines} == {""}, "a tie is reason enough"


def test_a_headline_says_what_won_when_the_hand_lost():
    lines = [
        ("three_card_bonus", 500, "win", 500, 12_500, "B6", "three_of_a_kind"),
        ("first", 500, "lose", 0, 0, "B7"),
        ("ante", 500, "lose", 0, 0, "B7"),
    ]
    found = headline(BOSTON, "QhQdQc", "AhKs9c7d5d3h2s", lines, folded=True)
    assert found.short == "You folded. In all, you win $115: the three-card bonus paid $125."


def test_a_headline_of_one_reason_is_plain():
    lost = [("ante", 500, "lose", 0, 0, "H4")]
    assert headline(FLUSH, "AsKs9s2h7h8d3c", "8h6h4h5d6d2c3s", lost, folded=True).short == "You folded. You lose $5."
    poker = [("poker", 500, "win", 500, 500, "T7", "higher")]
    assert headline(THRILL, PAIR, KING_HIGH, poker).short == (
        "Your pair beats the dealer's king high and pays 1 to 1. You win $5."
    )


def test_without_a_bet_against_the_dealer_the_headline_names_its_bet():
    lines = [("pair_of_kings", 500, "lose", 0, 0, "T8"), ("special", 500, "lose", 0, 0, "T9")]
    assert headline(THRILL, PAIR, KING_HIGH, lines).short == (
        "Pair of Kings or Better: pair of fives is not enough (needs a pair of kings or better). You lose $10 in all."
    )


def test_a_headline_of_bets_that_cancel_out():
    lines = [("poker", 500, "win", 500, 500, "T7", "higher"), ("special", 500, "lose", 0, 0, "T9")]
    assert headline(THRILL, PAIR, KING_HIGH, lines).short == (
        "Your pair beats the dealer's king high and pays 1 to 1. In all, you break even: the Special bet lost."
    )


def test_the_result_is_called_over_the_felt():
    calls = [one for one in told(flush_table(*RAISES), 1) if one.call]
    assert [one.call for one in calls] == [
        "No more bets",
        "Dealer: three-card flush, jack high",
        "You win $63",
    ]
    assert [one.kind for one in calls] == ["", "", "result"]
    assert {one.kind for one in told(flush_table(*RAISES), None)} == {"", "money"}


def test_others_see_whose_hand_it_was():
    for viewer in (2, None):
        lines = said(flush_table(*RAISES), viewer)
        assert "Ann's ante wins $10: their five-card flush beats the dealer's three-card flush (H7)." in lines
    assert said(flush_table(*RAISES), 2)[-1] == "You lose $5 on the round."


def test_a_hidden_hand_is_settled_without_its_cards():
    lines = said(flush_table(Fold(claim=True), "fold"), 2)
    flush = next(line for line in lines if "Flush bonus wins" in line)
    assert flush.startswith("Ann's Flush bonus wins $24")
    assert flush.endswith("(H8).")


def test_H11_a_cap_that_applies_is_narrated():
    lines = said(flush_table(*RAISES, house="house: aggregate_cap = 300"), 1)
    (flush,) = [line for line in lines if line.startswith("Five suited")]
    assert "Five suited cards pay 12 to 1: Flush bonus wins $0 (H8); $24 reduced to $" in flush
    assert flush.endswith(" by the payout cap (H11).")


def test_B11_B12_an_ante_that_is_lost_and_paid():
    n = narrator(BOSTON, 1)
    tell(n, ev.Dealt(1, "AsKs9s7s5s3d2c"), ev.Revealed("QhQsQc7d7h3h2s"))
    assert say(n, ev.Settled(1, "ante", 500, "win", 0, 1500, "B12", "flush")) == (
        "The dealer's full house beats your flush, but the ante bonus for a flush pays 3 to 1: ante loses $5, bonus "
        "pays $15 (B12)."
    )
    assert say(n, ev.Settled(1, "first", 500, "void", 500, 0, "B18")) == (
        "The hand is void: first bet is returned (B18)."
    )


def test_B12_a_lost_ante_whose_bonus_makes_it_even_says_both_amounts():
    n = narrator(BOSTON, 1)
    tell(n, ev.Dealt(1, "9s9h9d7s5s3d2c"), ev.Revealed("QhJsTc9c8h3h2s"))
    line = ev.Settled(1, "ante", 500, "lose", 0, 500, "B12", "three_of_a_kind")
    why = "The dealer's straight beats your three of a kind, but the ante bonus for three of a kind pays 1 to 1"
    assert tell(n, line).why == f"{why}: ante loses $5, bonus pays $5."
    (reviewed,) = review(n, "r", 1, ()).lines
    assert (reviewed.how, reviewed.net) == ("loses, bonus pays $5", 0)


def test_B11_a_hand_whose_kept_cards_were_not_seen():
    n = narrator(BOSTON, 2)
    tell(n, ev.Dealt(1, "AsAd9h7c5s3d2c"), ev.HandSet(1, "AsAd"), ev.Revealed("KhKs9c7d5d3h2s"))
    tell(n, ev.Shown(1, "AsAd9h7c5s3d2c"))
    assert say(n, ev.Settled(1, "first", 500, "lose", 0, 0, "B11")) == (
        "Ann's first bet loses $5: the dealer's pair beats their hand (B11)."
    )


def test_T7_a_push():
    n = narrator(THRILL, 1)
    tell(n, ev.WagersPlaced(1, {"poker": 500}), ev.Dealt(1, "AsKd9h7c5s3d2c"), ev.Revealed("AhKs9c7d5d3h2s"))
    assert say(n, ev.Settled(1, "poker", 500, "push", 500, 0, "T7")) == (
        "Your ace high ties the dealer's: Poker bet pushes (T7)."
    )
    assert tell(n, ev.RoundClosed()) == Told("You break even on the round.", 1, "result", "Even")


# Stud.


def test_streets_and_bets_are_named():
    n = narrator(STUD, 2, seats=3)
    third = [ev.AntePosted(seat, 50) for seat in (1, 2, 3)]
    assert tell(n, *third, ev.Dealt(1, "Ks")) == Told("Third street, $1.50 in the pot.", 0, "street", "Third street")
    assert tell(n, ev.Dealt(2, "As")).say == "You're dealt A♠."
    assert tell(n, ev.Dealt(1, "2c", "2c")) == Told("Ann is dealt 2♣.", 1)
    assert say(n, ev.BroughtIn(1, 100)) == "Ann brings it in for $1."
    assert say(n, ev.BetMade(2, 400)) == "You complete to $4."
    assert say(n, ev.BetMade(3, 800)) == "Cy raises to $8."
    n.tell(ev.Folded(1, claim=False))
    n.tell(ev.Called(2, 400))
    n.tell(ev.BetsCollected())
    found = tell(n, ev.Dealt(2, "Kd", "Kd"))
    assert (found.say, found.kind) == ("Fourth street, $18.50 in the pot. You're dealt K♦: ace high.", "street")
    assert say(n, ev.BetMade(3, 400)) == "Cy bets $4."


def stud_said(viewer, *stacks, lines=(), house=""):
    from tests.games.stud.at_stud import act, check_down, sit

    table = act(check_down(act(sit(*stacks, house=house), *lines)))
    while table.round.outcome is None:
        (seat,) = table.round.to_act
        table.act(seat, table.round.default(seat))
    return told(table, viewer)


def test_S15_S23_the_winner_has_a_hand():
    found = stud_said(2, 4000, 4000, 4000)
    (won,) = [one for one in found if one.kind == "money"]
    assert won.say == "You win $4.50 with a pair of aces, king kicker (S15)."
    assert won.call == "You win $4.50 with a pair of aces, king kicker"
    assert found[-1].say == "You win $3 on the round."
    assert found[-1].call == ""
    (other,) = [one.say for one in stud_said(None, 4000, 4000, 4000) if one.kind == "money"]
    assert other == "Bo wins $4.50 with a pair of aces, king kicker (S15)."


def test_S15_everyone_else_folded():
    from tests.games.stud.at_stud import act, sit

    table = act(sit(4000, 4000), "1 bring_in", "2 to 400", "1 fold")
    found = told(table, 1)
    assert "The uncalled $3 is returned to Bo (S22)." in [one.say for one in found]
    assert [one.say for one in found if one.kind == "money"] == ["Bo wins $3: everyone else folded (S15)."]


def test_S22_side_pots_are_distinguished():
    found = [
        one.say for one in stud_said(None, 4000, 300, 4000, lines=("1 bring_in", "2 to 250", "3 to 650", "1 call"))
    ]
    won = [line for line in found if " wins " in line]
    assert any("from the main pot with a pair of aces" in line for line in won)
    assert any("from side pot 1 with " in line for line in won)
    assert "Bo completes to $2.50, all-in." in found


def test_S23_a_hand_shown_all_in_on_an_early_street_is_reviewed_with_all_its_cards():
    from tests.games.stud.at_stud import act, check_down, sit

    table = check_down(act(sit(400, 4000), "1 bring_in", "2 to 400", "1 call"))
    hand, seen = table.round, {}
    for viewer in (1, 2, None):
        n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__, viewer)
        found = n.tell_all([event.seen_by(viewer) for event in hand.events])
        (last,) = [one.say for one in found if " dealt 6♦" in one.say]
        assert last.endswith(" dealt 6♦: pair of threes, jack kicker.")
        seen[viewer] = {one.seat: (one.name, one.cards, one.plays) for one in review(n, "r", 1, ()).hands}
    assert (
        seen[1]
        == seen[2]
        == seen[None]
        == {
            1: ("pair of threes, jack kicker", "3h3dJc9h7s2c6d", "3h3dJc9h7s"),
            2: ("pair of aces, king kicker", "AsAhKc9d7c6h2s", "AsAhKc9d7c"),
        }
    )


# What may never happen.


def watched(game, seed):
    """A random round, and for every viewer what its narrator said after each event, with the cards named so far."""
    rng = Random(seed)
    hand = random_start(game, rng)
    viewers = (*hand.seats, None)
    words = wording_of(hand.house)
    narrators = {viewer: Narrator(words, hand.seats, NAMES.__getitem__, viewer) for viewer in viewers}
    for events in walk(hand, rng):
        for event in events:
            for viewer, n in narrators.items():
                yield viewer, event.seen_by(viewer), n.tell(event.seen_by(viewer))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("game", sorted(ADAPTERS))
def test_no_narrator_says_a_card_that_its_viewer_has_not_seen(game, seed):
    seen = {}
    for viewer, event, one in watched(game, seed):
        known = seen.setdefault(viewer, set())
        for value in msgspec.to_builtins(event).values():
            if isinstance(value, str):
                known |= {value[i : i + 2] for i in range(0, len(value), 2)}
        for card in (c for c in map(str, ADAPTERS[game].deck) if c not in known):
            assert cards_text(card) not in one.say + one.call, (one, event)
            assert all(card not in _codes(hand) for hand in one.hands.values()), (one, event)


def _codes(hand):
    text = hand.plays + hand.order
    return {text[i : i + 2] for i in range(0, len(text), 2)}


@pytest.mark.parametrize("seed", range(40, 80))
@pytest.mark.parametrize("game", sorted(ADAPTERS))
def test_all_events_of_random_rounds_are_narrated(game, seed):
    told = 0
    for viewer, event, one in watched(game, seed):
        told += bool(one.say)
        assert HIDDEN not in one.say
        assert not one.say or one.say[-1] == ".", one
        assert one.kind in ("", "money", "street", "result")
        assert msgspec.json.decode(msgspec.json.encode(one), type=Told) == one
        if isinstance(event, ev.Settled) and event.result != "void" and event.seat == viewer:
            assert ":" in one.say, one
    assert told


@pytest.mark.parametrize("game", sorted(ADAPTERS))
def test_the_narrator_knows_the_stacks(game):
    """What it has added up from the events is what the round says."""
    for seed in range(80, 100):
        rng = Random(seed)
        hand = random_start(game, rng)
        n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__)
        for events in walk(hand, rng):
            for event in events:
                n.tell(event.seen_by(None))
            assert {seat: place.stack for seat, place in n.at.items()} == {
                seat: one.stack for seat, one in hand.hands.items()
            }


@pytest.mark.parametrize("game", sorted(ADAPTERS))
def test_the_narrator_knows_the_cards_that_its_viewer_sees(game):
    """Unless something went wrong on the way: of a hand that was miscounted the events do not tell everybody all."""
    for seed in range(100, 120):
        rng = Random(seed)
        hand = random_start(game, rng)
        viewer = rng.choice([*hand.seats, None])
        n = Narrator(wording_of(hand.house), hand.seats, NAMES.__getitem__, viewer)
        for events in walk(hand, rng, trouble=0):
            for event in events:
                n.tell(event.seen_by(viewer))
            view = hand.view(viewer)
            assert {seat: "".join(place.cards) for seat, place in n.at.items()} == {
                line.seat: line.cards for line in view.seats
            }
            assert "".join(n.dealer) == getattr(view, "dealer", "")
            assert "".join(n.common) == getattr(view, "common", "")


def test_the_books_houses_have_text():
    for game in ADAPTERS:
        assert Narrator(wording_of(book_house(game)), {1: 100}, str).tell(ev.RoundVoided("", "")).say
    assert cards_text(Card("Td").text) == "10♦"


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.round.AGAINST_HOUSE])
def test_narration_names_the_clauses_of_the_rules(game):
    clauses = GAMES[game].round.CLAUSES  # type: ignore[attr-defined]
    words = wording_of(book_house(game))
    for point in ("exposed", "face up", "drawn", "number"):
        assert words.clause(point) == clauses[point]


# Who is left without having made anybody fold.


def _win(n, *before):
    return say(n, *before, ev.PotWon(2, 0, 400, "S15"))


def test_a_pot_won_says_how_the_others_left():
    void = ev.HandVoided(1, "S26")
    assert _win(narrator(STUD, 1), ev.Folded(1, claim=False)) == "Bo wins $4: everyone else folded (S15)."
    assert _win(narrator(STUD, 1), ev.Mucked(1)) == "Bo wins $4: everyone else mucked (S15)."
    assert _win(narrator(STUD, 1), void) == "Bo wins $4: your hand is void (S15)."
    assert _win(narrator(STUD, 2), void) == "You win $4: Ann's hand is void (S15)."
    folded = ev.Folded(3, claim=False)
    assert _win(narrator(STUD, 2, 3), void, folded) == "You win $4: Ann's hand is void, and everyone else folded (S15)."
    two = _win(narrator(STUD, 2, 3), ev.Mucked(1), folded)
    assert two == "You win $4: everyone else folded or mucked (S15)."
    both = _win(narrator(STUD, 2, 3), void, ev.HandVoided(3, "S26"))
    assert both == "You win $4: Ann's and Cy's hands are void (S15)."


def test_a_miscounted_hand_has_the_name_of_its_cards_and_a_void_one_has_none():
    n = narrator(STUD, 1)
    tell(n, *(ev.Dealt(1, card, up) for card, up in (("Ts", ""), ("5h", ""), ("4c", "4c"))))
    assert n.hands["1"].name == "ten high"
    assert tell(n, ev.Miscounted(1, "Ts5h4cTd")).hands["1"].name.startswith("pair of tens")
    tell(n, ev.RoundVoided("S26", ""), ev.RoundClosed())
    assert review(n, "r", 1, ()).hands[-1].name.startswith("pair of tens")
    assert tell(n, ev.HandVoided(1, "S26")).hands == {"1": HandWords()}


def test_bets_that_one_hand_loses_share_a_sentence_and_each_has_its_need_in_the_review():
    lost = [(wager, 500, "lose", 0, 0, "T8") for wager in ("pair_of_kings", "three_of_a_kind", "full_house", "special")]
    found = headline(THRILL, PAIR, KING_HIGH, [("poker", 500, "win", 500, 500, "T7", "higher"), *lost])
    assert found.says == (
        "Your pair beats the dealer's king high and pays 1 to 1: Poker bet wins $5.",
        "Pair of fives is not enough: the Pair of Kings or Better, 3 of a Kind or Better, Full House or Better and "
        "Special bets lose $20.",
    )
    needs = [line.why.partition("needs ")[2] for line in found.lines[1:]]
    assert needs == [
        *("a pair of kings or better)", "three of a kind or better)", "a full house or better)"),
        "a straight flush or better)",
    ]
