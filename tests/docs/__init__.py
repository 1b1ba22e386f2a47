"""Tests of the pages."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any


def drawing() -> Any:
    """The script that draws the pictures of the pages."""
    path = Path(__file__).parents[2] / "docs" / "draw.py"
    spec = importlib.util.spec_from_file_location("gamut_docs_draw", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
