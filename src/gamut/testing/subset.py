"""The subset of Python in which rules are written, checked in their source code.

Code that runs on a GPU cannot allocate memory, raise exceptions, recurse or use strings: no lists, slices or new
arrays, no nested functions. Numba accepts much of this on a CPU, so this module checks every function that the verbs
reach. 64-bit words combine only with words: together with signed integers, interpreted and native code differ.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import typing
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import pairwise
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from gamut.engine.bind import Slot, describe_unbindable, is_bindable_module, read_globals
from gamut.engine.record import Field, Floats, Grid, Row, Word, WordGrid, WordRow
from gamut.engine.source_files import format_location

BUILTINS = {"abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "range", "round", "zip"}
NUMPY_SCALAR_FUNCTIONS = {
    "abs", "ceil", "cos", "exp", "float32", "float64", "floor", "int8", "int16", "int32", "int64", "isfinite",
    "isnan", "log", "log1p", "log2", "sin", "sqrt", "tanh", "uint64",
}  # fmt: skip
ALLOCATES = ", which allocates memory"
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "creates a list" + ALLOCATES,
    ast.Set: "creates a set" + ALLOCATES,
    ast.Dict: "creates a dictionary" + ALLOCATES,
    ast.ListComp: "creates a list" + ALLOCATES,
    ast.SetComp: "creates a set" + ALLOCATES,
    ast.DictComp: "creates a dictionary" + ALLOCATES,
    ast.GeneratorExp: "creates a generator" + ALLOCATES,
    ast.Slice: "slices an array" + ALLOCATES,
    ast.JoinedStr: "formats a string" + ALLOCATES,
    ast.Lambda: "defines a function",
    ast.FunctionDef: "defines a function",
    ast.ClassDef: "defines a class",
    ast.Raise: "raises an exception",
    ast.Assert: "uses `assert`, which raises an exception",
    ast.Try: "catches an exception",
    ast.With: "uses `with`",
    ast.Yield: "is a generator",
    ast.YieldFrom: "is a generator",
    ast.Import: "uses `import`",
    ast.ImportFrom: "uses `import`",
    ast.Global: "uses `global`",
    ast.Nonlocal: "uses `nonlocal`",
    ast.Delete: "uses `del`",
    ast.Starred: "unpacks with `*`",
    ast.Match: "uses `match`",
}


def find_problems(verbs: Mapping[str, Any]) -> Iterator[str]:
    """Yield everything outside the subset that the verbs reach, each with file, line and function."""
    done: set[FunctionType] = set()
    for f in verbs.values():
        yield from _check_function(f, verbs, (), done)


def _check_function(f: FunctionType, verbs: Mapping[str, Any], trail: tuple[Any, ...], done: set[Any]) -> Iterator[str]:
    location = format_location(f.__code__.co_filename, f.__code__.co_firstlineno, f.__name__)
    if f in trail:
        yield f"{location}: calls itself: rules may not recurse"
    if f in done:
        return
    done.add(f)
    if f.__closure__:
        yield f"{location}: has a closure: pass what it needs as arguments"
    yield from FunctionChecker(f).find_problems()
    try:
        values = list(read_globals(f))
    except AttributeError:  # of a module; reported above
        return
    for v in values:
        v = verbs.get(v.name) if isinstance(v, Slot) else v
        if isinstance(v, FunctionType):
            yield from _check_function(v, verbs, (*trail, f), done)


class Type(NamedTuple):
    """What is known of an expression: its kind of number, and how many indices lead to one."""

    base: str  # "word", "int" or "float"
    depth: int = 0


HINTS: dict[Any, Type] = {
    int: Type("int"), bool: Type("int"), float: Type("float"), Word: Type("word"), Row: Type("int", 1),
    Grid: Type("int", 2), WordRow: Type("word", 1), WordGrid: Type("word", 2), Floats: Type("float", 1),
}  # fmt: skip
BASES = {"u": "word", "i": "int", "f": "float"}


def suggest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean `turn_up`?`, or nothing if no known name is similar."""
    similar = get_close_matches(name, list(dict.fromkeys(known)), 1)
    return f"; did you mean `{similar[0]}`?" if similar else ""


def is_bindable(v: object) -> bool:
    """Return whether native code can hold a global."""
    known = isinstance(v, FunctionType | Slot | np.ndarray | int | float | tuple | np.generic) or v is np
    return known or (isinstance(v, type) and issubclass(v, np.generic))


def type_of_constant(v: object) -> Type | None:
    return Type("word") if isinstance(v, np.uint64) else Type("int") if type(v) is int else None


class FunctionChecker(ast.NodeVisitor):
    def __init__(self, f: FunctionType) -> None:
        self.f, self.problems = f, list[tuple[int, str]]()
        source = textwrap.dedent(inspect.getsource(f))
        tree = ast.parse(source).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = ast.increment_lineno(tree, f.__code__.co_firstlineno - 1)
        try:
            self.hints = typing.get_type_hints(f)
        except Exception:  # type hints are optional
            self.hints = {}
        self.locals: dict[str, Type | None] = {name: HINTS.get(hint) for name, hint in self.hints.items()}
        self.names = set(f.__code__.co_varnames)

    def find_problems(self) -> Iterator[str]:
        """Yield the problems in the order of the source."""
        for _ in range(2):  # the second pass knows what is assigned later in a loop
            self._infer_types()
        for statement in self.tree.body:
            self.visit(statement)
        for line, problem in sorted(self.problems):
            yield f"{format_location(self.f.__code__.co_filename, line, self.f.__name__)}: {problem}"

    def add_problem(self, node: ast.AST, problem: str) -> None:
        self.problems.append((node.lineno, problem))  # type: ignore[attr-defined]

    # ------------------------------------------------------------------ constructs

    def generic_visit(self, node: ast.AST) -> None:
        """Report forbidden constructs, and visit what is inside the others."""
        if type(node) in FORBIDDEN and not isinstance(getattr(node, "ctx", None), ast.Store):
            self.add_problem(self._with_line(node), FORBIDDEN[type(node)])
            return
        super().generic_visit(node)

    def _with_line(self, node: ast.AST) -> ast.AST:
        if not hasattr(node, "lineno"):
            node.lineno = self.tree.lineno  # type: ignore[attr-defined]
        return node

    def visit_Expr(self, node: ast.Expr) -> None:
        """A string on its own is a docstring."""
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str | bytes):
            self.add_problem(node, f"uses the string {node.value!r}")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Annotations are not executed."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        """Allow only globals that native code can use."""
        if node.id in self.names or not isinstance(node.ctx, ast.Load):
            return
        if node.id not in self.f.__globals__ and not hasattr(builtins, node.id):
            self.add_problem(node, f"unknown name `{node.id}`{self._suggest_name(node.id)}")
            return
        v = self.f.__globals__.get(node.id, getattr(builtins, node.id, None))
        if not is_bindable(v) and node.id not in BUILTINS:
            self.add_problem(node, describe_unbindable(node.id, v))

    def _suggest_name(self, name: str) -> str:
        known = [*self.names, *self.f.__globals__, *BUILTINS]
        return suggest(name, [other for other in known if not other.startswith("__")])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Allow only what a module or record has: this finds typos in code that is rarely run."""
        module = self._module(node)
        if module is not None:
            if not hasattr(module, node.attr):
                similar = suggest(node.attr, dir(module))
                self.add_problem(node, f"the module {module.__name__} has no attribute {node.attr!r}{similar}")
            elif not is_bindable(v := getattr(module, node.attr)):
                self.add_problem(node, describe_unbindable(ast.unparse(node), v))
            return
        if ast.unparse(node.value) in ("np", "numpy") and node.attr == "random":
            self.add_problem(node, describe_unbindable(ast.unparse(node), np.random))
            return
        record = self._record(node)
        if record is not None and node.attr != "padding" and not isinstance(getattr(record, node.attr, None), Field):
            fields = [name for name, v in vars(record).items() if isinstance(v, Field)]
            self.add_problem(node, f"{record.__name__} has no field {node.attr!r}{suggest(node.attr, fields)}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Allow functions of the game and the engine, some built-in ones, and NumPy functions of single numbers."""
        f = node.func
        if isinstance(f, ast.Attribute):
            of_numpy = isinstance(f.value, ast.Name) and self.f.__globals__.get(f.value.id) is np
            if of_numpy and f.attr not in NUMPY_SCALAR_FUNCTIONS:
                self.add_problem(node, f"calls np.{f.attr}, which allocates memory or is not for single numbers")
            elif ast.unparse(f.value) in ("np.random", "numpy.random"):
                self.visit(f.value)
            elif not of_numpy and self._module(f) is None:
                self.add_problem(node, f"calls the method .{f.attr}()")
            elif not of_numpy:
                self.visit(f)
        elif isinstance(f, ast.Name) and hasattr(builtins, f.id) and f.id not in self.f.__globals__:
            if f.id not in BUILTINS:
                self.add_problem(node, f"calls {f.id}, which is not in the subset")
        else:
            self.visit(f)
        for keyword in node.keywords:
            if keyword.arg is None:
                self.add_problem(node, "unpacks with `**`")
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(argument)

    # ------------------------------------------------------------------ operands

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._check_operands(node, node.left, node.right)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._check_operands(node, node.target, node.value)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, right in pairwise(sides):
            self._check_operands(node, left, right)
        self.generic_visit(node)

    def _check_operands(self, node: ast.AST, left: ast.expr, right: ast.expr) -> None:
        kinds = [self.type_of(side) for side in (left, right)]
        if {Type("word"), Type("int")} == set(kinds):
            number = (left, right)[kinds.index(Type("int"))]
            self.add_problem(node, f"`{ast.unparse(node)}` combines a word with the integer `{ast.unparse(number)}`")

    def _infer_types(self) -> None:
        """Infer the types of local variables; a variable with several types is unknown."""
        seen: dict[str, set[Type | None]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._add_assignment(target, node.value, seen)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                is_range = isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "") == "range"
                seen.setdefault(node.target.id, set()).add(Type("int") if is_range else None)
        for name, types in seen.items():
            declared = {self.locals[name]} if name in self.hints else set()
            candidates = types | declared
            self.locals[name] = candidates.pop() if len(candidates) == 1 else None

    def _add_assignment(self, target: ast.expr, value: ast.expr, seen: dict[str, set[Type | None]]) -> None:
        if isinstance(target, ast.Name):
            seen.setdefault(target.id, set()).add(self.type_of(value))
        elif isinstance(target, ast.Tuple):
            matches = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
            for k, one in enumerate(target.elts):
                if isinstance(one, ast.Name) and matches:
                    self._add_assignment(one, value.elts[k], seen)  # type: ignore[attr-defined]
                elif isinstance(one, ast.Name):
                    seen.setdefault(one.id, set()).add(None)

    def type_of(self, node: ast.expr) -> Type | None:
        """Return the type of an expression, if it is obvious."""
        match node:
            case ast.Constant(value=int()):
                return Type("int")
            case ast.Name():
                return self._type_of_name(node.id)
            case ast.Attribute():
                return self._type_of_attribute(node)
            case ast.Subscript():
                array = self.type_of(node.value)
                used = len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
                return Type(array.base, array.depth - used) if array and array.depth >= used else None
            case ast.Call():
                return self._type_of_call(node.func)
            case ast.UnaryOp(op=ast.Invert() | ast.USub()):
                return self.type_of(node.operand)
            case ast.BinOp():
                sides = {self.type_of(node.left), self.type_of(node.right)}
                return sides.pop() if len(sides) == 1 and not isinstance(node.op, ast.Div) else None
            case ast.IfExp():
                branches = {self.type_of(node.body), self.type_of(node.orelse)}
                return branches.pop() if len(branches) == 1 else None
        return None

    def _type_of_name(self, name: str) -> Type | None:
        if name in self.names:
            return self.locals.get(name)
        return type_of_constant(self.f.__globals__.get(name))

    def _module(self, node: ast.Attribute) -> ModuleType | None:
        """Return the module before the dot, if it is one."""
        v = self.f.__globals__.get(node.value.id) if isinstance(node.value, ast.Name) else None
        is_local = isinstance(node.value, ast.Name) and node.value.id in self.names
        return v if isinstance(v, ModuleType) and is_bindable_module(v) and not is_local else None

    def _type_of_attribute(self, node: ast.Attribute) -> Type | None:
        """Return the type of a module's constant, or of a field of a parameter that is declared as a record."""
        if (module := self._module(node)) is not None:
            return type_of_constant(getattr(module, node.attr, None))
        field = getattr(self._record(node), node.attr, None)
        return Type(BASES[field.kind[0]], len(field.shape)) if isinstance(field, Field) else None

    def _record(self, node: ast.Attribute) -> type | None:
        """Return the record class of the parameter before the dot, if it has one."""
        hint = self.hints.get(node.value.id) if isinstance(node.value, ast.Name) else None
        return hint if isinstance(hint, type) and any(isinstance(v, Field) for v in vars(hint).values()) else None

    def _type_of_call(self, f: ast.expr) -> Type | None:
        if isinstance(f, ast.Attribute) and (module := self._module(f)) is not None:
            v = getattr(module, f.attr, None)
        elif isinstance(f, ast.Attribute):
            return Type("word") if f.attr == "uint64" else Type("int") if f.attr.startswith("int") else None
        else:
            v = self.f.__globals__.get(f.id) if isinstance(f, ast.Name) else None
        if isinstance(v, FunctionType):
            try:
                return HINTS.get(typing.get_type_hints(v).get("return"))
            except Exception:
                return None
        if v is np.uint64:
            return Type("word")
        return Type("int") if isinstance(f, ast.Name) and v is None and f.id in ("int", "len") else None
