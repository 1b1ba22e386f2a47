// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** The table as everybody sees it: Mixx has no secrets but the deck's order. */
export interface MixxView {
  round: number
  turn: number
  deck: number
  stocks: string[][]
  won: number[]
  level: string[]
  upright: string[]
  centre: string
  centre_level: number
  centre_upright: number
  level_next: number
  upright_next: number
  prize: number
  line_only: boolean
  motifs: number
  alone: boolean
}

export type View = MixxView

/** A seat that could not lay when a round ended. */
export interface Stuck {
  seat: number
  cards: string[]
  fits_now: boolean
}

/** The end of a round: the whole cross as it lay, with the last card in it. */
export interface MixxMoment {
  text: string
  round: number
  winner: number
  prize: number
  last: string
  level: string[]
  upright: string[]
  centre: string
  centre_level: number
  centre_upright: number
  stuck: Stuck[]
  over: boolean
}

export type Moment = MixxMoment
