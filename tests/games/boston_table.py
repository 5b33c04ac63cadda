"""Tables of Boston 7 Stud with irregularities."""

from seventh.games.scripted import Table

SECOND = "bet wager=second amount=500"
HIDDEN = "??"

# Seat 1 has three of a kind, seat 2 a pair, seat 3 nothing, seat 4 three of a kind on the ante alone.
FOUR = """
    boston-7-stud
    house: {house}
    seat 1: ante 500, first 500, three_card_bonus 100 | 7s7d7h 2c3c4c6c
    seat 2: ante 500, first 500, three_card_bonus 200 | KsKd2h 2d3d4d6d
    seat 3: ante 500, first 500, three_card_bonus 300 | AsQd9h 2s3s4s6s
    seat 4: ante 500 | 8s8d8h 3h4h5h6h
    dealer: JcTc5c Jd5d9c9d
"""


def four(house="", deals=None):
    return Table(FOUR.format(house=house), deals)


def nets(table):
    return [table.net(seat) for seat in (1, 2, 3, 4)]


def six_with_a_fat_hand(cards):
    """Seat 1 of six is found with this many cards instead of three; the others and the dealer still need forty-two."""
    seats = "\n".join(f"seat {seat}: ante 500, first 500" for seat in range(2, 7))
    table = Table(f"boston-7-stud\nseat 1: ante 500, first 500 | 7s7d7h\n{seats}", deals=1)
    stub = "".join(table.round.places()["stub"][3 - cards :])
    table.act("floor", f"wrong_number place=1 cards=7s7d7h{stub}", deals=0)
    return table
