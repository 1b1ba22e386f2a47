"""A package that cannot be imported."""

raise RuntimeError("the wonder\nhas not come")
