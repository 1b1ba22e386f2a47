/** Where pieces can be laid: every place of the catalogue once, and the legal ones of a view by piece, colour, turn
    and anchor. No rule is computed here: what is legal the server has said. */
import type { Geometry, Point } from './geometry.ts'
import type { KromaCatalogue, PieceInfo } from './types.gen.ts'

/** One way to lay a kind of piece. */
export interface Place extends Point {
  readonly piece: PieceInfo
  /** Its number among the places of the piece. */
  readonly number: number
  readonly turn: number
  readonly cells: readonly number[]
  readonly anchor: number
}

/** What an action lays: a tile is a piece in a colour, `blue-hook`. */
export interface Lay {
  readonly action: number
  readonly tile: string
  readonly colour: string
  readonly place: Place
}

type ByAnchor = ReadonlyMap<number, Lay>

export const tileOf = (colour: string, piece: PieceInfo) => `${colour}-${piece.id}`

/** The nearest of some places that is at most so far away. */
export function findNearest<P extends Point>(places: Iterable<P>, to: Point, reach = Infinity): P | null {
  let best: P | null = null
  let least = reach
  for (const place of places) {
    const distance = Math.hypot(place.x - to.x, place.y - to.y)
    if (distance <= least) [best, least] = [place, distance]
  }
  return best
}

/** All places of a catalogue, with where they lie on the drawing. */
export class Places {
  readonly #catalogue: KromaCatalogue
  /** By piece, then by turn. */
  readonly #all = new Map<string, Place[][]>()
  readonly #byNumber = new Map<string, Place[]>()

  constructor(catalogue: KromaCatalogue, geometry: Geometry) {
    this.#catalogue = catalogue
    for (const piece of catalogue.pieces) {
      const places = piece.places.map(({ turn, cells }, number): Place => {
        return { piece, number, turn, cells, anchor: cells[0] as number, ...geometry.centre(cells) }
      })
      this.#byNumber.set(piece.id, places)
      this.#all.set(
        piece.id,
        piece.turns.map((_, turn) => places.filter((place) => place.turn === turn)),
      )
    }
  }

  /** Every place of a piece turned like this, legal or not. */
  of(piece: PieceInfo, turn: number): readonly Place[] {
    return this.#all.get(piece.id)?.[turn] ?? []
  }

  /** What an action lays; undefined if it lays nothing. */
  find(action: number): Lay | undefined {
    for (const piece of this.#catalogue.pieces)
      for (const [k, first] of piece.first.entries()) {
        const place = this.#byNumber.get(piece.id)?.[action - first]
        const colour = this.#catalogue.colours[k]
        if (place && colour) return { action, colour, place, tile: tileOf(colour, piece) }
      }
    return undefined
  }

  /** The piece of a tile. */
  pieceOf(tile: string): PieceInfo | undefined {
    return this.#catalogue.pieces.find((piece) => tile.endsWith(`-${piece.id}`))
  }

  index(legal: readonly number[]): LegalPlaces {
    return new LegalPlaces(legal.flatMap((action) => this.find(action) ?? []))
  }
}

/** The legal ones of a view: each is found at once by tile, turn and anchor. */
export class LegalPlaces {
  readonly #tiles = new Map<string, Map<number, Map<number, Lay>>>()

  constructor(lays: readonly Lay[]) {
    for (const lay of lays) {
      const turns = ensure(this.#tiles, lay.tile, () => new Map<number, Map<number, Lay>>())
      ensure(turns, lay.place.turn, () => new Map<number, Lay>()).set(lay.place.anchor, lay)
    }
  }

  at(tile: string, turn: number, anchor: number): Lay | undefined {
    return this.#of(tile, turn)?.get(anchor)
  }

  /** By row, from the left. */
  of(tile: string, turn: number): readonly Lay[] {
    return [...(this.#of(tile, turn)?.values() ?? [])]
  }

  fits(tile: string, turn: number): boolean {
    return !!this.#of(tile, turn)?.size
  }

  nearest(tile: string, turn: number, to: Point, reach = Infinity): Lay | null {
    const lays = this.#of(tile, turn)
    if (!lays) return null
    const places = [...lays.values()].map((lay) => ({ lay, x: lay.place.x, y: lay.place.y }))
    return findNearest(places, to, reach)?.lay ?? null
  }

  #of(tile: string, turn: number): ByAnchor | undefined {
    return this.#tiles.get(tile)?.get(turn)
  }
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

export type Way = 'right' | 'left' | 'flipped'

/** The look that a piece is turned to; looks that fit nowhere are passed over. The same look if no other fits. */
export function turnTo(piece: PieceInfo, from: number, way: Way, fits: (turn: number) => boolean): number {
  let turn = piece.turns[from]?.[way] ?? from
  // a mirror image that fits nowhere may fit turned further
  const onward = way === 'left' ? 'left' : 'right'
  for (let tries = 0; tries < piece.turns.length && !fits(turn); tries++)
    turn = piece.turns[turn]?.[onward] ?? from
  return fits(turn) ? turn : from
}

/** The look to begin with: the wanted one, or the next one that fits. */
export function firstFitting(piece: PieceInfo, wanted: number, fits: (turn: number) => boolean): number {
  if (fits(wanted)) return wanted
  const further = piece.turns.map((_, i) => (wanted + i) % piece.turns.length)
  return further.find(fits) ?? wanted
}
