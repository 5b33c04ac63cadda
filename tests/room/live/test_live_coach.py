"""The coach at live tables: the figures of `advise` in the table's house, exact sums, and nothing hidden (R30)."""

import threading
from fractions import Fraction
from itertools import count
from random import Random

import msgspec
import pytest

from seventh.cards import UNKNOWN, parse_cards
from seventh.fair import Secret
from seventh.fair import shuffled as shuffled_module
from seventh.games import GAMES as ALL
from seventh.games.advice import advise
from seventh.room import frames as fr
from seventh.room.people import accounts, people
from seventh.room.tables import coach_desk, seats
from seventh.rounds.actions import Bet, Fold, PlaceWagers
from tests.known import known
from tests.room.live.live_room import DEALER_GAMES, SETTINGS, STUD, Harness, told_at_once

WAGERS = {
    "high-card-flush": {"ante": 500, "flush": 100},
    "boston-7-stud": {"ante": 200, "first": 200, "three_card_bonus": 100},
    "seven-card-thrill": {"poker": 500, "special": 100},
}


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """However slow the machine is."""
    monkeypatch.setattr(coach_desk, "PATIENCE", 120)


SLOW = SETTINGS.but(showing_time=60_000)


async def dealt(harness, client, table):
    """Wagers placed and cards dealt; returns what the client sees."""
    game = harness.table(table).game
    await client.done(client.answer_to(table, PlaceWagers(WAGERS[game])))
    await client.ready(table)
    await harness.clock.settle()
    return harness.live_at(table).view(1)


def advice_on(view, house):
    up = [card for card in parse_cards(view.dealer) if card is not UNKNOWN]
    return advise(house.game, (*parse_cards(view.seats[0].cards), *up), house)


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_the_coach_has_the_figures_of_advise_and_its_costs_add_up(game, tmp_path):
    async with Harness(tmp_path, SLOW) as harness:
        client, table, rng = await harness.guest(), f"{game}-1", Random(7)
        await client.sit(table)
        best, made, mistakes, decisions = Fraction(0), Fraction(0), 0, 0
        for _ in range(12):
            before = await client.ask(fr.Coach(table))
            assert not before.choices
            assert "Bets" in before.says
            view = await dealt(harness, client, table)
            house = harness.table(table).house
            advice = advice_on(view, house)
            told = await client.ask(fr.Coach(table))
            unit = view.seats[0].wagers.get("ante") or view.seats[0].wagers["poker"]
            assert told.decision == harness.live_at(table).decision(1)
            assert {choice.name: Fraction(choice.exact) for choice in told.choices} == advice.actions
            assert [choice.name for choice in told.choices if choice.best] == [advice.best]
            top = max(advice.actions.values())
            for choice in told.choices:
                cost = top - Fraction(choice.exact)
                assert Fraction(choice.cost) == cost
                assert choice.warns == (cost > Fraction(1, 100))
            while harness.table(table).snapshot.live:
                hand = harness.live_at(table).hand
                offered = [action for action in hand.legal(1) if isinstance(action, Fold | Bet)]
                offered = [action for action in offered if isinstance(action, Fold) or not action.amount % unit]
                if offered:
                    action = rng.choice(offered)
                    assert isinstance(await client.act(table, action), fr.Done)
                    decisions += 1
                    worth = advice.actions["fold"]
                    if isinstance(action, Bet):
                        names = ("play", f"raise_{action.amount // unit}x")
                        worth = next(ev for name, ev in advice.actions.items() if name in names)
                    best, made, mistakes = best + top * unit, made + worth * unit, mistakes + (worth < top)
                    tally = (await client.ask(fr.Coach(table))).tally
                    assert (tally.decisions, tally.mistakes) == (decisions, mistakes)
                else:
                    await client.act(table, hand.default(1))
                await harness.clock.settle()
            tally = (await client.ask(fr.Coach(table))).tally
            assert Fraction(tally.best) == best
            assert Fraction(tally.made) == made
            assert Fraction(tally.cost) == best - made
            await client.ready(table)
            await harness.clock.settle()
        if game != "seven-card-thrill":
            assert decisions == 12
            assert 0 < mistakes < 12
        else:
            assert decisions == 0
        await client.ask(fr.Coach(table, off=True))
        assert (await client.ask(fr.Coach(table))).tally.decisions == 0


@told_at_once
async def test_other_amounts_pictures_and_refusals(tmp_path, monkeypatch):
    deck = parse_cards("AsKsQsJs9s8s2d")
    rest = tuple(card for card in ALL["high-card-flush"].deck if card not in deck)
    monkeypatch.setattr(shuffled_module, "shuffled_deck", lambda _: (*deck, *rest))
    async with Harness(tmp_path, SLOW) as harness:
        client, table = await harness.guest(), "high-card-flush-1"
        await client.watch(table)
        assert (await client.ask(fr.Coach(table))).code == "not_seated"
        await client.sit(table)
        view = await dealt(harness, client, table)
        told = await client.ask(
            fr.Coach(table, action={"action": "bet", "wager": "raise", "amount": 1200}, picture=True)
        )
        advice = advice_on(view, harness.table(table).house)
        one, two, three = (advice.actions[f"raise_{times}x"] for times in (1, 2, 3))
        assert Fraction(known(told.asked).exact) == two + (three - two) * Fraction(2, 5)
        assert known(told.asked).warns
        assert one < two < three
        picture = known(told.picture)
        row, column = picture.own
        assert (picture.rows[row], picture.columns[column]) == ("6 suited", "A")
        assert picture.cells[row][column].sign == "M"
        refused = await client.ask(fr.Coach(table, action={"action": "claim"}))
        assert (refused.code, refused.why) == ("not_now", "the coach has no figure for that action")
        assert (await client.ask(fr.Coach(table, action={"action": "jump"}))).code == "malformed"
        assert (await client.ask(fr.Coach(f"{STUD}-1"))).code == "forbidden"


@told_at_once
async def test_the_room_can_do_without_a_coach(tmp_path):
    async with Harness(tmp_path, SLOW.but(coach=0)) as harness:
        client, table = await harness.guest(), "high-card-flush-1"
        await client.sit(table)
        assert (await client.ask(fr.Coach(table))).why == "there is no coach at this table"


@told_at_once
async def test_R34_coaches_work_in_one_thread_and_a_queue_has_an_end(tmp_path, monkeypatch):
    """A coach that hangs holds up nobody's wagers, and whoever asks gets one line."""
    monkeypatch.setattr(coach_desk, "PATIENCE", 0.01)
    monkeypatch.setattr(coach_desk, "MOST_WAITING", 2)
    goes_on = threading.Event()
    async with Harness(tmp_path, SLOW) as harness:
        client, table = await harness.guest(), "high-card-flush-1"
        await client.sit(table)
        monkeypatch.setattr(coach_desk, "coaching", lambda *_: goes_on.wait(30))
        try:
            answer = await client.ask(fr.Coach(table))
            assert (answer.code, answer.why) == ("failed", "the coach needs more time")
            view = await dealt(harness, client, table)
            assert view.seats[0].cards
            assert (await client.ask(fr.Coach(table))).code == "failed"
            assert isinstance(await client.act(table, Fold(claim=True)), fr.Done)
            await harness.clock.settle()
            assert harness.over_at(table)
            await client.ready(table)
            await harness.clock.settle()
            assert (await client.ask(fr.Coach(table))).code == "too_fast"
        finally:
            goes_on.set()


@told_at_once
async def test_R23_a_coach_that_fails_is_one_line_and_the_round_goes_on(tmp_path, monkeypatch):
    def breaks(*_):
        raise ZeroDivisionError

    async with Harness(tmp_path, SLOW) as harness:
        client, table = await harness.guest(), "boston-7-stud-1"
        await client.sit(table)
        await client.ask(fr.Coach(table))
        monkeypatch.setattr(coach_desk, "coaching", breaks)
        await dealt(harness, client, table)
        answer = await client.ask(fr.Coach(table))
        assert (answer.code, answer.why) == ("failed", "internal error in the coach (logged)")
        assert isinstance(await client.act(table, Fold()), fr.Done)
        await harness.clock.settle()
        monkeypatch.undo()
        assert (await client.ask(fr.Coach(table))).tally.decisions == 0
        assert harness.over_at(table)


@pytest.mark.parametrize("game", DEALER_GAMES)
@told_at_once
async def test_R30_deals_that_differ_only_in_hidden_cards_get_the_same_coaching(game, tmp_path, monkeypatch):
    numbers = [count(1)]
    for module in (people, seats):
        monkeypatch.setattr(module, "token_hex", lambda size: f"{next(numbers[0]):0{2 * size}x}")
    monkeypatch.setattr(people, "randbelow", lambda _: next(numbers[0]))
    monkeypatch.setattr(accounts, "token_bytes", bytes)
    monkeypatch.setattr(Secret, "draw", classmethod(lambda _: Secret(bytes(range(32)))))
    rng = Random(11)
    first = list(ALL[game].deck)
    rng.shuffle(first)
    decks, seen, told, hidden = [first], [], [], []
    for place in range(4):
        monkeypatch.setattr(shuffled_module, "shuffled_deck", lambda _, place=place: tuple(decks[place]))
        numbers[0] = count(1)
        async with Harness(tmp_path / str(place), SLOW) as harness:
            client, other, table = await harness.guest(), await harness.guest(), f"{game}-1"
            await client.sit(table, seat=1)
            await other.sit(table, seat=2)
            await other.done(other.answer_to(table, PlaceWagers(WAGERS[game])))
            await other.ready(table)
            view = await dealt(harness, client, table)
            answer = await client.ask(fr.Coach(table, picture=True))
            assert answer.choices
            told.append(msgspec.json.encode(answer))
            seen.append(view)
            hidden.append([hand.cards for hand in harness.live_at(table).hand.hands.values()][1])
        visible = {*parse_cards(view.seats[0].cards), *parse_cards(view.dealer)}
        free = [n for n, card in enumerate(first) if card not in visible]
        others = [first[n] for n in free]
        rng.shuffle(others)
        deck = list(first)
        for n, card in zip(free, others, strict=True):
            deck[n] = card
        decks.append(deck)
    assert all(view == seen[0] for view in seen)
    assert len(set(hidden)) == 4  # or nothing was hidden
    assert set(told) == {told[0]}


@told_at_once
async def test_the_coach_does_not_praise_an_only_choice(tmp_path):
    async with Harness(tmp_path, SLOW) as harness:
        client, table = await harness.guest(), "high-card-flush-1"
        await client.sit(table, 4_000)
        await client.done(client.answer_to(table, PlaceWagers({"ante": 4_000})))
        await client.ready(table)
        await harness.clock.settle()
        told = await client.ask(fr.Coach(table))
        assert [(choice.name, choice.best) for choice in told.choices] == [("fold", False)]
        await client.done(client.answer_to(table, Fold()))
        assert (await client.ask(fr.Coach(table))).made is None
