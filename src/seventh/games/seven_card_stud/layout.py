"""The appearance of a table of Seven-Card Stud."""

from seventh.rounds.layout import Felt, Layout

LAYOUT = Layout("oval", Felt(cloth="#14575a", light="#1f7679", edge="#082b2e", ink="#d8f3f2"))
