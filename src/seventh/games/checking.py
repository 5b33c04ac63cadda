"""Whether a game is complete and its parts fit together: what `seventh check-game` checks before playing any round.

Each problem is one line: where it is, what is wrong, and what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

from seventh.games import Game, GameError, rules_of, wording_of
from seventh.games.layout import table_layout
from seventh.house import HouseError
from seventh.house.rules import Rules
from seventh.rounds.actions import FLOOR, Bet, Claim, Fold, PlaceWagers, SetHand, ShufflerFails
from seventh.rounds.dealer.irregularities import DEALERS_ACTIONS, FLOORS_ACTIONS
from seventh.rounds.dealer.phases import DealerRound
from seventh.rounds.dealer.state import DEALING, REVEALING, WAGERS
from seventh.rounds.layout import Shape

PAGE_KEYS = "12345ZXVDIRSMHLPGOK/?FBCA"
"""Keys used by the page or by decisions after the deal; no spot can have one of them."""
PROCEDURES = ("wagers", "deal", "rack", "reveal", "exposed", "face up", "drawn", "number")
"""The entries that `CLAUSES` needs in every game against the dealer."""
_EVENTS = {Fold: "folded", Bet: "bet_placed", Claim: "claimed", SetHand: "hand_set"}
"""The event that a seat's decision causes."""


class Problem(NamedTuple):
    """Something that is wrong with a game."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


def check_parts(game: Game) -> list[Problem]:
    """Everything wrong with a game's parts; parts that depend on a broken one are skipped."""
    try:
        house = game.book
    except (GameError, HouseError) as error:
        return [Problem("house.toml", str(error))]
    except Exception as error:
        return [_raised("house.toml", error)]
    try:
        rules: Rules = game.rules(house)
    except Exception as error:
        return [_raised("rules", error)]
    found = [*_rules(game, rules), *_mathematics(game, rules)]
    dealer = issubclass(game.round, DealerRound)
    if dealer:
        found += [*_round(game), *_spots(game, rules, house), *_layout(game, rules)]
    try:
        words = game.words(house, rules)
    except Exception as error:
        return [*found, _raised("words", error)]
    if dealer:
        found += _words(game, rules, words)
    if not found:
        found += _made(game, house)
    return found


def _raised(where: str, error: Exception) -> Problem:
    return Problem(where, f"{type(error).__name__}: {error}")


def _made(game: Game, house: Any) -> Iterator[Problem]:
    """Checks that involve several parts."""
    for where, make in (
        ("rules", lambda: rules_of(house)),
        ("words", lambda: wording_of(house)),
        ("layout", lambda: table_layout(house)),
        ("company", lambda: game.bots),
    ):
        try:
            make()
        except Exception as error:
            yield _raised(where, error)
            return
    if issubclass(game.round, DealerRound):
        simplest = wording_of(house).simplest
        hand = game.round.start(house, {1: 10 * sum(simplest.values())})
        if not simplest or PlaceWagers(simplest) not in hand.legal(1):
            yield Problem("words", f"simplest is {simplest}; allowed: wagers that the house accepts")


def _rules(game: Game, rules: Rules) -> Iterator[Problem]:
    listed = {part.id for part in rules if part.id}
    for clause in sorted(listed - game.clauses.keys()):
        yield Problem("rules", f"{clause} is not among GAME's clauses; allowed: {', '.join(game.clauses)}")
    for clause in game.clauses:
        if clause not in listed:
            yield Problem("rules", f"{clause} is among GAME's clauses but not in the rules; every clause needs a rule")
    keys = [wager.key for wager in rules.wagers]
    for wager in rules.wagers:
        if keys.count(wager.key) > 1:
            yield Problem("rules", f"the wager {wager.key} is listed more than once")
        if wager.clause not in game.clauses:
            yield Problem(
                "rules", f"the wager {wager.key} has the clause {wager.clause!r}, which is not among GAME's clauses"
            )


def _round(game: Game) -> Iterator[Problem]:
    kind: Any = game.round
    where = f"round {kind.__name__}"
    missing = sorted(kind.__abstractmethods__)
    if missing:
        yield Problem(where, f"has no {', '.join(missing)}; they are required")
    if getattr(kind, "game", game.name) != game.name and isinstance(kind.game, str):
        yield Problem(where, f"game is {kind.game!r}, but GAME has {game.name!r}")
    for action in (*DEALERS_ACTIONS, *FLOORS_ACTIONS):
        if action not in kind.actions:
            yield Problem(where, f"actions lack {action.__name__}; DEALERS_ACTIONS and FLOORS_ACTIONS are required")
    for decision, event in _EVENTS.items():
        if decision in kind.actions and not hasattr(kind, f"_on_{event}"):
            yield Problem(where, f"has {decision.__name__} but no _on_{event}, so the event changes nothing")
    flow, phases = kind.FLOW, kind.PHASES
    if not flow or flow[0] != WAGERS or flow[-1] != REVEALING or flow.count(DEALING) != len(kind.STREETS):
        rule = f"it starts with {WAGERS!r}, ends with {REVEALING!r}, and has {DEALING!r} once for each of STREETS"
        yield Problem(where, f"FLOW is {flow}; {rule}")
    for phase in dict.fromkeys(flow):
        if phase not in phases:
            yield Problem(where, f"PHASES lack {phase!r}, which is in FLOW")
    named = {action for actions in phases.values() for action in actions}
    for other in sorted(named - set(kind.actions), key=str):
        yield Problem(where, f"PHASES have {other.__name__}, which is not among its actions")
    for other in kind.actions:
        if other.role != FLOOR and other not in named:
            yield Problem(where, f"{other.__name__} is among its actions but in none of its PHASES")
    procedures = [*PROCEDURES]
    procedures += ["set"] * (SetHand in kind.actions) + ["shuffler"] * (ShufflerFails in kind.actions)
    for name in procedures:
        if name not in kind.CLAUSES:
            yield Problem(where, f"CLAUSES lack {name!r}; needed: {', '.join(procedures)}")
        elif kind.CLAUSES[name] not in game.clauses:
            yield Problem(where, f"CLAUSES have {kind.CLAUSES[name]!r} for {name!r}, which is not among GAME's clauses")


def _spots(game: Game, rules: Rules, house: Any) -> Iterator[Problem]:
    try:
        spots = game.round.spots(house) or ()
    except Exception as error:
        yield _raised("spots", error)
        return
    keys = [wager.key for wager in rules.wagers]
    looks = {look.wager: look for look in game.layout.spots}
    if not spots:
        yield Problem("spots", "there are none; a game against the dealer has one for each wager before the deal")
    for number, spot in enumerate(spots):
        earlier = [other.wager for other in spots[:number]]
        if spot.wager not in keys:
            yield Problem("spots", f"{spot.wager} is not a wager of the rules; allowed: {', '.join(keys)}")
        if spot.clause not in game.clauses:
            yield Problem("spots", f"{spot.wager} has the clause {spot.clause!r}, which is not among GAME's clauses")
        for other in (*spot.needs, spot.same_as, spot.at_most):
            if other and other not in earlier:
                yield Problem("spots", f"{spot.wager} depends on {other}, which does not come before it")
        if spot.wager in looks and (looks[spot.wager].later or not looks[spot.wager].key):
            yield Problem("layout", f"{spot.wager} is wagered before the deal: it needs a key and no later=True")
    for wager, look in looks.items():
        if wager not in [spot.wager for spot in spots] and not look.later:
            yield Problem("layout", f"{wager} is not a spot before the deal: it needs later=True")


def _layout(game: Game, rules: Rules) -> Iterator[Problem]:
    keys = [wager.key for wager in rules.wagers]
    layout = game.layout
    if layout.scene != "felt":
        yield Problem("layout", f"the scene is {layout.scene!r}; against the dealer it must be 'felt'")
    shown = [look.wager for look in layout.spots]
    for wager in keys:
        if wager not in shown:
            yield Problem("layout", f"{wager} has no SpotLook; every wager of the rules needs one")
    taken: dict[str, str] = {}
    for look in layout.spots:
        if look.wager not in keys:
            yield Problem("layout", f"{look.wager} is not a wager of the rules; allowed: {', '.join(keys)}")
        if look.shape not in get_args(Shape):
            yield Problem("layout", f"{look.wager} has the shape {look.shape!r}; allowed: {', '.join(get_args(Shape))}")
        if not look.key:
            continue
        if len(look.key) != 1 or look.key != look.key.upper():
            yield Problem("layout", f"{look.wager} has the key {look.key!r}; allowed: one capital letter")
        elif look.key in PAGE_KEYS:
            yield Problem("layout", f"{look.wager} has the key {look.key}, which the page needs; taken: {PAGE_KEYS}")
        elif look.key in taken:
            yield Problem("layout", f"{look.wager} has the key {look.key}, which {taken[look.key]} has too")
        taken[look.key] = look.wager


def _words(game: Game, rules: Rules, words: Any) -> Iterator[Problem]:
    try:
        yield from _named(game, rules, words)
    except Exception as error:
        yield _raised("words", error)


def _named(game: Game, rules: Rules, words: Any) -> Iterator[Problem]:
    typed: dict[str, str] = {}
    aliases = words.aliases
    for wager in [wager.key for wager in rules.wagers]:
        own = aliases.get(wager, ())
        if not isinstance(own, tuple) or not own or not all(isinstance(each, str) and each for each in own):
            yield Problem("words", f"aliases have {own!r} for {wager}; allowed: a tuple of names that can be typed")
            continue
        for each in own:
            if typed.setdefault(each, wager) != wager:
                yield Problem("words", f"aliases have {each!r} for {wager} and for {typed[each]}")
        if not words.label(wager):
            yield Problem("words", f"label({wager!r}) is empty; it is printed on the spot")
    for name in ("about", "felt_line", "example", "typed_later"):
        if not isinstance(getattr(words, name), str) or not getattr(words, name):
            yield Problem("words", f"{name} is {getattr(words, name)!r}; allowed: a string")
    sides = words.felt_tables
    if not isinstance(sides, tuple) or len(sides) != 2 or not all(isinstance(side, tuple) for side in sides):
        yield Problem("words", f"felt_tables is {sides!r}; allowed: two tuples of wagers, left and right")
    else:
        for wager in (*sides[0], *sides[1]):
            if words.pay_table(wager) is None:
                yield Problem("words", f"felt_tables has {wager!r}, but pay_table({wager!r}) is None")
    if not all(isinstance(pair, tuple) and len(pair) == 2 for pair in words.keys):
        yield Problem("words", f"keys is {words.keys!r}; allowed: pairs of a key and what it does")
    if words.cap_clause and words.cap_clause not in game.clauses:
        yield Problem("words", f"cap_clause is {words.cap_clause!r}, not one of GAME's clauses; empty for no cap")
    kind: Any = game.round
    full = sum(kind.STREETS)
    if full not in words.complete:
        yield Problem("words", f"complete is {words.complete}; a full hand has {full} cards")


def _mathematics(game: Game, rules: Rules) -> Iterator[Problem]:
    try:
        _ = game.coach
    except GameError as error:
        yield Problem("coach", str(error))
    try:
        mathematics = game.mathematics
    except GameError as error:
        yield Problem("mathematics", str(error))
        return
    if mathematics is None:
        return
    keys = [wager.key for wager in rules.wagers]
    for wager in mathematics.wagers:
        if wager not in keys and wager not in mathematics.titles:
            yield Problem("mathematics", f"{wager} is not a wager of the rules and has no title; give it one in titles")
    for wager, spot in mathematics.spots.items():
        if wager not in mathematics.wagers or spot not in keys:
            yield Problem("mathematics", f"spots has {wager}: {spot}; allowed: a wager with figures: a rules wager")
    for wager in (*mathematics.designs, *mathematics.alone):
        if wager not in mathematics.wagers:
            yield Problem("mathematics", f"{wager} has no figures; allowed: {', '.join(mathematics.wagers)}")
    if mathematics.advise is not None and not mathematics.cards:
        yield Problem("mathematics", "has advise, but cards does not say how many cards it takes")
