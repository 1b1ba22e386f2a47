"""The protocol as a JSON Schema: `python -m gamut.server.wire.schema FILE` writes it, for clients in any language."""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.server.wire import messages as m
from gamut.server.wire.typescript import read_field_comments

REFERENCE = "#/$defs/{name}"
ROOTS: dict[str, Any] = {
    "ClientMessage": m.ClientMessage, "ServerMessage": m.ServerMessage, "TableRequest": m.TableRequest,
    "NewTable": m.NewTable, "Actions": m.Actions, "Games": list[m.GameInfo], "RulesPage": m.RulesPage,
}  # fmt: skip


def generate_schema() -> dict[str, Any]:
    """Return the schema: `$defs` has every type, and the roots are what is sent and received."""
    roots, definitions = msgspec.json.schema_components(ROOTS.values(), ref_template=REFERENCE)
    for name, definition in definitions.items():
        add_comments(definition, getattr(m, name, None))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of a Gamut server",
        "$defs": dict(zip(ROOTS, roots, strict=True)) | dict(sorted(definitions.items())),
    }


def add_comments(definition: dict[str, Any], struct: type | None) -> None:
    """Add the documentation of a struct and of its fields."""
    if struct is None or not isinstance(struct, type):
        return
    definition["description"] = inspect.cleandoc(struct.__doc__ or "")
    comments = read_field_comments(struct)
    for name, field in definition.get("properties", {}).items():
        if (comment := comments.get(name)) and "$ref" not in field:
            field.setdefault("description", comment)
        if "pattern" in field:  # of Python
            field["pattern"] = field["pattern"].replace(r"\A", "^").replace(r"\Z", "$")


def format_schema() -> str:
    return json.dumps(generate_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m gamut.server.wire.schema FILE")
    Path(sys.argv[1]).write_text(format_schema(), "utf-8")
