"""The checks, by what they are about. Importing this package fills the registry."""

from gamut.testing.checks import hidden, options, play, table, words

__all__ = ["hidden", "options", "play", "table", "words"]
