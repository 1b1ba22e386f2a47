"""The tables in memory: their players, bots, proposals and views."""
