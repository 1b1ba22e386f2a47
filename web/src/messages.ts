/** The messages between server and browser. The server's own structs are the truth. */

// --- HTTP

export type OptionValue = boolean | number | string

export interface OptionChoice {
  value: OptionValue
  label: string
}

export interface GameOption {
  kind: 'flag' | 'count' | 'choice'
  name: string
  label: string
  help: string
  default: OptionValue | null
  low: number | null
  high: number | null
  values: OptionChoice[]
  /** The default of a count that depends on the number of seats. */
  by_seats: Record<string, number> | null
}

export interface Game {
  id: string
  title: string
  tagline: string
  seats: number[]
  minutes: number
  options: GameOption[]
  levels: string[]
  secrets: boolean
  reconstructed: string[]
}

export interface Rules {
  title: string
  html: string
}

export type SeatKind = 'me' | 'link' | 'here' | 'bot'

export interface SeatWish {
  kind: SeatKind
  name: string
  level: string | null
}

export interface TableWish {
  game: string
  seats: SeatWish[]
  options: Record<string, OptionValue>
}

export interface SeatToken {
  seat: number
  token: string
}

export interface NewTable {
  table: string
  seats: SeatToken[]
  watch: string
}

/** Fixed for a table: the index is the action number. */
export interface Actions {
  paths: string[][]
  texts: string[]
  /** What is printed on the game's pieces; its table component knows the shape. */
  catalogue: unknown
}

export interface Refusal {
  error: string
  text: string
}

// --- WebSocket, browser to server

export type ClientMessage =
  | { type: 'join'; table: string; token: string }
  | { type: 'act'; decision: number; action: number }
  | { type: 'take_back' }
  | { type: 'answer'; yes: boolean }
  | { type: 'resign' }
  | { type: 'rematch' }
  | { type: 'hint' }
  | { type: 'emote'; emote: string }
  | { type: 'rename'; name: string }
  | { type: 'fill'; seat: number; level: string | null }
  | { type: 'pause'; ms: number }

// --- WebSocket, server to browser

export interface Welcome {
  type: 'welcome'
  table: string
  game: string
  title: string
  /** −1 watches. */
  seat: number
  host: boolean
  seats: number
  options: Record<string, OptionValue>
  rules_version: string | number
  key_hash: string
  secrets: boolean
}

export interface Player {
  seat: number
  name: string
  kind: 'person' | 'bot' | 'open'
  level: string | null
  connected: boolean
  acting: boolean
  /** Has made a secret choice that waits for the others. */
  chosen: boolean
  score: number | null
  note: string
}

export interface LogLine {
  step: number
  /** −1 is the table itself. */
  seat: number
  text: string
  /** Colour or piece ids ("turquoise", "turquoise-fish"). */
  pieces: string[]
  heading: boolean
}

export interface Rank {
  seat: number
  name: string
  rank: number
  score: number
}

export interface Result {
  reason: string
  ranks: Rank[]
  taken_back: number
  key: string
}

export interface TakeBack {
  possible: boolean
  free: boolean
  why: string
}

export interface View {
  type: 'view'
  serial: number
  decision: number
  step: number
  actors: number[]
  legal: number[]
  ask: string
  turn_of: string
  players: Player[]
  /** The game's own picture of the table; its table component knows the shape. */
  view: unknown
  /** Lines from `log_from` on; earlier ones were sent before. */
  log: LogLine[]
  log_from: number
  /** Where in the whole log "since your last turn" begins. */
  since: number
  take_back: TakeBack
  /** Legal actions that could not be taken back. */
  warns: number[]
  result: Result | null
}

export type RefusalReason =
  | 'stale'
  | 'illegal'
  | 'malformed'
  | 'too_large'
  | 'too_often'
  | 'not_allowed'
  | 'over'
  | 'unknown_table'
  | 'bad_token'
  | 'read_only'

export interface Refused {
  type: 'refused'
  reason: RefusalReason
  text: string
  decision: number | null
}

export interface Hinted {
  type: 'hinted'
  best: number
  figures: { action: number; share: number; value: number }[]
}

export interface Asked {
  type: 'asked'
  seat: number
  name: string
  what: 'take_back' | 'rematch'
}

export type ServerMessage =
  | Welcome
  | View
  | { type: 'ack'; decision: number }
  | Refused
  | Hinted
  | Asked
  | { type: 'emoted'; seat: number; emote: string }
  | { type: 'progress'; what: string; done: number; of: number }
  | { type: 'bye'; text: string }
  | { type: 'moved'; table: string; token: string }
