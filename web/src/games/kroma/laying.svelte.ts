/** How a piece is brought to its place: chosen, turned, aimed by pointer, finger or keys, and laid.
    The ghost needs no server: the legal list and the catalogue say where it may lie. */
import { untrack } from 'svelte'
import type { Room } from '../../table/room.svelte.ts'
import { findNearest as findInDirection } from '../../table/rove.ts'
import { Geometry, type Point, SIDE } from './geometry.ts'
import { type Lay, type Place, Places, type Way, findNearest, firstFitting, turnTo } from './places.ts'
import { type KromaCatalogue, cellId } from './view.ts'

/** A legal place draws the ghost from so far away. */
const REACH = 0.8 * SIDE

export class Laying {
  readonly #room: Room
  readonly catalogue: KromaCatalogue
  readonly geometry: Geometry
  readonly places: Places

  #legal = $derived.by(() => this.places.index(this.#room.legal))
  /** The tile that is chosen, `blue-hook`; empty: none. */
  tile = $derived.by(() => afterPrefix('piece:', this.#room.touches.soFar[0]))
  turn = $derived.by(() => Number(afterPrefix('turn:', this.#room.touches.soFar[1])) - 1)
  piece = $derived.by(() => (this.tile ? this.places.pieceOf(this.tile) : undefined))
  /** All legal places of the tile as it is turned, by row. */
  lays = $derived.by(() => (this.turn < 0 ? [] : this.#legal.of(this.tile, this.turn)))

  /** The anchor of the ghost. */
  #anchor = $state(-1)
  /** A place under the pointer where the piece cannot lie. */
  #missed = $state.raw<Place | null>(null)
  missed = $derived.by(() => (this.turn < 0 ? null : this.#missed))
  ghost = $derived.by(() =>
    this.turn < 0 || this.missed ? null : (this.#legal.at(this.tile, this.turn, this.#anchor) ?? null),
  )
  number = $derived.by(() => (this.ghost ? this.lays.indexOf(this.ghost) : -1))
  /** What was laid and not yet answered: it stays where it is. */
  #sent = $state.raw<Lay | null>(null)
  sent = $derived.by(() => (this.#room.seat.answered === null ? null : this.#sent))
  /** What the hint lays. */
  hinted = $derived.by(() => {
    const { hinted } = this.#room.touches
    return hinted === null ? null : (this.places.find(hinted) ?? null)
  })

  /** Where the ghost should be, as far as places allow. */
  #aim: Point
  #turns = $state<Record<string, number>>({})
  #followed = ''

  constructor(room: Room, catalogue: KromaCatalogue) {
    this.#room = room
    this.catalogue = catalogue
    this.geometry = new Geometry(catalogue)
    this.places = new Places(catalogue, this.geometry)
    this.#aim = this.geometry.middle
    $effect(() => {
      const [piece, turn] = room.touches.soFar
      untrack(() => this.#follow(afterPrefix('piece:', piece), turn !== undefined))
    })
    $effect(() => this.#point())
  }

  /** How a piece is shown in the tray. */
  turnOf(piece: string): number {
    return this.piece?.id === piece && this.turn >= 0 ? this.turn : (this.#turns[piece] ?? 0)
  }

  /** Brings the ghost to a point; only legal places draw it. */
  aimAt(to: Point) {
    if (!this.piece || this.turn < 0) return
    this.#aim = to
    const lay = this.#legal.nearest(this.tile, this.turn, to, REACH)
    this.#missed = lay ? null : findNearest(this.places.of(this.piece, this.turn), to)
    if (lay) this.#anchor = lay.place.anchor
  }

  /** The pointer has gone: the ghost rests at the nearest place where the piece can lie. */
  rest() {
    if (!this.#missed) return
    this.#missed = null
    this.#rest(this.turn)
  }

  /** By keyboard the ghost is at the place that has the focus. */
  show(lay: Lay) {
    this.#missed = null
    this.#anchor = lay.place.anchor
    this.#aim = lay.place
  }

  step(by: 1 | -1) {
    const n = this.lays.length
    const next = this.lays[(this.number + by + n) % n]
    if (next) this.show(next)
  }

  /** To the next place in a direction. */
  nudge(direction: readonly [number, number]) {
    const from = this.ghost?.place ?? this.#aim
    const box = ({ x, y }: Point) => ({ left: x, top: y, width: 0, height: 0 })
    const to = findInDirection(
      box(from),
      this.lays.map((lay) => box(lay.place)),
      direction,
    )
    const next = this.lays[to]
    if (next) this.show(next)
  }

  turnBy(way: Way) {
    const { piece, tile, turn } = this
    if (!piece || turn < 0) return
    const to = turnTo(piece, turn, way, (look) => this.#legal.fits(tile, look))
    if (to !== turn) this.#take(tile, to)
    else {
      const wanted = piece.turns[turn]?.[way] ?? turn
      if (wanted !== turn) this.#room.seat.askWhy([`piece:${tile}`], `turn:${wanted + 1}`)
    }
  }

  /** Lays the ghost; where it cannot lie, the server says why. */
  lay() {
    const { touches } = this.#room
    if (this.ghost) {
      this.#sent = this.ghost
      touches.touch(cellId(this.catalogue, this.ghost.place.anchor))
    } else if (this.missed) touches.touch(cellId(this.catalogue, this.missed.anchor))
  }

  #rest(turn: number) {
    const lay = this.#legal.nearest(this.tile, turn, this.#aim)
    if (lay) this.#anchor = lay.place.anchor
  }

  /** A tile that was chosen comes with a turn; one step back from there, it is put away. */
  #follow(tile: string, turned: boolean) {
    const before = this.#followed
    this.#followed = tile
    if (!tile || turned) return
    if (before === tile) this.#room.touches.cancel()
    else this.#choose(tile)
  }

  #choose(tile: string) {
    const piece = this.places.pieceOf(tile)
    if (!piece) return
    if (this.hinted?.tile === tile) {
      this.#aim = this.hinted.place
      this.#take(tile, this.hinted.place.turn)
    } else {
      const fits = (turn: number) => this.#legal.fits(tile, turn)
      this.#take(tile, firstFitting(piece, this.#turns[piece.id] ?? 0, fits))
    }
  }

  /** Takes a tile, turned like this, to the place nearest to where the ghost was. */
  #take(tile: string, turn: number) {
    const lay = this.#legal.nearest(tile, turn, this.#aim)
    if (!lay) return
    this.#missed = null
    this.#turns[lay.place.piece.id] = turn
    this.#anchor = lay.place.anchor
    this.#room.touches.propose(lay.action)
  }

  /** The place of the ghost is what is pointed at: so the server is asked what would come of it. */
  #point() {
    const { touches } = this.#room
    const id = this.ghost ? cellId(this.catalogue, this.ghost.place.anchor) : ''
    if (touches.pointed !== id && (id || touches.pointed.startsWith('cell:'))) touches.pointed = id
  }
}

const afterPrefix = (prefix: string, id: string | undefined) =>
  id?.startsWith(prefix) ? id.slice(prefix.length) : ''
