"""The HTTP API against its OpenAPI schema: fuzzed as each role, and every operation used successfully."""

from __future__ import annotations

import asyncio
import json
from base64 import b32decode
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import data, sampled_from
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    response_schema_conformance,
    status_code_conformance,
)

from seventh.room.people.second_factor import STEP, totp
from seventh.web.app import schema_of
from seventh.web.autoplay import play
from seventh.web.client import connect
from tests.effort import EFFORT
from tests.waiting import LIMIT, soon
from tests.web.serving import Server, serving

ROLES = ("nobody", "guest", "player", "floor", "auditor", "admin")
EXAMPLES = 4
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def described():
    with serving() as running:
        yield running


def token_for(server: Server, role: str) -> str:
    if role == "nobody":
        return ""
    return server.guest() if role == "guest" else server.account(f"Attacker {role}", role)


@pytest.mark.slow
def test_nothing_fails_and_every_answer_is_as_described(described):
    """Random requests by the schema, each made in every role: never a 5xx, and every answer is one that is written
    down."""
    tokens = {role: token_for(described, role) for role in ROLES}
    headers = {role: {"Authorization": f"Bearer {token}"} if token else {} for role, token in tokens.items()}
    schema = schemathesis.openapi.from_dict(schema_of(described.app))
    schema.config.update(base_url=described.url)
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok), operation
        attack(operation.ok(), headers)


def attack(operation: Any, headers: dict[str, dict[str, str]]) -> None:
    """Send requests that the description allows, and some that it does not, each as everybody: making a request up
    takes longer than sending it."""

    @settings(
        max_examples=EXAMPLES * EFFORT,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=data())
    def attacked(case: Any) -> None:
        mode = case.draw(sampled_from((GenerationMode.POSITIVE, GenerationMode.NEGATIVE)))
        request = case.draw(operation.as_strategy(generation_mode=mode))
        for role, authorization in headers.items():
            answer = request.call(headers=authorization, timeout=LIMIT)
            assert answer.status_code < 500, (operation.label, role, answer.text)
            request.validate_response(answer, checks=[status_code_conformance, response_schema_conformance])

    attacked()


@pytest.mark.slow
def test_every_operation_is_seen_to_succeed(server):
    """Each operation of the description answers 2xx to somebody who may use it, with what it wants."""
    schema = schema_of(server.app)
    wanted = {
        f"{method.upper()} {path}"
        for path, methods in schema["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    }
    seen = walk(server)
    assert wanted - seen == set()
    assert seen - wanted == set()


def walk(server: Server) -> set[str]:
    """Use every operation once as it is meant."""
    seen: set[str] = set()

    def do(
        as_: httpx.Client | None, method: str, path: str, body: Any = None, template: str = "", **values: str
    ) -> Any:
        client = as_ or server.browser()
        answer = client.request(method, path.format(**values), json=body)
        assert 200 <= answer.status_code < 300, (method, path, answer.status_code, answer.text)
        seen.add(f"{method} {template or path}")
        return answer

    def somebody(role: str, name: str) -> httpx.Client:
        return server.browser(headers={"Authorization": f"Bearer {server.account(name, role, PASSWORD)}"})

    # Logging in.
    browser = server.browser()
    me = do(browser, "POST", "/api/guest", {}).json()["me"]
    browser.headers["X-CSRF-Token"] = me["csrf"]
    do(browser, "GET", "/api/me")
    now = do(browser, "POST", "/api/me/upgrade", {"name": "Walker", "password": PASSWORD}).json()
    browser.headers["X-CSRF-Token"] = now["csrf"]
    do(browser, "POST", "/api/me/password", {"old": PASSWORD, "new": "another horse entirely"})
    browser.headers["X-CSRF-Token"] = do(browser, "GET", "/api/me").json()["csrf"]
    for remove in (
        lambda: do(browser, "POST", "/api/me/second-factor/remove", {"password": "another horse entirely"}),
        lambda: do(
            somebody("admin", "Locksmith"),
            "DELETE",
            "/api/admin/people/{person}/second-factor",
            person=me["id"],
        ),
    ):
        secret = do(browser, "POST", "/api/me/second-factor", {"password": "another horse entirely"}).json()["secret"]
        code = totp(b32decode(secret), server.call(server.room.clock.now) // 1000 // STEP)
        do(browser, "POST", "/api/me/second-factor/confirm", {"code": code})
        remove()
    token = do(browser, "POST", "/api/me/tokens", {"name": "walking"}).json()
    do(browser, "GET", "/api/me/tokens")
    do(browser, "GET", "/api/me/statement")
    do(browser, "GET", "/api/me/limits")
    limit = "/api/me/limits/{kind}/{period}"
    do(browser, "PUT", limit, {"amount": 100_000_000}, kind="loss", period="day")
    do(browser, "PUT", "/api/me/reality-check", {"minutes": 30})
    do(browser, "POST", "/api/me/reality-check/go-on")
    resting = somebody("player", "Resting")
    do(resting, "POST", "/api/me/time-out", {"hours": 1})
    do(resting, "POST", "/api/me/self-exclusion", {"months": None, "confirm": "exclude"})
    seat = do(browser, "POST", "/api/seat", {"game": "high-card-flush", "buy_in": 30_000}).json()
    opened = do(browser, "POST", "/api/tables", {"game": "seven-card-stud"}).json()
    do(browser, "GET", "/api/tables")
    do(None, "GET", "/api/log")
    do(browser, "GET", "/api/tables/{table}", table=seat["table"])
    rounds(server, token["token"], seat["table"], opened)
    played = do(browser, "GET", "/api/me/rounds").json()
    do(browser, "GET", "/api/me/rounds.csv")
    do(browser, "GET", "/api/me/results.json")
    do(browser, "GET", "/api/me/results.csv")
    record = do(browser, "GET", "/api/rounds/{round_id}/record", round_id=played["rounds"][-1]["id"]).json()
    do(None, "POST", "/api/replay", {"text": json.dumps(record)})
    for path in ("", "/record", "/phh", "/proof", "/commitment"):
        hand = next(line["id"] for line in played["rounds"] if line["table"] == opened["table"])
        do(browser, "GET", "/api/rounds/{round_id}" + path, round_id=hand)
    do(browser, "DELETE", "/api/me/tokens/{token}", token=token["about"]["id"])
    do(browser, "POST", "/api/logout")
    do(somebody("player", "Walking away"), "POST", "/api/me/logout-everywhere")
    walker = do(None, "POST", "/api/login", {"name": "Walker", "password": "another horse entirely"}).json()["me"]["id"]
    assert walker == me["id"]
    poor = server.browser(headers={"Authorization": f"Bearer {server.guest()}"})
    person = do(poor, "GET", "/api/me").json()["id"]
    make_poor(server, person)
    do(poor, "POST", "/api/me/refill", {"id": "once"})
    do(poor, "POST", "/api/me/delete", {"confirm": "delete"})
    do(None, "POST", "/api/register", {"name": "Second Walker", "password": PASSWORD})
    # Rules.
    do(None, "GET", "/api/games")
    do(None, "GET", "/api/games/{game}/rules", game="boston-7-stud")
    do(None, "GET", "/api/games/{game}/edge", game="seven-card-thrill")
    do(None, "POST", "/api/lab/{game}", {"values": {"pays.flush.five_cards": "15"}}, game="high-card-flush")
    row = {"row": "pays.flush.five_cards"}
    do(None, "POST", "/api/lab/{game}/row", row, game="high-card-flush")
    do(None, "POST", "/api/equity", {"hands": ["(AsAh)Ad2c3c4d", "(KsKh)Kd9c8d7d"]})
    # The staff.
    admin, floor, auditor = (somebody(role, f"Walking {role}") for role in ("admin", "floor", "auditor"))
    made = do(admin, "POST", "/api/admin/people", {"name": "Made", "password": PASSWORD}).json()["id"]
    do(floor, "GET", "/api/admin/people")
    do(admin, "POST", "/api/admin/people/{person}/role", {"role": "floor"}, person=made)
    do(admin, "POST", "/api/admin/people/{person}/password", {"new": "quite new words"}, person=made)
    do(auditor, "GET", "/api/admin/people/{person}/statement", person=walker)
    do(auditor, "GET", "/api/admin/balance")
    do(floor, "POST", "/api/admin/closures", {"scope": "table", "who": "boston-7-stud-2", "why": "a spill"})
    do(auditor, "GET", "/api/admin/closures")
    path = "/api/admin/closures/{scope}"
    do(floor, "DELETE", path + "?who=boston-7-stud-2", template=path, scope="table")
    walk_the_floor(server, do, floor, admin, walker)
    # Houses.
    house = "/api/admin/houses/{house}"
    do(admin, "POST", house, {"toml": 'game = "high-card-flush"\npays.flush.five_cards = 15'}, house="walked")
    do(auditor, "GET", house, house="walked")
    do(floor, "GET", f"{house}/{{version}}", house="walked", version="1")
    do(admin, "POST", f"{house}/tables", house="walked")
    do(admin, "POST", f"{house}/retire", {"version": 1}, house="walked")
    do(admin, "POST", f"{house}/back", house="walked")
    do(None, "GET", "/api/houses")
    for report in ("hold", "chip-flow", "shuffles"):
        do(auditor, "GET", f"/api/oversight/{report}.json")
        do(auditor, "GET", f"/api/oversight/{report}.csv")
    return seen


def walk_the_floor(
    server: Server, do: Callable[..., Any], floor: httpx.Client, admin: httpx.Client, walker: str
) -> None:
    """The floor's operations, at a table of stud that is dealt step by step."""
    token = server.guest()
    guest = server.browser(headers={"Authorization": f"Bearer {token}"})
    table = do(guest, "POST", "/api/seat", {"game": "seven-card-stud", "buy_in": 30_000}).json()["table"]
    at = "/api/floor/tables/{table}"
    do(floor, "GET", "/api/floor/tables")
    do(floor, "POST", f"{at}/hold", {"id": "hold", "what": "deal", "why": "a lesson"}, table=table)

    def shown() -> Any:
        return do(floor, "GET", at, table=table).json()

    async def hand() -> None:
        async with connect(server.url, token) as client:
            await client.watch(table)
            live = (await soon(lambda: (now := shown())["round"] and now, "a hand"))["round"]
            await soon(lambda: dealt(live), "the first deal")
            (void,) = (call for call in shown()["calls"] if call["call"] == "void_round")
            wanted = {"id": "void", "round": live, "call": "void_round", "why": "a lesson"}
            spot = void["spots"][0]
            do(floor, "POST", f"{at}/call", {**wanted, "place": spot["place"], "expects": spot["expects"]}, table=table)
            do(floor, "POST", f"{at}/release", {"id": "release"}, table=table)
            do(floor, "GET", "/api/floor/rounds")
            do(floor, "GET", "/api/floor/rounds/{round_id}/bundle.zip", round_id=live)

    def dealt(live: str) -> bool:
        """The client seeds may not be closed yet."""
        body = {"id": "deal", "round": live}
        if floor.post(at.format(table=table) + "/deal", json=body).status_code != 200:
            return False
        do(floor, "POST", f"{at}/deal", body, table=table)  # again, with the same id
        return True

    asyncio.run(asyncio.wait_for(hand(), LIMIT))
    person = do(guest, "GET", "/api/me").json()["id"]
    do(floor, "POST", f"{at}/remove", {"id": "remove", "person": person, "why": "closing time"}, table=table)
    do(floor, "POST", f"{at}/let_in", {"id": "let in", "person": person}, table=table)
    do(floor, "GET", "/api/floor/flags")
    do(floor, "GET", "/api/floor/log")
    do(floor, "POST", "/api/floor/adjustments", {"id": "more", "person": walker, "amount": 100, "why": "a mistake"})
    proposed = do(floor, "GET", "/api/floor/adjustments").json()["adjustments"][0]["id"]
    body = {"id": "approved", "approve": True}
    do(admin, "POST", "/api/floor/adjustments/{adjustment}", body, adjustment=proposed)


def rounds(server: Server, token: str, table: str, opened: dict[str, str]) -> None:
    """Play a round against the dealer, and a hand of stud against bots."""

    async def go() -> None:
        async with connect(server.url, token) as client:
            await client.watch(table)
            await play(client, table, 1, lambda n: 0)
            await client.leave(table)
            await client.watch(opened["table"], opened["invitation"])
            await client.sit(opened["table"], 30_000)
            await play(client, opened["table"], 1, lambda n: 0)
            await client.leave(opened["table"])

    asyncio.run(asyncio.wait_for(go(), LIMIT))


def make_poor(server: Server, person: str) -> None:
    """Take a guest's chips away."""

    async def take() -> None:
        from seventh.room.changes import Change, Transfer
        from seventh.room.ledger import HOUSE, wallet

        chips = server.room.cashier.wallet(person)
        spent = Transfer("test:poor", wallet(person), HOUSE, chips, "test")
        await server.room.cashier.commit(Change(transfers=(spent,)))

    server.run(take())


def test_the_description_names_what_goes_wrong(described):
    schema = schema_of(described.app)
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            assert {"422", "429"} <= set(answers), (method, path)
            if path.startswith("/api/admin"):
                assert {"401", "403"} <= set(answers), (method, path)
            problem = answers["422"]["content"]["application/json"]["schema"]["$ref"]
            assert problem.endswith("/Problem")
            assert operation.get("description"), (method, path)
