"""Version 0.2's bots, frozen, as opponents: by name in Python, or in the command line as `0.2:hard`.

PYTHONPATH=.:tests/opponents gamut simulate mixx -n 2 --bots hard,0.2:search:50ms --games 100
"""
