"""The checks, by what they are about. Importing this package fills the registry, the plainest first."""

from importlib import import_module

for _name in ("play", "hidden", "words", "table", "options"):
    import_module(f"{__name__}.{_name}")
