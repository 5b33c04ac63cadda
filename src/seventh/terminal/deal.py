"""Dealing real cards at the prompt: says what to deal next, takes cards, wagers and decisions, and settles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from seventh.house import House
from seventh.house.amounts import NotAnAmount, parse_amount, signed
from seventh.house.rules.text import rules_text
from seventh.records import NotARecord, Record, read_record, write_record
from seventh.records.hand_dealt import HandDealtRound
from seventh.records.hand_dealt_table import HandDealtTable, Player
from seventh.rounds.hand_dealing import BoardSeat, Instruction, NotUnderstood, Unconfirmed, what_to_type
from seventh.rounds.narration import cards_text
from seventh.terminal.play import CannotStart, buy_in
from seventh.terminal.prompt import Leave, Prompt
from seventh.terminal.table import HELP, QUIT, Table

EVERYWHERE = (
    ("undo", "undo the last step; the record keeps the correction"),
    ("!", "list the irregularities that can be reported now"),
    ("table", "show cards, chips and wagers"),
    ("sheet", "show what has been settled so far"),
    ("rules", "show the rules in force"),
    ("quit", "stop; an unfinished round stays in the record file"),
)


def deal(
    house: House,
    source: TextIO,
    output: TextIO,
    seats: int | None = None,
    chips: int | None = None,
    record: Path | None = None,
) -> None:
    """Deal rounds until the dealer stops or the input ends."""
    resumed = _unfinished(record, house) if record is not None and record.exists() else None
    if resumed is not None:
        players = {seat: Player("", stack) for seat, stack in resumed.seats.items()}
        table = HandDealtTable(resumed.new_house(), players)
        table.number = int(resumed.about.get("number", 1))
        table.round = HandDealtRound.resumed(resumed, table.name)
    else:
        fewest = max(HandDealtTable(house, {}).rules.FEWEST_PLAYERS, 1)
        number = fewest if seats is None else seats
        if not fewest <= number <= house.seats:
            raise CannotStart(f"--seats: {number} is not allowed; allowed: {fewest} to {house.seats}")
        stack = buy_in(house, chips)
        table = HandDealtTable(house, {seat: Player("", stack) for seat in range(1, number + 1)})
    DealerSession(table, Table(table.house, Prompt(source, output)), record).run()


def _unfinished(file: Path, house: House) -> Record:
    """The unfinished hand-dealt round in a file, to go on with."""
    try:
        found = read_record(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotStart(f"--record: cannot read {file}: {error.strerror}") from None
    except (NotARecord, UnicodeDecodeError):
        raise CannotStart(f"--record: {file} exists and is not a record; choose another name") from None
    if not found.hand_dealt or found.result is not None or found.game != house.game:
        what = "a finished round" if found.result is not None else "another round"
        raise CannotStart(f"--record: {file} already has {what}; choose another name")
    return found


class DealerSession:
    """One table at the prompt."""

    def __init__(self, table: HandDealtTable, screen: Table, record: Path | None) -> None:
        self._table, self._screen, self._record = table, screen, record

    def run(self) -> None:
        """Deal until the dealer stops or the input ends."""
        say = self._screen.say
        say(f"{self._table.house.title}, dealt by hand: there is no shuffle to prove. Type ? for help.")
        try:
            if self._table.round is None:
                self._begin()
            else:
                say(f"Resuming round {self._table.number}.")
                self._show_table()
            while True:
                self._step()
        except (Leave, KeyboardInterrupt) as left:
            say()
            self._goodbye()
            if isinstance(left, KeyboardInterrupt):
                raise

    @property
    def _round(self) -> HandDealtRound:
        assert self._table.round is not None
        return self._table.round

    def _begin(self) -> None:
        self._table.begin()
        self._screen.say()
        self._screen.say(f"Round {self._table.number}.")
        self._save()

    def _step(self) -> None:
        told = self._round.instruction
        clause = f" ({told.clause})" if told.clause else ""
        self._screen.say(f"{told.text}{clause}")
        for further in (told.hint, told.typing):
            if further:
                self._screen.say(f"  {further}")
        over = told.needs == "over"
        entry = self._screen.ask_dealer("Enter for the next round, or undo>" if over else ">")
        if entry in QUIT:
            raise Leave
        if entry in HELP:
            self._screen.columns([*_now(told), *EVERYWHERE])
        elif entry == "table":
            self._show_table()
        elif entry == "sheet":
            self._say_all(self._sheet())
        elif entry == "rules":
            self._screen.say(rules_text(self._screen.words.rules).rstrip())
        elif entry == "!":
            self._say_all(self._irregularities())
        else:
            self._take(entry, over)

    def _take(self, entry: str, over: bool) -> None:
        try:
            if over and entry.startswith("chips "):
                self._add_chips(entry)
            elif over and not entry:
                self._begin()
            else:
                closed = over
                if not self._enter(entry):
                    return
                self._save()
                if entry == "undo":
                    self._screen.say("  Undone.")
                if not closed and self._round.round.outcome is not None:
                    self._say_all(self._sheet())
        except (NotUnderstood, NotAnAmount) as problem:
            self._screen.say(f"  {problem}")

    def _enter(self, entry: str) -> bool:
        """Carry out an entry, if need be after a question; whether it was carried out."""
        try:
            self._round.enter(entry)
        except Unconfirmed as asked:
            self._screen.say(f"  {asked}")
            if self._screen.ask_dealer("yes or no>") not in ("yes", "y"):
                return False
            self._round.enter(asked.entry)
        return True

    def _add_chips(self, entry: str) -> None:
        words = entry.split()
        if len(words) != 3 or not words[1].isdecimal():
            raise NotUnderstood("Type chips, the seat and the amount: chips 3 100")
        seat = int(words[1])
        self._table.add_chips(seat, parse_amount(words[2], self._table.house))
        self._screen.say(f"  {self._table.name(seat)} has {self._screen.money(self._table.chips(seat))}.")
        self._begin()

    def _say_all(self, lines: Iterator[str]) -> None:
        for line in lines:
            self._screen.say(line)

    def _show_table(self) -> None:
        self._say_all(self._seats())

    def _seats(self) -> Iterator[str]:
        board, money = self._round.board, self._screen.money
        if board.dealer:
            yield f"  Dealer  {cards_text(board.dealer)}  {board.dealer_name}".rstrip()
        for seat in board.seats:
            yield f"  {self._table.name(seat.seat)}  {money(seat.stack)}  {_held(seat, money)}".rstrip()
        if board.common:
            yield f"  Common card  {cards_text(board.common)}"
        if board.pot:
            yield f"  Pot  {money(board.pot)}"

    def _sheet(self) -> Iterator[str]:
        money = self._screen.money
        lines = self._round.sheet
        if not lines:
            yield "  Nothing has been settled yet."
            return
        yield "Settlement, in order:"
        for number, line in enumerate(lines, 1):
            who = self._table.name(line.seat) if line.seat else "House"
            yield f"  {number}. {who}, {line.wager}: {line.do}. {line.why}"
        outcome = self._round.round.outcome
        if outcome is not None:
            for seat, net in outcome.nets.items():
                stack = money(self._table.chips(seat))
                yield f"  {self._table.name(seat)}: {signed(net, self._table.house)}, stack {stack}"

    def _irregularities(self) -> Iterator[str]:
        for one in self._round.irregularities:
            place = " SEAT" if one.places else ""
            rest = " CARD" if one.cards else " NUMBER" if one.count else " REASON" if one.reason else ""
            clause = f" ({one.clause})" if one.clause else ""
            yield f"  {one.entry}{place}{rest}  {one.label}{clause}"

    def _save(self) -> None:
        """Write the record of the current round; a later round goes to a file with its number."""
        if self._record is None:
            return
        number = self._table.number
        first = self._record
        file = first if number == 1 else first.with_name(f"{first.stem}-{number}{first.suffix}")
        fresh = file.with_name(f"{file.name}.new")
        try:
            fresh.write_text(write_record(self._round.record()), encoding="utf-8")
            fresh.replace(file)
        except OSError as error:
            self._screen.say(f"  The record cannot be written to {file}: {error.strerror}.")

    def _goodbye(self) -> None:
        over = self._table.between_rounds
        rounds = self._table.number - (0 if over else 1)
        self._screen.say(f"{rounds} round{'s' * (rounds != 1)} dealt by hand.")
        if not over and self._record is not None:
            self._screen.say("The unfinished round is in the record file; deal again with the same file to resume.")


def _now(told: Instruction) -> Iterator[tuple[str, str]]:
    """What can be typed in answer to this instruction."""
    yield from what_to_type(told)
    for seat in told.also:
        yield f"{seat} ...", "a decision of this seat: its number, then any of the above"
    if told.needs == "over":
        yield "Enter", "begin the next round"
        yield "chips 3 100", "add chips for a seat, and begin the next round"


def _held(seat: BoardSeat, money: object) -> str:
    assert callable(money)
    parts = [f"{title} {money(amount)}" for title, amount in seat.wagers]
    if seat.cards:
        parts.append(cards_text(seat.cards))
    parts += [part for part in (seat.name, seat.status) if part]
    return "; ".join(parts)
