/** Arrow keys, Home and End step through the triangles of the board row by row. */
import type { Attachment } from 'svelte/attachments'

export type Spot = readonly [row: number, column: number]

/** How far right a triangle stands, in halves of a side. */
const acrossOf = ([row, column]: Spot) => column - row

/** What is said at the edge. */
const AT_EDGE: Readonly<Record<string, string>> = {
  ArrowLeft: 'Nothing further left in this row',
  ArrowRight: 'Nothing further right in this row',
  ArrowUp: 'Nothing further up',
  ArrowDown: 'Nothing further down',
  Home: 'This is the start of the row',
  End: 'This is the end of the row',
}

/** The index of the spot that a key leads to: in the same row, or the nearest one of the next row that has any; −1: none. */
export function findStep(spots: readonly Spot[], from: Spot, key: string): number {
  const up = key === 'ArrowUp'
  const ahead = (row: number) => (up ? row < from[0] : row > from[0])
  const rows = spots.map(([row]) => row).filter(ahead)
  const inRow = !key.endsWith('Up') && !key.endsWith('Down')
  const row = inRow ? from[0] : up ? Math.max(...rows) : Math.min(...rows)
  const backwards = key === 'ArrowLeft' || key === 'Home'
  const farthest = key === 'Home' || key === 'End'
  let best = -1
  let least = Infinity
  spots.forEach((spot, i) => {
    if (spot[0] !== row) return
    const right = acrossOf(spot) - acrossOf(from)
    const distance = inRow ? (backwards ? -right : right) : Math.abs(right)
    const cost = farthest ? -distance : distance
    if ((inRow && distance <= 0) || cost >= least) return
    best = i
    least = cost
  })
  return best
}

const spotOf = (piece: HTMLElement): Spot => {
  const [, row, column] = /r(\d+)c(\d+)/.exec(piece.dataset.touchId ?? '') ?? []
  return [Number(row), Number(column)]
}

/** Moves the focus between the triangles of a board; `say` tells why it stays. */
export function rowKeys(say: (text: string) => void): Attachment<SVGSVGElement> {
  return (board) => {
    const onKey = (event: KeyboardEvent) => {
      const edge = AT_EDGE[event.key]
      const focused = (event.target as Element).closest<HTMLElement>('[data-touch-id]')
      if (!edge || !focused || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation() // other groups of pieces step by distance
      const pieces = [...board.querySelectorAll<HTMLElement>('[data-touch-id]')]
      const next = pieces[findStep(pieces.map(spotOf), spotOf(focused), event.key)]
      say(next ? '' : edge)
      next?.focus()
    }
    board.addEventListener('keydown', onKey)
    return () => board.removeEventListener('keydown', onKey)
  }
}
