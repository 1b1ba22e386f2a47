"""Tests of Gamut."""

import os

# the servers of the tests run on this computer, which a proxy for the network cannot reach
for _name in ("no_proxy", "NO_PROXY"):
    os.environ[_name] = ",".join(filter(None, (os.environ.get(_name), "127.0.0.1", "localhost")))

# with these, Typer takes captured output for a terminal with colours
for _name in ("GITHUB_ACTIONS", "FORCE_COLOR", "PY_COLORS"):
    os.environ.pop(_name, None)
