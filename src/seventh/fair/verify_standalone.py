"""Verifies a proof without its record: whether seeds, deck and commitments are consistent."""

from __future__ import annotations

from seventh.fair.dealing import Disproved
from seventh.fair.merkle import verify_opening
from seventh.fair.shuffled import Shuffled
from seventh.fair.verify import Verified, check_scheme, from_seeds, opening_place, seeds_lines
from seventh.games import GAMES
from seventh.records.proof import Proof
from seventh.records.standalone_proof import StandaloneProof


def verify_standalone(standalone: StandaloneProof) -> Verified:
    """Verify a proof as far as possible without its record; raises `Disproved` if anything is wrong."""
    game, proof = standalone.game, standalone.proof
    check_scheme(game, proof)
    if proof.root is None and (proof.shuffle_roots or proof.openings):
        raise Disproved("root", "the proof has no root, but contains commitments that need one")
    checked, unchecked = list[str](), list[str]()
    shuffled = None
    if proof.server_seed is None:
        unchecked.append("server seed and deck: the seed is not revealed yet")
    else:
        shuffled = _deck(game, proof, proof.server_seed)
        checked += seeds_lines(proof)
        deck = "".join(card.text for card in shuffled.deck)
        checked.append(f"deck: {len(shuffled.deck)} cards from the seeds, from the top {deck}")
        if proof.root is not None:
            checked.append(f"root: the commitment to that deck is {proof.root}")
    if proof.openings:
        checked.append(_check_openings(game, proof, shuffled))
    if GAMES[game].round.KEEPS_SECRETS and proof.root is None:
        unchecked.append("root: none; the round ended before its first card")
    if proof.shuffle_roots:
        unchecked.append("shuffles of the burns: need the round's record")
    unchecked.append("cards as dealt, rules and settlement: need the round's record")
    return Verified(game, tuple(checked), tuple(unchecked))


def _deck(game: str, proof: Proof, server_seed: str) -> Shuffled:
    try:
        return from_seeds(game, proof, server_seed)
    except ValueError as error:
        raise Disproved("client seeds", str(error)) from None


def _check_openings(game: str, proof: Proof, shuffled: Shuffled | None) -> str:
    """Check the openings of the deck; the sizes of later shuffles are in the record only."""
    opened = [opening for opening in proof.openings if not opening.tree]
    assert proof.root is not None
    for opening in proof.openings:
        if not 0 <= opening.tree <= len(proof.shuffle_roots):
            raise Disproved("opening", f"the opening of {opening_place(opening)}: there was no such shuffle")
    for opening in opened:
        if not verify_opening(proof.root, opening, len(GAMES[game].deck)):
            message = f"the opening of {opening_place(opening)} does not verify {opening.card} against the root"
            raise Disproved("opening", message)
        if shuffled is not None and shuffled.deck[opening.position].text != opening.card:
            message = f"{opening.card} is opened at {opening_place(opening)}, but the seeds give another card there"
            raise Disproved("opening", message)
    places = {opening.position for opening in opened}
    if len(places) < len(opened) or len({opening.card for opening in opened}) < len(opened):
        raise Disproved("opening", "a card or a position is opened twice")
    return f"openings: {len(opened)} cards of the deck, each under the root"
