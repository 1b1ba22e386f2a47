"""Gamut: a home for colour-mixing tabletop games."""
