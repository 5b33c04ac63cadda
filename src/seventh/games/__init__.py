"""A round of each game as a state machine: the rules, and nothing else.

Nothing here reads a clock, a random source, a file or a socket. Cards enter only by the dealer's actions.
"""
