"""The rules of a game as web pages: safe HTML in sections, rendered from its RULES.md.

A section begins at a heading of the second level. The numbers of clauses have a class, `*(our ruling)*` behind a
sentence becomes a small mark, and every cell of a table names its column, so that a narrow page can show each row as a
list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from gamut.engine.game import Game
from gamut.server.wire import messages as m

RULING = re.compile(r"(?<=\S)\s\*\(our ruling\)\*")
LEGEND = re.compile(r"\n\n\*\(our ruling\)\*.*?(?=\n\n)", re.DOTALL)  # explains the mark to readers of the file
PLACEHOLDER = "\ue000"  # stands for the mark until the text has become HTML
RULING_MARK = '<span class="ruling" role="img" aria-label="our ruling" title="Our ruling">†</span>'
# a style that shows a table as blocks removes its meaning, unless its parts have roles
ROLES = {"table": "table", "thead": "rowgroup", "tbody": "rowgroup", "tr": "row", "th": "columnheader", "td": "cell"}
CLAUSE = re.compile(r"<strong>(\d+(?:\.\d+)+)</strong>")
NUMBER = re.compile(r"^\d+\.?\s+")


def render_rules(game: Game) -> m.RulesPage | None:
    """Return the rules of a game as safe HTML: HTML in the text is shown as text."""
    try:
        page = game.rules_page
    except FileNotFoundError:
        return None
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(RULING.sub(PLACEHOLDER, LEGEND.sub("", page)))
    address_pictures(tokens, game)
    label_cells(tokens)

    def render(part: Sequence[Token]) -> str:
        html = str(markdown.renderer.render(part, markdown.options, {}))
        return CLAUSE.sub(r'<strong class="clause">\1</strong>', html).replace(PLACEHOLDER, RULING_MARK)

    intro, *sections = split_sections(tokens)
    return m.RulesPage(
        title=game.title,
        intro=render(without_title(intro)),
        sections=[m.RulesSection(*name_section(part), html=render(part[3:])) for part in sections],
        has_rulings=RULING.search(page) is not None,
    )


def split_sections(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the tokens before the first heading of the second level, then those of each section."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "heading_open" and token.tag == "h2":
            parts.append([])
        parts[-1].append(token)
    return parts


def without_title(tokens: Sequence[Token]) -> Sequence[Token]:
    """Leave out the heading of the first level: the page shows the title of the game."""
    return tokens[3:] if tokens and tokens[0].tag == "h1" else tokens


def name_section(tokens: Sequence[Token]) -> tuple[str, str]:
    """Return the id and the title of a section."""
    title = text_of(tokens[1])
    return re.sub(r"[^a-z0-9]+", "-", NUMBER.sub("", title).lower()).strip("-"), title


def text_of(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


def address_pictures(tokens: Sequence[Token], game: Game) -> None:
    for inner in (inner for token in tokens for inner in token.children or ()):
        if inner.type == "image":
            name = str(inner.attrs["src"]).removeprefix("pictures/")
            inner.attrs["src"] = f"./api/games/{game.id}/pictures/{name}"
            inner.attrs["loading"] = "lazy"


def label_cells(tokens: Sequence[Token]) -> None:
    """Give all parts of tables their roles, and every cell the title of its column."""
    columns: list[str] = []
    column = 0
    for k, token in enumerate(tokens):
        if token.nesting == 1 and token.tag in ROLES:
            token.attrs["role"] = ROLES[token.tag]
        if token.type == "thead_open":
            columns = []
        elif token.type == "th_open":
            columns.append(text_of(tokens[k + 1]))
        elif token.type == "tr_open":
            column = 0
        elif token.type == "td_open":
            token.attrs["data-label"] = columns[column]
            column += 1
