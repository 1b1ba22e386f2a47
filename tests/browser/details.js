// Which pieces of a part of the page do not answer with a detail. Asks each of them by finger, mouse or keyboard (`by`),
// with the events that such a device sends to what lies at its middle.
;async ({ within, by }) => {
  const faults = []
  const root = document.querySelector(within)
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const shownDetail = () => document.querySelector('[data-detail]')
  const until = async (holds) => {
    for (let left = 500; left && !holds(); left--) await later(10)
    return holds()
  }
  // what is hit at the first of some points of a piece at which it is not covered: the piece, or an area that lies over it
  const hit = (node) => {
    for (const box of node.getClientRects())
      for (const [across, down] of [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75], [0.5, 0.9]]) {
        const at = { clientX: box.left + across * box.width, clientY: box.top + down * box.height }
        const target = document.elementFromPoint(at.clientX, at.clientY)
        const area = target?.closest('[data-touch-area]')
        if (node.contains(target)) return { target, at }
        if (area?.parentElement.contains(node)) return { target, at, area }
      }
    return null
  }
  const asks = {
    finger(node, { target, at }, lit) {
      const init = { bubbles: true, cancelable: true, pointerType: 'touch', button: 0, isPrimary: true, ...at }
      target.dispatchEvent(new PointerEvent('pointerdown', init))
      // a long touch opens the context menu; a short one is a click
      if (lit) target.dispatchEvent(new PointerEvent('contextmenu', init))
      window.dispatchEvent(new PointerEvent('pointerup', init))
      target.dispatchEvent(new PointerEvent('pointerup', init))
      target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
    },
    mouse(node, { target, at }, lit) {
      const init = { bubbles: true, cancelable: true, detail: 1, ...at }
      target.dispatchEvent(new MouseEvent(lit ? 'contextmenu' : 'click', lit ? { ...init, button: 2 } : init))
    },
    keyboard(node) {
      node.focus()
      if (document.activeElement !== node) return
      node.dispatchEvent(new KeyboardEvent('keydown', { key: 'i', bubbles: true, cancelable: true }))
    },
  }
  const pieces = [...root.querySelectorAll('[data-touch-id]')].filter(shown)
  for (const node of pieces) {
    const name = `${node.dataset.touchId} (${node.getAttribute('aria-label') ?? 'no name'})`
    node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const found = by === 'keyboard' ? {} : hit(node)
    if (!found) {
      faults.push(`covered: ${name}`)
      continue
    }
    const opensSheet = node.closest('[data-seat]') && node.classList.contains('open')
    asks[by](node, found, found.area || opensSheet || (node.dataset.touch ?? '').includes('lit'))
    const detail = await until(shownDetail)
    if (!detail) {
      faults.push(`no detail: ${name}`)
      continue
    }
    const [title, body] = ['h2', '.body'].map((part) => detail.querySelector(part)?.textContent.trim())
    if (!title || !body || body.includes('There is no description')) faults.push(`empty detail: ${name}`)
    if (!node.matches('[data-meant]')) faults.push(`answers for another piece: ${name}`)
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    detail.dispatchEvent(escape)
    if (!(await until(() => !shownDetail()))) faults.push(`stays open: ${name}`)
    if (by === 'keyboard' && document.activeElement !== node) faults.push(`loses the focus: ${name}`)
  }
  // whatever is drawn as a piece can be asked; a small piece in the summary of a seat, if only in the sheet of the seat
  const inSeats = {}
  for (const node of [...root.querySelectorAll('[data-piece], .card')].filter(shown)) {
    if (node.closest('[data-touch-id], [data-touch-area], .log') || node.querySelector('[data-touch-id]')) continue
    const [piece, seat] = [node.dataset.piece ?? node.outerHTML.slice(0, 80), node.closest('[data-seat]')]
    if (seat) (inSeats[seat.dataset.seat] ??= []).push(piece)
    else faults.push(`does not answer: ${piece}`)
  }
  return { asked: pieces.length, faults, inSeats }
}
