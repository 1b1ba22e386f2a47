"""Lines: which lines of the rules were never run interpreted, by coverage.py."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType


def unexecuted(modules: list[ModuleType], run: Callable[[], object]) -> list[str]:
    """Run something and name the lines of the modules' functions that it did not reach."""
    from coverage import Coverage

    measured = Coverage(data_file=None, config_file=False, include=[str(m.__file__) for m in modules])
    measured.start()
    try:
        run()
    finally:
        measured.stop()
    return [
        f"{Path(str(m.__file__)).name}:{line}"
        for m in modules
        for line in sorted(set(measured.analysis2(m)[3]) & inside_functions(m))
    ]


def inside_functions(module: ModuleType) -> set[int]:
    """The lines of a module's functions without their heads: the rest runs when it is imported."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.FunctionDef):
            found |= set(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return found
