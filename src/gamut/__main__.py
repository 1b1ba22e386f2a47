"""`python -m gamut`: the command line without an installed script."""

from gamut.cli import main

main()
