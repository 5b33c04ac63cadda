"""Irregularities to call at a live table: when each can be called, and how the rules settle it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from seventh.room.floor_asks import FloorCall, FloorDeal, FloorHold, FloorRelease
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables.floor import expectation
from seventh.rounds.actions import Action, BringIn, Call, Check, PlaceWagers
from seventh.rounds.round import Round
from tests.room.live.live_room import STUD, Client, Harness, bet_and_close, calm, name, play_hand

WAGERS = {
    "high-card-flush": {"ante": 500, "flush": 100},
    "boston-7-stud": {"ante": 200, "first": 200},
    "seven-card-thrill": {"poker": 500},
}
"""Wagers with which every player has a decision after the deal."""
BOSTON, FLUSH, THRILL = "boston-7-stud", "high-card-flush", "seven-card-thrill"

VOID, ON, HAND = "the round is void", "play continues", "one hand is void"


@dataclass(frozen=True)
class Scenario:
    """Calls at one table in one round, in order, and the result of the last."""

    game: str
    clause: str
    calls: tuple[tuple[str, str], ...]
    """The action and the key of each."""
    result: str
    when: Callable[[Round], bool] = lambda _: True
    """Whether it is time for the first call."""

    @property
    def id(self) -> str:
        calls = "-".join(f"{call}_{key}".replace(":", "_").strip("_") for call, key in self.calls)
        return f"{self.clause}-{self.game}-{calls}"


def _deciding(hand: Round) -> bool:
    return hand.phase in ("deciding", "setting")


def _full(hand: Round) -> bool:
    return len(hand.held("dealer")) == 7


def _street(number: int, acted: bool | None = None) -> Callable[[Round], bool]:
    def when(hand: Round) -> bool:
        if hand.street != number or hand.phase == "antes":  # type: ignore[attr-defined]
            return False
        return acted is None or hand.betting.acted is acted  # type: ignore[attr-defined]

    return when


def _after_first_action(hand: Round) -> bool:
    return bool(hand.betting.acted)  # type: ignore[attr-defined]


def _seventh(hand: Round) -> bool:
    return len(hand.held(1)) == 7


SCENARIOS = (
    Scenario(BOSTON, "B15", (("expose_dealer_card", "dealer:2"),), VOID, _deciding),
    Scenario(BOSTON, "B20", (("expose_dealer_card", "dealer:5"),), ON, lambda hand: len(hand.held("dealer")) == 7),
    Scenario(BOSTON, "B16", (("face_up_card", ""),), ON),
    Scenario(BOSTON, "B16", (("face_up_card", ""), ("face_up_card", "")), VOID),
    Scenario(BOSTON, "B17", (("drawn_in_error", ""),), ON),
    Scenario(BOSTON, "B18", (("wrong_number", "seat:1:fewer"),), HAND),
    Scenario(BOSTON, "B18", (("wrong_number", "seat:2:more"),), HAND, _deciding),
    Scenario(BOSTON, "B18", (("wrong_number", "dealer:fewer"),), ON, _full),
    Scenario(BOSTON, "B18", (("wrong_number", "dealer:more"),), VOID, _full),
    Scenario(BOSTON, "B18", (("wrong_number", "dealer:fewer"),), VOID, lambda hand: 0 < len(hand.held("dealer")) < 7),
    Scenario(BOSTON, "B19", (("shuffler_fails", ""),), ON, lambda hand: hand.phase == "wagers"),
    Scenario(BOSTON, "B19", (("shuffler_fails", ""),), ON, lambda hand: hand.phase == "dealing"),
    Scenario(BOSTON, "B19", (("shuffler_fails", ""),), VOID, _deciding),
    Scenario(BOSTON, "R23", (("void_round", ""),), VOID, _deciding),
    Scenario(FLUSH, "H12", (("expose_dealer_card", "dealer:1"),), VOID, _deciding),
    Scenario(FLUSH, "H12", (("face_up_card", ""),), ON),
    Scenario(FLUSH, "H12", (("face_up_card", ""), ("face_up_card", "")), VOID),
    Scenario(FLUSH, "H12", (("drawn_in_error", ""),), ON),
    Scenario(FLUSH, "H12", (("wrong_number", "seat:1:more"),), HAND, _deciding),
    Scenario(FLUSH, "H12", (("wrong_number", "dealer:fewer"),), ON, _deciding),
    Scenario(FLUSH, "H12", (("wrong_number", "dealer:more"),), VOID, _deciding),
    Scenario(FLUSH, "H12", (("shuffler_fails", ""),), ON, lambda hand: hand.phase == "dealing"),
    Scenario(THRILL, "T13", (("expose_dealer_card", "dealer:2"),), ON, _deciding),
    Scenario(THRILL, "T13", (("face_up_card", ""),), ON),
    Scenario(THRILL, "T13", (("face_up_card", ""), ("face_up_card", "")), VOID),
    Scenario(THRILL, "T13", (("drawn_in_error", ""),), ON),
    Scenario(THRILL, "T13", (("wrong_number", "seat:1:fewer"),), HAND, _deciding),
    Scenario(THRILL, "T13", (("wrong_number", "dealer:fewer"),), ON, _deciding),
    Scenario(THRILL, "T13", (("wrong_number", "dealer:more"),), VOID, _deciding),
    Scenario(STUD, "S26", (("expose_down_card", "seat:1:1"),), ON),
    Scenario(STUD, "S26", (("expose_down_card", "seat:1:1"), ("expose_down_card", "seat:1:2")), HAND),
    Scenario(STUD, "S26", (("expose_down_card", "seat:1:1"), ("expose_down_card", "seat:1:3")), HAND),
    Scenario(STUD, "S26", (("expose_down_card", "seat:1:7"),), ON, _seventh),
    Scenario(STUD, "S26", (("face_up_card", ""),), ON),
    Scenario(STUD, "S26", (("face_up_card", ""), ("face_up_card", "")), VOID),
    Scenario(STUD, "S26", (("face_up_card", ""),), ON, _street(5)),
    Scenario(STUD, "S26", (("wrong_number", "seat:2:more"),), VOID, lambda hand: len(hand.held(2)) == 3),
    Scenario(STUD, "S26", (("wrong_number", "seat:2:fewer"),), HAND, _street(5)),
    Scenario(STUD, "S26", (("wrong_number", "seat:3:more"),), HAND, _street(4, acted=True)),
    Scenario(STUD, "S26", (("wrong_number", "seat:1:fewer"),), ON, _seventh),
)


class AtTheTable:
    """A table with players and somebody from the floor."""

    def __init__(self, harness: Harness, table: str, players: list[Client], floor: Client) -> None:
        self.harness = harness
        self.table = table
        self.players = players
        self.floor = floor

    @classmethod
    async def sit(cls, harness: Harness, game: str) -> AtTheTable:
        staff = harness.room.people.named("Fran") or await harness.room.people.register("Fran", "a long one", "floor")
        table = f"{game}-1"
        players = [await harness.guest() for _ in range(3)]
        # Hands begin with two players; the third one must be in the first hand too.
        floor = Client(harness, staff.id)
        await floor.done(FloorHold(name(), table, "all", "a new table"))
        for player in players:
            await player.sit(table)
        await floor.done(FloorRelease(name(), table))
        await harness.clock.settle()
        return cls(harness, table, players, floor)

    @property
    def live(self):
        return self.harness.live_at(self.table)

    def ask(self, call: str, key: str, why: str = "") -> FloorCall | None:
        """The request for a call, if it can be made now."""
        live = self.harness.table(self.table).snapshot.live
        if live is None:
            return None
        for found in live.calls():
            for spot in found.spots:
                if (found.call, spot.key) == (call, key):
                    return FloorCall(name(), self.table, live.id, call, key, expectation(found, spot), why)
        return None

    async def wager(self) -> None:
        """Everybody places wagers; the floor holds the deal."""
        if self.live.hand.AGAINST_HOUSE:
            for client in self.players:
                await client.done(client.answer_to(self.table, PlaceWagers(WAGERS[self.live.hand.game])))

    async def on(self) -> None:
        """The next thing that happens without the floor: a step of the dealer, or a player's decision."""
        table = self.harness.table(self.table)
        live = self.live
        if table.floor.may_deal():
            await self.floor.done(FloorDeal(name(), self.table, live.id))
            return
        waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int))
        owner = next(client for client in self.players if client.person == live.seats[waiting[0]].person)
        answer = await owner.act(self.table, staying(live, waiting[0]))
        assert answer.__class__.__name__ == "Done", answer

    async def until(self, scenario: Scenario, index: int = 0) -> FloorCall:
        """Play until a call of the scenario can be made."""
        call, key = scenario.calls[index]
        for _ in range(300):
            live = self.harness.table(self.table).snapshot.live
            if live is None:
                break
            ask = self.ask(call, key, "spilled drink" if call == "void_round" else "")
            if ask is not None and (index or scenario.when(live.hand)):
                return ask
            await self.on()
        raise AssertionError(f"{call} {key} could not be called")


def staying(live: LiveRound, seat: int) -> Action:
    """An action that keeps the seat in the hand for as little as possible."""
    legal = live.hand.legal(seat)
    for kind in (Check, Call, BringIn):
        choice = legal.of(kind)
        if choice is not None:
            return next(iter(choice))
    return calm(live, seat)


async def begin(harness: Harness, scenario: Scenario) -> AtTheTable:
    """A table whose deal the floor holds, with wagers on it."""
    play = await AtTheTable.sit(harness, scenario.game)
    await play.floor.done(FloorHold(name(), play.table, "deal", "checking the deck"))
    await play.wager()
    return play


__all__ = ["SCENARIOS", "AtTheTable", "Scenario", "begin", "bet_and_close", "play_hand"]
