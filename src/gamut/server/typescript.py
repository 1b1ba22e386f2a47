"""TypeScript types of all messages: `python -m gamut.server.typescript > web/src/messages.gen.ts`."""

from __future__ import annotations

import json
import sys
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect as mi

from gamut import games
from gamut.engine.options import Value
from gamut.server import messages as m

HEAD = "// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.\n"


class Declarations:
    """Interfaces for structs, found by walking from the types that are asked for."""

    def __init__(self, sending: bool) -> None:
        self.sending = sending  # by the browser: then a field with a default may be left out
        self.lines: list[str] = []
        self._known: set[str] = set()

    def alias(self, name: str, annotation: Any) -> None:
        """A named type."""
        self.lines.append(f"export type {name} = {self.text(mi.type_info(annotation))}\n")

    def by_game(self, name: str, doc: str, types: dict[str, type[msgspec.Struct]]) -> None:
        """An interface with one field a game."""
        fields = "".join(f"  {game}: {self.text(mi.type_info(struct))}\n" for game, struct in types.items())
        self.lines.append(f"/** {doc} */\nexport interface {name} {{\n{fields}}}\n")

    def text(self, t: mi.Type) -> str:
        """A type as TypeScript writes it."""
        match t:
            case mi.Metadata():
                return self.text(t.type)
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
                return f"[{', '.join(map(self.text, t.item_types))}]"
            case mi.CollectionType():
                inner = self.text(t.item_type)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case mi.DictType():
                return f"Record<{self.text(t.key_type)}, {self.text(t.value_type)}>"
            case mi.UnionType():
                return " | ".join(dict.fromkeys(map(self.text, t.types)))
            case mi.StructType():
                self._declare(t)
                return t.cls.__name__
        raise TypeError(f"no TypeScript for {t!r}")

    def _declare(self, t: mi.StructType) -> None:
        if t.cls.__name__ in self._known:
            return
        self._known.add(t.cls.__name__)
        body = [f"  {t.tag_field}: '{t.tag}'"] if t.tag_field else []
        for f in t.fields:
            optional = "?" if self.sending and not f.required else ""
            body.append(f"  {f.encode_name}{optional}: {self.text(f.type)}")
        doc = (t.cls.__doc__ or "").partition("\n")[0]
        self.lines.append(f"/** {doc} */\nexport interface {t.cls.__name__} {{\n" + "\n".join(body) + "\n}\n")


def view_types() -> dict[str, type[msgspec.Struct]]:
    """What each game's table component draws, by game."""
    return {game.id: get_type_hints(game.words.view)["return"] for game in games.every()}


def catalogue_types() -> dict[str, type[msgspec.Struct]]:
    """What is printed on a game's pieces, by game."""
    printed = {game.id: game.words.catalogue for game in games.every()}
    return {game: get_type_hints(made)["return"] for game, made in printed.items() if made}


def generate() -> str:
    """The whole file."""
    sent, received = Declarations(sending=True), Declarations(sending=False)
    sent.alias("ClientMessage", m.ClientMessage)
    sent.alias("SeatKind", m.SeatKind)
    sent.text(mi.type_info(m.TableWish))
    received.alias("OptionValue", Value)
    received.alias("RefusalReason", m.Reason)
    received.alias("ServerMessage", m.ServerMessage)
    for struct in (m.Game, m.Rules, m.NewTable, m.Actions, m.Refusal):
        received.text(mi.type_info(struct))
    received.by_game("GameViews", "What each game's table component draws.", view_types())
    received.by_game("GameCatalogues", "What is printed on a game's pieces.", catalogue_types())
    return "\n".join([HEAD, *sent.lines, *received.lines])


if __name__ == "__main__":
    sys.stdout.write(generate())
