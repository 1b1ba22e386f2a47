// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** A seat. */
export interface Place {
  wheel: number[]
  stars: number
  made: string[]
  drawn: string[]
  drafted: string[]
  deck: number
  discard: number
  deck_cards: Record<string, number>
  discard_cards: Record<string, number>
  holding: number
  passes_to: number
  chosen: boolean
}

/** An ability of the queue, and how many of its N are left. */
export interface Waiting {
  verb: 'destroy' | 'draw' | 'make' | 'mix' | 'store'
  left: number
}

/** A place of the display, and what the viewer misses for its garment. */
export interface Shown {
  id: string
  lacks: string[]
  fabric: boolean
  ready: boolean
  ready_after: string[]
}

/** The table as one seat sees it; the viewer's own hand, picks and choice stand apart. */
export interface ColoriView {
  round: number
  rounds: number
  phase: 'act' | 'draft' | 'over'
  turn: number
  pick: number
  passing: 'left' | 'right'
  places: Place[]
  hand: string[]
  hand_old: boolean[]
  picks: string[]
  choice: string
  queue: Waiting[]
  display: Shown[]
  mixes: [string, string, string][]
  idle: string[]
  draft_deck: number
  destroyed: number
  garment_deck: number
  unseen_cards: Record<string, number>
  destroyed_cards: Record<string, number>
  garment_cards: Record<string, number>
}

export type View = ColoriView

/** A card of the draft deck; `verb` and `times` are its ability. */
export interface CardInfo {
  id: string
  name: string
  kind: 'basic' | 'dye' | 'fabric'
  pips: string[]
  verb: 'destroy' | 'draw' | 'make' | 'mix' | 'store'
  times: number
}

/** A garment. */
export interface GarmentInfo {
  id: string
  name: string
  fabric: string
  cost: string[]
  stars: number
}

/** Everything that is printed. */
export interface ColoriCatalogue {
  colours: string[]
  mixes: [string, string, string][]
  cards: CardInfo[]
  garments: GarmentInfo[]
}

export type Catalogue = ColoriCatalogue

/** A garment that was made. */
export interface MadeGarment {
  seat: number
  garment: string
  fabric: string
  cost: string[]
  stars: number
}

/** Something worth a pause: garments made, drafted cards turned up, the end of a round. */
export interface ColoriMoment {
  text: string
  made: MadeGarment[]
  drafted: string[][]
  ended: number
  stars: number[]
  over: boolean
}

export type Moment = ColoriMoment
