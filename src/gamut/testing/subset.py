"""The subset of Python that rules are written in, found from their source.

What runs on many processors at once cannot ask for memory, raise or call itself, and knows no strings: no lists,
slices or new arrays, no exceptions, no functions made on the way. Numba lets much of this pass, so it is looked for
here, in every function that the verbs reach. A 64-bit word meets only words: with a signed number NumPy would go
on as a float in one way of running and not in another.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import typing
from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from gamut.engine.bind import Slot, global_names
from gamut.engine.record import Field, Floats, Grid, Row, Word, WordGrid, WordRow
from gamut.testing.slips import spot

BUILTINS = {"abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "range", "round", "zip"}
SCALAR = {
    "abs", "ceil", "cos", "exp", "float32", "float64", "floor", "int8", "int16", "int32", "int64", "isfinite",
    "isnan", "log", "log1p", "log2", "sin", "sqrt", "tanh", "uint64",
}  # fmt: skip
MEMORY = ", which asks for memory"
REFUSED: dict[type[ast.AST], str] = {
    ast.List: "makes a list" + MEMORY,
    ast.Set: "makes a set" + MEMORY,
    ast.Dict: "makes a dictionary" + MEMORY,
    ast.ListComp: "makes a list" + MEMORY,
    ast.SetComp: "makes a set" + MEMORY,
    ast.DictComp: "makes a dictionary" + MEMORY,
    ast.GeneratorExp: "makes a generator" + MEMORY,
    ast.Slice: "cuts a slice" + MEMORY,
    ast.JoinedStr: "puts a text together" + MEMORY,
    ast.Lambda: "makes a function",
    ast.FunctionDef: "makes a function",
    ast.ClassDef: "makes a class",
    ast.Raise: "raises an exception",
    ast.Assert: "asserts, which raises an exception",
    ast.Try: "catches an exception",
    ast.With: "uses `with`",
    ast.Yield: "is a generator",
    ast.YieldFrom: "is a generator",
    ast.Import: "imports something",
    ast.ImportFrom: "imports something",
    ast.Global: "changes a global",
    ast.Nonlocal: "changes a variable of another function",
    ast.Delete: "deletes something",
    ast.Starred: "unpacks with a star",
    ast.Match: "uses `match`",
}


def problems(verbs: Mapping[str, Any]) -> Iterator[str]:
    """What does not belong into the subset, one text each: file, line, function and what it is."""
    done: set[FunctionType] = set()
    for f in verbs.values():
        yield from _reach(f, verbs, (), done)


def _reach(f: FunctionType, verbs: Mapping[str, Any], trail: tuple[Any, ...], done: set[Any]) -> Iterator[str]:
    here = spot(f.__code__.co_filename, f.__code__.co_firstlineno, f.__name__)
    if f in trail:
        yield f"{here}: calls itself: rules may not recurse"
    if f in done:
        return
    done.add(f)
    if f.__closure__:
        yield f"{here}: has a closure: pass what it needs as arguments"
    yield from Reader(f).problems()
    for name in sorted(global_names(f.__code__)):
        v = f.__globals__.get(name)
        v = verbs.get(v.name) if isinstance(v, Slot) else v
        if isinstance(v, FunctionType):
            yield from _reach(v, verbs, (*trail, f), done)


class Type(NamedTuple):
    """What is known of an expression: words or whole numbers, and how many indices lead to one."""

    base: str  # "word", "int" or "float"
    depth: int = 0


HINTS: dict[Any, Type] = {
    int: Type("int"), bool: Type("int"), float: Type("float"), Word: Type("word"), Row: Type("int", 1),
    Grid: Type("int", 2), WordRow: Type("word", 1), WordGrid: Type("word", 2), Floats: Type("float", 1),
}  # fmt: skip
BASES = {"u": "word", "i": "int", "f": "float"}


class Reader(ast.NodeVisitor):
    """Reads one function."""

    def __init__(self, f: FunctionType) -> None:
        self.f, self.found = f, list[tuple[int, str]]()
        source = textwrap.dedent(inspect.getsource(f))
        tree = ast.parse(source).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = ast.increment_lineno(tree, f.__code__.co_firstlineno - 1)
        try:
            self.hints = typing.get_type_hints(f)
        except Exception:  # hints are a help, not a duty
            self.hints = {}
        self.locals: dict[str, Type | None] = {name: HINTS.get(hint) for name, hint in self.hints.items()}
        self.names = set(f.__code__.co_varnames)

    def problems(self) -> Iterator[str]:
        """What is wrong in it, from top to bottom."""
        for _ in range(2):  # the second time what is assigned later in a loop is known, too
            self._learn()
        for statement in self.tree.body:
            self.visit(statement)
        for line, said in sorted(self.found):
            yield f"{spot(self.f.__code__.co_filename, line, self.f.__name__)}: {said}"

    def complain(self, node: ast.AST, said: str) -> None:
        """Note what is wrong with a node."""
        self.found.append((node.lineno, said))  # type: ignore[attr-defined]

    # ------------------------------------------------------------------ constructs

    def generic_visit(self, node: ast.AST) -> None:
        """Refuse what is not in the subset, and look inside of the rest."""
        if type(node) in REFUSED and not isinstance(getattr(node, "ctx", None), ast.Store):
            self.complain(self._placed(node), REFUSED[type(node)])
            return
        super().generic_visit(node)

    def _placed(self, node: ast.AST) -> ast.AST:
        if not hasattr(node, "lineno"):
            node.lineno = self.tree.lineno  # type: ignore[attr-defined]
        return node

    def visit_Expr(self, node: ast.Expr) -> None:
        """A text that stands alone is a comment."""
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Numbers only."""
        if isinstance(node.value, str | bytes):
            self.complain(node, f"holds the text {node.value!r}")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """An annotation is not run."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        """Only globals that native code can hold."""
        if node.id in self.names or not isinstance(node.ctx, ast.Load):
            return
        v = self.f.__globals__.get(node.id, getattr(builtins, node.id, None))
        known = isinstance(v, FunctionType | Slot | np.ndarray | int | float | tuple | np.generic) or v is np
        if not known and not (isinstance(v, type) and issubclass(v, np.generic)) and node.id not in BUILTINS:
            self.complain(node, f"uses `{node.id}`, a {type(v).__name__}: pass it as an argument")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Only fields that a record has: a slip of the pen in a rule that is seldom run."""
        record = self._record(node)
        if record is not None and node.attr != "spare" and not isinstance(getattr(record, node.attr, None), Field):
            self.complain(node, f"{record.__name__} has no field {node.attr!r}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Functions of the game and the engine, some of Python's own, and NumPy's of single numbers."""
        f = node.func
        if isinstance(f, ast.Attribute):
            of_numpy = isinstance(f.value, ast.Name) and self.f.__globals__.get(f.value.id) is np
            if of_numpy and f.attr not in SCALAR:
                self.complain(node, f"calls np.{f.attr}, which asks for memory or is not for single numbers")
            elif not of_numpy:
                self.complain(node, f"calls a method, .{f.attr}()")
        elif isinstance(f, ast.Name) and hasattr(builtins, f.id) and f.id not in self.f.__globals__:
            if f.id not in BUILTINS:
                self.complain(node, f"calls {f.id}, which is not in the subset")
        else:
            self.visit(f)
        for keyword in node.keywords:
            if keyword.arg is None:
                self.complain(node, "unpacks with two stars")
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            self.visit(argument)

    # ------------------------------------------------------------------ words among words

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """A word meets only words."""
        self._meet(node, node.left, node.right)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """A word meets only words."""
        self._meet(node, node.target, node.value)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """A word meets only words."""
        sides = [node.left, *node.comparators]
        for left, right in pairwise(sides):
            self._meet(node, left, right)
        self.generic_visit(node)

    def _meet(self, node: ast.AST, left: ast.expr, right: ast.expr) -> None:
        kinds = [self.type_of(side) for side in (left, right)]
        if {Type("word"), Type("int")} == set(kinds):
            number = (left, right)[kinds.index(Type("int"))]
            self.complain(node, f"a word meets the number `{ast.unparse(number)}` in `{ast.unparse(node)}`")

    def _learn(self) -> None:
        """Types of local variables, as far as they are plain; what has several is not known."""
        seen: dict[str, set[Type | None]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._assigned(target, node.value, seen)
            elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                ranged = isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "") == "range"
                seen.setdefault(node.target.id, set()).add(Type("int") if ranged else None)
        for name, types in seen.items():
            declared = {self.locals[name]} if name in self.hints else set()
            together = types | declared
            self.locals[name] = together.pop() if len(together) == 1 else None

    def _assigned(self, target: ast.expr, value: ast.expr, seen: dict[str, set[Type | None]]) -> None:
        if isinstance(target, ast.Name):
            seen.setdefault(target.id, set()).add(self.type_of(value))
        elif isinstance(target, ast.Tuple):
            several = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
            for k, one in enumerate(target.elts):
                if isinstance(one, ast.Name) and several:
                    self._assigned(one, value.elts[k], seen)  # type: ignore[attr-defined]
                elif isinstance(one, ast.Name):
                    seen.setdefault(one.id, set()).add(None)

    def type_of(self, node: ast.expr) -> Type | None:
        """What an expression is, if that can be seen."""
        match node:
            case ast.Constant(value=int()):
                return Type("int")
            case ast.Name():
                return self._named(node.id)
            case ast.Attribute():
                return self._field(node)
            case ast.Subscript():
                of, used = (
                    self.type_of(node.value),
                    len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1,
                )
                return Type(of.base, of.depth - used) if of and of.depth >= used else None
            case ast.Call():
                return self._called(node.func)
            case ast.UnaryOp(op=ast.Invert() | ast.USub()):
                return self.type_of(node.operand)
            case ast.BinOp():
                sides = {self.type_of(node.left), self.type_of(node.right)}
                return sides.pop() if len(sides) == 1 and not isinstance(node.op, ast.Div) else None
            case ast.IfExp():
                ways = {self.type_of(node.body), self.type_of(node.orelse)}
                return ways.pop() if len(ways) == 1 else None
        return None

    def _named(self, name: str) -> Type | None:
        if name in self.names:
            return self.locals.get(name)
        v = self.f.__globals__.get(name)
        return Type("word") if isinstance(v, np.uint64) else Type("int") if type(v) is int else None

    def _field(self, node: ast.Attribute) -> Type | None:
        """A field of a parameter that is declared as a record."""
        field = getattr(self._record(node), node.attr, None)
        return Type(BASES[field.kind[0]], len(field.shape)) if isinstance(field, Field) else None

    def _record(self, node: ast.Attribute) -> type | None:
        """The class of records that a parameter is declared as, before the dot."""
        hint = self.hints.get(node.value.id) if isinstance(node.value, ast.Name) else None
        return hint if isinstance(hint, type) and any(isinstance(v, Field) for v in vars(hint).values()) else None

    def _called(self, f: ast.expr) -> Type | None:
        if isinstance(f, ast.Attribute):
            return Type("word") if f.attr == "uint64" else Type("int") if f.attr.startswith("int") else None
        v = self.f.__globals__.get(f.id) if isinstance(f, ast.Name) else None
        if isinstance(v, FunctionType):
            try:
                return HINTS.get(typing.get_type_hints(v).get("return"))
            except Exception:
                return None
        if v is np.uint64:
            return Type("word")
        return Type("int") if isinstance(f, ast.Name) and v is None and f.id in ("int", "len") else None
