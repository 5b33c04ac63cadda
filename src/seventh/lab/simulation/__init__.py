"""Rounds by the million: kernels that deal and settle, one a game, proved equal to the engine on random houses."""
