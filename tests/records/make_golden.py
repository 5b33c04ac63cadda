"""Write golden records with this release: `python -m tests.records.make_golden`. A file that exists is left alone.

What is written once must verify in every later release, so a golden file is never regenerated: a change that a golden
file does not survive is a change of the rules, and needs a new form of the record, or a house setting.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

GOLDEN = Path(__file__).resolve().parent / "golden"

import msgspec  # noqa: E402

from seventh.games import parse_house  # noqa: E402
from seventh.house import hash_of  # noqa: E402
from seventh.records import Mismatch, seen_by, verify_record, write_record  # noqa: E402
from seventh.records.phh import export, write  # noqa: E402
from seventh.rounds import events as ev  # noqa: E402
from seventh.rounds.actions import Check, Fold  # noqa: E402
from tests.fair.fair_rounds import GAMES, STUD, Played, with_shuffled_burns  # noqa: E402
from tests.hand_dealing import scripts  # noqa: E402
from tests.records.playing_any import random_round  # noqa: E402
from tests.records.playing_stud import RandomHand, random_record, stud_house  # noqa: E402

ENOUGH = 20_000


def first(make, *wanted, **checks):
    """The first record in which all these kinds of events come up."""
    for seed in range(ENOUGH):
        record = make(seed)
        kinds = {type(event) for event in record.events}
        if kinds.issuperset(wanted) and all(check(record) for check in checks.values()):
            return record
    raise LookupError(f"no record with {wanted}")


def stud(players, folds=0.0, trouble=0.0, unknown=0.0, stop=1.0, chips=(200, 2000), **settings):
    house = stud_house(**settings)

    def make(seed):
        rng = Random(seed)
        seats = {seat: rng.randrange(*chips) for seat in rng.sample(range(1, 9), players)}
        hand = RandomHand(rng, house, seats, trouble=trouble, unknown=unknown, folds=folds, stop=stop)
        return hand.play().record()

    return make


def common(record):
    return any(isinstance(event, ev.Dealt) and event.place == "common" for event in record.events)


def several_pots(record):
    return len({event.pot for event in record.events if isinstance(event, ev.PotWon)}) >= 3


def split(record):
    pots = [event.pot for event in record.events if isinstance(event, ev.PotWon)]
    return len(pots) > len(set(pots))


def remeasured(record):
    """A raise that is possible only where short all-ins are measured from the last full bet."""
    house = {key: value for key, value in record.house.items() if key != "short_all_in"}
    try:
        verify_record(msgspec.structs.replace(record, house=house, house_hash=hash_of(house)))
    except Mismatch:
        return True
    return False


def folds_for_free(record):
    hand = record.new_round()
    for step in record.steps:
        if isinstance(step.action, Fold) and Check() in hand.legal(step.who):
            return True
        hand.act(step.who, step.action)
    return False


def dead_side_pot(record):
    return any(isinstance(event, ev.ChipsReturned) and event.clause == "S22" for event in record.events)


def dealer_game(game, trouble=0.05):
    return lambda seed: random_round(game, seed, trouble, unknown=seed % 7 == 0)


def records():
    yield "stud-fold", stud(4, folds=0.6)(1)
    yield "stud-showdown", first(stud(4, folds=0.05), ev.Shown, ev.Mucked)
    yield "stud-burns-shuffled", first(stud(7, trouble=0), ev.BurnsShuffled, own=lambda record: not common(record))
    yield "stud-common-card", first(stud(8), ev.BurnsShuffled, ev.Mucked, common=common)
    yield "stud-common-card-plain", first(stud(8, folds=0.04), common=common, plain=_never_shuffled)
    yield "stud-side-pots", first(stud(6, chips=(20, 400)), several=several_pots)
    yield "stud-odd-chips", first(stud(3, chips=(20, 60)), ev.Shown, split=split)
    yield "stud-rake", first(stud(3, rake={"per_thousand": 50, "cap": 30}), ev.RakeTaken)
    yield "stud-exposed-card", first(stud(4, trouble=0.1), ev.DownCardExposed, ev.Shown)
    yield "stud-dead-hand", first(stud(5, trouble=0.08), ev.HandVoided, ev.ChipsReturned, ev.PotWon)
    yield "stud-all-in-declared", first(stud(3, trouble=0.1), ev.AllInDeclared)
    yield "stud-card-set-aside", first(stud(5, trouble=0.05), ev.CardSetAside, ev.PotWon)
    yield "stud-wrong-number", first(stud(5, trouble=0.05), ev.Miscounted, ev.PotWon)
    yield "stud-misdeal", first(stud(5, trouble=0.2), ev.RoundVoided)
    yield "stud-unknown-cards", first(stud(4, unknown=0.5), ev.Shown, ev.Mucked)
    yield "stud-unfinished", first(stud(5, stop=0.95), ev.BetMade, open=lambda record: record.result is None)
    yield "stud-short-all-in", first(stud(6, chips=(20, 400)), ev.Shown, change=remeasured)
    yield "stud-free-fold", first(stud(4, folds=0.3), ev.Shown, free=folds_for_free)
    yield "stud-dead-side-pot", first(stud(5, trouble=0.1, chips=(20, 400)), ev.PotWon, dead=dead_side_pot)
    for structure in ("spread_limit", "pot_limit", "no_limit"):
        spread = {street: {"minimum": 1, "maximum": 90} for street in ("third", "fourth", "fifth", "sixth", "seventh")}
        settings = {"structure": structure, "spread": spread}
        yield f"stud-{structure.replace('_', '-')}", first(stud(4, **settings), ev.BetReturned, ev.Shown)
    yield "stud-other-house", first(lambda seed: random_record(seed, trouble=0.02), ev.BurnsShuffled, ev.Shown)
    for game in ("boston-7-stud", "seven-card-thrill", "high-card-flush"):
        yield f"{game}-played", first(dealer_game(game, 0), ev.Revealed, ev.Settled)
        yield f"{game}-irregular", first(dealer_game(game), ev.CardSetAside, ev.Settled)
        yield f"{game}-void", first(dealer_game(game), ev.RoundVoided)
    yield "boston-7-stud-claims", first(dealer_game("boston-7-stud", 0), ev.Claimed, ev.HandSet, ev.BetPlaced)
    yield "boston-7-stud-miscounted", first(dealer_game("boston-7-stud"), ev.Miscounted)
    yield "high-card-flush-folds", first(dealer_game("high-card-flush", 0), ev.Folded, ev.BetPlaced)
    for game in ("boston-7-stud", "seven-card-thrill", "high-card-flush"):
        for kind in (ev.CardExposed, ev.CardDrawn, ev.Reshuffled, ev.StubRacked, ev.HandVoided):
            with suppress(LookupError):
                yield f"{game}-{kind.__name__.lower()}", _few(dealer_game(game), kind)
    yield (
        "high-card-flush-late-claim",
        first(_unasked("high-card-flush"), ev.Claimed, ev.BetPlaced, paid=_bonus_after_fold),
    )
    for game in ("boston-7-stud", "seven-card-thrill", "high-card-flush"):
        yield f"{game}-six-from-the-rack", first(dealer_game(game, 0.1), ev.Revealed, completed=_completed_from_rack)
    yield "boston-7-stud-one-at-a-time", first(dealer_game("boston-7-stud", 0), ev.Revealed, dealt=_one_at_a_time)
    yield from proved()
    yield from hand_dealt()


def hand_dealt():
    """Rounds that a person dealt, with a correction in each."""
    corrected = ("1 ante 10", "undo", *scripts.FLUSH)
    yield "hand-dealt-high-card-flush", scripts.entered(scripts.flush(), corrected).record()
    yield "hand-dealt-boston-7-stud", scripts.entered(scripts.boston(), ("2 out", "undo", *scripts.BOSTON)).record()
    thrill = ("2 kings 20", "undo", *scripts.THRILL)
    yield "hand-dealt-seven-card-thrill", scripts.entered(scripts.thrill(), thrill).record()
    stud = scripts.entered(scripts.stud(7), ("", "As", "undo"))
    yield "hand-dealt-seven-card-stud", scripts.dealt_on(stud, scripts.DECK, "leave").record()


def _unasked(game):
    return lambda seed: random_round(game, seed, trouble=0, unasked=0.2)


def _bonus_after_fold(record):
    claimed = {event.seat for event in record.events if isinstance(event, ev.Claimed)}
    paid = (e for e in record.events if isinstance(e, ev.Settled) and e.wager == "flush" and e.payoff)
    return any(event.seat in claimed for event in paid)


def _completed_from_rack(record):
    kinds = [type(event) for event in record.events]
    return ev.StubRacked in kinds and ev.Dealt in kinds[kinds.index(ev.StubRacked) :]


def _one_at_a_time(record):
    return record.house["deal"] == "one_at_a_time" and record.house.get("final_four") == "stack"


def proved():
    """Rounds dealt from seeds."""
    for game in GAMES:
        yield f"fair-{game}", first(lambda seed, game=game: Played(game, seed).record(), *_end(game))
    hand = with_shuffled_burns(house=stud_house())
    yield "fair-burns-shuffled", hand.record()
    viewer = min(hand.hand.seats)
    own = hand.record(viewer, revealed=False)
    yield "fair-own-cards", msgspec.structs.replace(seen_by(own, viewer), proof=own.proof)
    house = parse_house('deal = "one_at_a_time"', "boston-7-stud")
    yield "fair-one-at-a-time", first(lambda seed: Played("boston-7-stud", seed, house).record(), ev.Revealed)
    yield "fair-unfinished", first(lambda seed: Played(STUD, seed, stop=0.9).record(revealed=False), ev.Burned)


def _end(game):
    return (ev.PotWon, ev.Shown) if game == STUD else (ev.Settled, ev.Revealed)


def _few(make, kind):
    for seed in range(400):
        record = make(seed)
        if kind in {type(event) for event in record.events}:
            return record
    raise LookupError(kind)


def _never_shuffled(record):
    return not any(isinstance(event, ev.BurnsShuffled) for event in record.events)


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, record in records():
        texts = {f"{name}.json": write_record(record)}
        if record.game == "seven-card-stud" and not record.hand_dealt and record.house["structure"] == "fixed_limit":
            texts[f"{name}.phh"] = write(record)
            texts[f"{name}.seen-by-one.phh"] = export(record, min(record.seats))
        for file, text in texts.items():
            path = GOLDEN / file
            if not path.exists():
                path.write_text(text, encoding="utf-8")
                print(f"wrote {file}")


if __name__ == "__main__":
    main()
