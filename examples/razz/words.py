"""The sentences in which the rules of Razz differ from those of other games of stud."""

from seventh.rounds.stud.family import Wording

WORDING = Wording(
    bring_in_card="The highest card that lies up begins. An ace is low, so a king is highest. Among cards of one rank "
    "spades are highest, then hearts, diamonds and clubs.",
    bring_in_terms="the highest up-card on third street",
    opener="From now on the lowest cards lying up act first, and may bet or check; between equals it is whoever sits "
    "nearer to the dealer's left. Any pair lying up is higher than no pair.",
    last_opener="The last round is opened by the lowest cards lying up.",
    winner="Otherwise the lowest five of seven cards win. Aces are low, straights and flushes do not count, and a hand "
    "without a pair is lower than any with one: the best hand is 5-4-3-2-A. The highest of the five cards decides "
    "first, then the next.",
    about="Seven cards each, four of them face up; bets on every street; the lowest five cards win the pot.",
)
