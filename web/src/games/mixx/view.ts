/** The cards of Mixx, and where they are drawn. */
import { findColour } from '../../look/palette.ts'
import { type DRAWINGS, palette } from './look.gen.ts'
import type { CrossView, Moment, View } from './types.gen.ts'

export type { CrossView, Moment, View }
export type MotifName = keyof typeof DRAWINGS

export interface Cell {
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly cols: number
  readonly rows: number
  readonly cards: readonly (Cell & { card: string; inRow: boolean })[]
  /** The grid row of the row, and the grid column of the column. */
  readonly rowY: number
  readonly columnX: number | null
  /** Where the next card would go: kept free while one could be placed, so that choosing a card moves nothing. */
  readonly slots: { readonly row: Cell | null; readonly column: Cell | null }
}

export const motifOf = (card: string) => card.slice(card.lastIndexOf('-') + 1) as MotifName
export const colourOf = (card: string) => card.slice(0, card.lastIndexOf('-'))

/** "green anchor" */
export function cardName(card: string): string {
  const name = findColour(palette, colourOf(card))?.name ?? colourOf(card)
  return `${name.toLowerCase()} ${motifOf(card)}`
}

export const hasCentre = (cross: CrossView) => cross.column.length > 0
export const centreOf = (cross: CrossView) => (hasCentre(cross) ? (cross.row[cross.centre_x] ?? '') : '')
export const countCards = ({ row, column }: CrossView) => row.length + Math.max(0, column.length - 1)

/** One axis: how many cells it takes, how far its cards are shifted, and the cell of the next card. */
function layoutAxis(cards: number, next: number, open: boolean) {
  if (!open && cards > 0) return { cells: cards, shift: 0, slot: null }
  return { cells: cards + 1, shift: next < cards ? 1 : 0, slot: next + 1 }
}

/** A line of at most that many cards has a free cell on both sides, so that it stays in the middle. */
const CENTRED_LINE = 2

/** Lay out the cross; `open` is where a card could be placed now. */
export function layoutCross(
  { cross, next_x, next_y }: View,
  open: { readonly row: boolean; readonly column: boolean },
): Layout {
  const row = layoutAxis(cross.row.length, next_x, open.row)
  if (row.slot && !hasCentre(cross) && cross.row.length > 0 && cross.row.length <= CENTRED_LINE) {
    row.cells += 1
    row.shift += 1
    row.slot += 1
  }
  const column = hasCentre(cross) ? layoutAxis(cross.column.length, next_y, open.column) : null
  const rowY = column ? cross.centre_y + 1 + column.shift : 1
  const columnX = column ? cross.centre_x + 1 + row.shift : null
  return {
    cols: row.cells,
    rows: column?.cells ?? 1,
    rowY,
    columnX,
    cards: [
      ...cross.row.map((card, k) => ({ card, inRow: true, x: k + 1 + row.shift, y: rowY })),
      ...cross.column.flatMap((card, k) =>
        column && columnX !== null && k !== cross.centre_y
          ? [{ card, inRow: false, x: columnX, y: k + 1 + column.shift }]
          : [],
      ),
    ],
    slots: {
      row: row.slot === null ? null : { x: row.slot, y: rowY },
      column: column && column.slot !== null && columnX !== null ? { x: columnX, y: column.slot } : null,
    },
  }
}

/** Where each visible card is: in the cross, or in the stock of a seat. */
export function findHolders({ stocks, cross }: View): Map<string, 'cross' | number> {
  const holders = new Map<string, 'cross' | number>()
  stocks.forEach((stock, seat) => stock.forEach((card) => holders.set(card, seat)))
  for (const card of [...cross.row, ...cross.column]) holders.set(card, 'cross')
  return holders
}

/** The view while the end of a round is shown: the whole cross with its last card, before the draw. */
export function viewAtMoment(view: View, { cross, last_card }: Moment): View {
  const stocks = view.stocks.map((stock) => stock.filter((card) => card !== last_card))
  return { ...view, stocks, cross }
}
