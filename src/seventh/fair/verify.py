"""Verifies a self-contained record: rules in force, seeds, deck, every card dealt, and the settlement.

With the server seed, the round is dealt again and compared with the record. Until the seed is revealed, the recorded
cards of games with commitments to single cards are verified against them, each at the deck position that the dealing
order implies.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from seventh.cards import UNKNOWN
from seventh.fair.dealing import Disproved, Positions, SeedReplay
from seventh.fair.deck import SCHEME, Inputs
from seventh.fair.merkle import seed_hash, verify_opening
from seventh.fair.secret import Secret
from seventh.fair.shuffled import Shuffled, shuffles
from seventh.games import game as game_named
from seventh.house import hash_of
from seventh.records.proof import Opening, Proof
from seventh.records.record import Record, Step
from seventh.records.verify import Mismatch, verify_record
from seventh.rounds.actions import FLOOR
from seventh.rounds.round import Round


class Verified(msgspec.Struct, frozen=True):
    """The result of a successful verification."""

    game: str
    """The name of the game."""
    checked: tuple[str, ...]
    """What was checked, one line each."""
    unchecked: tuple[str, ...]
    """What could not be checked, and why."""


def verify(record: Record) -> Verified:
    """Verify a record; raises `Disproved` if anything is wrong."""
    if hash_of(record.house) != record.house_hash:
        raise Disproved("house", "the house rules do not match their hash")
    checked, unchecked = [f"house rules: their hash is {record.house_hash}"], list[str]()
    if record.proof is None:
        unchecked.append(
            "hand-dealt: no shuffle to check" if record.hand_dealt else "cards: the record has no proof of the shuffle"
        )
        _replay(record)
    else:
        _check_cards(record, record.proof, checked, unchecked)
    checked.append(f"settlement: {len(record.steps)} steps replayed by the rules, every event as recorded")
    if record.corrections:
        number = len(record.corrections)
        checked.append(f"corrections: {number} step{'s' * (number > 1)} undone, each legal when it was entered")
    if record.result is None:
        unchecked.append("result: the round is not over")
    return Verified(record.game, tuple(checked), tuple(unchecked))


def _replay(record: Record, *watchers: SeedReplay | Positions) -> None:
    def watch(number: int, step: Step, hand: Round) -> None:
        for watcher in watchers:
            watcher(number, step, hand)

    try:
        verify_record(record, watch)
    except Mismatch as mismatch:
        raise Disproved("settlement", str(mismatch)) from None


def _check_cards(record: Record, proof: Proof, checked: list[str], unchecked: list[str]) -> None:
    """Check everything in a proof, replaying the record in the process."""
    secrets = game_named(record.game).round.KEEPS_SECRETS
    _check_form(record, proof, secrets)
    positions = Positions(len(game_named(record.game).deck))
    watchers = [positions] if secrets else []
    if proof.server_seed is None:
        unchecked.append("server seed and deck: the seed is not revealed yet")
        _replay(record, *watchers)
    else:
        shuffled = from_seeds(record.game, proof, proof.server_seed)
        replayed = SeedReplay(record, shuffled)
        _replay(record, replayed, *watchers)
        checked += seeds_lines(proof)
        checked.append(f"deck: {len(shuffled.deck)} cards from the seeds; all {replayed.cards} recorded cards in order")
        if calls := sum(step.who == FLOOR for step in record.steps):
            checked.append(f"floor: {calls} call{'s' * (calls > 1)}; all their cards come from that deck")
        if secrets:
            _check_shuffle_roots(proof, shuffled, replayed.hand)
            checked.append(f"root: the commitment to that deck is {proof.root}")
    if len(proof.shuffle_roots) != len(positions.sizes) - 1:
        message = (
            f"the burns were shuffled {len(positions.sizes) - 1} times, but there are {len(proof.shuffle_roots)} roots"
        )
        raise Disproved("root", message)
    if proof.openings:
        checked.append(_check_openings(proof, positions))
    if secrets and proof.server_seed is None:
        unchecked += _without_opening(proof, positions)


def _check_form(record: Record, proof: Proof, secrets: bool) -> None:
    try:
        msgspec.convert(msgspec.to_builtins(proof), Proof)
    except msgspec.ValidationError as error:
        raise Disproved("proof", f"the proof is malformed: {error}") from None
    check_scheme(record.game, proof)
    for seat in proof.client_seeds:
        if seat not in record.seats:
            raise Disproved("client seeds", f"seat {seat} gave a client seed, but was not in the round")
    if secrets and proof.root is None:
        raise Disproved("root", "the proof has no root, the commitment to every card of the deck")


def check_scheme(game: str, proof: Proof) -> None:
    """Check that the scheme is known and that the game has every part of the proof."""
    if proof.scheme != SCHEME:
        raise Disproved("proof", f"unknown scheme {proof.scheme}; this release supports scheme {SCHEME}")
    if not game_named(game).round.KEEPS_SECRETS and (proof.root or proof.shuffle_roots or proof.openings):
        raise Disproved("root", f"{game} has no commitments to single cards, but the proof contains some")


def seeds_lines(proof: Proof) -> tuple[str, str]:
    """Report lines for the seeds."""
    seats = ", ".join(map(str, sorted(proof.client_seeds)))
    return (
        f"server seed: its SHA-256 is the seed hash, {proof.seed_hash}",
        f"client seeds: from seat{'s' * (len(proof.client_seeds) > 1)} {seats}" if seats else "client seeds: none",
    )


def from_seeds(game: str, proof: Proof, server_seed: str) -> Shuffled:
    """The deck derived from the seeds; raises `Disproved` if they do not match the commitments."""
    seed = Secret(bytes.fromhex(server_seed))
    if seed_hash(seed) != proof.seed_hash:
        message = f"the server seed's SHA-256 is {seed_hash(seed)}, but {proof.seed_hash} was published"
        raise Disproved("seed", message)
    client_seeds = {seat: bytes.fromhex(client_seed) for seat, client_seed in proof.client_seeds.items()}
    shuffled = Shuffled(Inputs(seed, game, proof.table, proof.round, client_seeds))
    if proof.root is not None and shuffled.root != proof.root:
        message = f"the root of the deck derived from the seeds is {shuffled.root}, but {proof.root} was published"
        raise Disproved("root", message)
    return shuffled


def _check_shuffle_roots(proof: Proof, shuffled: Shuffled, hand: Round) -> None:
    for number, (order, root) in enumerate(zip(shuffles(hand.events), proof.shuffle_roots, strict=False), 1):
        found = shuffled.shuffle_tree(number, order).root
        if found != root:
            raise Disproved("root", f"the root of shuffle {number} of the burns is {found}, but {root} was published")


def _check_openings(proof: Proof, positions: Positions) -> str:
    dealt = {(card.tree, card.position): card for card in positions.dealt}
    opened = set()
    for opening in proof.openings:
        where, place = (opening.tree, opening.position), opening_place(opening)
        if not 0 <= opening.tree < len(positions.sizes):
            raise Disproved("opening", f"the opening of {place}: there was no such shuffle")
        root = proof.shuffle_roots[opening.tree - 1] if opening.tree else proof.root
        assert root is not None
        if not verify_opening(root, opening, positions.sizes[opening.tree]):
            raise Disproved("opening", f"the opening of {place} does not verify {opening.card} against the root")
        if where in opened:
            raise Disproved("opening", f"{place} is opened twice")
        opened.add(where)
        if where not in dealt:
            raise Disproved("opening", f"the opening of {place}: no card was dealt from there")
        card = dealt[where]
        if card.card not in (opening.card, UNKNOWN.text):
            whose = f"seat {card.place}" if isinstance(card.place, int) else card.place
            message = f"step {card.step}: {whose} got {card.card}, but the opening says {opening.card}"
            raise Disproved("opening", message)
    return f"openings: {len(opened)} cards in dealing order, each under its root"


def _without_opening(proof: Proof, positions: Positions) -> Iterator[str]:
    opened = {(opening.tree, opening.position) for opening in proof.openings}
    named = [card for card in positions.dealt if card.card != UNKNOWN.text]
    missing = "".join(card.card for card in named if (card.tree, card.position) not in opened)
    if missing:
        yield f"{missing}: dealt without an opening"
    if len(named) < len(positions.dealt):
        yield f"{len(positions.dealt) - len(named)} dealt cards: the record does not name them"


def opening_place(opening: Opening) -> str:
    return f"position {opening.position} of " + (f"shuffle {opening.tree}" if opening.tree else "the deck")
