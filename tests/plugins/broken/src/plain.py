"""A module with an object that is not a game."""

NUMBER = 7
