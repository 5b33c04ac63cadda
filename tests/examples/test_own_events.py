"""A plug-in's own actions and events: played, narrated, recorded, read back and verified like all others."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

GAME = '''
from dataclasses import dataclass, replace as changed
from three_card_poker import GAME as BASE
from three_card_poker.house import ThreeCardPokerHouse
from three_card_poker.round import ThreeCardPokerRound
from seventh.rounds.actions import Action
from seventh.rounds.events import Event
from seventh.rounds.legal import NotNow, only
from seventh.rounds.narration import Told


class KnockTwice(Action, frozen=True):
    """Knock on the table for luck."""


class Knocked(Event, frozen=True):
    seat: int

    def told(self, narrator):
        return Told(f"{narrator.does(self.seat, 'knock')} for luck.", self.seat)


class KnockingRound(ThreeCardPokerRound):
    game = "knocking-poker"
    actions = (*ThreeCardPokerRound.actions, KnockTwice)
    PHASES = {**ThreeCardPokerRound.PHASES, "deciding": (*ThreeCardPokerRound.PHASES["deciding"], KnockTwice)}
    __slots__ = ()

    def _may_knock_twice(self, seat):
        done = any(isinstance(event, Knocked) and event.seat == seat for event in self.events)
        return NotNow("P4", "once is enough") if done else only(KnockTwice(), "P4")

    def _do_knock_twice(self, seat, _):
        self._emit(Knocked(seat))

    def _on_knocked(self, _):
        pass


GAME = changed(BASE, name="knocking-poker", package=__name__, round=KnockingRound)
'''

PLAY = """
from seventh.games import GAMES, new_round, wording_of
from seventh.records import read_record, write_record
from seventh.records.record import Recorder
from seventh.records.verify import verify_record
from seventh.rounds.actions import PlaceWagers
from seventh.rounds.driver import from_deck
from seventh.rounds.narration import Narrator
from seventh.rounds.notation import format_value, parse_action, parse_event
from seventh.room.tables.action_text import action_of

game = GAMES["knocking-poker"]
hand = new_round(game.book, {1: 50_000})
played = Recorder(hand)
played.act(1, PlaceWagers({"ante": 500}))
draw = from_deck(game.deck)
played.deal_on(draw)
knock = action_of({"action": "knock_twice"})
assert knock in hand.legal(1)
(event,) = played.act(1, knock)
assert knock not in hand.legal(1)
assert parse_action(format_value(knock)) == knock and parse_event(format_value(event)) == event
played.act(1, hand.default(1))
played.deal_on(draw)
record = read_record(write_record(played.record()))
assert event in record.events
assert verify_record(record) == hand
narrator = Narrator(wording_of(game.book), {1: 50_000}, lambda seat: f"Seat {seat}", 1)
print([narrator.tell(event.seen_by(1)).say for event in record.events])
"""


def test_events_of_a_plug_in_are_open_to_it(tmp_path):
    folder = tmp_path / "knocking_poker"
    folder.mkdir()
    (folder / "__init__.py").write_text(GAME)
    book = (ROOT / "examples/three_card_poker/house.toml").read_text()
    (folder / "house.toml").write_text(book.replace("three-card-poker", "knocking-poker"))
    games = os.pathsep.join([str(ROOT / "examples/three_card_poker"), str(folder)])
    environment = {**os.environ, "SEVENTH_GAMES": games, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "You knock for luck." in done.stdout
