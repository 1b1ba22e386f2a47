// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** One item of a price, and what would pay it for the viewer. */
export interface Unit {
  item: string
  paid: 'fresh' | 'missing' | 'pool' | 'prismatic' | 'there'
}

/** A card or a creation of the board: what is there of its price, and whether the viewer may create it now. */
export interface Price {
  id: string
  units: Unit[]
  ready: boolean
  on: string[]
  fresh: string[]
  made: boolean
  nothing: boolean
}

/** A created card: what lies on it for its ability. */
export interface Created {
  id: string
  on: string[]
  fresh: string[]
  used: boolean
  ready: boolean
}

/** The stars of a seat, as if the game ended now. */
export interface Score {
  cards: number
  goal: number
  motes: number
  hue: number
  sky: number
  craft: number
  prisms: number
  prismatic: number
  progress: number
  total: number
}

/** A seat; all of it is open but what it lays or chooses in a secret phase. */
export interface Place {
  bag: number[]
  bagged: number
  drawn: string[]
  palette: string[]
  fresh: string[]
  stock: number
  motes: number
  prismatic: number
  prisms: number
  progress: Price[]
  created: Created[]
  kinds: number[]
  score: Score
  offered: string[]
  state: '' | 'choosing' | 'in' | 'resolved' | 'resolving' | 'waiting'
  bid: number
  out: boolean
}

/** What a creation, a reward or an ability gives. */
export interface Effect {
  kind: 'discard' | 'draw' | 'empty' | 'keep_one' | 'mote' | 'pool' | 'prism' | 'pull' | 'steal'
  colour: string
  count: number
  text: string
}

/** Where the viewer may lay an item. */
export interface Lay {
  item: string
  places: string[]
}

/** The table as one seat sees it. */
export interface PrismaticView {
  round: number
  rounds: number
  goal: number
  final: boolean
  phase: 'auction' | 'commit' | 'over' | 'resolve' | 'start'
  task: 'anything' | 'discard' | 'empty' | 'keep' | 'pay' | 'place' | 'pulled' | 'rewards' | 'steal'
  turn: number
  starter: number
  order: number[]
  deck: number
  discard: string[]
  supply: number[]
  common: Price[]
  board: Price[]
  places: Place[]
  pool: string[]
  aside: string[]
  gained: string[]
  wanted: string
  owed: string[]
  rewards: Effect[]
  kept: string
  wished: string[]
  lays: Lay[]
  bid: number
  lowest_bid: number
  highest_bid: number
}

export type View = PrismaticView

/** A play card. */
export interface CardInfo {
  id: string
  name: string
  type: string
  stars: number
  cost: string[]
  rewards: Effect[]
  takes: string
  ability: Effect | null
  text: string
}

/** A creation of the board. */
export interface CreationInfo {
  id: string
  cost: string[]
  gives: Effect
  method: number
  methods: number
}

/** Everything that is printed. Items are in the order in which prices are paid. */
export interface PrismaticCatalogue {
  items: string[]
  types: string[]
  cards: CardInfo[]
  board: CreationInfo[]
}

export type Catalogue = PrismaticCatalogue

/** What a seat laid on one place in this round. */
export interface Commit {
  seat: number
  place: string
  items: string[]
}

/** All commits are turned up, a card is created, or the game is over. */
export interface PrismaticMoment {
  kind: 'creation' | 'end' | 'reveal'
  text: string
  commits: Commit[]
  seat: number
  card: string
  goal: boolean
  scores: Score[]
  ranking: number[]
  tie_break: string
}

export type Moment = PrismaticMoment
