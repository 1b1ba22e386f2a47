"""Texts, messages, comments and docs use ordinary English: each pattern below has better words beside it.

A docstring says more than the name; one that does not is deleted.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]


class Wording(NamedTuple):
    """A pattern, what to write instead, and an example that the pattern must find."""

    pattern: str
    better: str
    example: str


WORDINGS = (
    Wording(r"\bwho(so)?ever\b", "name the role: the player, the host, the client, the caller", "whoever begins"),
    Wording(r"\bsomebody\b|\bsomeone\b", "name the role", "Somebody else decides now."),
    Wording(r"\beverybody\b", "all players, each player", "everybody draws five motes"),
    Wording(r"\bnobody\b(?! wins)", "no player, no seat", "nobody has committed"),
    Wording(r"\breckon", "calculate, count", "what is reckoned here"),
    Wording(r"\banew\b", "again", "fits them anew"),
    Wording(
        r"\b(is|are|was|were|be|been|gets?) told\b(?! apart)",
        "receives, is shown, is reported",
        "a seat is told nothing",
    ),
    Wording(r"\bhear(s|d|ing)?\b", "receives, is notified", "the server hears nothing"),
    Wording(
        r"\b(?<!user )(server|client|page|room|file|message|it|which|that|pytest.*`) tells\b",
        "shows, reports, sends",
        "the server tells every seat",
    ),
    Wording(
        r"(?<!there )\b(is|are|was|were) no "
        r"(?!more\b|less\b|longer\b|fewer\b|better\b|worse\b|slower\b|faster\b|need\b|use\b|doubt\b)\w+",
        "is not a …; unknown …",
        "'clever' is no bot",
    ),
    Wording(r"\balways good\b", "always accepted, valid", "Numbers are always good"),
    Wording(r"\b(graphics|video) card\b", "GPU", "needs a graphics card"),
    Wording(r"\bone's own\b|\boneself\b", "your own, their own, the sender's own", "withdraw one's own request"),
    Wording(r"\bshall\b(?! we\b)", "must, should, will", "The page shall reload."),
    Wording(r"\bthere is another question\b", "Answer the open request first.", "There is another question first."),
    Wording(r"\b(is|are|was|were) thought about\b", "are running, are calculated", "Too much is thought about"),
    Wording(r"\b(takes?|took|taken|taking) nothing for\b", "has fallen behind", "This page took nothing for too long"),
    Wording(r"\bhang(s|ing)? together\b", "are connected", "cells that hang together"),
    Wording(r"\bby turns\b", "alternately", "with and without the auction by turns"),
    Wording(r"\bwhole numbers?\b", "integer", "it must be a whole number"),
    Wording(r"\bsmall letters\b", "lowercase", "in small letters"),
    Wording(r"\bthe own\b|\bone of the own\b", "their own, your own", "draws five motes from the own bag"),
    Wording(r"\bthe processor\b", "the CPU", "the processor is busy"),
    Wording(r"\bby itself\b", "automatically", "The game begins by itself."),
    Wording(r"\bin one go\b", "in one pass", "reads them in one go"),
    Wording(r"\bin good order\b", "cleanly", "ends in good order"),
    Wording(r"\ball is well\b", "all checks passed", "all is well"),
    Wording(r"\bgo(es)? on on\b|\bgo on with\b", "continue", "Go on on another device"),
    Wording(
        r"\bmiss(es)? (\d|red|green|blue|cyan|magenta|yellow|white|black|points?\b|[a-z]+ colours?)"
        r"|\bstill (wants|misses)\b",
        "needs, is short of",
        "Misses 3 colours and linen",
    ),
    Wording(r"\bturn(ed|s) up\b|\bturns? \w+ up\b", "reveal", "All commits were turned up."),
    Wording(
        r"\b(take|takes|taken|took|taking) ([a-z]+ )?moves? back\b|\btake back to\b", "undo", "You took a move back"
    ),
    Wording(r"\b(lie|lies|lay|lying) open\b", "is available, is face up", "three cards lie open"),
    Wording(r"\bis called so\b", "No matches", "Nothing is called so."),
    Wording(r"\bso many\b", "that many; a number of", "after so many rounds"),
    Wording(r"\bof late\b|\bwherefore\b|\bas it is said\b", "recently; therefore", "what was seen of late"),
    Wording(r"\bfor once\b", "once", "each creation is for once a round"),
    Wording(r"\bmisses on\b|\bforgo(es)?\b", "drop out, go without", "Bid more, or forgo"),
)
# Quotations, files of version 0.2, and generated files.
ALLOWED_FILES = (
    "CHANGELOG.md",
    "tests/data/",
    "texts_0_2",
    "/static/",
    ".gen.ts",
    "tests/docs/test_english.py",
)
ALLOWED_LINES = {
    "Nobody wins",  # a title
    "undo Nobody",  # a name
    "nobody bumps into it",  # on cards
    "around nobody else's",
    "nobody has ever seen yours",
}
SUFFIXES = (".py", ".ts", ".svelte", ".md", ".toml", ".html")


def is_checked(path: str) -> bool:
    return path.endswith(SUFFIXES) and not any(part in path for part in ALLOWED_FILES)


def list_files() -> list[str]:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in tracked.splitlines() if is_checked(path) and (ROOT / path).is_file()]


def find_wordings(text: str) -> list[tuple[int, str, str]]:
    """Return the line, the words found and better words for each bad wording in a text."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1)]
    return [
        (number, match[0], wording.better)
        for wording in WORDINGS
        for number, line in lines
        if not any(allowed in line for allowed in ALLOWED_LINES)
        for match in re.finditer(wording.pattern, line, re.IGNORECASE)
    ]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_use_ordinary_words(suffix: str) -> None:
    complaints = [
        f"{path}:{line}: {words!r} (better: {better})"
        for path in list_files()
        if path.endswith(suffix)
        for line, words, better in find_wordings((ROOT / path).read_text("utf-8"))
    ]
    assert not complaints, "\n" + "\n".join(complaints)


@pytest.mark.parametrize("wording", WORDINGS, ids=lambda wording: wording.example)
def test_each_pattern_finds_its_example(wording: Wording) -> None:
    assert wording.better in [better for _, _, better in find_wordings(wording.example)]


@pytest.mark.parametrize("text", ["Nobody wins.", "It misses the point of a test.", "Take the cards back.", "a number"])
def test_ordinary_wordings_pass(text: str) -> None:
    assert find_wordings(text) == []


# ---------------------------------------------------------------------- docstrings


def split_words(text: str) -> set[str]:
    """Return the words of a name or a sentence, without their endings: `GameOption` and `game options` are equal."""
    words = re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())
    return {re.sub(r"(?<=...)(ies|ing|ed|es|s|e|y)$", "", word) for word in words}


FUNCTION_WORDS = split_words(
    "a all an and any are as at be by each for from in is it its of on one or return that the this to whether yield"
)


def find_empty_docstrings(source: str, path: str) -> list[str]:
    """Return the definitions whose docstring has only words of their name, their class, their module and arguments."""

    def visit(node: ast.AST, context: str) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from visit(child, context)
                continue
            arguments = [] if isinstance(child, ast.ClassDef) else [a.arg for a in child.args.args]
            known = split_words(" ".join([child.name, context, *arguments])) | FUNCTION_WORDS
            docstring = ast.get_docstring(child) or "`"
            if "`" not in docstring and split_words(docstring) <= known:
                yield f"{path}:{child.lineno}: {child.name}: {docstring}"
            yield from visit(child, child.name)

    return list(visit(ast.parse(source), " ".join(Path(path).parts[-2:])))


def test_docstrings_say_more_than_the_name() -> None:
    modules = [path for path in list_files() if path.endswith(".py")]
    empty = [line for path in modules for line in find_empty_docstrings((ROOT / path).read_text("utf-8"), path)]
    assert not empty, "\n" + "\n".join(empty)


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ('class State:\n    """The state of a table."""', 1),
        ('def legal_texts(self, seat):\n    """Return the texts of the legal actions of a seat."""', 0),
        ('def find_row(table):\n    """Return the row of a table."""', 1),
        ('class Room:\n    def close(self):\n        """Close the room."""', 1),
        ("def find_row(table): ...", 0),
    ],
)
def test_empty_docstrings_are_found(source: str, number: int) -> None:
    assert len(find_empty_docstrings(source, "engine/table.py")) == number
