"""The TypeScript types are those of the structs, and no struct is taken for another of its name."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import games
from gamut.server.typescript import WEB, Declarations, generate_files, generate_game, generate_protocol
from tests.server.motes import GAME as MOTES


def test_every_message_has_a_type() -> None:
    text = generate_protocol()
    for line in (
        "export interface View {", "  type: 'take_back'", "  default: boolean | number | string | null",
        "  paths: (string | string[])[][]", "  proposal: Proposal | null",
    ):  # fmt: skip
        assert line in text
    assert "pause_ms?: number | null" in text, "what the browser may leave out"
    assert text.count("export interface View {") == 1


def test_a_game_has_a_file_of_its_own() -> None:
    text = generate_game(MOTES)
    assert text.count("export interface View {") == 1
    assert "export type View" not in text, "the struct has that name already"
    assert "export type Catalogue = Palette" in text
    assert "export type Moment = TurnedUp" in text
    plain = dataclasses.replace(MOTES.language, catalogue=no_catalogue, moment=no_moment)
    text = generate_game(with_language(plain))
    assert "Catalogue" not in text
    assert "Moment" not in text


def with_language(language: Any) -> Any:
    class Other:
        pass

    other: Any = Other()
    other.language = language
    return other


def no_catalogue(c: Any) -> msgspec.Struct | None:
    return None


def no_moment(c: Any, before: Any, after: Any, seat: int, mover: int, a: int) -> msgspec.Struct | None:
    return None


def test_two_structs_of_one_name_are_refused() -> None:
    one = msgspec.defstruct("Card", [("name", str)], module="one")
    two = msgspec.defstruct("Card", [("cost", int)], module="two")
    made = Declarations()
    made.add_struct(one)
    made.add_struct(one)
    assert made.content.count("interface Card") == 1
    with pytest.raises(TypeError, match="two types are called Card here, one of one, one of two"):
        made.add_struct(two)


def test_games_without_a_folder_among_the_pages_get_no_file(tmp_path: Path) -> None:
    (tmp_path / "games" / "mixx").mkdir(parents=True)
    files = generate_files(tmp_path)
    assert set(files) == {tmp_path / "messages.gen.ts", tmp_path / "games" / "mixx" / "types.gen.ts"}
    assert files[tmp_path / "games" / "mixx" / "types.gen.ts"] == generate_game(games.find("mixx"))


@pytest.mark.skipif(not WEB.is_dir(), reason="the front end is not in this checkout")
def test_the_committed_files_are_up_to_date() -> None:
    for path, content in generate_files().items():
        assert path.is_file(), f"{path} is missing; run: python -m gamut.server.typescript"
        assert path.read_text("utf-8") == content, f"{path} is old; run: python -m gamut.server.typescript"
