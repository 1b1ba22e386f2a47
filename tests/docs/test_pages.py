"""The pages are correct: code runs and prints what is shown, excerpts are up to date, links have targets.

A `python` block with prompts is a doctest, together with all others of the page; without prompts it is run. `python
FILE` is an excerpt of that file of the template. `console` has commands after `$` and their output; `toml` is parsed.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mypy.api
import pytest
import typer
from markdown_it import MarkdownIt
from markdown_it.token import Token

from gamut import cli, template
from tools import diagrams

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
TEMPLATE = Path(str(template.__file__)).parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
LANGUAGES = {"python", "console", "toml", "sh", "svelte"}


def fences(page: Path) -> list[Token]:
    return [token for token in MarkdownIt().parse(page.read_text("utf-8")) if token.type == "fence"]


def page_name(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_every_block_has_a_tested_language(page: Path) -> None:
    for token in fences(page):
        assert token.info.split()[0] in LANGUAGES, token.content


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_python_runs_and_prints_what_is_shown(page: Path) -> None:
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
def test_the_types_of_the_first_bot_are_correct(tmp_path: Path) -> None:
    blocks = [token.content for token in fences(ROOT / "docs" / "first-bot.md") if token.info == "python"]
    script = tmp_path / "page.py"
    script.write_text("".join(line.source for text in blocks for line in doctest.DocTestParser().get_examples(text)))
    output, errors, exit_code = mypy.api.run(["--strict", f"--config-file={ROOT / 'pyproject.toml'}", str(script)])
    assert exit_code == 0, output + errors


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_excerpts_match_the_template(page: Path) -> None:
    for token in fences(page):
        kind, _, file = token.info.partition(" ")
        if kind == "python" and file:
            assert token.content in (TEMPLATE / file).read_text("utf-8"), f"{file} has changed:\n{token.content}"


def commands(page: Path) -> Iterator[tuple[list[str], str]]:
    """Yield the commands of a page and their output."""
    for token in fences(page):
        if token.info == "console":
            for part in re.split(r"^\$ ", token.content, flags=re.MULTILINE)[1:]:
                line, _, printed = part.partition("\n")
                yield line.split(), printed


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_commands_print_what_is_shown(
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
        output = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(printed, output, FLAGS), output


def shell_lines(page: Path) -> Iterator[list[str]]:
    """Yield the lines of shell blocks, as words."""
    for token in fences(page):
        if token.info == "sh":
            lines = token.content.replace("\\\n", " ").splitlines()
            yield from (words for line in lines if (words := shlex.split(line, comments=True)))


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_shell_commands_and_options_exist(page: Path) -> None:
    """They are not run, since many take long or do not end."""
    for words in shell_lines(page):
        while "=" in words[0]:  # an environment variable
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


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_toml_is_valid_and_requires_the_right_package(page: Path) -> None:
    for token in fences(page):
        if token.info == "toml":
            assert "gamut-games" in tomllib.loads(token.content)["project"]["dependencies"]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_have_targets(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def read_sources() -> dict[str, str]:
    """Return the content of all tracked sources by path."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [path for path in tracked.splitlines() if path.endswith((".py", ".ts", ".svelte"))]
    return {path: (ROOT / path).read_text("utf-8") for path in paths if (ROOT / path).is_file()}


def test_the_code_that_pages_name_exists() -> None:
    """Pages name files, `engine/table.py`, and members of classes, `Table.prepare`."""
    sources = read_sources()
    for page in PAGES:
        for name in re.findall(r"`([\w/]+\.\w+)`", page.read_text("utf-8")):
            owner, _, member = name.rpartition(".")
            if member in ("py", "ts", "svelte"):
                assert any(f"/{path}".endswith(f"/{name}") for path in sources), f"{page.name}: {name}"
            elif re.fullmatch(r"[A-Z][a-z]\w+", owner):
                definitions = [text for text in sources.values() if re.search(rf"class {owner}\b", text)]
                assert any(re.search(rf"\b{member}\b", text) for text in definitions), f"{page.name}: {name}"


@pytest.mark.parametrize("module", ["gamut", "gamut.bots", "gamut.games", "gamut.lab.simulate"])
def test_doctests_of_modules(module: str) -> None:
    results = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert results.attempted > 2
    assert results.failed == 0


def test_diagrams_are_up_to_date() -> None:
    for draw in diagrams.ALL:
        picture = draw()
        drawn = (ROOT / "docs" / "pictures" / f"{picture.name}.svg").read_text("utf-8")
        assert drawn == picture.svg(), f"{picture.name}.svg is out of date: run `python -m tools.diagrams`"
        assert any(f"pictures/{picture.name}.svg" in page.read_text("utf-8") for page in PAGES)
