"""TypeScript types of all messages, and of what each game sends: `python -m gamut.server.typescript` writes them.

One file holds the protocol, `messages.gen.ts`. Every game that has a folder among the pages gets a file of its own
there, `games/<id>/types.gen.ts`, with its `View`, and its `Catalogue` and `Moment` if it has them; so two games may
use the same name for different things.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType
from typing import Any, Union, get_args, get_type_hints

import msgspec
from msgspec import inspect as mi

from gamut import games
from gamut.engine.game import Game
from gamut.engine.language import Function
from gamut.engine.options import Value
from gamut.server import messages as m

HEAD = "// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.\n"
WEB = Path(__file__).parents[3] / "web" / "src"


class Declarations:
    """The interfaces of one file, found by walking from the types that are asked for."""

    def __init__(self) -> None:
        self.parts = [HEAD]
        self.sending = False  # by the browser: then a field with a default may be left out
        self._known: dict[str, tuple[type, bool]] = {}

    @property
    def content(self) -> str:
        """The whole file."""
        return "\n".join(self.parts)

    def add_alias(self, name: str, annotation: Any) -> None:
        """A named type; nothing, if it is a struct of that very name."""
        if (text := self.write_type(mi.type_info(annotation))) != name:
            self.parts.append(f"export type {name} = {text}\n")

    def add_struct(self, struct: type) -> None:
        """The interface of a struct and all it is made of."""
        self.write_type(mi.type_info(struct))

    def write_type(self, t: mi.Type) -> str:
        """A type as TypeScript writes it."""
        match t:
            case mi.Metadata():
                return self.write_type(t.type)
            case mi.BoolType():
                return "boolean"
            case mi.IntType() | mi.FloatType():
                return "number"
            case mi.StrType():
                return "string"
            case mi.NoneType():
                return "null"
            case mi.AnyType():
                return "unknown"
            case mi.LiteralType():
                return " | ".join(
                    f"'{value}'" if isinstance(value, str) else json.dumps(value) for value in t.values
                )
            case mi.TupleType():
                return f"[{', '.join(map(self.write_type, t.item_types))}]"
            case mi.CollectionType():
                inner = self.write_type(t.item_type)
                return f"({inner})[]" if isinstance(t.item_type, mi.UnionType | mi.LiteralType) else f"{inner}[]"
            case mi.DictType():
                return f"Record<{self.write_type(t.key_type)}, {self.write_type(t.value_type)}>"
            case mi.UnionType():
                return " | ".join(dict.fromkeys(map(self.write_type, t.types)))
            case mi.StructType():
                self._declare(t)
                return t.cls.__name__
        raise TypeError(f"no TypeScript for {t!r}")

    def _declare(self, t: mi.StructType) -> None:
        name, place = t.cls.__name__, (t.cls, self.sending)
        if name in self._known:
            if self._known[name] != place:
                other = self._known[name][0].__module__
                raise TypeError(f"two types are called {name} here, one of {other}, one of {t.cls.__module__}")
            return
        self._known[name] = place
        body = [f"  {t.tag_field}: '{t.tag}'"] if t.tag_field else []
        for f in t.fields:
            optional = "?" if self.sending and not f.required else ""
            body.append(f"  {f.encode_name}{optional}: {self.write_type(f.type)}")
        doc = (t.cls.__doc__ or "").partition("\n")[0]
        self.parts.append(f"/** {doc} */\nexport interface {name} {{\n" + "\n".join(body) + "\n}\n")


def generate_protocol() -> str:
    """The messages between server and browser."""
    made = Declarations()
    made.sending = True
    made.add_alias("ClientMessage", m.ClientMessage)
    made.add_alias("SeatKind", m.SeatKind)
    made.add_struct(m.TableRequest)
    made.sending = False
    made.add_alias("OptionValue", Value)
    made.add_alias("RefusalReason", m.RefusalReason)
    made.add_alias("ServerMessage", m.ServerMessage)
    for struct in (m.Game, m.Rules, m.NewTable, m.Actions):
        made.add_struct(struct)
    return made.content


def generate_game(game: Game) -> str:
    """What a game sends to its own table component."""
    made = Declarations()
    language = game.language
    for name, function in (("View", language.view), ("Catalogue", language.catalogue), ("Moment", language.moment)):
        if structs := returned_structs(function):
            made.add_alias(name, Union[structs])  # noqa: UP007
    return made.content


def returned_structs(function: Function) -> tuple[type, ...]:
    """The structs that a function of a language may return; none if it never does."""
    said = get_type_hints(function)["return"]
    return tuple(t for t in get_args(said) or (said,) if t not in (NoneType, msgspec.Struct))


def generate_files(web: Path = WEB) -> dict[Path, str]:
    """All files and what is to be in them."""
    found = {web / "messages.gen.ts": generate_protocol()}
    for game in games.every():
        if (folder := web / "games" / game.id).is_dir():
            found[folder / "types.gen.ts"] = generate_game(game)
    return found


if __name__ == "__main__":
    if not WEB.is_dir():
        sys.exit(f"{WEB} is missing: the types are written in a checkout, not in an installed package")
    for path, content in generate_files().items():
        path.write_text(content, "utf-8")
