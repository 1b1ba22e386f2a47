"""Checks of single positions, as native code: thousands of games are played and every position is checked.

`workspace` declares what these checks share and how they declare complaints, `playing` and `hidden_information` contain
the checks, and `driver` plays the games.
"""
