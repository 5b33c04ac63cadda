"""Replays over HTTP: one's own, those that are shared, files, and pictures."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from seventh.games import book_house
from seventh.records import phh, write_record
from seventh.rounds.events import Settled
from seventh.rounds.narration import codes
from seventh.web import picture
from seventh.web.replay_files import MOST_STEPS
from seventh.web.settings import Limits, Rate
from tests.known import known
from tests.records.playing_any import random_round
from tests.records.playing_stud import RandomHand
from tests.waiting import LIMIT
from tests.web.serving import OPEN, Server, serving
from tests.web.test_pages import played

GOLDEN = Path(__file__).parents[1] / "records" / "golden"
TABLES = ("high-card-flush-1", "boston-7-stud-1", "seven-card-thrill-1", "seven-card-stud-1")


class Owner:
    """A person with a finished round at each of these tables."""

    def __init__(self, server: Server, tables: tuple[str, ...] = TABLES) -> None:
        self.server, self.token = server, server.guest()
        played(server, self.token, tables)
        lines = self.get("/api/me/rounds").json()["rounds"]
        self.rounds = {line["game"]: line["id"] for line in lines if line["state"] == "played"}

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.server.url + path, headers=self._headers, timeout=LIMIT)

    def post(self, path: str) -> httpx.Response:
        return httpx.post(self.server.url + path, headers=self._headers, timeout=LIMIT)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


@pytest.fixture(scope="module")
def owner(server: Server) -> Owner:
    return Owner(server)


def boot_of(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(known(re.search(r'id="bootstrap">(.*?)</script>', text, re.S))[1])
    return found


def test_R42_a_replay_ends_as_the_round_page_says(owner):
    assert len(owner.rounds) == 4
    for game, name in owner.rounds.items():
        page = owner.get(f"/me/rounds/{name}/replay")
        assert page.status_code == 200
        boot = boot_of(page.text)
        told = owner.get(f"/api/rounds/{name}").json()
        seat, last = told["line"]["seat"], boot["steps"][-1]["frame"]["round"]["view"]
        mine = next(line for line in last["seats"] if line["seat"] == seat)
        assert (boot["viewer"], last["phase"], last["viewer"]) == (seat, "closed", seat)
        assert mine["stack"] == told["line"]["after"]
        assert mine["net"] == told["line"]["net"]
        events = [event for step in told["steps"] for event in step["events"]]
        assert [event for step in boot["steps"] for event in step["frame"]["events"]] == events, game
        text = html.unescape(page.text)
        for step in boot["steps"]:
            assert step["says"]
        assert f'href="/me/rounds/{name}/replay"' in owner.get(f"/me/rounds/{name}").text
        assert "Replay" in text


def test_R30_nobody_else_sees_or_shares_a_round(owner, server):
    other = server.guest()
    name = owner.rounds["high-card-flush"]
    headers = {"Authorization": f"Bearer {other}"}
    for path in (f"/me/rounds/{name}/replay", f"/me/rounds/{name}.svg"):
        assert httpx.get(server.url + path, headers=headers).status_code == 404
        assert httpx.get(server.url + path).status_code in (303, 401)
    assert httpx.post(f"{server.url}/me/rounds/{name}/share", headers=headers).status_code == 404
    assert httpx.post(f"{server.url}/me/rounds/{name}/share").status_code == 403, "a form without its token"


def test_a_link_is_made_on_purpose_and_ends_when_its_owner_deletes_it(owner, server):
    name = owner.rounds["seven-card-stud"]
    page = f"/me/rounds/{name}"
    assert "/r/" not in owner.get(page).text
    assert owner.post(f"{page}/share").status_code == 303
    link = known(re.search(r'href="(http[^"]+/r/[\w-]{22})"', owner.get(page).text))[1]
    owner.post(f"{page}/share")
    assert link in owner.get(page).text, "the same link as before"
    shown = httpx.get(link)
    assert shown.status_code == 200
    assert shown.headers["X-Robots-Tag"] == "noindex"
    boot = boot_of(shown.text)
    told = owner.get(f"/api/rounds/{name}").json()
    for who in told["seats"].values():
        assert who not in shown.text
    assert {seat["name"] for seat in boot["steps"][0]["frame"]["seats"]} == {f"Seat {seat}" for seat in told["seats"]}
    assert not any(step["at"] for step in boot["steps"])
    assert name not in shown.text
    assert httpx.get(f"{link}.svg").status_code == 200
    assert owner.post(f"{page}/unshare").status_code == 303
    for gone in (link, f"{link}.svg", f"{server.url}/r/{'x' * 22}"):
        answer = httpx.get(gone)
        assert answer.status_code == 404
        assert "its owner has deleted it" in answer.text
    owner.post(f"{page}/share")
    again = known(re.search(r'href="(http[^"]+/r/[\w-]{22})"', owner.get(page).text))[1]
    assert again != link, "a deleted link does not come back"


def test_links_end_with_their_owners_account(server):
    person = Owner(server, ("high-card-flush-2",))
    name = person.rounds["high-card-flush"]
    person.post(f"/me/rounds/{name}/share")
    link = known(re.search(r'href="(http[^"]+/r/[\w-]{22})"', person.get(f"/me/rounds/{name}").text))[1]
    who = server.room.people.person(person.get("/api/me").json()["id"])
    server.run(server.room.delete_person(who))
    assert httpx.get(link).status_code == 404


def test_the_picture_shows_the_cards_and_the_result(owner):
    for name in owner.rounds.values():
        answer = owner.get(f"/me/rounds/{name}.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        root = ElementTree.fromstring(answer.text)
        cards = [part.attrib["data-card"] for part in root.iter() if "data-card" in part.attrib]
        last = boot_of(owner.get(f"/me/rounds/{name}/replay").text)["steps"][-1]["frame"]["round"]["view"]
        parts = [last.get("dealer", ""), last.get("common", ""), *(line["cards"] for line in last["seats"])]
        assert sorted(cards) == sorted(code for text in parts for code in codes(text))
        assert "http" not in answer.text.replace("http://www.w3.org", ""), "needs nothing else"
        ids = {part.attrib["id"] for part in root.iter() if "id" in part.attrib}
        used = {part.attrib["href"][1:] for part in root.iter() if part.tag.endswith("use")}
        assert used <= ids


# Files.


def posted(server: Server, text: str | bytes, name: str = "a file", **form: str) -> httpx.Response:
    content = text if isinstance(text, bytes) else text.encode()
    return httpx.post(f"{server.url}/replay", files={"file": (name, content)}, data=form, timeout=LIMIT)


def error_in(answer: httpx.Response) -> str:
    return html.unescape(known(re.search(r'<p class="error" role="alert">(.*?)</p>', answer.text, re.S))[1])


@pytest.mark.parametrize("game", ["high-card-flush", "boston-7-stud", "seven-card-thrill", "seven-card-stud"])
def test_a_record_file_is_replayed(server, game):
    record = (
        RandomHand(Random("file")).play().record() if game == "seven-card-stud" else random_round(game, 4, trouble=0)
    )
    answer = posted(server, write_record(record), "round.json")
    assert answer.status_code == 200
    boot = boot_of(answer.text)
    final = {line["seat"]: line["stack"] for line in boot["steps"][-1]["frame"]["round"]["view"]["seats"]}
    assert final == known(record.result).stacks
    seat = str(max(record.seats))
    again = boot_of(posted(server, write_record(record), "round.json", seat=seat).text)
    assert str(again["viewer"]) == seat


def test_a_phh_file_is_replayed_hand_by_hand_and_seat_by_seat(server):
    records = [RandomHand(Random(f"phh {n}"), folds=0.05).play().record() for n in range(2)]
    one, two = (phh.write(record) for record in records)
    boot = boot_of(posted(server, one, "hand.phh").text)
    assert boot["viewer"] is None
    assert "??" not in "".join(line["cards"] for line in boot["steps"][-1]["frame"]["round"]["view"]["seats"])
    seats = boot["steps"][0]["frame"]["seats"]
    seen = boot_of(posted(server, one, "hand.phh", seat=str(seats[0]["seat"])).text)
    first = {line["seat"]: line["cards"] for line in seen["steps"][1]["frame"]["round"]["view"]["seats"]}
    assert "??" not in first.pop(seats[0]["seat"])
    assert all("??" in cards for cards in first.values())
    both = f"[1]\n{one}\n[2]\n{two}"
    for number in ("1", "2"):
        found = boot_of(posted(server, both, "hands.phhs", hand=number).text)
        alone = boot_of(posted(server, (one, two)[int(number) - 1], "hand.phh").text)
        assert found["steps"][-1]["frame"] == alone["steps"][-1]["frame"]
    assert "no hand 3" in error_in(posted(server, both, "hands.phhs", hand="3"))
    assert "nobody is in seat 99" in error_in(posted(server, one, "hand.phh", seat="99")).lower()


@pytest.mark.parametrize(
    "file", sorted(GOLDEN.glob("*.phh")) + sorted(GOLDEN.glob("fair-*.json")), ids=lambda f: f.name
)
def test_golden_files_are_replayed(server, file):
    answer = posted(server, file.read_text(), file.name)
    assert answer.status_code == 200, error_in(answer)


def bad_files() -> dict[str, tuple[str | bytes, str]]:
    good = write_record(random_round("high-card-flush", 4, trouble=0))
    hand = phh.write(RandomHand(Random("bad")).play().record())
    record = json.loads(good)
    step = next(step for step in record["steps"] if step["action"]["action"] == "place_wagers")
    forged = json.loads(good)
    forged["result"]["stacks"] = {seat: chips + 1 for seat, chips in forged["result"]["stacks"].items()}
    return {
        "empty": ("", "the file is empty"),
        "nothing": ("   \n", "the file is empty"),
        "not text": (b"\xff\xfe\x00", "not a record or a PHH file (not UTF-8 text)"),
        "not JSON": ("{", "not JSON"),
        "no record": ('{"a": 1}', "not a record of a round"),
        "newer": ('{"record": 99}', "a record of version 99"),
        "another game": ('{"record": 3, "game": "whist"}', "whist"),
        "a forged result": (json.dumps(forged), "but the record says"),
        "prose": ("Once upon a time", ""),
        "another variant": ('variant = "NT"\nactions = []', ""),
        "a broken hand": (hand.replace("f'", "x'").replace(" f", " zz"), ""),
        "too long": (json.dumps({**record, "steps": [step] * (MOST_STEPS + 1)}), f"{MOST_STEPS + 1} steps"),
    }


@pytest.mark.parametrize("kind", bad_files())
def test_a_bad_file_gets_one_clear_line(server, kind):
    text, says = bad_files()[kind]
    answer = posted(server, text, "bad.txt")
    assert answer.status_code == 422
    line = error_in(answer)
    assert says.lower() in line.lower()
    assert line.startswith("bad.txt: ")
    assert "\n" not in line.strip()
    assert "Traceback" not in answer.text


def test_a_form_without_a_file_and_without_a_script(server):
    answer = httpx.post(f"{server.url}/replay", data={})
    assert (answer.status_code, "hoose a file first" in answer.text) == (422, True)
    assert 'type="file"' in httpx.get(f"{server.url}/replay").text


def test_the_api_replays_a_file_too(server):
    record = random_round("seven-card-thrill", 4, trouble=0)
    answer = httpx.post(f"{server.url}/api/replay", json={"text": write_record(record)})
    assert answer.status_code == 200
    told = answer.json()
    assert told["seat"] == min(record.seats)
    assert told["steps"][-1]["frame"]["round"]["view"]["phase"] == "closed"
    bad = httpx.post(f"{server.url}/api/replay", json={"text": "nothing"})
    assert (bad.status_code, bad.json()["where"]) == (422, "file")


def test_R34_files_are_limited_in_size_and_number():
    tight = Limits(**{**vars(OPEN), "replays": Rate(2, 0.001), "upload_bytes": 100_000})
    text = write_record(random_round("high-card-flush", 4, trouble=0))
    with serving(limits=tight) as server:
        assert posted(server, "x" * 200_000).status_code == 413
        long = text.replace("{", "{" + " " * 80_000, 1)
        assert posted(server, long).status_code == 200, "larger than other requests may be"
        assert httpx.post(f"{server.url}/login", content=b"x" * 80_000).status_code == 413
        assert posted(server, text).status_code == 200
        last = posted(server, text)
        assert (last.status_code, "Too many files" in last.text) == (429, True)


def test_results_over_http(owner, server):
    page = owner.get("/me/results")
    assert page.status_code == 200
    data = owner.get("/api/me/results.json").json()
    lines = [line for line in owner.get("/api/me/rounds").json()["rounds"] if line["state"] == "played"]
    assert data["net"] == sum(line["net"] for line in lines)
    assert data["wagered"] == sum(line["wagered"] for line in lines)
    assert data["rounds"] == len(lines)
    assert owner.get("/api/me/results.csv").text.count("\n") >= len(lines) + 1
    one = owner.get("/api/me/results.json?game=high-card-flush").json()
    assert one["net"] == sum(line["net"] for line in lines if line["game"] == "high-card-flush")
    assert owner.get("/me/results?game=whist").status_code == 422
    assert owner.get("/me/results?days=3").status_code == 422
    assert httpx.get(f"{server.url}/me/results").status_code == 303
    new = {"Authorization": f"Bearer {server.guest()}"}
    assert "No finished rounds" in httpx.get(f"{server.url}/me/results", headers=new).text


def test_B12_the_picture_says_that_a_lost_ante_is_paid_its_bonus():
    line = Settled(1, "ante", 500, "lose", 0, 500, "B12", "three_of_a_kind")
    (told,) = picture._settled(SimpleNamespace(settled=(line,)), book_house("boston-7-stud"))
    assert told == "Ante, $5: loses, bonus pays $5"
