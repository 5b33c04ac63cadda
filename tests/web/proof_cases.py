"""Rounds for the browser's verifier: honest ones of every game, and forged ones with the line that must turn red."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from seventh.fair import Disproved, verify, verify_standalone
from seventh.records import NotARecord, Record, StandaloneProof, proof_data, read_evidence, seen_by, write_record
from tests.fair.fair_rounds import GAMES, STUD, Played

replace = msgspec.structs.replace

Case = dict[str, Any]
"""`text` of the file, the viewer's `seat`, and for a forged one `where` it was changed and the `line` that is wrong."""

GOLDEN = Path(__file__).parents[1] / "records" / "golden"
KINDS = {"house rules": "rules", "server seed": "seed", "client seeds": "client_seeds"}
"""What Python's report calls the lines that have another name in the browser."""


def own_record(played: Played, seat: int) -> Record:
    """What a player has while the server seed is secret."""
    whole = played.record(seat, revealed=False)
    return replace(seen_by(whole, seat), proof=whole.proof)


def proof_text(record: Record) -> str:
    """The proof of a record, as a file of its own."""
    assert record.proof is not None
    return json.dumps(proof_data(StandaloneProof(record.game, record.proof)))


def honest(count: int) -> Iterator[Case]:
    """Random rounds of all games, some of them not over: the record, and at stud also a player's, or else the proof."""
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        played = Played(game, number, folds=(0.0, 0.1, 0.3)[number % 3], stop=0.97 if number % 5 == 0 else 1.0)
        seat = min(played.hand.seats)
        record = played.record()
        yield {"text": write_record(record), "seat": seat, "round": number}
        if game == STUD and number % 8 == 3:
            yield {"text": write_record(own_record(played, seat)), "seat": seat, "round": number}
        elif number % 8 == 2:
            yield {"text": proof_text(record), "seat": 0, "round": number}


def golden() -> Iterator[Case]:
    """Records of every version and kind, also of cards that a person shuffled."""
    for path in sorted(GOLDEN.glob("*.json")):
        yield {"text": path.read_text(encoding="utf-8"), "seat": 1, "round": path.name}


def verdict(text: str) -> tuple[str, set[str]]:
    """What Python's verifier finds: the kind of problem or nothing, and what it checked, by the browser's names."""
    try:
        evidence = read_evidence(text)
        found = verify_standalone(evidence) if isinstance(evidence, StandaloneProof) else verify(evidence)
    except NotARecord:
        return "not a record", set()
    except Disproved as wrong:
        return wrong.what, set()
    kinds = {line.partition(":")[0] for line in found.checked} - {"settlement", "corrections"}  # the rules' part
    return "", {KINDS.get(kind, kind) for kind in kinds}


# Forgeries.

MONEY = ("amount", "amounts", "to", "returned", "payoff")
OPENINGS = 9
"""Of the openings, which are alike, every ninth is changed, field by field, and the last."""
DEALS = ("dealt", "burned", "burns_shuffled")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every single value in a file, with its path."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        yield path, value
        return
    for key, item in items:
        yield from leaves(item, (*path, key))


def changed(value: Any) -> Any:
    """Another value of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return value[:-1] + ("0" if value[-1:] != "0" else "1")


def forgeries(text: str, seat: int) -> Iterator[Case]:
    """A file with each value that the proof and the sums cover changed, one at a time."""
    data = json.loads(text)
    for path, value in leaves(data):
        for line, new in _changes(data, path, value):
            forged = deepcopy(data)
            at = forged
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = new
            yield {"text": json.dumps(forged), "seat": seat, "where": "/".join(map(str, path)), "line": line}


def _changes(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> Iterator[tuple[str, Any]]:
    """The changes of one value, each with the line that must be wrong."""
    if path[0] == "house" and value is not None:
        yield "rules", changed(value) if value != "" else "x"
    elif path == ("house_hash",):
        yield "rules", changed(value)
    elif path[0] == "seats" or (path[0] == "result" and data["result"]):
        yield "sums", changed(value)
    elif path[0] == "steps" and data["proof"]:
        yield from _step_changes(data, path, value)
    elif path[0] == "proof" and len(path) > 1:
        line = _proof_line(data["proof"], path[1:], whole=True)
        if line:
            yield line, changed(value)
    elif "record" not in data and path[0] not in ("proof", "game") and value != "":
        line = _proof_line({**data, "server_seed": data["seed"]}, path, whole=False)
        if line:
            yield line, changed(value)


def _step_changes(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> Iterator[tuple[str, Any]]:
    step = data["steps"][path[1]]
    if path[2] == "who":
        return
    event = step["events"][path[3]] if path[2] == "events" else None
    moves = [event] if event else step["events"]
    if path[-1] in ("cards", "card", "order") and any(moved["event"] in DEALS for moved in moves):
        yield from (("deck", cards) for cards in _other_cards(value))
    elif data["result"] and event and path[4] in MONEY:
        yield "sums", changed(value)


def _other_cards(cards: str) -> Iterator[str]:
    """The first and the last card exchanged for one that is not there."""
    there = {cards[place : place + 2] for place in range(0, len(cards), 2)}
    other = next(card for card in ("As", "2c", "Kd", "7h", "Ts", "9c", "3d", "Qh") if card not in there)
    for place in {0, len(cards) - 2}:
        if cards[place : place + 2] != "??":
            yield cards[:place] + other + cards[place + 2 :]


def _proof_line(proof: dict[str, Any], path: tuple[Any, ...], whole: bool) -> str:
    """The line of a field of the proof; empty if only the seed or the record can show the change, and is missing."""
    field, seed, root, openings = path[0], proof.get("server_seed"), proof.get("root"), proof.get("openings", ())
    if field == "scheme":
        return "proof"
    if field == "openings":
        several = path[1] % OPENINGS and path[1] < len(openings) - 1
        return "openings" if not several and (whole or not openings[path[1]].get("tree")) else ""
    if field in ("server_seed", "seed", "seed_hash"):
        return "seed" if seed else ""
    if field in ("table", "round", "client_seeds"):
        return "" if not seed else "root" if root else "deck" if whole else ""
    if field == "root":
        return "root" if seed else "openings" if openings else ""
    if field == "shuffle_roots" and whole:
        used = any(opening.get("tree") == path[1] + 1 for opening in openings)
        return "shuffles" if seed else "openings" if used else ""
    return ""
