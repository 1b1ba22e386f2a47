"""The state of Kroma.

Colours are 0 blue, 1 magenta, 2 yellow. A blended colour, a *target*, has the number of the one colour that is not
in it: 0 orange, 1 green, 2 purple; so a colour over another makes 3 − both. Pieces are 0 diamond, 1 trapezoid, the
small ones of Phase One, 2 rhombus, 3 hook, the large ones of Phase Two. Cells and places are those of `board`; a
set of up to 144 cells has three words.

    open[k]            the places where the colour k may be laid now, of the pieces that are in stock: a set with a
                       bit per place, in which each piece of the phase has words of its own

                           Phase One   words 0 …  3 diamond    4 …  9 trapezoid   10 … 15 none
                           Phase Two   words 0 …  5 rhombus    6 … 15 hook

    below[k]           the cells that Phase One has covered with the colour k
    above[k]           the cells that Phase Two has covered with it
    points[t]          how many cells show the target t
    stock[piece, k]    pieces left
    laid[0 … pieces−1] the actions by which pieces were laid, in order; `smalls` of them in Phase One
    target[p]          target + 1 of a seat; 0: none yet
    first, starter     the seats that begin the two phases

    action   0 … 2     choose the target
             3 …       lay a piece: 3 + 3 · (places of the pieces before) + colour · (places of the piece) + place
"""

from __future__ import annotations

from gamut.engine.record import i1, i2, words

MAX_SEATS = 3
CELLS = 144  # of the largest board
CELL_WORDS = 3
PIECES = 4
DIAMOND, TRAPEZOID, RHOMBUS, HOOK = range(PIECES)
HUES = 3  # colours, and targets
SMALL_PLACES = 198 + 363  # diamonds and trapezoids on the largest board
LARGE_PLACES = 330 + 600  # rhombuses of 4 and hooks of 6 there
PLACES = SMALL_PLACES + LARGE_PLACES
PLACE_WORDS = 16
SMALL_WORDS = 10  # of the small pieces
WORD_FROM = (0, 4, 0, 6)  # by piece: its words in a set of places
WORD_TO = (4, 10, 6, 16)
COPIES = (16, 3, 4, 5)  # by piece, of each colour
MAX_SMALL = HUES * (COPIES[DIAMOND] + COPIES[TRAPEZOID])
MAX_LARGE = HUES * (COPIES[RHOMBUS] + COPIES[HOOK])
LARGEST = 8  # cells of a piece

CHOOSING, ONE, TWO, OVER = range(4)  # phases
CLOCKWISE, SNAKE, REVERSE = range(3)  # orders of Phase Two

LAY = HUES  # the first action that lays a piece
ACTIONS = LAY + HUES * PLACES


class Constants:
    """The board and the options."""

    covers = words(2 * CELLS, PLACE_WORDS)  # by cell: the places that cover it, of small pieces; then of large ones
    overlaps = words(PLACES, PLACE_WORDS)  # by place: the places of the same phase that share a cell with it
    touches = words(SMALL_PLACES, PLACE_WORDS)  # by place of small pieces: those that share a cell or an edge
    every = words(2, PLACE_WORDS)  # all places of small and of large pieces
    cells = i2(PLACES, LARGEST)  # by place; −1 behind the last
    near = i2(CELLS, 3)  # by cell: those that share an edge with it; −1 behind the last
    before = i2(PIECES)  # places of the pieces before
    places = i2(PIECES)
    size = i1(PIECES)  # in triangles
    board = i2()  # cells of the board
    side = i1()
    seats = i1()
    any_support = i1()  # 1: one supported triangle is enough
    no_stack = i1()  # 1: no triangle may lie on its own colour
    order = i1()  # of Phase Two
    by_shape = i1()  # 1: the largest shape wins
    random_targets = i1()


class State:
    chance_key = words(3)
    open = words(HUES, PLACE_WORDS)
    below = words(HUES, CELL_WORDS)
    above = words(HUES, CELL_WORDS)
    laid = i2(MAX_SMALL + MAX_LARGE)
    points = i2(HUES)
    stock = i1(PIECES, HUES)
    target = i1(MAX_SEATS)
    pieces = i1()  # laid so far
    smalls = i1()  # laid in Phase One
    phase = i1()
    loose = i1()  # 1: no strict place is left in Phase One
    turn = i1()
    first = i1()
    starter = i1()
