"""`python -m tools.picture`: draw the README's picture, a round at the prompt with cards laid out in advance."""

from __future__ import annotations

from html import escape
from io import StringIO
from pathlib import Path

from seventh.cards import format_cards, parse_cards
from seventh.games import book_house
from seventh.rounds.actions import Place
from seventh.rounds.driver import Draw
from seventh.rounds.round import Round
from seventh.terminal.play import play

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "play.svg"
CARDS = {1: "AsKsQs7h7d2c9s", "dealer": "JdTc4h4s8c2dQh"}
TYPED = "ante 5 first 5 bonus 1\n\nclaim\n2nd\n\n"


def transcript() -> list[str]:
    """One round of Boston 7 Stud, from the wagers to the settlement."""

    def dealer(_: Round) -> Draw:
        left = {place: list(parse_cards(cards)) for place, cards in CARDS.items()}

        def draw(place: Place, number: int) -> str:
            return format_cards([left[place].pop(0) for _ in range(number)])

        return draw

    output = StringIO()
    play(book_house("boston-7-stud"), StringIO(TYPED), output, dealer)
    lines = output.getvalue().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("Your wagers>"))
    last = next(number for number, line in enumerate(lines) if line.startswith("  net "))
    return lines[first : last + 1]


def main() -> None:
    lines = transcript()
    height, width = 20 * len(lines) + 40, 760
    text = "".join(
        f'<text x="24" y="{36 + 20 * number}" xml:space="preserve"'
        f' fill="{"#f2c14e" if "> " in line else "#e8efe9"}">{escape(line)}</text>\n'
        for number, line in enumerate(lines)
    )
    PICTURE.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="monospace" font-size="15" role="img" aria-label="A round of Boston 7 Stud at the prompt">\n'
        f'<rect width="{width}" height="{height}" rx="12" fill="#12372a"/>\n{text}</svg>\n',
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
