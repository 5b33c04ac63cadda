"""Play in a terminal, and the text output of the commands."""
