"""Bots: random, greedy, flat and search. They know games only through their verbs."""
