"""Layout checks of pages that may scroll downwards, from the boxes of their controls."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

PHONES = [(320, 480), (320, 568), (360, 640), (375, 553), (390, 844), (430, 932)]
SIDEWAYS = [(480, 320), (667, 375), (844, 390), (932, 430)]
TABLETS = [(600, 960), (768, 1024), (834, 1194), (1024, 768), (1366, 1024)]
WINDOWS = [(640, 360), (720, 450), (760, 700), (761, 700), (900, 700), (1001, 700), (1024, 600), (1180, 620),
           (1241, 800), (1280, 720), (1440, 900), (1920, 1080), (2560, 1080), (2560, 1440)]  # fmt: skip
ROOMS = {"touch": [*PHONES, *SIDEWAYS, *TABLETS], "mouse": WINDOWS}
LEAST = {"touch": 44, "mouse": 24}

# A control inside its own label is as large as the label. Words of a control may end in dots only where the style
# says so; a control may lie over another only if it holds it.
FAULTS = """({ least, within }) => {
    const faults = new Set()
    const root = document.querySelector(within)
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && getComputedStyle(e).clipPath === 'none'
    const controls = [...root.querySelectorAll('button, a[href], input, select, summary')].filter(shown)
    const boxOf = (e) => (e.closest('label') ?? e).getBoundingClientRect()
    const nameOf = (e) => (e.getAttribute('aria-label') ?? e.textContent.trim() ?? '').slice(0, 40)
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) faults.add(`the page is ${scrollWidth} wide`)
    for (const e of controls) {
        const b = boxOf(e)
        const [w, h] = [Math.round(b.width), Math.round(b.height)]
        if (b.left < -0.5 || b.right > innerWidth + 0.5) faults.add(`outside: ${nameOf(e)}`)
        if (!e.matches('[role=switch]') && (w < least || h < least)) faults.add(`small: ${nameOf(e)} ${w}x${h}`)
        if (e.matches('.btn') && e.scrollWidth > e.clientWidth + 1) faults.add(`cut: ${nameOf(e)}`)
    }
    controls.forEach((a, i) => controls.slice(i + 1).forEach((b) => {
        if (a.contains(b) || b.contains(a) || a.closest('label') === (b.closest('label') ?? 0)) return
        const [p, q] = [boxOf(a), boxOf(b)]
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left)
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
        if (across > 1 && down > 1) faults.add(`over one another: ${nameOf(a)}, ${nameOf(b)}`)
    }))
    return [...faults]
}"""


def faults_of(
    page: Page, pointer: str, within: str = "body", rooms: Sequence[tuple[int, int]] = ()
) -> dict[str, list[str]]:
    """The faults of a page by window size: controls that are too small, cut, outside or covered."""
    found = {}
    for width, height in rooms or ROOMS[pointer]:
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width}x{height}"] = page.evaluate(FAULTS, {"least": LEAST[pointer], "within": within})
    return {size: faults for size, faults in found.items() if faults}
