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
  line_only: boolean
  motifs: number
  alone: boolean
}

export type View = MixxView
