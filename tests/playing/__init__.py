"""Random rounds of any game through the protocol alone, and what must be true of every one of them.

`tests/games/test_state_machine.py` lets hypothesis make the choices, `python -m tools.fuzz` a seeded generator: all
that is here takes whatever offers the methods of `random.Random`. A game joins by an `Adapter` of a few lines.
"""
