// What is too small, cut, outside or over something else on a table; `least` is the least size of what is touched.
// A thing is what can be touched, a piece or a seat. Strips may scroll sideways and the log downwards: what they
// hide is not cut. A cell (data-cell) may be small: it is also reached by a ghost and by arrow keys. Names of people
// (data-name) may end in dots: they are written out elsewhere. What floats (data-floating) covers others for a moment.
;async (least) => {
  // what follows the size of its room has done so after two pictures
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  const faults = new Set()
  const frame = document.querySelector('.frame')
  const near = 1.5
  const shown = (e) =>
    e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !e.closest('dialog, [data-floating]') &&
    // words that are only said
    !e.closest('.visually-hidden') &&
    getComputedStyle(e).clipPath !== 'inset(50%)'
  const all = (q) => [...frame.querySelectorAll(q)].filter(shown)
  const name = (e) =>
    e.dataset.touchId ??
    e.dataset.piece ??
    (e.dataset.seat && 'seat ' + e.dataset.seat) ??
    (e.getAttribute('aria-label') || e.textContent.trim().slice(0, 24) || e.getAttribute('class'))
  const size = (r) => `${Math.round(r.width)}x${Math.round(r.height)}`
  const cutting = new Map()
  const cuts = (e) => {
    if (!cutting.has(e)) {
      const s = getComputedStyle(e)
      cutting.set(
        e,
        [s.overflowX, s.overflowY].map((o) =>
          o === 'visible' || s.display === 'contents' ? '' : /auto|scroll/.test(o) ? 'scrolls' : 'cuts',
        ),
      )
    }
    return cutting.get(e)
  }
  // the part of a box that can be seen, and whether some of it is lost for good
  const seen = (e, r) => {
    let [left, top, right, bottom] = [r.left, r.top, r.right, r.bottom]
    let [lost, freeX, freeY] = [false, false, false]
    for (let at = e.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const [x, y] = cuts(at)
      if (!x && !y) continue
      const b = at.getBoundingClientRect()
      if (x) {
        if (x === 'cuts' && !freeX && (left < b.left - near || right > b.right + near)) lost = true
        left = Math.max(left, b.left)
        right = Math.min(right, b.right)
      }
      if (y) {
        if (y === 'cuts' && !freeY && (top < b.top - near || bottom > b.bottom + near)) lost = true
        top = Math.max(top, b.top)
        bottom = Math.min(bottom, b.bottom)
      }
      if (x === 'scrolls') freeX = true
      if (y === 'scrolls' && at.matches('.log, .sheet *')) freeY = true
      else if (y === 'scrolls' && (r.top < b.top - near || r.bottom > b.bottom + near)) lost = true
    }
    const outside =
      (!freeX && (r.left < -near || r.right > innerWidth + near)) ||
      (!freeY && (r.top < -near || r.bottom > innerHeight + near))
    return {
      left,
      top,
      right,
      bottom,
      lost,
      outside,
      empty: right - left < 1 || bottom - top < 1,
    }
  }
  const touchable = 'button:not(:disabled), a[href], input, select, [data-touch-id]'
  const things = all(`${touchable}, button, [data-piece], [data-seat]`).map((e) => {
    const r = e.getBoundingClientRect()
    return { e, r, ...seen(e, r) }
  })
  for (const { e, r, lost, outside } of things) {
    if (lost) faults.add(`cut: ${name(e)}`)
    if (outside) faults.add(`outside: ${name(e)}`)
    const small = Math.min(r.width, r.height) < least - 0.5
    if (small && e.matches(touchable) && !e.matches('[data-cell]')) faults.add(`small: ${name(e)} ${size(r)}`)
  }
  const words = []
  const texts = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const e = node.parentElement
    if (!node.data.trim() || !shown(e) || e.closest('[data-name]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const r of range.getClientRects()) {
      const box = { e, text: node.data.trim().slice(0, 30), ...seen(node, r) }
      words.push(box)
      if (box.lost) faults.add(`cut: "${box.text}"`)
      if (box.outside) faults.add(`outside: "${box.text}"`)
    }
  }
  const related = (a, b) => a.contains(b) || b.contains(a)
  const meet = (p, q, by) =>
    Math.min(p.right, q.right) - Math.max(p.left, q.left) > by &&
    Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > by
  const wedge = (e) => e instanceof SVGElement
  const seat = (e) => e.closest('[data-seat]')
  // a place in the board lies on its mat, and a seat's own button lies over the seat
  const apart = (a, b) => !related(a, b) && !(wedge(a) && wedge(b)) && !(seat(a) && seat(a) === seat(b))
  const solid = things.filter((t) => !t.empty)
  solid.forEach((p, i) => {
    for (const q of solid.slice(i + 1))
      if (meet(p, q, 2) && apart(p.e, q.e)) faults.add(`overlap: ${name(p.e)}, ${name(q.e)}`)
  })
  for (const p of words.filter((t) => !t.empty))
    for (const q of solid)
      if (meet(p, q, 3) && apart(p.e, q.e) && !(wedge(p.e) && wedge(q.e)))
        faults.add(`overlap: "${p.text}", ${name(q.e)}`)
  const legible = words.filter((t) => !t.empty)
  legible.forEach((p, i) => {
    for (const q of legible.slice(i + 1))
      if (meet(p, q, 4) && p.e !== q.e && !seat(p.e)) faults.add(`overlap: "${p.text}", "${q.text}"`)
  })
  const boards = all('[data-board]')
  if (!boards.length) faults.add('no board is marked')
  for (const b of boards) {
    const r = b.getBoundingClientRect()
    if (Math.min(r.width, r.height) < Math.min(innerWidth, innerHeight) / 2 - near)
      faults.add(`small board: ${size(r)}`)
  }
  const { scrollWidth, scrollHeight } = document.documentElement
  if (scrollWidth > innerWidth + 1 || scrollHeight > innerHeight + 1)
    faults.add(`page scrolls: ${scrollWidth}x${scrollHeight}`)
  return [...faults]
}
