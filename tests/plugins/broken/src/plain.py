"""A module with something that is no game."""

NUMBER = 7
