"""The checks, in the order in which they run: what would only be an echo of something comes after it.

What a game declares, then the language its rules are written in, then whole games interpreted; then native code.
Importing this package fills the registry.
"""

from importlib import import_module

for _name in ("facts", "subset", "interpreted", "play", "hidden", "redeals", "words", "table", "options"):
    import_module(f"{__name__}.{_name}")
