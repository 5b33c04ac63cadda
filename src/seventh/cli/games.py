"""Commands for play: rank, play, deal, replay, verify, rules, check-game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from seventh.cli.common import (
    HouseFile,
    Json,
    RequestFailed,
    UsageError,
    Whole,
    app,
    house_of,
    print_json,
    replace_bad_characters,
)
from seventh.terminal.screen import show

if TYPE_CHECKING:
    from seventh.records import Record, StandaloneProof


@app.command
def rank(*cards: str, json: Json = False) -> None:
    """Name and rank a hand: `seventh rank AsKsQsJsTs2c3d`.

    Shows every ranking defined for that number of cards, with the cards that play.
    """
    from seventh.terminal.ranking import rankings

    found = rankings(" ".join(cards))
    if json:
        print_json({line.ranking: line.as_data() for line in found})
    else:
        for line in found:
            show(str(line))


@app.command
def play(
    game: str,
    *,
    plain: Annotated[  # noqa: ARG001 - there is no other mode
        bool, Parameter(negative="", help="Line mode, for any terminal or a pipe. This is the default.")
    ] = False,
    house: HouseFile = None,
    chips: Annotated[str | None, Parameter(help="Buy-in, such as 500.")] = None,
    seats: Annotated[
        Whole | None, Parameter(help="Number of players, including you, in games against other players.")
    ] = None,
) -> None:
    """Play against the dealer or against bots: `seventh play GAME`.

    At any prompt, type ? for help; quit or Ctrl-D leaves the table.
    """
    from seventh.games import GAMES
    from seventh.house.amounts import NotAnAmount, parse_amount
    from seventh.terminal.play import CannotStart, play

    rules = house_of(game, house, GAMES)
    if sys.stdin is None:
        raise RequestFailed("no input to play from")
    replace_bad_characters()
    try:
        stack = None if chips is None else parse_amount(chips, rules)
        play(rules, sys.stdin, sys.stdout, chips=stack, players=seats)
    except NotAnAmount as error:
        raise UsageError(f"--chips: {error}") from None
    except CannotStart as error:
        raise UsageError(str(error)) from None


@app.command
def deal(
    game: str,
    *,
    house: HouseFile = None,
    seats: Annotated[Whole | None, Parameter(help="Number of players.")] = None,
    chips: Annotated[str | None, Parameter(help="Starting chips per player, such as 500.")] = None,
    record: Annotated[
        Path | None,
        Parameter(
            help="Save each step of the round to this file at once; later rounds get their own files next to it."
        ),
    ] = None,
) -> None:
    """Deal real cards by hand: `seventh deal GAME`.

    Says what to deal next, takes cards (As), wagers and decisions as announced, and settles by the rules. undo takes a
    step back, and ! lists irregularities. A record file with an unfinished round is resumed.
    """
    from seventh.games import GAMES
    from seventh.house.amounts import NotAnAmount, parse_amount
    from seventh.terminal.deal import deal
    from seventh.terminal.play import CannotStart

    rules = house_of(game, house, GAMES)
    if sys.stdin is None:
        raise RequestFailed("no input to deal from")
    replace_bad_characters()
    try:
        stack = None if chips is None else parse_amount(chips, rules)
        deal(rules, sys.stdin, sys.stdout, seats, stack, record)
    except NotAnAmount as error:
        raise UsageError(f"--chips: {error}") from None
    except CannotStart as error:
        raise UsageError(str(error)) from None


@app.command
def replay(file: Path, *, json: Json = False) -> None:
    """Replay and check a stud hand in PHH format, and print the final stacks: `seventh replay FILE.phh`.

    Checks every action against the rules, and the result against the file's finishing stacks.
    """
    from seventh.records import phh
    from seventh.terminal.replay import replay_data, replay_lines

    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RequestFailed(f"{file}: not a PHH file (not UTF-8 text)") from None
    try:
        played = [phh.replay(hand) for hand in phh.read(text)]
    except (phh.PhhError, phh.DoesNotReplay) as error:
        raise RequestFailed(f"{file}: {error}") from None
    if json:
        found = [replay_data(hand) for hand in played]
        print_json(found[0] if len(found) == 1 else {"hands": found})
        return
    replace_bad_characters()
    show("\n\n".join("\n".join(replay_lines(hand)) for hand in played))


@app.command
def verify(
    file: Path,
    *,
    receipt: Annotated[Path | None, Parameter(help="A receipt for a client seed, which must be in the round.")] = None,
    round: Annotated[str, Parameter(help="The round to verify, if the file is a room's archive.")] = "",  # noqa: A002
    save: Annotated[Path | None, Parameter(help="Save the record of that round to a new file.")] = None,
    json: Json = False,
) -> None:
    """Verify a recorded round (commitment, shuffle, cards and settlement): `seventh verify FILE`.

    Needs nothing but the file. A proof without its record is verified as far as possible. In a room's archive every
    round is verified, or only the one named by --round. Prints the first problem found, if any, and exits with code 1.
    """
    from msgspec.structs import replace

    from seventh.fair import Disproved, verify, verify_standalone
    from seventh.fair.receipt import read_receipt, verify_receipt
    from seventh.records import NotARecord, StandaloneProof, read_evidence
    from seventh.terminal.verify import verify_data, verify_lines, wrong_data

    try:
        if is_archive(file):
            if not round:
                verify_archive(file, json)
                return
            evidence: Record | StandaloneProof = record_of(file, round, save)
        elif round or save:
            raise UsageError(f"{file} is not a room's archive; --round and --save need one")
        else:
            evidence = read_evidence(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file}: not a record (not UTF-8 text)") from None
    except NotARecord as error:
        raise UsageError(f"{file}: {error}") from None
    try:
        signed = read_receipt(receipt.read_bytes()) if receipt else None
    except OSError as error:
        raise UsageError(f"cannot read {receipt}: {error.strerror}") from None
    except NotARecord as error:
        raise UsageError(f"{receipt}: {error}") from None
    try:
        found = verify_standalone(evidence) if isinstance(evidence, StandaloneProof) else verify(evidence)
        if signed is not None:
            if evidence.proof is None:
                raise UsageError(f"{file} has no proof, so --receipt cannot be verified with it")
            found = replace(found, checked=found.checked + verify_receipt(signed, evidence.proof))
    except Disproved as wrong:
        if json:
            print_json(wrong_data(evidence, wrong))
            sys.exit(1)
        raise RequestFailed(f"{file}: {wrong}") from None
    if json:
        print_json(verify_data(evidence, found))
        return
    replace_bad_characters()
    show("\n".join(verify_lines(evidence, found)))


def is_archive(file: Path) -> bool:
    """Whether a file is a room's archive."""
    with file.open("rb") as opened:
        return opened.read(len(ARCHIVE)) == ARCHIVE


def verify_archive(file: Path, json: bool) -> None:
    """Verify every round of a room's archive."""
    from seventh.room.archive_file import verify_archives
    from seventh.room.rounds.archive import BadArchive
    from seventh.terminal.long_work import run_long

    try:
        found = run_long("verifying", lambda _: verify_archives(file), partial=False)
    except BadArchive as error:
        if json:
            print_json({"verified": False, "message": str(error)})
            sys.exit(1)
        raise RequestFailed(f"{file}: {error}") from None
    numbers = [part.number for part in found.header.archives]
    if json:
        sealed = {"sealed": found.sealed} if found.sealed else {}
        print_json({"verified": True, "key": found.header.key, "archives": numbers, "rounds": found.rounds, **sealed})
        return
    show(f"Verified: {found.rounds} rounds in {len(numbers)} archive{'s' * (len(numbers) > 1)}")
    show("  checked      hashes and chains, commitments, shuffles, cards, settlements and transfers")
    show(f"  checked      the signature of the room with the key {found.header.key}")
    if found.sealed:
        show(f"  not checked  {found.sealed} void rounds whose seeds are sealed with a key that was lost")


def record_of(file: Path, name: str, save: Path | None) -> Record:
    """The record of a round in a room's archive."""
    from seventh.records import write_record
    from seventh.room.archive_file import record_in
    from seventh.room.rounds.archive import BadArchive

    try:
        found = record_in(file, name)
    except BadArchive as error:
        raise RequestFailed(f"{file}: {error}") from None
    if save is not None:
        try:
            with save.open("x", encoding="utf-8") as opened:
                opened.write(write_record(found))
        except OSError as error:
            raise UsageError(f"cannot write {save}: {error.strerror}") from None
    return found


ARCHIVE = b'{"format":"seventh/archive/'


@app.command
def rules(game: str, *, house: HouseFile = None, json: Json = False) -> None:
    """Print the rules in force, with clause ids and pay tables: `seventh rules GAME`."""
    from seventh.games import GAMES, rules_of

    played = house_of(game, house, GAMES)
    replace_bad_characters()
    if json:
        print_json(rules_of(played).as_data())
    else:
        show(str(rules_of(played)), end="")


@app.command(name="check-game")
def check_game(
    game: Annotated[str, Parameter(help="Default: every game.")] = "",
    *,
    rounds: Annotated[Whole, Parameter(help="Number of random rounds to play of each game.")] = 200,
    seed: Annotated[Whole, Parameter(help="Random seed.")] = 1,
    json: Json = False,
) -> None:
    """Check that a game plug-in is complete and consistent: `seventh check-game GAME`.

    Checks each part and that the parts fit together; then plays random rounds, irregularities included, and checks
    settlement, replay, records and texts. Prints one line per problem: where, what, and what is allowed. Exit code 1 if
    there are any.
    """
    from seventh.games import GAMES, GameError
    from seventh.games.checking import check_parts
    from seventh.records.checking import check_rounds

    try:
        names = list(GAMES)
    except GameError as error:
        raise RequestFailed(error) from None
    if game and game not in names:
        raise UsageError(f"unknown game {game!r}; choose from {', '.join(names)}")
    if rounds < 0:
        raise UsageError(f"--rounds: {rounds} is not allowed; must be 0 or more")
    found = {}
    for name in [game] if game else names:
        # If the parts do not fit, rounds would only fail for the reasons already reported.
        found[name] = check_parts(GAMES[name]) or check_rounds(GAMES[name], rounds, seed)
        if not json:
            for problem in found[name]:
                show(f"WRONG  {name}: {problem}")
            if not found[name]:
                show(f"ok     {name}: every part, and {rounds} random rounds")
    if json:
        reported = {name: [problem._asdict() for problem in problems] for name, problems in found.items()}
        print_json({"ok": not any(found.values()), "games": reported})
    wrong = [f"{name}: {problem}" for name, problems in found.items() for problem in problems]
    if wrong:
        raise RequestFailed(f"{len(wrong)} problem{'s' * (len(wrong) > 1)}, the first: {wrong[0]}")
