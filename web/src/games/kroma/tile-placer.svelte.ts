/** The state of placing a tile: it is chosen, turned, moved by mouse, finger or keys, and laid. The ghost shows where
    it would lie; the legal actions and the catalogue determine its places without asking the server. */
import { untrack } from 'svelte'
import type { TableSession } from '../../table/table-session.svelte.ts'
import { findNearest as findInDirection } from '../../table/roving-focus.ts'
import { removePrefix } from '../table-helpers.svelte.ts'
import { Geometry, type Point, SIDE } from './geometry.ts'
import {
  type Placement,
  type Place,
  Places,
  type Rotation,
  findNearest,
  findFittingOrientation,
  findOrientation,
} from './places.ts'
import { type Catalogue, cellId } from './view.ts'

/** The ghost snaps to legal places within this distance. */
const SNAP_DISTANCE = 0.8 * SIDE
/** A tap this near to the centre of a place means it. */
const TAP_DISTANCE = 0.4 * SIDE

export class TilePlacer {
  readonly #session: TableSession
  readonly catalogue: Catalogue
  readonly geometry: Geometry
  readonly places: Places

  #legal = $derived.by(() => this.places.index(this.#session.legal))
  /** The chosen tile, such as `blue-hook`; empty: none. */
  tile = $derived.by(() => removePrefix('piece:', this.#session.touches.soFar[0]))
  orientation = $derived.by(() => Number(removePrefix('orientation:', this.#session.touches.soFar[1])) - 1)
  piece = $derived.by(() => (this.tile ? this.places.pieceOf(this.tile) : undefined))
  /** All legal placements of the tile in this orientation, by row. */
  placements = $derived.by(() => (this.orientation < 0 ? [] : this.#legal.of(this.tile, this.orientation)))

  /** The anchor of the ghost. */
  #anchor = $state(-1)
  /** A place under the pointer where the tile cannot be laid. */
  #blocked = $state.raw<Place | null>(null)
  blocked = $derived.by(() => (this.orientation < 0 ? null : this.#blocked))
  ghost = $derived.by(() =>
    this.orientation < 0 || this.blocked
      ? null
      : (this.#legal.at(this.tile, this.orientation, this.#anchor) ?? null),
  )
  /** The index of the ghost among the placements; −1: no ghost. */
  index = $derived.by(() => (this.ghost ? this.placements.indexOf(this.ghost) : -1))
  /** Why turning or flipping did nothing; empty: it did. */
  note = $state('')
  /** The tile was turned and has not been moved since. */
  turned = $state(false)
  /** The placement that was sent to the server and is not answered yet: it stays visible. */
  #sent = $state.raw<Placement | null>(null)
  sent = $derived.by(() => (this.#session.client.pendingDecision === null ? null : this.#sent))
  /** The placement of the hint. */
  hinted = $derived.by(() => {
    const { hintedAction } = this.#session.touches
    return hintedAction === null ? null : (this.places.find(hintedAction) ?? null)
  })

  /** Where the ghost should be, as far as legal placements allow. */
  #target: Point
  /** The last orientation of each piece. */
  #orientations = $state<Record<string, number>>({})
  #lastTile = ''

  constructor(session: TableSession, catalogue: Catalogue) {
    this.#session = session
    this.catalogue = catalogue
    this.geometry = new Geometry(catalogue)
    this.places = new Places(catalogue, this.geometry)
    this.#target = this.geometry.middle
    // a chosen tile gets the orientation of the hint
    session.touches.isAutomatic = (id) => id.startsWith('orientation:')
    $effect(() => {
      const [piece, orientation] = session.touches.soFar
      untrack(() => this.#onTileChange(removePrefix('piece:', piece), orientation !== undefined))
    })
    $effect(() => this.#updatePointed())
    $effect(() => {
      void session.legal
      untrack(() => (this.note = ''))
    })
  }

  /** The orientation in which a piece is shown in the tray. */
  orientationOf(piece: string): number {
    return this.piece?.id === piece && this.orientation >= 0
      ? this.orientation
      : (this.#orientations[piece] ?? 0)
  }

  /** Move the ghost to a point; it snaps to legal placements only. It waits while the player is asked about it. */
  moveTo(to: Point) {
    if (!this.piece || this.orientation < 0 || this.#session.touches.warned) return
    this.#target = to
    this.#forgetTurn()
    const placement = this.#findPlacement(to, SNAP_DISTANCE)
    this.#blocked = placement ? null : findNearest(this.places.of(this.piece, this.orientation), to)
    if (placement) this.#anchor = placement.place.anchor
  }

  /** The legal placement within a distance of a point, or one that covers its triangle. */
  #findPlacement(to: Point, distance: number): Placement | null {
    const near = this.#legal.nearest(this.tile, this.orientation, to, distance)
    const cell = this.geometry.cellAt(to)
    return near ?? this.placements.find(({ place }) => cell !== null && place.cells.includes(cell)) ?? null
  }

  /** A tap moves the ghost to a place at this point; where there is none, it stays, and the reason is shown. */
  tap(at: Point) {
    const placement = this.#findPlacement(at, TAP_DISTANCE)
    if (placement) this.show(placement)
    else this.explain(at)
  }

  /** When the pointer leaves, the ghost returns to where it was last. */
  settle() {
    if (!this.#blocked) return
    this.#blocked = null
    if (this.ghost) this.#target = this.ghost.place
  }

  #forgetTurn() {
    this.note = ''
    this.turned = false
  }

  show({ place }: Placement) {
    this.#blocked = null
    this.#forgetTurn()
    this.#anchor = place.anchor
    this.#target = place
  }

  step(by: 1 | -1) {
    const n = this.placements.length
    const next = this.placements[(this.index + by + n) % n]
    if (next) this.show(next)
  }

  /** Move the ghost to the next placement in a direction. */
  nudge(direction: readonly [number, number]) {
    const from = this.ghost?.place ?? this.#target
    const box = ({ x, y }: Point) => ({ left: x, top: y, width: 0, height: 0 })
    const to = findInDirection(
      box(from),
      this.placements.map(({ place }) => box(place)),
      direction,
    )
    const next = this.placements[to]
    if (next) this.show(next)
  }

  rotate(rotation: Rotation) {
    const { piece, tile, orientation } = this
    if (!piece || orientation < 0) {
      this.note = 'Choose a piece first'
      return
    }
    const name = tile.replace('-', ' ')
    const to = findOrientation(piece, orientation, rotation, (other) => this.#legal.fits(tile, other))
    if (rotation === 'flipped' && !piece.two_sided)
      this.note = `Flipping the ${name} gives nothing that turning doesn’t`
    else if (to === orientation) this.note = `The ${name} fits only this way round`
    else {
      this.#select(tile, to)
      this.turned = true
    }
  }

  /** Lay the tile at the ghost; at a blocked place, ask the server for the reason. */
  layTile() {
    const { touches } = this.#session
    if (this.ghost) {
      this.#sent = this.ghost
      touches.touch(cellId(this.catalogue, this.ghost.place.anchor))
    } else if (this.blocked) this.explain(this.#target)
    else this.note = 'Choose a piece first'
  }

  /** Ask what lies on a triangle, and why the chosen tile cannot be laid there. */
  explain(at: Point) {
    const cell = this.geometry.cellAt(at)
    const piece = cell === null ? '' : cellId(this.catalogue, cell)
    const touches = this.#session.touches.soFar
    if (piece) this.#session.details.ask({ piece, name: '', touches, node: null, hover: false })
  }

  /** A chosen tile gets an orientation at once; stepping back from there deselects it. */
  #onTileChange(tile: string, turned: boolean) {
    const before = this.#lastTile
    this.#lastTile = tile
    if (!tile || turned) return
    if (before === tile) this.#session.touches.cancel()
    else this.#choose(tile)
  }

  #choose(tile: string) {
    const piece = this.places.pieceOf(tile)
    if (!piece) return
    if (this.hinted?.tile === tile) {
      this.#target = this.hinted.place
      this.#select(tile, this.hinted.place.orientation)
    } else {
      const fits = (orientation: number) => this.#legal.fits(tile, orientation)
      this.#select(tile, findFittingOrientation(piece, this.#orientations[piece.id] ?? 0, fits))
    }
  }

  /** Select a tile in an orientation, with the ghost at the legal placement nearest to its last position. */
  #select(tile: string, orientation: number) {
    const placement = this.#legal.nearest(tile, orientation, this.#target)
    if (!placement) return
    this.#blocked = null
    this.#forgetTurn()
    this.#orientations[placement.place.piece.id] = orientation
    this.#anchor = placement.place.anchor
    this.#session.touches.propose(placement.action)
  }

  /** The cell of the ghost counts as pointed at, so that the server sends a preview of it. */
  #updatePointed() {
    const { touches } = this.#session
    const id = this.ghost ? cellId(this.catalogue, this.ghost.place.anchor) : ''
    if (touches.pointed !== id && (id || touches.pointed.startsWith('cell:'))) touches.pointed = id
  }
}
