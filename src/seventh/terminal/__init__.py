"""Playing, watching and asking in a terminal."""
