"""The appearance of a table of Razz."""

from seventh.rounds.layout import Felt, Layout

LAYOUT = Layout("oval", Felt(cloth="#4a2a63", light="#643a85", edge="#241331", ink="#efe2fb"))
