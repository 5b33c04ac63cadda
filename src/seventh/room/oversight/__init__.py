"""What a floor manager or a regulator watches: hold, chip flow between players, and the decks that were dealt."""
