/** Finding and marking the elements of pieces. */

/** All visible elements of a piece, by its touch id or `data-piece`. */
function findAll(id: string, root: ParentNode): HTMLElement[] {
  const name = CSS.escape(id)
  const elements = root.querySelectorAll<HTMLElement>(
    `[data-touch-id="${name}"], [data-piece="${name}"], [data-touch-area="${name}"]`,
  )
  return [...elements].filter((e) => e.getClientRects().length)
}

/** The elements of a piece on the table. */
export const findPieces = (id: string) =>
  findAll(id, document).filter((e) => !e.closest('dialog, [data-detail]'))

/** The element of a piece on the table, or in the sheet that covers it. */
export function findPiece(id: string): HTMLElement | null {
  const sheet = document.querySelector('dialog[open]')
  return (sheet && findAll(id, sheet)[0]) ?? findAll(id, document)[0] ?? null
}

/** Draws a dashed line around pieces; returns a function that removes it. */
export function markPieces(pieces: readonly Element[]): () => void {
  for (const piece of pieces) piece.setAttribute('data-meant', '')
  return () => {
    for (const piece of pieces) piece.removeAttribute('data-meant')
  }
}
