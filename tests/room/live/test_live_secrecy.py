"""R30 and R35: rounds that differ only in cards hidden from a viewer send that viewer identical bytes.

Commitments, ids and times are held fixed: the same seeds, the same people, the same clock, and a deck put in by hand.
At stud the root of the deck and the way from a card to it are commitments to all cards, and are left out.
"""

import logging
from itertools import count
from random import Random

import msgspec
import pytest

from seventh.cards import DECK_53, format_cards
from seventh.fair import Secret
from seventh.fair import shuffled as shuffled_module
from seventh.games import game as game_named
from seventh.room import frames as fr
from seventh.room.people import accounts, people
from seventh.room.tables import seats
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.events import Claimed, Dealt, Revealed, Shown
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Client, Harness, bet_and_close, told_at_once

WAGERS = {
    "high-card-flush": {"ante": 500, "flush": 100},
    "boston-7-stud": {"ante": 200, "first": 200},
    "seven-card-thrill": {"poker": 500},
}
NEVER_FOLDED = ("Check", "Call", "BringIn", "Bet", "SetHand")


class Play:
    """A round with a deck of our choice, and everything that everybody was told."""

    def __init__(self, game: str, deck: list, folds: int = 0) -> None:
        self.game = game
        self.deck = deck
        self.folds = folds
        self.told: dict[object, list[bytes]] = {}
        self.histories: dict[int, list[bytes]] = {}
        self.events: tuple = ()
        """Everything that happened, with all cards."""
        self.logs = ""

    async def run(self, tmp_path, monkeypatch, caplog) -> "Play":
        caplog.clear()
        caplog.set_level(logging.DEBUG)
        numbers = count(1)
        with monkeypatch.context() as patch:
            patch.setattr(people, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
            patch.setattr(seats, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
            patch.setattr(people, "randbelow", lambda _: next(numbers))
            patch.setattr(accounts, "token_bytes", bytes)
            patch.setattr(Secret, "draw", classmethod(lambda cls: Secret(bytes(range(32)))))
            patch.setattr(shuffled_module, "shuffled_deck", lambda inputs: tuple(self.deck))
            settings = SETTINGS.but(showing_time=60_000, seed_reveal_delay=10**9)
            async with Harness(tmp_path, settings) as harness:
                await self._play(harness)
        self.logs = caplog.text + repr([record.__dict__ for record in caplog.records])
        return self

    async def _play(self, harness: Harness) -> None:
        table = f"{self.game}-1"
        clients = {seat: await harness.guest() for seat in (1, 2, 3)}
        spectator = await harness.guest()
        await spectator.watch(table)
        for seat, client in clients.items():
            await client.sit(table, seat=seat)
        begun = harness.live_at(table)
        if self.game == STUD:  # the third one came too late for the first hand: two play it
            del clients[3]
        for seat, client in clients.items():
            await client.done(fr.Seed(table, begun.id, f"{seat:02}"))
        await harness.clock.settle()
        if self.game != STUD:
            for client in clients.values():
                await client.done(client.answer_to(table, PlaceWagers(WAGERS[self.game])))
            for client in clients.values():
                await client.ready(table)
        await harness.run(0.1)
        for _ in range(100):
            live = harness.table(table).snapshot.live
            if live is None:
                break
            waiting = [seat for seat in sorted(live.hand.to_act, key=str) if isinstance(seat, int)]
            await self._decide(harness, table, clients, live, waiting[0])
            await harness.clock.settle()
        self.events = tuple(harness.over_at(table).hand.events)
        await harness.run(30)
        for seat, client in clients.items():
            self.told[seat] = client.raw
            history = harness.room.history
            line = history.rounds(client.person)[0]
            full = history.round(client.person, line.id)
            exports = [history.csv(client.person), history.json(client.person, line.id)]
            if self.game == STUD:
                exports.append(history.phh(client.person, line.id))
            seen = (full.line, full.decisions, full.view, full.events, full.people, full.seed)
            self.histories[seat] = [msgspec.json.encode(line), msgspec.json.encode(seen), *map(str.encode, exports)]
        self.told[None] = spectator.raw

    async def _decide(self, harness: Harness, table: str, clients: dict[int, Client], live, seat: int) -> None:
        legal = live.hand.legal(seat)
        if seat == self.folds:
            kinds = [action for action in legal if type(action).__name__ == "Fold"]
        else:
            # Against a bet, which somebody who folds can do at once.
            wanted = ("BetTo", *NEVER_FOLDED) if self.folds else NEVER_FOLDED
            kinds = sorted(
                (action for action in legal if type(action).__name__ in wanted),
                key=lambda action: wanted.index(type(action).__name__),
            )
        await clients[seat].done(clients[seat].answer_to(table, kinds[0] if kinds else live.hand.default(seat)))


def plain(frame: bytes) -> bytes:
    """A frame without commitments to cards."""
    data = msgspec.json.decode(frame)
    _without(data)
    return msgspec.json.encode(data)


def _without(data) -> None:
    if isinstance(data, dict):
        for key in ("root", "path", "salt", "shuffle_roots"):
            data.pop(key, None)
        for value in data.values():
            _without(value)
    elif isinstance(data, list):
        for value in data:
            _without(value)


def until_shown(raw: list[bytes]) -> list[bytes]:
    """The frames before any hidden card is turned over."""
    kept = []
    for frame in raw:
        events = {event["event"] for event in msgspec.json.decode(frame).get("events", ())}
        if events & {"revealed", "shown", "claimed", "round_closed"}:
            break
        kept.append(plain(frame))
    return kept


def cards_in(frames_: list[bytes]) -> set[str]:
    """Every card that occurs anywhere in these frames, openings not counted."""
    found: set[str] = set()

    def look(data) -> None:
        if isinstance(data, dict):
            for key, value in data.items():
                if key in ("cards", "card", "dealer", "up", "common", "set_aside", "discards") and isinstance(
                    value, str
                ):
                    found.update(value[i : i + 2] for i in range(0, len(value), 2))
                else:
                    look(value)
        elif isinstance(data, list):
            for value in data:
                look(value)

    for frame in frames_:
        look(msgspec.json.decode(frame))
    return found - {"??"}


def allowed(events: tuple, viewer: int | None, to_the_end: bool = False) -> set[str]:
    """The cards that a viewer may see, by how they were dealt: what frames name cannot be the measure of that.

    These are the viewer's own cards, those dealt face up and, at the end, those that were turned up.
    """
    found = ""
    for event in events:
        if isinstance(event, Dealt):
            found += event.cards if viewer is not None and event.place == viewer else event.up
        elif to_the_end and isinstance(event, Shown | Revealed | Claimed):
            found += event.cards
    return {found[i : i + 2] for i in range(0, len(found), 2)}


def deck_of(game: str, seed: int) -> list:
    cards = [card for card in DECK_53 if card.bit & game_named(game).round.DECK]
    Random(seed).shuffle(cards)
    return cards


def with_others_changed(deck: list, keeps: set[str], seed: int) -> list:
    """The deck with every card that is not kept in another place."""
    places = [place for place, card in enumerate(deck) if card.text not in keeps]
    moved = [deck[place] for place in places]
    Random(seed).shuffle(moved)
    changed = list(deck)
    for place, card in zip(places, moved, strict=True):
        changed[place] = card
    return changed


@pytest.mark.parametrize("viewer", [1, 2, 3, None])
@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R30_R35_hidden_cards_do_not_change_a_byte_before_they_are_shown(
    tmp_path, monkeypatch, caplog, game, viewer
):
    if game == STUD and viewer == 3:
        return
    deck = deck_of(game, 7)
    first = await Play(game, deck).run(tmp_path / "first", monkeypatch, caplog)
    seen = until_shown(first.told[viewer])
    assert len(seen) >= 4
    keeps = cards_in(seen)
    assert keeps <= allowed(first.events, viewer), "a hidden card is named"
    other_deck = with_others_changed(deck, keeps, 8)
    assert other_deck != deck
    second = await Play(game, other_deck).run(tmp_path / "second", monkeypatch, caplog)
    assert until_shown(second.told[viewer]) == seen
    # The test can fail: somebody else, who holds some of the changed cards, was told something else.
    others = [seat for seat in first.told if seat not in (viewer, None)]
    assert any(until_shown(first.told[seat]) != until_shown(second.told[seat]) for seat in others)
    for play in (first, second):
        assert bytes(range(32)).hex() not in play.logs, "the server seed is in a log"
        assert format_cards(play.deck[:7]) not in play.logs


@pytest.mark.parametrize("viewer", [1, 2, None])
@told_at_once
async def test_R30_at_stud_a_folded_hand_changes_no_byte_of_frames_histories_and_exports(
    tmp_path, monkeypatch, caplog, viewer
):
    folds = 2 if viewer != 2 else 1
    deck = deck_of(STUD, 9)
    first = await Play(STUD, deck, folds).run(tmp_path / "first", monkeypatch, caplog)
    keeps = cards_in(first.told[viewer])
    assert keeps == allowed(first.events, viewer, to_the_end=True)
    second = await Play(STUD, with_others_changed(deck, keeps, 10), folds).run(tmp_path / "second", monkeypatch, caplog)
    assert [plain(frame) for frame in first.told[viewer]] == [plain(frame) for frame in second.told[viewer]]
    if viewer is not None:
        for one, two in zip(first.histories[viewer], second.histories[viewer], strict=True):
            if one.startswith(b"{"):
                assert plain(one) == plain(two)
            else:
                assert one == two
    assert [plain(frame) for frame in first.told[folds]] != [plain(frame) for frame in second.told[folds]]


@told_at_once
async def test_R30_the_review_of_a_round_has_no_hand_that_was_mucked(tmp_path, monkeypatch, caplog):
    play = await Play(STUD, deck_of(STUD, 1)).run(tmp_path, monkeypatch, caplog)
    told = {viewer: [msgspec.json.decode(frame) for frame in raw] for viewer, raw in play.told.items()}
    (mucked,) = {event["seat"] for frame in told[1] for event in frame["events"] if event["event"] == "mucked"}
    reviews = {viewer: [frame["review"] for frame in frames if frame["review"]] for viewer, frames in told.items()}
    shown = {viewer: {hand["seat"] for hand in seen[-1]["hands"]} for viewer, seen in reviews.items()}
    winner = 3 - mucked
    assert shown == {mucked: {1, 2}, winner: {winner}, None: {winner}}


@told_at_once
async def test_spectators_at_stud_see_the_table_as_it_was_a_while_ago(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one, two, spectator = f"{STUD}-1", *[await harness.guest() for _ in range(3)]
        await spectator.watch(table)
        await one.sit(table)
        await two.sit(table)
        await harness.run(2)
        assert one.last["round"]
        assert spectator.last["round"] is None
        assert spectator.last["seats"] == []
        await harness.clock.run(SETTINGS.spectator_delay)
        late = spectator.last
        assert late["round"]["id"] == one.last["round"]["id"]
        assert harness.clock.now() - late["now"] >= SETTINGS.spectator_delay
        seqs = [frame["seq"] for frame in spectator.frames]
        assert seqs == sorted(set(seqs))
        newcomer = await harness.guest()
        await newcomer.watch(table)
        assert newcomer.last["seq"] == late["seq"]
        # Who gets up saw everything already, and is not shown the past.
        before = one.last["seq"]
        await one.leave(table)
        await harness.run(300)
        assert [frame["seq"] for frame in one.frames] == sorted({frame["seq"] for frame in one.frames})
        assert one.last["seq"] > before


@told_at_once
async def test_spectators_against_the_dealer_see_no_cards_before_all_have_acted(tmp_path):

    async with Harness(tmp_path) as harness:
        table, one, two, spectator = "high-card-flush-1", *[await harness.guest() for _ in range(3)]
        await spectator.watch(table)
        await one.sit(table)
        await two.sit(table)
        await bet_and_close(harness, table, one, two)
        await one.act(table)
        assert spectator.last["seq"] == one.last["seq"]
        assert {seat["cards"] for seat in spectator.last["round"]["view"]["seats"]} == {"??" * 7}
        assert two.last["round"]["view"]["seats"][0]["cards"] == "??" * 7
        assert "??" not in two.last["round"]["view"]["seats"][1]["cards"]


@told_at_once
async def test_frames_have_no_gap_and_each_holds_the_whole_state(tmp_path):
    async with Harness(tmp_path) as harness:
        table, one = "boston-7-stud-1", await harness.guest()
        await one.sit(table)
        assert harness.table(table).state == "betting"
        await bet_and_close(harness, table, one)
        await harness.run(1)  # one decision is due, so the round goes on
        late = harness.again(one)
        await late.watch(table)
        fresh = {"events": [], "told": [], "story": None, "layout": None, "review": None, "news": []}
        assert {**late.last, **fresh} == {**one.last, **fresh}
        told = [line["say"] for frame in one.frames for line in frame["told"] if line.get("say")]
        story = [line["say"] for line in late.last["story"]]
        assert story
        assert told[-len(story) :] == story
        await harness.run(200)
        seqs = [frame["seq"] for frame in one.frames]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        assert len(seqs) > 5


@told_at_once
async def test_who_has_left_and_returns_to_watch_never_sees_themselves_seated(tmp_path):
    """Their chips are back in the wallet: the delayed table would show them a second time."""
    async with Harness(tmp_path) as harness:
        table, one, two = f"{STUD}-1", *[await harness.guest() for _ in range(2)]
        await one.sit(table)
        await harness.clock.run(SETTINGS.spectator_delay + 1_000)
        await one.leave(table)
        await one.drop()
        back = harness.again(one)
        await back.watch(table)
        assert back.last["you"] is None
        assert back.last["seats"] == []
        await two.sit(table)
        await harness.clock.run(2 * SETTINGS.spectator_delay)
        assert one.person not in {seat["person"] for frame in back.frames for seat in frame["seats"]}
        assert back.last["seats"][0]["person"] == two.person
