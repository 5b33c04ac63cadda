"""Playing and reading: hands, tables in the terminal, rules, recorded rounds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from seventh.cli.common import (
    HouseFile,
    Json,
    RequestFailed,
    Whole,
    WrongWords,
    app,
    house_of,
    print_json,
    show_anything,
)
from seventh.terminal.screen import show


@app.command
def rank(*cards: str, json: Json = False) -> None:
    """Name and rank a hand: `seventh rank AsKsQsJsTs2c3d`.

    Every ranking that is defined for that many cards is shown, with the cards that play.
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
        bool, Parameter(negative="", help="Line by line, for any terminal and for a pipe; this is the default.")
    ] = False,
    house: HouseFile = None,
    chips: Annotated[str | None, Parameter(help="What to sit down with, such as 500.")] = None,
    seats: Annotated[
        Whole | None, Parameter(help="How many play, you among them, where players play each other.")
    ] = None,
) -> None:
    """Play against the dealer, or against bots, round after round: `seventh play GAME`.

    Type ? at any prompt for what is possible there, and quit or Ctrl-D to leave.
    """
    from seventh.games import GAMES
    from seventh.terminal.amounts import NotAnAmount, parse_amount
    from seventh.terminal.play import WrongStart, play

    rules = house_of(game, house, GAMES)
    if sys.stdin is None:
        raise RequestFailed("there is no input to play from")
    show_anything()
    try:
        stack = None if chips is None else parse_amount(chips, rules)
        play(rules, sys.stdin, sys.stdout, chips=stack, players=seats)
    except NotAnAmount as error:
        raise WrongWords(f"--chips: {error}") from None
    except WrongStart as error:
        raise WrongWords(str(error)) from None


@app.command
def replay(file: Path, *, json: Json = False) -> None:
    """Replay a hand of stud in PHH, check it, and print the final stacks: `seventh replay FILE.phh`.

    Every action is checked against the rules and the result against the file's finishing stacks.
    """
    from seventh.records import phh
    from seventh.terminal.replay import replay_data, replay_lines

    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongWords(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RequestFailed(f"{file}: not a text file, and so not PHH") from None
    try:
        played = [phh.replay(hand) for hand in phh.read(text)]
    except (phh.PhhError, phh.DoesNotReplay) as error:
        raise RequestFailed(f"{file}: {error}") from None
    if json:
        found = [replay_data(hand) for hand in played]
        print_json(found[0] if len(found) == 1 else {"hands": found})
        return
    show_anything()
    show("\n\n".join("\n".join(replay_lines(hand)) for hand in played))


@app.command
def verify(file: Path, *, json: Json = False) -> None:
    """Check a recorded round: commitment, shuffle, cards and settlement: `seventh verify FILE`.

    Needs nothing but the file. A round's proof alone is checked too, as far as it goes without the record. Exit code 1
    and one line with the first thing that is wrong, if anything is.
    """
    from seventh.fair import Disproved, verify, verify_alone
    from seventh.records import NotARecord, ProofAlone, read_evidence
    from seventh.terminal.verify import verify_data, verify_lines, wrong_data

    try:
        evidence = read_evidence(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise WrongWords(f"{file} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WrongWords(f"{file}: not a text file, and so no record") from None
    except NotARecord as error:
        raise WrongWords(f"{file}: {error}") from None
    try:
        found = verify_alone(evidence) if isinstance(evidence, ProofAlone) else verify(evidence)
    except Disproved as wrong:
        if json:
            print_json(wrong_data(evidence, wrong))
            sys.exit(1)
        raise RequestFailed(f"{file}: {wrong}") from None
    if json:
        print_json(verify_data(evidence, found))
        return
    show_anything()
    show("\n".join(verify_lines(evidence, found)))


@app.command
def rules(game: str, *, house: HouseFile = None, json: Json = False) -> None:
    """The rules in force, with clause ids and pay tables: `seventh rules GAME`."""
    from seventh.games import GAMES, rules_of
    from seventh.terminal.rules import rules_text

    played = house_of(game, house, GAMES)
    show_anything()
    if json:
        print_json(rules_of(played).as_data())
    else:
        show(rules_text(played), end="")


@app.command(name="check-game")
def check_game(
    game: Annotated[str, Parameter(help="By default every game.")] = "",
    *,
    rounds: Annotated[Whole, Parameter(help="How many random rounds to play of each.")] = 200,
    seed: Annotated[Whole, Parameter(help="Random seed: the same seed plays the same rounds.")] = 1,
    json: Json = False,
) -> None:
    """Whether a game is complete, for those who write one: `seventh check-game GAME`.

    Looks at every part, and whether the parts fit each other; then plays random rounds, mishaps among them, and checks
    settlements, replay, records and words. Each problem is a line: where, what, and what is allowed. Exit code 1 if
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
        raise WrongWords(f"{game!r} is not a game here; there are {', '.join(names)}")
    if rounds < 0:
        raise WrongWords(f"--rounds: {rounds} rounds cannot be played; allowed: 0 up")
    found = {}
    for name in [game] if game else names:
        # A round of a game whose parts do not fit would only fail over what is told already.
        found[name] = check_parts(GAMES[name]) or check_rounds(GAMES[name], rounds, seed)
        if not json:
            for problem in found[name]:
                show(f"WRONG  {name}: {problem}")
            if not found[name]:
                show(f"ok     {name}: every part, and {rounds} random rounds")
    if json:
        told = {name: [problem._asdict() for problem in problems] for name, problems in found.items()}
        print_json({"ok": not any(found.values()), "games": told})
    wrong = [f"{name}: {problem}" for name, problems in found.items() for problem in problems]
    if wrong:
        raise RequestFailed(f"{len(wrong)} problem{'s' * (len(wrong) > 1)}, the first: {wrong[0]}")
