"""The sentences in which the rules of Razz differ from those of other stud games."""

from seventh.rounds.stud.family import Wording

WORDING = Wording(
    bring_in_card="The highest up card brings it in. Aces are low, so kings are highest. Among cards of the same rank, "
    "spades are highest, then hearts, diamonds and clubs.",
    bring_in_terms="the highest up card on third street",
    opener="From now on the lowest hand showing acts first, and may bet or check; if hands are equal, the one nearest "
    "the dealer's left acts first. Any pair showing is higher than no pair.",
    last_opener="The lowest hand showing opens the last betting round.",
    winner="Otherwise the lowest hand of five cards out of seven wins. Aces are low, straights and flushes do not "
    "count, and a hand without a pair is lower than any hand with one: the best hand is 5-4-3-2-A. Hands are compared "
    "from their highest card down.",
    about="Seven cards each, four of them face up; bets on every street; the lowest five-card hand wins the pot.",
)
