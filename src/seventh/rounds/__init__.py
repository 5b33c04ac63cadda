"""The protocol that every game shares, and what the two families of games share beyond it."""
