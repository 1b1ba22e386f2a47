// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** Equal cards that lie together. */
export interface Stack {
  id: string
  count: number
}

/** A row of the market with its deck. */
export interface MarketRow {
  rank: number
  cards: string[]
  deck: number
  discard: number
  discarded: Stack[]
}

/** A card that a victory needs, and where the player has it. */
export interface Piece {
  id: string
  place: '' | 'hand' | 'play'
  wanted: '' | 'hand' | 'play'
  there: boolean
}

/** Cards of a rank that Burgundy wants, exactly so many. */
export interface Group {
  rank: number
  have: number
  need: number
}

/** How far a player is from one victory; `have` of `need` is the bar, the pieces are the chips. */
export interface Progress {
  victory: string
  title: string
  pieces: Piece[]
  have: number
  need: number
  groups: Group[]
  met: boolean
  now: boolean
  missing: string
}

/** A seat, or Billy. */
export interface Player {
  hand: Stack[]
  play: Stack[]
  cards: number
  points: number
  dots: number
  in_force: string[]
  tucked: Stack[]
  tucked_dots: number
  progress: Progress[]
  order: number
  left: number
}

/** What the player whose turn it is has done and may do. */
export interface Turn {
  player: number
  decider: number
  running: 'mix' | 'print' | 'refill' | 'swap' | '' | 'billy'
  used: ('mix' | 'print' | 'refill' | 'swap')[]
  possible: ('mix' | 'print' | 'refill' | 'swap')[]
  may_end: boolean
  key: boolean
  mixes: number
  returned: number
  tucks: number
  card: string
}

/** A card put forward. */
export interface Chosen {
  id: string
  place: '' | 'hand' | 'play'
}

/** A mix that is being chosen, or Billy's. */
export interface Mix {
  cards: Chosen[]
  sums: string[]
  makes: string[]
  reaches: string[]
  number: number
  of: number
  billys: boolean
}

/** Something that waits; `{0}`, `{1}`, … in the text are players. */
export interface Waiting {
  what: 'add' | 'add-equal' | 'add-rank-2' | 'billy' | 'follow' | 'lay' | 'mix' | 'mix-again' | 'offer' | 'order' | 'part' | 'print' | 'refill' | 'swap' | 'trade' | 'watch'
  card: string
  who: number
  many: number
  text: string
  now: boolean
  foreseen: boolean
}

/** What is Billy's own; its hand is that of player 1. */
export interface Billy {
  deck: number
  discard: number
  discarded: Stack[]
  drawn: string[]
  mixes: number
  starting_turns: number
  must: string[]
  why: string
}

/** How the game ended. */
export interface Outcome {
  winner: number
  order: number[]
  distances: string[]
  text: string
}

/** The table; nothing but the decks' order is hidden, so all seats see the same. */
export interface ChromaMixView {
  round: number
  rounds: number
  last_round: boolean
  special: string
  piles: Stack[]
  rows: MarketRow[]
  players: Player[]
  turn: Turn
  mix: Mix | null
  parts: string[]
  waiting: Waiting[]
  billy: Billy | null
  outcome: Outcome | null
}

export type View = ChromaMixView

/** A card; effects in short words and in full, empty where there is none. */
export interface CardInfo {
  id: string
  name: string
  rank: number
  pigments: string
  points: number
  copies: number
  once: string
  once_text: string
  lasting: string
  lasting_text: string
}

/** How much the victories want. */
export interface Goals {
  points: number
  cards: number
  dots: number
  rank_2: number
}

/** Everything that is printed, in the order in which cards are sorted. */
export interface ChromaMixCatalogue {
  cards: CardInfo[]
  goals: Goals
}

export type Catalogue = ChromaMixCatalogue

/** A victory that has just been met, or the end of the game. */
export interface ChromaMixMoment {
  text: string
  kind: 'end' | 'victory'
  player: number
  victory: string
  cards: string[]
  last_turns: number[]
  outcome: Outcome | null
}

export type Moment = ChromaMixMoment
