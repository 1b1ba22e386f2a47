"""The checks, in the order in which they run, so that the first one to fail names the cause.

First what a game declares, then the language of its rules, then interpreted games; then native code. Importing this
package fills the registry.
"""

from importlib import import_module

for _name in ("facts", "subset", "interpreted", "play", "hidden", "redeals", "presentation", "table", "options"):
    import_module(f"{__name__}.{_name}")
