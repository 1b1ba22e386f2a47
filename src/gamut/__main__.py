"""`python -m gamut` is the command `gamut`."""

from gamut.cli import main

main()
