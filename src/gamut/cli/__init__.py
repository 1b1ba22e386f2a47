"""The command line: `gamut`. One module a command; each is imported only when it runs."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
