"""R30 and R37: hidden cards change no byte of the floor console or of its API, whatever the floor does meanwhile.

A round is played twice at the same table, by the same people, at the same times, with the same seeds. Only cards that
nobody was shown differ. Before each step of the round everything the console can say about it is read: every page and
every answer of the API, found by the routes themselves, and the answers to what the floor asks for.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from seventh.fair import Secret
from seventh.fair import shuffled as shuffled_module
from seventh.room.people import accounts, people
from seventh.room.rounds.live_round import LiveRound
from seventh.room.tables import seats
from seventh.rounds.actions import PlaceWagers
from seventh.web import api_floor, pages_floor
from seventh.web.app import create_app
from seventh.web.settings import WebSettings
from tests.room.live.live_room import GAMES, SETTINGS, STUD, Client, Harness, told_at_once
from tests.room.live.test_live_secrecy import NEVER_FOLDED, WAGERS, deck_of, with_others_changed
from tests.web.serving import OPEN

SAME = SETTINGS.but(showing_time=600_000, seed_reveal_delay=10**9, bot_thinks=1)
SEED = bytes(range(32))
TURNED = ("revealing", "showdown")
"""The phases in which the hands that were down are turned up."""

UP: dict[str, dict[str, tuple[int, ...]]] = {STUD: {"players": (3, 4, 5, 6)}, "seven-card-thrill": {"dealer": (7,)}}
"""The cards of a player's hand and of the dealer's that the book deals face up; at the other games there are none."""

READ = [
    route.path
    for route in (*pages_floor.router.routes, *api_floor.router.routes)
    if isinstance(route, APIRoute) and "GET" in (route.methods or ())
]


class Console:
    """A table that is played with a deck of our choice, and everything that the console says meanwhile."""

    def __init__(self, game: str, deck: list[Any]) -> None:
        self.game = game
        self.table = f"{game}-1"
        self.deck = deck
        self.said: list[tuple[str, int, str]] = []
        """Before any hand is turned up: the path, the status and the body of every answer."""
        self.turned: list[tuple[str, int, str]] = []
        """The same from then on."""
        self.up: set[str] = set()
        """The cards that were dealt face up before that."""
        self.moments: set[tuple[str, bool, bool]] = set()
        """When it was read: what was held, whether players had to decide, whether cards lay face down."""
        self._requests = count(1)

    async def run(self, tmp_path, monkeypatch) -> Console:
        numbers = count(1)
        with monkeypatch.context() as patch:
            patch.setattr(people, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
            patch.setattr(seats, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
            patch.setattr(people, "randbelow", lambda _: next(numbers))
            patch.setattr(accounts, "token_bytes", bytes)
            patch.setattr(Secret, "draw", classmethod(lambda cls: Secret(SEED)))
            patch.setattr(shuffled_module, "shuffled_deck", lambda inputs: tuple(self.deck))
            async with Harness(tmp_path, SAME) as harness:
                await self._open(harness)
        return self

    async def _open(self, harness: Harness) -> None:
        staff = await harness.room.people.register("Fran", "a long password", "floor")
        token = await harness.room.sessions.new_token(staff.id, "test")
        app = create_app(harness.room, WebSettings(limits=OPEN), running=True, strict_pages=True)
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app.http), base_url="http://127.0.0.1", headers=headers
        ) as http:
            self.harness, self.http = harness, http
            await self._play()

    async def _play(self) -> None:
        await self._floor("hold", what="deal", why="watching")
        players = {seat: await self.harness.guest() for seat in (1, 2)}
        for seat, client in players.items():
            await client.sit(self.table, seat=seat)
        if self.game != STUD:
            await self._look()
            for client in players.values():
                await client.done(client.answer_to(self.table, PlaceWagers(WAGERS[self.game])))
        decided = 0
        for _ in range(80):
            live = self.harness.table(self.table).snapshot.live
            if live is None:
                break
            await self._look()
            if self.harness.table(self.table).floor.may_deal():
                await self._floor("deal", round=live.id)
                continue
            if decided == 0:
                await self._other_holds(live.id)
            await self._decide(players)
            decided += 1
        assert decided
        await self._look()

    async def _other_holds(self, live: str) -> None:
        """At the first decision: everything stopped, and nothing held."""
        await self._floor("hold", what="all", why="a spilled drink")
        await self._look()
        wrong = {"round": live, "call": "face_up_card", "place": "", "expects": "something else"}
        await self._floor("call", 409, **wrong)
        await self._floor("deal", 409, round=live)
        await self._floor("release")
        await self._look()
        await self._floor("hold", what="deal", why="watching again")

    async def _decide(self, players: dict[int, Client]) -> None:
        live = self.harness.live_at(self.table)
        seat = min(seat for seat in live.hand.to_act if isinstance(seat, int))
        chosen = sorted(
            (action for action in live.hand.legal(seat) if type(action).__name__ in NEVER_FOLDED),
            key=lambda action: NEVER_FOLDED.index(type(action).__name__),
        )
        action = chosen[0] if chosen else live.hand.default(seat)
        await players[seat].done(players[seat].answer_to(self.table, action))

    async def _floor(self, request: str, status: int = 200, **body: str) -> None:
        """A request of the floor; its answer is one of those compared."""
        path = f"/api/floor/tables/{self.table}/{request}"
        answer = await self.http.post(path, json={"id": f"floor-{next(self._requests)}", **body})
        assert answer.status_code == status, answer.text
        self._heard(path, answer)

    async def _look(self) -> None:
        """Read everything that the console can say now."""
        panel = (await self.http.get(f"/api/floor/tables/{self.table}")).json()
        live = self.harness.table(self.table).snapshot.live
        if live is not None and live.hand.phase not in TURNED:
            up, down = dealt(live)
            self.up |= up
            self.moments.add((panel["held"], any(isinstance(seat, int) for seat in live.hand.to_act), bool(down)))
        asked = {"table": self.table, "round_id": panel["round"] or "none"}
        calls = [
            {"call": call["call"], "place": spot["place"]} for call in panel["calls"] for spot in call["spots"]
        ]  # fmt: skip
        for route in READ:
            for query in calls if route.endswith("/call") else [{}]:
                path = str(httpx.URL(route.format(**asked), params=query))
                answer = await self.http.get(path)
                # Nothing is said about a round before it is over.
                expected = (409 if panel["round"] else 404) if "{round_id}" in route else 200
                assert answer.status_code == expected, (path, answer.text)
                self._heard(path, answer)
        for path in ("/floor?show=all", f"/floor/rounds?table={self.table}", f"/api/floor/rounds?table={self.table}"):
            self._heard(path, await self.http.get(path))

    def _heard(self, path: str, answer: httpx.Response) -> None:
        live = self.harness.table(self.table).snapshot.live
        down = live is not None and live.hand.phase not in TURNED
        # Drawn for each page, to protect its forms.
        text = re.sub(r'name="(id|csrf)" value="[^"]*"', "", answer.text)
        (self.said if down else self.turned).append((path, answer.status_code, text))


def dealt(live: LiveRound) -> tuple[set[str], set[str]]:
    """The cards that have been dealt face up and face down, by the book and not by what anybody was shown."""
    places = UP.get(live.hand.game, {})
    hands = {seat: live.hand.held(seat) for seat in live.seats} | {0: live.hand.held("dealer")}
    cards = {(place, number): card.text for place, hand in hands.items() for number, card in enumerate(hand, 1)}
    up = {text for (place, number), text in cards.items() if number in places.get("players" if place else "dealer", ())}
    return up, set(cards.values()) - up


def differing(one: list[tuple[str, int, str]], two: list[tuple[str, int, str]]) -> set[str]:
    """The paths whose answers differ."""
    assert [path for path, *_ in one] == [path for path, *_ in two]
    return {first[0] for first, second in zip(one, two, strict=True) if first != second}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R30_R37_hidden_cards_do_not_change_a_byte_of_the_console(tmp_path, monkeypatch, game):
    deck = deck_of(game, 7)
    first = await Console(game, deck).run(tmp_path / "first", monkeypatch)
    # With cards down: waiting for decisions while the deal is held, while everything is stopped, while nothing is held;
    # and between the steps of the dealer.
    assert {("deal", True, True), ("all", True, True), ("", True, True), ("deal", False, True)} <= first.moments
    other = with_others_changed(deck, first.up, 8)
    assert other != deck
    second = await Console(game, other).run(tmp_path / "second", monkeypatch)
    assert len(first.said) > 100
    assert differing(first.said, second.said) == set()
    assert SEED.hex() not in "".join(text for _, _, text in first.said)
    # The test can fail: the hands that were down are others once they are turned up.
    # The rounds go their own ways then, so that their answers are not paired.
    changed = {path for path, *_ in set(first.turned) ^ set(second.turned)}
    assert {f"/floor/tables/{first.table}", f"/api/floor/tables/{first.table}"} <= changed
