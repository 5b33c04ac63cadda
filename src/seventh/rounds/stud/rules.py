"""The rules text of a game of the stud family under one house."""

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
        Section("Fourth to seventh street", tuple(_later_streets(house))),
        Section("When the deck runs short", tuple(_short_stub(house))),
        Section("Betting limits", tuple(_betting(house))),
        Section("All-in and side pots", tuple(_all_in(house))),
        Section("Showdown", tuple(_showdown(house))),
        Section("Irregularities", (_irregularities(house),)),
        _general(house),
    )
    return Rules(house.game, house.title, house.hash, _wagers(house), sections)


def _wagers(house: StudHouse) -> tuple[Wager, ...]:
    ids = house.family.clauses
    stakes = house.stakes
    bets = {
        "fixed_limit": f"{house.money(stakes.small_bet)}, then {house.money(stakes.big_bet)}",
        "spread_limit": "within the street's range",
        "pot_limit": "up to the pot",
        "no_limit": "up to your whole stack",
    }[house.structure]
    return (
        Wager("ante", "ante", house.money(stakes.ante) if stakes.ante else "none", "before the deal", ids.ante),
        Wager(
            "bring_in", "bring-in", house.money(stakes.bring_in), house.family.wording.bring_in_terms, ids.completion
        ),
        Wager("bet", "bet or raise", bets, "on your turn", ids.structure),
    )


def _the_game(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    stakes = house.stakes
    yield clause(
        ids.players,
        f"Two to {NUMBERS[house.seats]} players compete for a pot, with one deck of 52 cards.",
    )
    yield clause(
        ids.ante,
        f"To be dealt in, each player posts an ante of {house.money(stakes.ante)}."
        if stakes.ante
        else "There is no ante.",
    )


def _third_street(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    stakes = house.stakes
    yield clause(
        ids.deal,
        reading(
            "The deal moves one seat clockwise after each hand, and the player who has the deal is dealt in too."
            if house.deal_moves
            else "A house dealer deals every hand from the same position and is not dealt in."
        ),
        "Cards are dealt one at a time, clockwise from the first player on the dealer's left: two rounds face down, "
        "then one face up.",
    )
    yield clause(
        ids.bring_in_card,
        house.family.wording.bring_in_card,
    )
    yield clause(
        ids.bring_in,
        f"That player must post the bring-in, {house.money(stakes.bring_in)}. Action continues clockwise, and each "
        "player folds, calls or raises until everyone still in has acted on the last raise.",
    )
    yield clause(
        ids.completion,
        *_completion(house),
        "If nobody raises the bring-in, the betting round ends once everyone else has called or folded; the player who "
        "brought it in does not act again.",
    )


def _completion(house: StudHouse) -> Iterator[str]:
    bring_in, least = house.stakes.bring_in, house.least_bet(3)
    fixed = house.structure == "fixed_limit"
    if bring_in >= least:
        yield "The bring-in is a full bet. The next player may raise it" + (
            f" to {house.money(2 * least)}." if fixed else ", and the bring-in player may open for more instead."
        )
        return
    yield f"The bring-in player may complete to {house.money(least)}{'' if fixed else ' or more'} instead."
    yield f"The first player to raise the bring-in completes it to {'' if fixed else 'at least '}{house.money(least)}."
    if fixed and house.raise_cap:
        counts = "counts" if house.completion_counts else "does not count"
        yield f"Completing {counts} as a raise towards the cap."


def _later_streets(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    yield clause(
        ids.burn, "After a betting round the bets go into the pot; before the next street the top card is burned."
    )
    yield clause(
        ids.fourth_street,
        "On fourth street every player still in gets a card face up, starting from the dealer's left.",
    )
    yield clause(
        ids.opener,
        house.family.wording.opener,
    )
    yield clause(
        ids.turn,
        "If nobody has bet, you may check or bet; facing a bet, you may fold, call or raise. You may also fold when "
        "there is no bet;",
        reading(
            "this includes the first to act." if house.opener_may_fold else "the first to act on a street may not."
        ),
    )
    yield clause(
        ids.fifth_and_sixth_street,
        "Fifth and sixth street are played like fourth: a burn, an up card for each player, and a betting round.",
    )
    yield clause(
        ids.seventh_street,
        "On seventh street,",
        reading("if the deck has a card to burn and one for each player,"),
        "every player still in gets a last card,",
        reading(f"face {house.seventh_street_face}."),
    )
    if house.common_card_opens == "with_common":
        common = "A common card counts together with each player's up cards, as a five-card hand."
    else:
        common = "A common card is not counted for this."
    yield clause(
        ids.last_opener,
        f"{house.family.wording.last_opener} {common} Suits do not matter: if hands are equal, the first player "
        "from the dealer's left opens, or if that player has no chips left, the next player clockwise who has some.",
    )


def _short_stub(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    if house.use_burns:
        under = house.short_stub == "burns_under_stub"
        how = "and placed under the stub" if under else "together with the stub"
        yield clause(
            ids.short_stub,
            "If there are too few cards for that, but enough with the burned cards, the burned cards are shuffled",
            reading(f"{how};"),
            "one is burned and each player gets a card.",
            reading("Folded hands are never reused."),
            reading(
                "If there is exactly one card for each player and none to burn, each gets one and nothing is burned."
                if house.skip_burn_when_exact
                else "If there is exactly one card for each player and none to burn, a common card is dealt instead."
            ),
            reading("An earlier street that runs short is dealt the same way."),
        )
    else:
        yield clause(
            ids.short_stub,
            reading(
                "If there are too few cards for that, burned cards are not reused for individual players: a common "
                "card is dealt instead. Folded hands are never reused."
            ),
        )
    yield clause(
        ids.common_card,
        "If there are still too few cards, one card is burned and one is dealt face up in the centre of the table: it "
        "is the last card of every player still in.",
    )
    yield clause(
        ids.last_card,
        "If the deck has at most one card left for that, the burned cards are shuffled",
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
            "Spread limit: a bet or raise is any amount in the street's range, in multiples of "
            f"{money(house.table_unit)}.",
        )
        rows = tuple((street, limits_text(house, getattr(house.spread, street))) for street in _STREETS)
        yield table(ids.structure, "Size of a bet or raise", ("street", "amount"), rows)
    else:
        most = "the pot after calling" if house.structure == "pot_limit" else "your whole stack"
        name = "Pot limit" if house.structure == "pot_limit" else "No limit"
        yield clause(ids.structure, f"{name}: the minimum bet is {money(stakes.small_bet)} and the maximum is {most}.")
    if house.structure != "fixed_limit":
        yield clause(ids.raise_cap, "A raise must be at least as large as the last full bet or raise before it.")
        return
    if not house.raise_cap:
        yield clause(ids.raise_cap, "The number of raises in a betting round is unlimited.")
    else:
        yield clause(
            ids.raise_cap,
            f"A betting round has one bet and at most {house.raise_cap} raises.",
            "The cap is lifted once only two players with chips remain, unless it has already been reached."
            if house.uncapped_heads_up
            else "The cap also applies heads-up.",
        )
    yield clause(
        ids.open_pair,
        f"If any player shows a pair on fourth street, every player may choose between a bet of "
        f"{money(stakes.small_bet)} and one of {money(stakes.big_bet)}; after the larger bet, raises are that size "
        "too. A player who has more chips than the smaller bet but not enough for the larger may go all-in, which is "
        f"measured against the larger ({ids.all_in})."
        if house.fourth_street_pair_doubles and stakes.small_bet < stakes.big_bet
        else "A pair showing on fourth street does not change the size of the bet.",
    )


def _all_in(house: StudHouse) -> Iterator[Clause | Table]:
    ids = house.family.clauses
    yield clause(
        ids.all_in,
        "Nobody is forced out of a pot for lack of chips: a player who cannot cover a bet may go all-in and play for "
        "the part of the pot they have matched.",
        *short_all_in_text(house),
        "If the bring-in is short because its player is all-in, the others must call it in full. If the bring-in "
        "player has no chips left after the ante, the next player with chips may fold, bring it in or complete.",
        f"The buy-in is {limits_text(house, house.limits.buy_in)}.",
    )
    yield from short_all_in_table(house)
    odd = (
        "to the winners in order of their highest card, spades before hearts, diamonds and clubs; a common card "
        "does not count for this"
        if house.odd_chip == "high_card_by_suit"
        else "to the winners nearest the dealer's left"
    )
    yield clause(
        ids.pots,
        "Each all-in for a different amount creates a side pot. An uncalled bet is returned first; then each pot "
        f"{_who_wins_a_pot(house)}, and odd chips go one each {odd}.",
        "A pot that nobody can win because the floor has killed every eligible hand",
        "is returned without rake to the players who contributed to it, including those who have folded."
        if house.dead_side_pots == "returned"
        else "is added to the pot below it.",
    )
    yield clause(
        ids.no_more_betting,
        "When no more betting is possible, the remaining cards are dealt in the usual order without betting.",
    )


def _who_wins_a_pot(house: StudHouse) -> str:
    shares = house.family.shares
    if len(shares) == 1:
        return "goes to the best hand among the players who have contributed to it in full. Equal hands split it"
    first, *middle, last = [share.name for share in shares]
    odd = f"an odd chip goes to {first}"
    if middle:
        odd = f"odd chips go one each to {', '.join([first, *middle])}"
    return (
        f"is divided into equal parts for {', '.join([first, *middle])} and {last}; {odd}. Each part goes to the best "
        "hand for it among the players who have contributed to the pot in full, and one hand may win them all. A part "
        f"for which no hand qualifies goes to {'the others' if middle else 'the other'}. Equal hands split a part"
    )


def _showdown(house: StudHouse) -> Iterator[Clause]:
    ids = house.family.clauses
    yield clause(
        ids.winner,
        reading("If everyone else has folded, the last player wins the pot at once without showing."),
        house.family.wording.winner,
    )
    yield clause(
        ids.showdown,
        "The last player to bet or raise in the final round shows first, or if there was no bet, the first to act; the "
        "others follow clockwise. A beaten hand may be mucked.",
        "Once no more betting is possible, all hands in contention are turned up." if house.all_in_shown else "",
    )
    rake = house.rake
    if not rake.per_thousand:
        yield clause(ids.rake, "There is no rake.")
        return
    yield clause(
        ids.rake,
        f"The rake is {rake.per_thousand / 10:g} percent of every pot, rounded down to whole chips,",
        f"and at most {house.money(rake.cap)} per hand." if rake.cap else "with no maximum.",
        "No rake is taken if the hand ends before fourth street." if rake.no_fourth_street_no_drop else "",
    )


def _irregularities(house: StudHouse) -> Clause:
    ids = house.family.clauses
    return clause(
        ids.irregularities,
        "If the dealer exposes one of your first two cards, it becomes your up card and your third card is dealt face "
        "down; if both are exposed, or that third card as well, your hand is dead and your ante is returned. A card "
        "found face up in the deck is set aside and the next one dealt instead; two such cards during the first three "
        "rounds of cards make it a misdeal.",
        "If your seventh card is exposed, you may declare yourself all-in before the betting; with two players left, "
        "the second player's card is then dealt face up too.",
        "A wrong number of cards noticed before anyone has acted is a misdeal, and all chips are returned. After that, "
        "the hand with the wrong number is dead, unless all it lacks is its seventh card, which is then dealt.",
    )


def _general(house: StudHouse) -> Section:
    return Section(
        "Money and table rules",
        (
            clause(
                "",
                f"The smallest chip is {house.money(1)}; amounts that you choose yourself must be multiples of "
                f"{house.money(house.table_unit)}.",
            ),
            clause(
                "",
                "When a player's time runs out, the house checks for them, or folds to a bet; it posts forced bets, "
                "and shows a hand that is not beaten.",
            ),
            clause(
                "",
                "Face-down cards are known only to the player who holds them until they are shown; a folded or mucked "
                "hand is never shown.",
            ),
        ),
    )
