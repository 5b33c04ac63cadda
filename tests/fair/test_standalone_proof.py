"""R6: a proof without its record: `seventh verify` checks what it can, says what it cannot, detects forgeries."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from seventh.fair import Disproved, verify_standalone
from seventh.records import NotARecord, Record, StandaloneProof, proof_data, read_evidence, write_record
from tests.fair.fair_rounds import GAMES, STUD, Played, with_shuffled_burns

GOLDEN = Path(__file__).parent / "golden"
PROOFS = sorted(GOLDEN.glob("*.proof.json"))
RECORD_NEEDED = "cards as dealt, rules and settlement: need the round's record"


def golden(name):
    return json.loads((GOLDEN / f"{name}.proof.json").read_text(encoding="utf-8"))


def run(*words):
    return subprocess.run([sys.executable, "-m", "seventh", "verify", *map(str, words)], capture_output=True, text=True)


def verified(data):
    evidence = read_evidence(json.dumps(data))
    assert isinstance(evidence, StandaloneProof)
    return verify_standalone(evidence)


def disproved(data, what, message):
    with pytest.raises(Disproved) as caught:
        verified(data)
    assert caught.value.what == what, str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def flipped(text):
    """The same text with one digit changed."""
    return ("1" if text[0] == "0" else "0") + text[1:]


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.name.removesuffix(".proof.json"))
def test_R6_a_golden_proof_verifies_and_is_written_the_same_way(path):
    text = path.read_text(encoding="utf-8")
    alone = read_evidence(text)
    assert isinstance(alone, StandaloneProof)
    assert proof_data(alone) == json.loads(text)
    assert RECORD_NEEDED in verify_standalone(alone).unchecked


def test_golden_proofs_hold_every_game():
    assert {golden(path.name.removesuffix(".proof.json"))["game"] for path in PROOFS} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_R6_the_deck_of_a_proof_is_the_one_that_was_dealt(game):
    played = Played(game, 5)
    found = verify_standalone(StandaloneProof(game, played.record().proof))
    deck = "".join(card.text for card in played.shuffled.deck)
    assert any(line.startswith("deck: ") and line.endswith(deck) for line in found.checked)
    assert any(line.endswith(played.shuffled.seed_hash) for line in found.checked)


def test_R6_without_the_seed_the_openings_are_checked():
    found = verified(golden("seven-card-stud-unrevealed"))
    assert [line.partition(":")[0] for line in found.checked] == ["openings"]
    assert found.unchecked[0] == "server seed and deck: the seed is not revealed yet"


def test_R6_shuffles_of_the_burns_need_the_record():
    assert "shuffles of the burns" in verified(golden("seven-card-stud-burns-shuffled")).unchecked[0]
    played = with_shuffled_burns()
    seat = next(iter(played.hand.seats))
    alone = StandaloneProof(STUD, played.record(seat, revealed=False).proof)
    found = verify_standalone(alone)
    opened = [opening for opening in alone.proof.openings if not opening.tree]
    assert found.checked == (f"openings: {len(opened)} cards of the deck, each under the root",)


@pytest.mark.parametrize(
    ("name", "field", "what"),
    [
        ("high-card-flush", "seed", "seed"),
        ("high-card-flush", "seed_hash", "seed"),
        ("seven-card-stud", "root", "root"),
        ("seven-card-stud", "table", "root"),
        ("seven-card-stud", "round", "root"),
    ],
)
def test_R6_a_tampered_proof_is_disproved(name, field, what):
    data = golden(name)
    disproved({**data, field: flipped(data[field])}, what, "")


def test_R6_a_tampered_client_seed_is_disproved_at_stud():
    data = golden("seven-card-stud")
    seat, seed = next(iter(data["client_seeds"].items()))
    disproved({**data, "client_seeds": {**data["client_seeds"], seat: flipped(seed)}}, "root", "was published")
    disproved({**data, "client_seeds": {**data["client_seeds"], "0": seed}}, "client seeds", "a number from 1")


def test_R6_a_tampered_opening_is_disproved():
    data = golden("seven-card-stud-unrevealed")
    first, *rest = data["openings"]
    other = "As" if first["card"] != "As" else "Ks"
    disproved(
        {**data, "openings": [{**first, "card": other}, *rest]}, "opening", f"does not verify {other} against the root"
    )
    disproved({**data, "openings": [first, first]}, "opening", "is opened twice")
    disproved({**data, "openings": [{**first, "tree": 9}]}, "opening", "there was no such shuffle")
    disproved({**data, "root": ""}, "root", "has no root")


def test_R6_a_proof_with_what_its_game_does_not_have_is_disproved():
    disproved({**golden("high-card-flush"), "root": "00" * 32}, "root", "no commitments to single cards")
    disproved({**golden("high-card-flush"), "scheme": 2}, "proof", "unknown scheme 2")


def test_R6_a_round_that_ended_before_its_first_card_has_no_root():
    data = golden("seven-card-stud")
    assert any(line.startswith("root: none") for line in verified({**data, "root": ""}).unchecked)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"proof": None}, "a proof from an earlier release"),
        ({"proof": 2}, "a proof of version 2"),
        ({"game": "bridge"}, "unknown game 'bridge'"),
        ({"seed": "00"}, "not a proof of a round"),
        ({"more": 1}, "not a proof of a round"),
    ],
)
def test_R6_something_that_is_not_a_proof_is_refused_in_one_line(tmp_path, change, message):
    path = tmp_path / "file.proof.json"
    path.write_text(json.dumps({**golden("high-card-flush"), **change}), encoding="utf-8")
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    with pytest.raises(NotARecord):
        read_evidence(path.read_text(encoding="utf-8"))


def test_R6_the_command_takes_a_standalone_proof(tmp_path):
    path = GOLDEN / "high-card-flush.proof.json"
    done = run(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Verified: proof (without its record) of high-card-flush, table ")
    assert f"  not checked  {RECORD_NEEDED}\n" in done.stdout
    told = json.loads(run(path, "--json").stdout)
    assert told["verified"]
    assert told["unchecked"] == [RECORD_NEEDED]
    forged = tmp_path / "forged.proof.json"
    forged.write_text(json.dumps({**golden("high-card-flush"), "seed": "00" * 32}), encoding="utf-8")
    done = run(forged)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"seventh: {forged}: the server seed's SHA-256 is 66687aad")
    done = run(forged, "--json")
    assert (done.returncode, json.loads(done.stdout)["wrong"]) == (1, "seed")


def test_a_record_is_still_read_as_one():
    assert isinstance(read_evidence(write_record(Played("high-card-flush", 1).record())), Record)
