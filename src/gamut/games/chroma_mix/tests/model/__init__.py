"""A second, slow way to play Chroma Mix, written from the rulebook and the rulings alone, to check the rules by."""
