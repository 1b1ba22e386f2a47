"""What the pages say is true: code runs, output is as shown, excerpts stand in the files, links lead somewhere.

A fence `python` with prompts is a doctest, all of a page together; without prompts it is run. `python FILE` is an
excerpt of that file of the model game. `console` holds commands after `$` and what they print; `toml` can be read.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mypy.api
import pytest
import typer
from markdown_it import MarkdownIt
from markdown_it.token import Token

from gamut import cli, model
from tests.docs import drawing

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
MODEL = Path(str(model.__file__)).parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
KNOWN = {"python", "console", "toml", "sh"}


def fences(page: Path) -> list[Token]:
    return [token for token in MarkdownIt().parse(page.read_text("utf-8")) if token.type == "fence"]


def names(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_every_fence_is_of_a_kind_that_is_tested(page: Path) -> None:
    for token in fences(page):
        assert token.info.split()[0] in KNOWN, token.content


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=names)
def test_python_runs_and_prints_what_the_page_says(page: Path) -> None:
    space: dict[str, object] = {"__name__": page.stem}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for token in fences(page):
        if token.info != "python":
            continue
        if ">>>" in token.content:
            line = (token.map or [0])[0] + 1
            test = doctest.DocTestParser().get_doctest(token.content, space, page.name, str(page), line)
            runner.run(test, clear_globs=False)
            space.update(test.globs)
        else:
            exec(compile(token.content, page.name, "exec"), space)
    assert runner.failures == 0


@pytest.mark.slow
def test_the_types_of_the_first_bot_are_right(tmp_path: Path) -> None:
    shown = [token.content for token in fences(ROOT / "docs" / "first-bot.md") if token.info == "python"]
    script = tmp_path / "page.py"
    script.write_text("".join(line.source for text in shown for line in doctest.DocTestParser().get_examples(text)))
    said, wrong, code = mypy.api.run(["--strict", f"--config-file={ROOT / 'pyproject.toml'}", str(script)])
    assert code == 0, said + wrong


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_excerpts_stand_in_the_model_game(page: Path) -> None:
    for token in fences(page):
        kind, _, file = token.info.partition(" ")
        if kind == "python" and file:
            assert token.content in (MODEL / file).read_text("utf-8"), f"{file} has changed:\n{token.content}"


def commands(page: Path) -> Iterator[tuple[list[str], str]]:
    """The commands of a page and what they are said to print."""
    for token in fences(page):
        if token.info == "console":
            for part in re.split(r"^\$ ", token.content, flags=re.MULTILINE)[1:]:
                line, _, printed = part.partition("\n")
                yield line.split(), printed


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_commands_print_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for words, printed in commands(page):
        assert words[0] == "gamut"
        monkeypatch.setattr("sys.argv", words)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert not ended.value.code
        said = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(printed, said, FLAGS), said


def shell_lines(page: Path) -> Iterator[list[str]]:
    """The lines that a reader may type, as words."""
    for token in fences(page):
        if token.info == "sh":
            lines = token.content.replace("\\\n", " ").splitlines()
            yield from (words for line in lines if (words := shlex.split(line, comments=True)))


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_what_a_reader_may_type_is_understood(page: Path) -> None:
    """Not run, for much of it takes long or never ends: but commands, options and modules are there."""
    for words in shell_lines(page):
        while "=" in words[0]:  # a variable of the environment
            words = words[1:]
        program, *rest = words
        if Path(program).name == "gamut":
            command: Any = typer.main.get_command(cli.app)
            while hasattr(command, "commands") and rest and not rest[0].startswith("-"):
                command = command.commands[rest.pop(0)]
            command.make_context("gamut", rest)
        elif Path(program).name.startswith("python") and rest[:1] == ["-m"]:
            assert importlib.util.find_spec(rest[1]), rest[1]
        elif Path(program).name.startswith("python"):
            assert (ROOT / rest[0]).exists(), rest[0]


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_toml_can_be_read_and_names_the_right_package(page: Path) -> None:
    for token in fences(page):
        if token.info == "toml":
            assert "gamut-games" in tomllib.loads(token.content)["project"]["dependencies"]


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_links_lead_somewhere(page: Path) -> None:
    for where in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert where.startswith("https://") or (page.parent / where).exists(), where


@pytest.mark.parametrize("module", ["gamut", "gamut.bots", "gamut.games", "gamut.lab.simulate"])
def test_doctests_of_modules(module: str) -> None:
    tried = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert tried.attempted > 2
    assert tried.failed == 0


def test_pictures_are_those_that_the_script_draws() -> None:
    for draw in drawing().ALL:
        picture = draw()
        drawn = (ROOT / "docs" / "pictures" / f"{picture.name}.svg").read_text("utf-8")
        assert drawn == picture.svg(), f"{picture.name}.svg is not what docs/draw.py draws: run it"
        assert any(f"pictures/{picture.name}.svg" in page.read_text("utf-8") for page in PAGES)
