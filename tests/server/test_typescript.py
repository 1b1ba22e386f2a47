"""The types of the web pages are those of the server's structs."""

from pathlib import Path

from gamut.server import typescript

MADE = Path(__file__).parents[2] / "web" / "src" / "messages.gen.ts"


def test_the_generated_types_are_up_to_date() -> None:
    assert MADE.read_text("utf-8") == typescript.generate(), f"run: python -m {typescript.__name__} > {MADE.name}"


def test_every_game_has_the_type_of_its_view() -> None:
    for game, struct in typescript.view_types().items():
        assert f"  {game}: {struct.__name__}\n" in typescript.generate()
