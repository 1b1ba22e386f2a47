"""Tables at all window sizes: nothing is too small to touch, cut, outside, or overlapping.

The positions of a game that are marked as `measured` in `tools/table_positions` are its fullest.
"""

from __future__ import annotations

import pytest

from gamut import games
from tests.browser.boxes import faults_of
from tests.browser.mocked import Tables
from tests.browser.played import positions_of

PHONES = [(320, 568), (360, 640), (375, 553), (375, 667), (390, 664), (412, 915), (430, 932)]
SIDEWAYS = [(480, 320), (667, 375), (844, 390), (932, 430)]
TABLETS = [(768, 1024), (1024, 768), (1194, 834), (1366, 1024)]
WINDOWS = [(700, 700), (900, 700), (960, 600), (1180, 620), (1280, 720), (1440, 900), (1920, 1080), (2560, 1080)]
FEW = {
    "touch": [(320, 480), (390, 844), (568, 320), (640, 360), (600, 960), (834, 1194)],
    "mouse": [(720, 450), (1024, 600), (1024, 768), (1366, 768), (2560, 1440)],
}
MORE = {"touch": [*PHONES, *SIDEWAYS, *TABLETS], "mouse": WINDOWS}
MEASURED_POSITIONS = [
    (game, name) for game in games.list_game_ids() for name, position in positions_of(game).items() if position.measured
]
MEASURED = [  # with one pointer each, in turns; with the other and at more sizes in the long run
    pytest.param(
        game, name, pointer, rooms[pointer], id=f"{game}-{name}-{pointer}-{len(rooms[pointer])}",
        marks=[] if rooms is FEW and pointer == list(FEW)[k % len(FEW)] else pytest.mark.long,
    )
    for k, (game, name) in enumerate(MEASURED_POSITIONS) for pointer in FEW for rooms in (FEW, MORE)
]  # fmt: skip


@pytest.mark.parametrize(("game", "name", "pointer", "rooms"), MEASURED)
def test_nothing_is_small_cut_or_covered(
    tables: Tables, game: str, name: str, pointer: str, rooms: list[tuple[int, int]]
) -> None:
    touch = pointer == "touch"
    page, _ = tables.open(game, name, viewport={"width": 1280, "height": 1280}, has_touch=touch, is_mobile=touch)
    if prepare_page := positions_of(game)[name].prepare_page:
        prepare_page(page)
    faults = {}
    for width, height in rooms:
        page.set_viewport_size({"width": width, "height": height})
        faults[f"{width}x{height}"] = faults_of(page)
    assert {size: found for size, found in faults.items() if found} == {}
