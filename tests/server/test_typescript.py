"""The TypeScript types are generated from the structs."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import games
from gamut.server.wire.typescript import WEB, Declarations, generate_files, generate_game, generate_protocol
from tests.server.toy_game import GAME as MOTES


def test_every_message_has_a_type() -> None:
    text = generate_protocol()
    for line in (
        "export interface View {", "  type: 'play_action'", "  default: boolean | number | string | null",
        "  paths: (string | string[])[][]", "  proposal: Proposal | null",
    ):  # fmt: skip
        assert line in text
    assert "pause_ms?: number | null" in text, "optional in requests"
    assert text.count("export interface View {") == 1


def test_a_game_has_its_own_types() -> None:
    text = generate_game(MOTES)
    assert text.count("export interface View {") == 1
    assert "export type View" not in text, "the struct has that name"
    assert "export type Catalogue = Palette" in text
    assert "export type Moment = Reveal" in text
    plain = dataclasses.replace(MOTES.presentation, catalogue=no_catalogue, moment=no_moment)
    text = generate_game(make_game(plain))
    assert "Catalogue" not in text
    assert "Moment" not in text


def make_game(presentation: Any) -> Any:
    class Game:
        pass

    game: Any = Game()
    game.presentation = presentation
    return game


def no_catalogue(c: Any) -> msgspec.Struct | None:
    return None


def no_moment(c: Any, before: Any, after: Any, seat: int, mover: int, a: int) -> msgspec.Struct | None:
    return None


class Piece(msgspec.Struct):
    """A piece.

    It never moves.
    """

    id: str  # such as `red`
    size: int
    cells: tuple[int, ...]  # */ by number


class Tile(Piece, kw_only=True):
    """A piece with sides."""

    sides: int = 4  # at least 3


def test_documentation_is_carried_over() -> None:
    declarations = Declarations()
    declarations.add_struct(Piece)
    declarations.add_struct(Tile)
    assert declarations.content.endswith(
        """\
/** A piece.

    It never moves. */
export interface Piece {
  /** such as `red` */
  id: string
  size: number
  /** *\\/ by number */
  cells: number[]
}

/** A piece with sides. */
export interface Tile {
  /** such as `red` */
  id: string
  size: number
  /** *\\/ by number */
  cells: number[]
  /** at least 3 */
  sides: number
}
"""
    )


def test_two_structs_of_one_name_are_refused() -> None:
    one = msgspec.defstruct("Card", [("name", str)], module="one")
    two = msgspec.defstruct("Card", [("cost", int)], module="two")
    declarations = Declarations()
    declarations.add_struct(one)
    declarations.add_struct(one)
    assert declarations.content.count("interface Card") == 1
    with pytest.raises(TypeError, match="two types in this file are named Card, one of one, one of two"):
        declarations.add_struct(two)


def test_files_are_generated_only_for_games_with_a_web_folder(tmp_path: Path) -> None:
    (tmp_path / "games" / "mixx").mkdir(parents=True)
    files = generate_files(tmp_path)
    names = {path.relative_to(tmp_path).as_posix() for path in files}
    assert names == {
        "messages.gen.ts",
        "look/glyphs.gen.ts",
        "look/contrast.gen.ts",
        "games/mixx/types.gen.ts",
        "games/mixx/look.gen.ts",
    }
    assert files[tmp_path / "games" / "mixx" / "types.gen.ts"] == generate_game(games.find_game("mixx"))


@pytest.mark.skipif(not WEB.is_dir(), reason="the front end is not in this checkout")
def test_the_generated_files_are_up_to_date() -> None:
    for path, content in generate_files().items():
        assert path.is_file(), f"{path} is missing; run: python -m gamut.server.wire.typescript"
        assert path.read_text("utf-8") == content, f"{path} is old; run: python -m gamut.server.wire.typescript"
