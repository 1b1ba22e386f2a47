/** Mixx's own part of a view, and where its cards come to lie. */
import { findColour } from '../../look/palette.ts'
import { palette } from './palette.ts'
import type { MixxMoment, MixxView } from './types.gen.ts'
import type { MotifName } from './motifs.ts'

export type { MixxMoment, MixxView }

export interface Cell {
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly cols: number
  readonly rows: number
  readonly cards: readonly (Cell & { card: string; /** Place in the line, for laying across. */ k: number })[]
  /** Row of the level axis and column of the upright one. */
  readonly levelY: number
  readonly uprightX: number | null
  /** Where the next card of an axis would lie: kept free while one could be laid, so that choosing moves nothing. */
  readonly slots: { readonly level: Cell | null; readonly upright: Cell | null }
}

export const motifOf = (card: string) => card.slice(card.lastIndexOf('-') + 1) as MotifName
export const colourOf = (card: string) => card.slice(0, card.lastIndexOf('-'))

/** "green anchor" */
export function cardName(card: string): string {
  const name = findColour(palette, colourOf(card))?.name ?? colourOf(card)
  return `${name.toLowerCase()} ${motifOf(card)}`
}

export interface Open {
  readonly level: boolean
  readonly upright: boolean
}

/** One axis: how many cells it takes, how far its cards are moved, and its free cell, the place of the next card. */
function axis(cards: number, next: number, open: boolean) {
  if (!open && cards > 0) return { cells: cards, shift: 0, slot: null }
  return { cells: cards + 1, shift: next < cards ? 1 : 0, slot: next + 1 }
}

/** `open` says on which axes a card could be laid now. */
export function layout(view: MixxView, open: Open): Layout {
  const crossed = view.centre !== ''
  const level = axis(view.level.length, view.level_next, open.level)
  const upright = crossed ? axis(view.upright.length, view.upright_next, open.upright) : null
  const levelY = upright ? view.centre_upright + 1 + upright.shift : 1
  const uprightX = upright ? view.centre_level + 1 + level.shift : null
  return {
    cols: level.cells,
    rows: upright?.cells ?? 1,
    levelY,
    uprightX,
    cards: [
      ...view.level.map((card, k) => ({ card, k, x: k + 1 + level.shift, y: levelY })),
      ...view.upright.flatMap((card, i) =>
        upright && uprightX !== null && i !== view.centre_upright
          ? [{ card, k: -1, x: uprightX, y: i + 1 + upright.shift }]
          : [],
      ),
    ],
    slots: {
      level: level.slot === null ? null : { x: level.slot, y: levelY },
      upright:
        upright && upright.slot !== null && uprightX !== null ? { x: uprightX, y: upright.slot } : null,
    },
  }
}

/** Whose or what each open card is: "cross", or the seat whose stock holds it. */
export function holders(view: MixxView): Map<string, 'cross' | number> {
  const held = new Map<string, 'cross' | number>()
  view.stocks.forEach((stock, seat) => stock.forEach((card) => held.set(card, seat)))
  for (const card of [...view.level, ...view.upright]) held.set(card, 'cross')
  return held
}

/** The table while the end of a round is looked at: the whole cross with its last card, nothing drawn yet. */
export function atMoment(view: MixxView, moment: MixxMoment): MixxView {
  const { level, upright, centre, centre_level, centre_upright, prize, last } = moment
  const stocks = view.stocks.map((stock) => stock.filter((card) => card !== last))
  return { ...view, stocks, level, upright, centre, centre_level, centre_upright, prize }
}
