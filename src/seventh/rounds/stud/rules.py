"""A game of the stud family in plain words, as one house plays it."""

from __future__ import annotations

from collections.abc import Iterator

from seventh.house.rules.common import NUMBERS, limits_text
from seventh.house.rules.document import Clause, Rules, Section, Table, Wager, clause, table
from seventh.house.rules.sources import reading
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.stud.rules_all_in import short_all_in_table, short_all_in_text

_STREETS = ("third", "fourth", "fifth", "sixth", "seventh")


def stud_rules(house: StudHouse) -> Rules:
    sections = (
        Section("The game", tuple(_the_game(house))),
        Section("Third street", tuple(_third_street(house))),
        Section("Fourth street to seventh", tuple(_later_streets(house))),
        Section("When the deck runs short", tuple(_short_stub(house))),
        Section("How much may be bet", tuple(_betting(house))),
        Section("All-in, and side pots", tuple(_all_in(house))),
        Section("Showdown", tuple(_showdown(house))),
        Section("When something goes wrong", (_irregularities(house),)),
        _general(house),
    )
    return Rules(house.game, house.title, house.hash, _wagers(house), sections)


def _wagers(house: StudHouse) -> tuple[Wager, ...]:
    ids = house.family.clauses
    stakes = house.stakes
    bets = {
        "fixed_limit": f"{house.money(stakes.small_bet)}, later {house.money(stakes.big_bet)}",
        "spread_limit": "within the street's range",
        "pot_limit": "up to the pot",
        "no_limit": "up to all you have",
    }[house.structure]
    return (
        Wager("ante", "ante", house.money(stakes.ante) if stakes.ante else "none", "before the cards", ids.ante),
        Wager(
            "bring_in", "bring-in", house.money(stakes.bring_in), house.family.wording.bring_in_terms, ids.completion
        ),
        Wager("bet", "bet or raise", bets, "when it is your turn", ids.structure),
    )


def _the_game(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    stakes = house.stakes
    yield clause(
        ids.players,
        f"From two to {NUMBERS[house.seats]} players play against each other for a pot, with one deck of 52.",
    )
    yield clause(
        ids.ante,
        f"Everybody who wants cards puts an ante of {house.money(stakes.ante)} into the pot."
        if stakes.ante
        else "There is no ante.",
    )


def _third_street(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    stakes = house.stakes
    yield clause(
        ids.deal,
        reading(
            "The deal moves on one seat a hand, and the player who has it is dealt in as well."
            if house.deal_moves
            else "The dealer is the house's, keeps the same place and has no hand."
        ),
        "Cards go round one by one, clockwise from the first player at the dealer's left: twice face down, then once "
        "face up.",
    )
    yield clause(
        ids.bring_in_card,
        house.family.wording.bring_in_card,
    )
    yield clause(
        ids.bring_in,
        f"That player has to bet: {house.money(stakes.bring_in)}, the bring-in. The others follow clockwise and fold, "
        "call or raise, until everybody still in has answered the last raise.",
    )
    yield clause(
        ids.completion,
        *_completion(house),
        "If nobody raises the bring-in, the round of betting is over when all have called, and its player has no "
        "second turn.",
    )


def _completion(house: StudHouse) -> Iterator[str]:
    bring_in, least = house.stakes.bring_in, house.least_bet(3)
    fixed = house.structure == "fixed_limit"
    if bring_in >= least:
        yield "The bring-in is a full bet. Whoever comes next may raise it" + (
            f" to {house.money(2 * least)}." if fixed else ", and instead of it its player may open for more."
        )
        return
    yield f"Instead of the bring-in its player may open for {house.money(least)}" + ("." if fixed else " or more.")
    yield f"The first to raise a bring-in completes it to {house.money(least)}" + ("." if fixed else " at least.")
    if fixed and house.raise_cap:
        counts = "counts" if house.completion_counts else "does not count"
        yield f"Completing {counts} as a raise towards the cap."


def _later_streets(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    yield clause(
        ids.burn, "After a round of betting the bets join the pot, and before the next cards the top one is burned."
    )
    yield clause(
        ids.fourth_street,
        "On fourth street everybody still in gets a card face up, the first seat after the dealer before the rest.",
    )
    yield clause(
        ids.opener,
        house.family.wording.opener,
    )
    yield clause(
        ids.turn,
        "While nobody has bet you may check; to a bet you fold, call or raise. You may fold without a bet as well;",
        reading("so may the first to act." if house.opener_may_fold else "only the first to act on a street may not."),
    )
    yield clause(
        ids.fifth_and_sixth_street,
        "Fifth and sixth street go like fourth: a burn, a card up for each, a round of betting.",
    )
    yield clause(
        ids.seventh_street,
        "On seventh street,",
        reading("as long as the deck holds a card to burn and one for each,"),
        "everybody still in gets a last card,",
        reading(f"face {house.seventh_street_face}."),
    )
    if house.common_card_opens == "with_common":
        common = "With a common card it is counted with each player's cards that lie up, as a five-card hand."
    else:
        common = "A common card is not counted for this."
    yield clause(
        ids.last_opener,
        f"{house.family.wording.last_opener} {common} Suits do not matter; between equals the first "
        "from the dealer's left opens, and if that player has no chips left, the next one clockwise who has.",
    )


def _short_stub(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    if house.use_burns:
        under = house.short_stub == "burns_under_stub"
        how = "put under what is left" if under else "shuffled together with what is left"
        yield clause(
            ids.short_stub,
            "If that is too few, but enough together with the burned cards, the burned cards are shuffled",
            reading(f"and {how};"),
            "one is burned and each player gets a card.",
            reading("Cards of folded hands never come back."),
            reading(
                "If there is exactly one for each and none to burn, nothing is burned and each gets one."
                if house.skip_burn_when_exact
                else "If there is exactly one for each and none to burn, a common card is dealt instead."
            ),
            reading("An earlier street that runs short is dealt the same way."),
        )
    else:
        yield clause(
            ids.short_stub,
            reading(
                "If that is too few, burned cards are not dealt again to single players: a common card comes instead. "
                "Cards of folded hands never come back."
            ),
        )
    yield clause(
        ids.common_card,
        "If even that is too few, one card is burned and one is dealt face up in the middle: it is the last card of "
        "everybody still in.",
    )
    yield clause(
        ids.last_card,
        "If the deck has only one card or none for that, the burned cards are shuffled",
        reading("with it," if house.last_card_joins else "without it,"),
        "one is burned, and the next is the common card.",
    )


def _betting(house: StudHouse) -> Iterator[Clause | Table]:
    ids = house.family.clauses
    stakes, money = house.stakes, house.money
    if house.structure == "fixed_limit":
        yield clause(
            ids.structure,
            f"Fixed limit: a bet or raise is {money(stakes.small_bet)} on third and fourth street, and "
            f"{money(stakes.big_bet)} from fifth street on.",
        )
    elif house.structure == "spread_limit":
        yield clause(
            ids.structure,
            f"Spread limit: a bet or raise is any amount in the street's range, in steps of {money(house.table_unit)}.",
        )
        rows = tuple((street, limits_text(house, getattr(house.spread, street))) for street in _STREETS)
        yield table(ids.structure, "Range of a bet or raise", ("street", "amount"), rows)
    else:
        most = "what is in the pot after calling" if house.structure == "pot_limit" else "everything in front of you"
        name = "Pot limit" if house.structure == "pot_limit" else "No limit"
        yield clause(ids.structure, f"{name}: a bet is at least {money(stakes.small_bet)}, and at the most {most}.")
    if house.structure != "fixed_limit":
        yield clause(ids.raise_cap, "A raise is at least as large as the last full bet or raise before it.")
        return
    if not house.raise_cap:
        yield clause(ids.raise_cap, "A round of betting may have any number of raises.")
    else:
        yield clause(
            ids.raise_cap,
            f"A round of betting has one bet and at most {house.raise_cap} raises.",
            "The cap falls away as soon as only two players with chips are left, unless it was reached before."
            if house.uncapped_heads_up
            else "The cap holds for two players as well.",
        )
    yield clause(
        ids.open_pair,
        f"When somebody's cards on fourth street lie with a pair up, everybody may choose between a bet of "
        f"{money(stakes.small_bet)} and one of {money(stakes.big_bet)}; after the larger one raises are so too. "
        "Whoever has chips for more than the smaller one, but not for the larger, may go all-in: that is measured "
        f"against the larger ({ids.all_in})."
        if house.fourth_street_pair_doubles and stakes.small_bet < stakes.big_bet
        else "A pair lying up on fourth street does not change the size of the bet.",
    )


def _all_in(house: StudHouse) -> Iterator[Clause | Table]:
    ids = house.family.clauses
    yield clause(
        ids.all_in,
        "Nobody has to leave a pot for want of chips: with fewer than it takes you are all-in and play for the part of "
        "the pot that you have covered.",
        *short_all_in_text(house),
        "If the bring-in is short because its player is all-in, the others owe it in full. If its "
        "player has nothing left after the ante, the next player with chips may fold, bring in or complete.",
        f"A player sits down with {limits_text(house, house.limits.buy_in)}.",
    )
    yield from short_all_in_table(house)
    odd = (
        "to the winners in the order of their highest card, spades before hearts, diamonds and clubs; a common card "
        "does not count for this"
        if house.odd_chip == "high_card_by_suit"
        else "to the winners nearest to the dealer's left"
    )
    yield clause(
        ids.pots,
        "Every all-in of another size makes a side pot. What nobody has called is returned first; then each pot "
        f"{_who_takes_a_pot(house)}, and chips that do not divide go one each {odd}.",
        "A pot that nobody can win any more, because the floor has killed every hand that could,",
        "goes back without rake to those who put it in, to players who have folded as well."
        if house.dead_side_pots == "returned"
        else "is won with the pot below it.",
    )
    yield clause(
        ids.no_more_betting,
        "When nobody can bet any more, the remaining cards are dealt in the usual order without betting.",
    )


def _who_takes_a_pot(house: StudHouse) -> str:
    shares = house.family.shares
    if len(shares) == 1:
        return "goes to the best hand among those who have paid into it to the full. Equal hands share"
    first, *middle, last = [share.name for share in shares]
    odd = f"a chip that does not divide goes to {first}"
    if middle:
        odd = f"chips that do not divide go one each to {', '.join([first, *middle])}"
    return (
        f"is divided into equal parts for {', '.join([first, *middle])} and {last}; {odd}. Each part goes to the best "
        "hand for it among those who have paid into the pot to the full, and one hand may win them all. A part for "
        f"which no hand qualifies falls to {'the others' if middle else 'the other'}. Equal hands share a part"
    )


def _showdown(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    yield clause(
        ids.winner,
        reading("If everybody else has folded, the last player left takes the pot at once without showing."),
        house.family.wording.winner,
    )
    yield clause(
        ids.showdown,
        "Whoever bet or raised last in the final round shows first, or else whoever was first to act; the others "
        "follow clockwise. A hand that is beaten need not be shown.",
        "Once no more betting is possible, all hands that play for the pot are turned up."
        if house.all_in_shown
        else "",
    )
    rake = house.rake
    if not rake.per_thousand:
        yield clause(ids.rake, "The house takes nothing from the pot.")
        return
    yield clause(
        ids.rake,
        f"The house takes {rake.per_thousand / 10:g} percent of every pot, in whole chips rounded down",
        f"and at most {house.money(rake.cap)} from one hand." if rake.cap else "without an upper limit.",
        "A hand that is over before fourth street is free." if rake.no_fourth_street_no_drop else "",
    )


def _irregularities(house: StudHouse) -> Clause:
    ids = house.family.clauses
    return clause(
        ids.irregularities,
        "If the dealer exposes one of your first two cards, it is your up-card and your third card comes face down; if "
        "both are exposed, or that third card as well, your hand is dead and your ante comes back. A card lying face "
        "up in the deck is put aside and the next one dealt instead; two of them during the first three rounds "
        "of cards make a misdeal.",
        "If your seventh card is exposed, you may declare yourself all-in before the betting; with two players left "
        "the second one's card is then dealt up as well.",
        "A wrong number of cards noticed before anybody has acted is a misdeal, and all chips go back. Later the hand "
        "that has it is dead, unless only its seventh card is missing, which is then dealt.",
    )


def _general(house: StudHouse) -> Section:
    return Section(
        "Money and the table",
        (
            clause(
                "",
                f"Chips come in whole multiples of {house.money(1)}; amounts that you choose yourself go in steps of "
                f"{house.money(house.table_unit)}.",
            ),
            clause(
                "",
                "For a player whose time runs out the house checks, or folds to a bet; a forced bet is made, and a "
                "hand that is not beaten is shown.",
            ),
            clause(
                "",
                "Cards dealt face down are known only to the person who holds them, until they are shown; a hand that "
                "is folded or given up stays unseen.",
            ),
        ),
    )
