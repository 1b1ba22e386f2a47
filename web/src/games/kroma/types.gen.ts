// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** A piece on the board, by the number it has in its list. */
export interface Laid {
  action: number
  seat: number
  piece: string
  colour: string
  cells: number[]
}

/** A tile of the tray. */
export interface Stock {
  id: string
  piece: string
  colour: string
  left: number
  places: number
}

/** How a target stands, and the seat whose it is. */
export interface Standing {
  seat: number
  target: string
  points: number
  shapes: number[][]
  rank: number
}

/** The table as everybody sees it: Kroma has no secrets. */
export interface KromaView {
  phase: 'one' | 'over' | 'targets' | 'two'
  loose: boolean
  blending: boolean
  turn: number
  following: number[]
  first: number
  starter: number
  last_small: number
  beginning: string
  below: string[]
  above: string[]
  below_piece: number[]
  above_piece: number[]
  blends: string[]
  pieces: Laid[]
  stock: Stock[]
  standings: Standing[]
  uncovered: number
  places: number
}

export type View = KromaView

/** One look of a piece: its cells as (row, column) from its anchor, and which look it becomes. */
export interface TurnInfo {
  cells: [number, number][]
  right: number
  left: number
  flipped: number
}

/** One way to lay a piece: a look, and the cells it covers, the anchor first. */
export interface PlaceInfo {
  turn: number
  cells: number[]
}

/** A piece. The action that lays it in colour k at place i is `first[k] + i`. */
export interface PieceInfo {
  id: string
  phase: number
  size: number
  copies: number
  two_sided: boolean
  turns: TurnInfo[]
  places: PlaceInfo[]
  first: number[]
}

/** The board and its pieces. */
export interface KromaCatalogue {
  side: number
  cells: [number, number][]
  near: number[][]
  colours: string[]
  targets: string[]
  mixes: [string, string, string][]
  pieces: PieceInfo[]
  phase_two: 'clockwise' | 'reverse' | 'snake'
  support: 'all' | 'any'
  stack: boolean
  scoring: 'points' | 'shape'
}

export type Catalogue = KromaCatalogue

/** The end of Phase One, or of the game. */
export interface KromaMoment {
  kind: 'end' | 'phase-two'
  text: string
  pieces: number
  uncovered: number[]
  starter: number
  blended: number
  standings: Standing[]
}

export type Moment = KromaMoment
