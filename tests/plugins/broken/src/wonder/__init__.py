"""A package that cannot be imported."""

raise RuntimeError("cannot be\nimported")
