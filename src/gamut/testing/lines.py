"""Lines: which lines of the rules were never executed, interpreted."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any


def executable(module: ModuleType) -> set[int]:
    """The lines inside the functions of a module."""
    source = inspect.getsource(module)
    lines: set[int] = set()
    for code in _functions(compile(source, module.__name__, "exec")):
        lines |= {n for _, _, n in code.co_lines() if n is not None and n != code.co_firstlineno}
    return lines


def _functions(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _functions(const)


def unexecuted(modules: list[ModuleType], run: Callable[[], object]) -> list[str]:
    """Run something and name the lines of the modules' functions that it did not reach."""
    reached: dict[str, set[int]] = {str(m.__file__): set() for m in modules}

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        lines = reached.get(frame.f_code.co_filename)
        if lines is None:
            return None
        lines.add(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return [
        f"{Path(str(m.__file__)).name}:{line}"
        for m in modules
        for line in sorted(executable(m) - reached[str(m.__file__)])
    ]
