"""A person's results over time as data: for the page, and to download."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from markupsafe import Markup

from seventh.games import GAMES, book_house, game_of, wording_of
from seventh.room.luck import Course, HouseOf, begun, course, expected, figure_of, terms_of
from seventh.room.mistakes import Mistakes, by_kind
from seventh.room.results import PlayedLine, Results
from seventh.web.charts import band_chart, sampled
from seventh.web.game_info import percent
from seventh.web.templating import money, signed

DAY = 86_400_000
PERIODS = {"": "All time", "1": "Last 24 hours", "7": "Last 7 days", "30": "Last 30 days", "365": "Last 365 days"}
"""The periods to choose from, in days."""
POTS = ""
"""What is won from other players is not a wager."""
_WINS = 5
_POINTS = 12
"""Rows of the table that says what the chart shows."""
_FEWEST = 2
"""The fewest rounds that make a chart."""


class WagerRow:
    """The sums of one wager at the houses of one title."""

    def __init__(self, game: str, house: str, figure: str) -> None:
        self.game, self.house, self.figure, self.title = game, house, figure, title_of(game, figure)
        self.rounds = self.wagered = self.net = 0
        self.begun: Counter[str] = Counter()
        """What its figures apply to, by the rules in force."""

    def as_data(self, house_of: HouseOf) -> dict[str, Any]:
        expectation, edge = Fraction(0), ""
        for rules, amount in self.begun.items():
            terms = terms_of(house_of(rules))
            if terms is not None and self.figure in terms.means:
                expectation += amount * terms.means[self.figure]
                edge = percent(-terms.means[self.figure])
        shown = {"game": self.game, "house_title": self.house, "figure": self.figure}
        sums = {"rounds": self.rounds, "wagered": self.wagered, "net": self.net}
        return {**shown, "title": self.title, **sums, "expected": expectation, "edge": edge}


class Chosen:
    """A person's rounds of one game or all, in a period."""

    def __init__(self, results: Results, person: str, game: str = "", days: int = 0, now: int = 0) -> None:
        self.results, self.person, self.game = results, person, game
        since = now - days * DAY if days else 0
        self.all = [line for line in results.lines(person) if line.opened >= since and game in ("", line.game)]
        self.played = [line for line in self.all if not line.void or line.net]
        """Without void rounds, unless something had been lost by then."""

    @property
    def net(self) -> int:
        return sum(line.net for line in self.played)

    @property
    def wagered(self) -> int:
        return sum(line.wagered for line in self.played)

    @property
    def minutes(self) -> int:
        """The time in rounds; at several tables at once it counts once."""
        total = until = 0
        for line in self.played:
            start, end = max(line.opened, until), max(line.closed, line.opened)
            total += max(end - start, 0)
            until = max(until, end)
        return round(total / 60_000)

    def course(self) -> Course:
        return course(self.results.house, self.played)

    def wagers(self) -> list[dict[str, Any]]:
        """The results of each wager of each house: the wagers of a whole hand together, since its figures are."""
        rows: dict[tuple[str, str], WagerRow] = {}
        for line in self.played:
            house, title = self.results.house(line.rules), self.results.title(line.table, line.rules)
            made = begun(house, line)
            lines = [(figure_of(house, line, wager), one.amount, one.net) for wager, one in line.wagers.items()]
            seen = set[str]()
            for figure, amount, net in lines or [(POTS, line.wagered, line.net)]:
                row = rows.setdefault((title, figure), WagerRow(line.game, title, figure))
                row.wagered += amount
                row.net += net
                if figure not in seen:
                    row.rounds += 1
                    row.begun[line.rules] += made.get(figure, 0)
                seen.add(figure)
        games = list(GAMES)
        found = sorted(rows.values(), key=lambda row: (games.index(row.game), row.house, row.title))
        return [row.as_data(self.results.house) for row in found]

    def biggest(self) -> list[PlayedLine]:
        """The rounds with the biggest wins."""
        won = [line for line in self.played if line.net > 0]
        return sorted(won, key=lambda line: (-line.net, line.opened))[:_WINS]


def title_of(game: str, figure: str) -> str:
    """The display name of a wager's figures."""
    if figure == POTS:
        return "Pots"
    house = book_house(game)
    mathematics = game_of(house).mathematics
    known = dict(mathematics.titles) if mathematics else {}
    text: str = known.get(figure) or wording_of(house).title(figure)
    return f"{text[:1].upper()}{text[1:]}"


def results_context(chosen: Chosen, mistakes: Mistakes, period: str) -> dict[str, Any]:
    """The context of results.html."""
    game = chosen.game
    found = chosen.course()
    decided, looked = mistakes.latest(chosen.person, (line.id for line in reversed(chosen.played)))
    unit, wagers = book_house(game or next(iter(GAMES))).chips_per_unit, chosen.wagers()
    return {
        "game": game,
        "games": [{"name": name, "title": book_house(name).title} for name in GAMES],
        "period": period,
        "periods": PERIODS,
        "rounds": len(chosen.played),
        "void": len(chosen.all) - len(chosen.played),
        "net": chosen.net,
        "wagered": chosen.wagered,
        "time": _duration(chosen.minutes),
        "wagers": wagers,
        "houses": len({row["house_title"] for row in wagers}) > 1,
        "luck": _luck(found, game),
        "biggest": [
            {
                "url": f"/me/rounds/{line.id}",
                "title": chosen.results.title(line.table, line.rules),
                "game": line.game,
                "number": line.number,
                "at": line.opened,
                "net": line.net,
            }
            for line in chosen.biggest()
        ],
        "mistakes": [
            {
                "chosen": one.chosen.replace("_", " "),
                "best": one.best.replace("_", " "),
                "times": one.times,
                "cost": f"{book_house(game or next(iter(GAMES))).currency}{float(one.cost / unit):,.2f}",
            }
            for one in by_kind(decided)
        ],
        "decisions": len(decided),
        "looked": looked,
        "exports": {kind: f"/api/me/results.{kind}?game={game}&days={period or 0}" for kind in ("json", "csv")},
    }


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def _luck(found: Course, game: str) -> dict[str, Any] | None:
    """The result against its expectation; None without rounds that have figures."""
    if not found.nets:
        return None
    net, mean, spread = found.nets[-1], found.total.mean, sqrt(found.total.variance)
    off = (net - float(mean)) / spread if spread else 0.0
    side = "above" if off > 0 else "below"
    words = (
        f"Over {len(found.nets):,} {'round' if len(found.nets) == 1 else 'rounds'} against the house you "
        f"{'won' if net >= 0 else 'lost'} {money(abs(net), game)}. With best play, the expected result is "
        f"{signed(round(mean), game)}, with a standard deviation of {money(round(spread), game)}: "
        f"your result is {abs(off):.1f} standard deviations {side} it."
    )
    within = "About 95 in 100 players with these wagers end up within the band of two standard deviations."
    return {
        "words": words,
        "within": within,
        "net": net,
        "expected": mean,
        "std_dev": spread,
        "chart": _chart(found, game, words),
        "points": list(_points(found)),
    }


def _chart(found: Course, game: str, words: str) -> Markup | str:
    if len(found.nets) < _FEWEST:
        return ""
    low = [mean - 2 * spread for mean, spread in zip(found.means, found.spreads, strict=True)]
    high = [mean + 2 * spread for mean, spread in zip(found.means, found.spreads, strict=True)]
    label = f"Total won, round by round, with the expected total and a band of two standard deviations. {words}"
    return band_chart(found.nets, found.means, low, high, label, lambda value: signed(round(value), game))


def _points(found: Course) -> Iterable[dict[str, Any]]:
    for at in sampled(len(found.nets), _POINTS):
        mean, spread = found.means[at], found.spreads[at]
        yield {
            "round": at + 1,
            "net": found.nets[at],
            "expected": round(mean),
            "low": round(mean - 2 * spread),
            "high": round(mean + 2 * spread),
        }


# Downloads.


def rounds_csv(chosen: Chosen) -> str:
    """One row for each round, oldest first; expectations as exact fractions of chips."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(("round", "game", "opened", "closed", "state", "wagered", "net", "expected", "variance", "wagers"))
    for line in chosen.all:
        known = expected(chosen.results.house(line.rules), line)
        wagers = "; ".join(f"{name} {made.amount} {made.net:+d}" for name, made in line.wagers.items())
        state = "void" if line.void else "played"
        head = (line.id, line.game, line.opened, line.closed, state, line.wagered, line.net)
        writer.writerow((*head, str(known.mean), str(known.variance), wagers))
    return text.getvalue()


def summary_data(chosen: Chosen) -> dict[str, Any]:
    """The results as plain values, amounts in smallest chips."""
    found = chosen.course()
    return {
        "rounds": len(chosen.played),
        "void": len(chosen.all) - len(chosen.played),
        "net": chosen.net,
        "wagered": chosen.wagered,
        "minutes": chosen.minutes,
        "luck": {
            "rounds": len(found.nets),
            "net": found.nets[-1] if found.nets else 0,
            "expected": str(found.total.mean),
            "variance": str(found.total.variance),
            "std_dev": sqrt(found.total.variance),
        },
        "wagers": [
            {
                "game": row["game"],
                "house": row["house_title"],
                "wager": row["figure"],
                "rounds": row["rounds"],
                "wagered": row["wagered"],
                "net": row["net"],
                "expected": str(row["expected"]) if row["edge"] else "",
            }
            for row in chosen.wagers()
        ],
        "biggest": _wins(chosen.biggest()),
    }


def _wins(lines: Sequence[PlayedLine]) -> list[dict[str, Any]]:
    return [{"round": line.id, "game": line.game, "opened": line.opened, "net": line.net} for line in lines]
