"""R6 in the browser: its verifier agrees with Python's on honest and forged rounds, offline and on plain HTTP."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from playwright.sync_api import expect

from seventh.fair.receipt import receipt_text
from seventh.records import write_record
from seventh.rounds.actions import FLOOR, FaceUpCard
from seventh.rounds.events import RakeTaken, RoundVoided
from tests.fair.fair_rounds import DEALER_GAMES, GAMES, STUD, Played, with_a_card_too_many, with_shuffled_burns
from tests.fair.test_fair_vectors import BLOCKS
from tests.web.browser.people import Person
from tests.web.proof_cases import Case, forgeries, golden, honest, own_record, proof_text, verdict

pytestmark = pytest.mark.slow

BATCH = """async (cases) => {
  const { check } = await import("/static/js/proof/check.js");
  const { BadFile, readEvidence } = await import("/static/js/proof/evidence.js");
  const games = JSON.parse(document.querySelector("#proof-games").textContent);
  return cases.map(({ text, seat }) => {
    try {
      const lines = check(readEvidence(text, games), games, { seat });
      return Object.fromEntries(lines.map(({ key, state }) => [key, state]));
    } catch (error) {
      if (error instanceof BadFile) return { file: error.message };
      throw error;
    }
  });
}"""

VECTORS = """async (vectors) => {
  const of = (name) => import(`/static/js/proof/${name}.js`);
  const { cardsIn, fromHex, toHex } = await of("bytes");
  const { sha256 } = await of("sha256");
  const { fields, key, shuffled } = await of("deck");
  const { stream, words } = await of("chacha20");
  const { isUnder, rootOf } = await of("merkle");
  return vectors.map((vector) => {
    const { cards, label, opens } = vector;
    const derived = key(vector, label, cards.length);
    const openings = opens.map(([position, card, salt, path]) => ({ position: Number(position), card, salt, path }));
    return {
      seed_hash: toHex(sha256(fromHex(vector.server_seed))),
      fields: toHex(fields(vector, label, cards.length)),
      key: toHex(derived),
      stream: toHex(stream(derived, 64)),
      order: shuffled(cards, words(derived)).join(""),
      root: vector.root ? rootOf(vector, label, cardsIn(vector.order)) : "",
      under: openings.map((opening) => isUnder(vector.root, opening, cards.length)),
      elsewhere: openings.map((opening) =>
        isUnder(vector.root, { ...opening, position: opening.position ^ 1 }, cards.length)),
    };
  });
}"""

PRIMITIVES = """async (cases) => {
  const of = (name) => import(`/static/js/proof/${name}.js`);
  const { fromHex, toHex } = await of("bytes");
  const { hmac, sha256 } = await of("sha256");
  const { sha512 } = await of("sha512");
  const { stream } = await of("chacha20");
  const { isSigned } = await of("ed25519");
  return cases.map(({ key, message, public: signer, signatures }) => ({
    sha256: toHex(sha256(fromHex(message))), sha512: toHex(sha512(fromHex(message))),
    hmac: toHex(hmac(fromHex(key), fromHex(message))), stream: toHex(stream(fromHex(key).slice(0, 32), 320)),
    signed: signatures.map((signature) => isSigned(fromHex(signer), fromHex(message), fromHex(signature))),
  }));
}"""


@pytest.fixture
def checker(arrive: Callable[..., Person]) -> Person:
    """A person on the page that checks files."""
    person = arrive().goes_to("/check")
    expect(person.page.locator("#drop[data-ready]")).to_be_visible()
    return person


def found(checker: Person, cases: list[Case]) -> list[dict[str, str]]:
    """The state of every line, for each case."""
    return list(checker.page.evaluate(BATCH, [{"text": case["text"], "seat": case["seat"]} for case in cases]))


def test_R3_R5_the_browser_computes_the_golden_vectors(checker: Person) -> None:
    told = []
    for block in BLOCKS:
        vector: dict[str, Any] = {"root": "", **dict(block)}
        whole = vector["cards"]
        ascending = sorted([whole[i : i + 2] for i in range(0, len(whole), 2)], key=_rank)
        opens = [value.split(" ") for name, value in block if name == "open"]
        seeds = dict(pair.split(":") for pair in vector["client_seeds"].split())
        opened = [[place, card, salt, path.split(",") if path else []] for place, card, salt, path in _padded(opens)]
        told.append({**vector, "cards": ascending, "client_seeds": seeds, "opens": opened})
    assert len(told) >= 19
    for vector, got in zip(told, checker.page.evaluate(VECTORS, told), strict=True):
        for name in ("seed_hash", "fields", "key", "stream", "order", "root"):
            assert got[name] == vector[name], f"{vector['name']}: {name}"
        assert got["under"] == [True] * len(vector["opens"])
        assert got["elsewhere"] == [False] * len(vector["opens"])


def _rank(card: str) -> int:
    return 52 if card == "Jk" else 13 * "cdhs".index(card[1]) + "23456789TJQKA".index(card[0])


def _padded(opens: list[list[str]]) -> list[list[str]]:
    return [[*parts, ""][:4] for parts in opens]  # one card alone has no path


def test_R9_hashes_streams_and_signatures_are_those_of_the_library(checker: Person) -> None:
    rng = Random("primitives")
    cases, wanted = [], []
    for length in (*range(0, 140, 3), 55, 56, 63, 64, 111, 112, 127, 128, 1000):
        message, key = rng.randbytes(length), rng.randbytes(rng.choice((32, 64, 65, 100)))
        signer = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        right = signer.sign(message)
        place = rng.randrange(64)
        wrong = right[:place] + bytes((right[place] ^ 1 << rng.randrange(8),)) + right[place + 1 :]
        # The same number plus the order of the group: an equivalent signature that must not count.
        order = 2**252 + 27742317777372353535851937790883648493
        large = right[:32] + (int.from_bytes(right[32:], "little") + order).to_bytes(32, "little")
        signatures = [right.hex(), wrong.hex(), large.hex()]
        public = signer.public_key().public_bytes_raw().hex()
        cases.append({"key": key.hex(), "message": message.hex(), "public": public, "signatures": signatures})
        stream = Cipher(algorithms.ChaCha20(key[:32], bytes(16)), None).encryptor().update(bytes(320))
        wanted.append(
            {
                "sha256": hashlib.sha256(message).hexdigest(),
                "sha512": hashlib.sha512(message).hexdigest(),
                "hmac": hmac.digest(key, message, "sha256").hex(),
                "stream": stream.hex(),
                "signed": [True, False, False],
            }
        )
    assert checker.page.evaluate(PRIMITIVES, cases) == wanted


def test_R6_a_thousand_random_rounds_are_correct_in_the_browser_as_in_python(checker: Person) -> None:
    cases = list(honest(1000))
    assert len({case["round"] for case in cases}) == 1000
    cases += golden()
    for case, lines in zip(cases, found(checker, cases), strict=True):
        wrong, checked = verdict(case["text"])
        assert wrong == ""
        right = {key for key, state in lines.items() if state == "right"}
        assert "wrong" not in lines.values(), (case["round"], lines)
        assert checked <= right, (case["round"], checked, lines)
        assert right <= checked | {"sums", "cards", "shuffles"}, "nothing counts as checked that Python leaves open"
        if '"result": {"void"' in case["text"]:
            assert lines["sums"] == "right"


def forged() -> list[Case]:
    """Every change of one value in rounds of all games, with and without the server seed, and in proofs alone."""
    cases: list[Case] = []
    for game in DEALER_GAMES:
        played = next(p for p in (Played(game, seed) for seed in range(90)) if len(p.hand.seats) in (2, 3))
        cases += forgeries(write_record(played.record()), min(played.hand.seats))
        cases += forgeries(proof_text(played.record()), 0)
    hands = (Played(STUD, seed) for seed in range(300))
    stud = next(hand for hand in hands if any(isinstance(event, RakeTaken) for event in hand.hand.events))
    shuffled = with_shuffled_burns()
    for played in (stud, shuffled):
        seat = min(played.hand.seats)
        for record in (played.record(), own_record(played, seat)):
            cases += forgeries(write_record(record), seat)
            cases += forgeries(proof_text(record), 0)
    return cases


def test_R6_every_change_turns_the_right_line_red_and_python_agrees(checker: Person) -> None:
    cases = forged()
    lines = {case["line"] for case in cases}
    assert lines == {"rules", "proof", "seed", "root", "deck", "shuffles", "openings", "sums"}
    assert len(cases) > 1000
    missed = []
    for case, states in zip(cases, found(checker, cases), strict=True):
        wrong, _ = verdict(case["text"])
        red = {key for key, state in states.items() if state == "wrong"}
        if not wrong or not (case["line"] in red or "file" in states):
            missed.append((case["where"], case["line"], wrong, states))
        if "file" in states and wrong != "not a record":
            missed.append((case["where"], "refused as a file", wrong, states))
    assert missed[:5] == []


def test_R6_a_card_of_mine_a_stranger_and_a_dropped_part_are_named(checker: Person) -> None:
    played = next(p for p in (Played(STUD, seed) for seed in range(90)) if len(p.hand.events) > 40)
    seat = min(played.hand.seats)
    whole, own = (json.loads(write_record(record)) for record in (played.record(), own_record(played, seat)))
    deal = next(step for step in whole["steps"] if step["action"]["action"] == "deal_cards")
    mine = next(place for place, event in enumerate(deal["events"]) if event["place"] == seat)
    other = next(place for place, event in enumerate(deal["events"]) if event["place"] != seat)
    cards = [event["cards"] for event in deal["events"]]
    cards[mine], cards[other] = cards[other], cards[mine]
    for event, card in zip(deal["events"], cards, strict=True):
        event["cards"], event["up"] = card, event["up"] and card
    deal["action"]["cards"] = "".join(cards)
    stranger = json.loads(write_record(played.record()))
    stranger["proof"]["client_seeds"]["77"] = "00"
    rootless = {**own, "proof": {key: value for key, value in own["proof"].items() if key != "root"}}
    twice = {**own, "proof": {**own["proof"], "openings": [*own["proof"]["openings"], own["proof"]["openings"][0]]}}
    fewer = {**own, "proof": {**own["proof"], "openings": own["proof"]["openings"][1:]}}
    mishap = json.loads(write_record(played.record()))
    mishap["steps"].insert(1, {"who": "floor", "action": {"action": "face_up_card", "card": "As"}, "events": []})
    wanted = (
        (whole, {"deck": "wrong", "cards": "wrong"}),
        (stranger, {"client_seeds": "wrong"}),
        (rootless, {"root": "wrong"}),
        (twice, {"openings": "wrong"}),
        (mishap, {"deck": "wrong"}),
        (fewer, {"openings": "right"}),
    )
    cases = [{"text": json.dumps(data), "seat": seat} for data, _ in wanted]
    for (data, lines), states in zip(wanted, found(checker, cases), strict=True):
        assert lines.items() <= states.items(), states
        assert bool(verdict(json.dumps(data))[0]) == ("wrong" in lines.values())


LIVE = """async (hands) => {
  const { LiveProof } = await import("/static/js/proof/live.js");
  return hands.map((frames) => {
    const proof = new LiveProof(52);
    return frames.map((frame) => proof.see(frame)).at(-1);
  });
}"""


def frames_of(played: Played, seat: int) -> list[dict[str, Any]]:
    """A hand as its frames come to a seat, as far as the proof reads them."""
    hand: Any = played.record().new_round()
    shuffled, opened, frames = played.shuffled, set[Any](), []
    for number, step in enumerate([None, *played.recorder.steps]):  # the root comes before the first step
        events = hand.act(step.who, step.action) if step else ()
        openings = [opening for opening in shuffled.openings(hand, seat) if opening not in opened]
        view = {"seats": [{"seat": seat, "cards": "".join(card.text for card in hand.hands[seat].cards)}]}
        told: dict[str, Any] = {"id": "r", "root": shuffled.root, "shuffle_roots": shuffled.shuffle_roots(hand)}
        told |= {"openings": msgspec.to_builtins(openings), "view": view}
        seen = [msgspec.to_builtins(event.seen_by(seat)) for event in events]
        frames.append({"seq": number, "you": {"seat": seat}, "events": seen, "round": told})
        opened.update(openings)
    return frames


def test_R5_cards_from_a_shuffle_of_the_burns_are_proved_during_the_hand_too(checker: Person) -> None:
    played = with_shuffled_burns()
    seat = next(event.place for event in reversed(played.hand.events) if type(event).__name__ == "Dealt")
    seat = seat if isinstance(seat, int) else min(played.hand.seats)
    frames = frames_of(played, seat)
    last = [opening for frame in frames for opening in frame["round"]["openings"] if opening.get("tree")]
    assert last, "cards came from the shuffled burns"
    late = frames[next(place for place, frame in enumerate(frames) if frame["round"]["shuffle_roots"]) + 1 :]
    forged = json.loads(json.dumps(frames))
    for frame in forged:
        for opening in frame["round"]["openings"]:
            if opening.get("tree"):
                opening["position"] ^= 1
    swapped = json.loads(json.dumps(frames))
    swapped[-1]["round"]["root"] = "00" * 32
    whole, missed, false, other = checker.page.evaluate(LIVE, [frames, late, forged, swapped])
    cards = len(played.hand.hands[seat].cards)
    assert (whole["problem"], whole["mine"], whole["dealt"], whole["later"]) == ("", cards, cards, 0)
    assert missed["later"] > 0, "who came after the shuffle does not know its size"
    assert "is not under the published root" in false["problem"]
    assert "the root of the cards has changed" in other["problem"]


@pytest.mark.parametrize("more", [True, False])
def test_R5_S26_a_call_of_a_wrong_number_of_cards_leaves_nothing_unproved(more: bool, checker: Person) -> None:
    played = with_a_card_too_many(more=more)
    for seat in played.hand.seats:
        (last,) = checker.page.evaluate(LIVE, [frames_of(played, seat)])
        cards = len(played.hand.hands[seat].cards)
        assert (last["problem"], last["dealt"]) == ("", cards)
        assert last["mine"] + last["later"] >= cards


# The page.


def line(person: Person, key: str) -> Any:
    return person.page.locator(f".proof-lines [data-line={key}]")


def receipt_of(record: Any, seat: int, **changes: Any) -> str:
    """A receipt as a room would sign it."""
    told = {"round": record.proof.round, "seat": seat, "seed_hash": record.proof.seed_hash}
    told |= {"client_seed": record.proof.client_seeds[seat], **changes}
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    text = receipt_text(told["round"], told["seat"], told["seed_hash"], told["client_seed"])
    public = key.public_key().public_bytes_raw().hex()
    return json.dumps({"receipt": 1, **told, "key": public, "signature": key.sign(text).hex()})


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty.json": ("", "This file is empty."),
    "words.json": ("hello", "This is not a record or a proof: it is not JSON."),
    "list.json": ("[1]", "This is not a record, a proof or a receipt of a round."),
    "other.json": ('{"a": 1}', "This is not a record, a proof or a receipt of a round."),
    "later.json": ('{"record": 99}', "This is a record of a round of version 99; this page supports up to version 4."),
    "game.json": ('{"record": 3, "game": "chess"}', "This room does not know the game chess; it has "),
    "short.json": ('{"record": 3}', "This is not a record of a round: it has no game."),
    "old.json": ('{"seed_hash": "00"}', "This is not a proof of a round: it does not name its version."),
    "bytes.json": (b"\xff\xfe\x00", "This is not a record or a proof: it is not text."),
}


def test_R6_a_dropped_file_is_checked_with_the_network_cut_on_plain_http(
    arrive: Callable[..., Person], tmp_path: Path
) -> None:
    played = next(p for p in (Played("high-card-flush", seed) for seed in range(90)) if len(p.hand.seats) == 2)
    record = played.record()
    seat = min(record.proof.client_seeds)
    person = arrive()
    person.forgive("Cross-Origin-Opener-Policy")  # browsers ignore it on plain HTTP, and say so
    person.url = person.url.replace("127.0.0.1", "192.0.2.7")
    page = person.page
    page.goto(f"{person.url}/check")
    expect(page.locator("#drop[data-ready]")).to_be_visible()
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    person.context.set_offline(True)
    for name, content in {"r.json": write_record(record), "receipt.json": receipt_of(record, seat)}.items():
        (tmp_path / name).write_text(content)
    page.set_input_files("#drop-file", [tmp_path / "r.json", tmp_path / "receipt.json"])
    expect(page.locator(".proof-verdict")).to_have_text(
        "7 checks, all correct. 1 thing could not be checked here; see below."
    )
    for key in ("rules", "seed", "client_seeds", "deck", "cards", "sums", "receipt"):
        expect(line(person, key)).to_contain_text("Correct")
    expect(line(person, "payment")).to_contain_text("Not checked")
    expect(page.locator("#drop-report .command")).to_have_text("seventh verify r.json --receipt receipt.json")
    expect(page.get_by_label("Your seat")).to_have_value(str(seat))
    page.get_by_label("Your seat").select_option("")
    expect(line(person, "cards")).to_have_count(0)
    # Another file, by drag and drop, and a receipt for a seed that was not dealt with.
    forged = write_record(record).replace(record.proof.server_seed, "00" * 32)
    _drop(person, "forged.json", forged)
    expect(page.locator(".proof-verdict.wrong")).to_contain_text("Something is wrong: ")
    expect(line(person, "seed")).to_contain_text("Wrong")
    expect(line(person, "seed")).to_contain_text("Its SHA-256 is 66687aad")
    _drop(person, "r.json", write_record(record))
    _drop(person, "dropped.json", receipt_of(record, seat, client_seed="abcd"))
    expect(line(person, "receipt")).to_contain_text("The room signed the seed abcd from seat")
    _drop(person, "proof.json", proof_text(record))
    expect(line(person, "deck")).to_contain_text("The seeds give these 52 cards, from the top: ")
    expect(line(person, "cards")).to_contain_text("The proof alone does not say who")
    for name, (bad, says) in BAD.items():
        _drop(person, name, bad)
        expect(page.locator("#drop-error")).to_contain_text(f"{name}: {says}")
        assert "\n" not in page.locator("#drop-error").inner_text()
    assert person.violations == []


def _drop(person: Person, name: str, content: str | bytes) -> None:
    """Drop a file anywhere on the page."""
    data = list(content if isinstance(content, bytes) else content.encode())
    person.page.evaluate(
        """([name, data]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([new Uint8Array(data)], name));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [name, data],
    )


def test_R6_where_the_floor_changed_the_order_of_the_cards_is_said(checker: Person) -> None:
    """The browser follows the cards up to a call of the floor; the command line follows them to the end."""
    cases = []
    for game in GAMES:
        played = next(p for p in (called(game, seed) for seed in range(30)) if p is not None)
        text = write_record(played.record())
        assert verdict(text)[0] == ""
        cases.append({"text": text, "seat": min(played.hand.seats)})
        forged = json.loads(text)
        deal = next(event for step in forged["steps"] for event in step["events"] if event["event"] == "dealt")
        deal["cards"] = "2c" if deal["cards"] != "2c" else "2d"
        cases.append({"text": json.dumps(forged), "seat": min(played.hand.seats)})
    for number, states in enumerate(found(checker, cases)):
        assert states["deck"] == ("wrong" if number % 2 else "open"), states
        assert number % 2 or "wrong" not in states.values(), states


def called(game: str, seed: int) -> Played | None:
    """A round in which the next card of the deck was found face up, unless that made it void."""
    played, call = Played(game, seed, folds=0.0, stop=0.0), None
    while played.hand.outcome is None:
        wanted = FaceUpCard(played.shuffled.top(played.hand)(1))
        if call is None and len(played.hand.events) > 6 and wanted in played.hand.legal(FLOOR):
            call = played.recorder.act(FLOOR, wanted) or wanted
        else:
            played.step(0.0)
    return None if any(isinstance(event, RoundVoided) for event in played.hand.events) or not call else played
