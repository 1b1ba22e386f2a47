/** Where tiles can be laid: all places of the catalogue, and the legal placements of a view by tile, orientation and
    anchor. No rules are computed here: the legal actions come from the server. */
import type { Geometry, Point } from './geometry.ts'
import type { Catalogue, PieceInfo } from './types.gen.ts'

/** One way to lay a piece. */
export interface Place extends Point {
  readonly piece: PieceInfo
  /** Its index among the places of the piece. */
  readonly number: number
  readonly orientation: number
  readonly cells: readonly number[]
  readonly anchor: number
}

/** The placement of an action. A tile is a piece in a colour, such as `blue-hook`. */
export interface Placement {
  readonly action: number
  readonly tile: string
  readonly colour: string
  readonly place: Place
}

type ByAnchor = ReadonlyMap<number, Placement>

export const tileOf = (colour: string, piece: PieceInfo) => `${colour}-${piece.id}`

/** Return the nearest place within a distance. */
export function findNearest<P extends Point>(
  places: Iterable<P>,
  to: Point,
  maxDistance = Infinity,
): P | null {
  let best: P | null = null
  let least = maxDistance
  for (const place of places) {
    const distance = Math.hypot(place.x - to.x, place.y - to.y)
    if (distance <= least) [best, least] = [place, distance]
  }
  return best
}

/** All places of the catalogue with their positions in the drawing. */
export class Places {
  readonly #catalogue: Catalogue
  /** By piece, then by orientation. */
  readonly #byOrientation = new Map<string, Place[][]>()
  readonly #byNumber = new Map<string, Place[]>()

  constructor(catalogue: Catalogue, geometry: Geometry) {
    this.#catalogue = catalogue
    for (const piece of catalogue.pieces) {
      const places = piece.places.map(({ orientation, cells }, number): Place => {
        return { piece, number, orientation, cells, anchor: cells[0] as number, ...geometry.centre(cells) }
      })
      this.#byNumber.set(piece.id, places)
      this.#byOrientation.set(
        piece.id,
        piece.orientations.map((_, k) => places.filter((place) => place.orientation === k)),
      )
    }
  }

  /** All places of a piece in an orientation, legal or not. */
  of(piece: PieceInfo, orientation: number): readonly Place[] {
    return this.#byOrientation.get(piece.id)?.[orientation] ?? []
  }

  /** The placement of an action; undefined if it lays no tile. */
  find(action: number): Placement | undefined {
    for (const piece of this.#catalogue.pieces)
      for (const [k, first] of piece.first.entries()) {
        const place = this.#byNumber.get(piece.id)?.[action - first]
        const colour = this.#catalogue.colours[k]
        if (place && colour) return { action, colour, place, tile: tileOf(colour, piece) }
      }
    return undefined
  }

  pieceOf(tile: string): PieceInfo | undefined {
    return this.#catalogue.pieces.find((piece) => tile.endsWith(`-${piece.id}`))
  }

  index(legal: readonly number[]): LegalPlacements {
    return new LegalPlacements(legal.flatMap((action) => this.find(action) ?? []))
  }
}

/** The legal placements of a view, indexed by tile, orientation and anchor. */
export class LegalPlacements {
  readonly #tiles = new Map<string, Map<number, Map<number, Placement>>>()

  constructor(placements: readonly Placement[]) {
    for (const placement of placements) {
      const { orientation, anchor } = placement.place
      const orientations = getOrCreate(
        this.#tiles,
        placement.tile,
        () => new Map<number, Map<number, Placement>>(),
      )
      getOrCreate(orientations, orientation, () => new Map<number, Placement>()).set(anchor, placement)
    }
  }

  at(tile: string, orientation: number, anchor: number): Placement | undefined {
    return this.#of(tile, orientation)?.get(anchor)
  }

  /** The placements by row, from left to right. */
  of(tile: string, orientation: number): readonly Placement[] {
    return [...(this.#of(tile, orientation)?.values() ?? [])]
  }

  fits(tile: string, orientation: number): boolean {
    return !!this.#of(tile, orientation)?.size
  }

  nearest(tile: string, orientation: number, to: Point, maxDistance = Infinity): Placement | null {
    const points = this.of(tile, orientation).map((placement) => {
      return { placement, x: placement.place.x, y: placement.place.y }
    })
    return findNearest(points, to, maxDistance)?.placement ?? null
  }

  #of(tile: string, orientation: number): ByAnchor | undefined {
    return this.#tiles.get(tile)?.get(orientation)
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = make()
  map.set(key, created)
  return created
}

export type Rotation = 'right' | 'left' | 'flipped'

/** Return the orientation that a piece is rotated to, skipping those that fit nowhere; the same if no other fits. */
export function findOrientation(
  piece: PieceInfo,
  from: number,
  rotation: Rotation,
  fits: (orientation: number) => boolean,
): number {
  let orientation = piece.orientations[from]?.[rotation] ?? from
  // a mirror image that fits nowhere may fit when rotated further
  const onward = rotation === 'left' ? 'left' : 'right'
  for (let tries = 0; tries < piece.orientations.length && !fits(orientation); tries++)
    orientation = piece.orientations[orientation]?.[onward] ?? from
  return fits(orientation) ? orientation : from
}

/** Return the wanted orientation, or the next one that fits. */
export function findFittingOrientation(
  piece: PieceInfo,
  wanted: number,
  fits: (orientation: number) => boolean,
): number {
  if (fits(wanted)) return wanted
  const others = piece.orientations.map((_, i) => (wanted + i) % piece.orientations.length)
  return others.find(fits) ?? wanted
}
