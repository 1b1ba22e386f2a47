// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** The first message: whose line this is. */
export interface Join {
  type: 'join'
  table: string
  token: string
}

/** An action for the seat's own decision of that number. */
export interface Act {
  type: 'act'
  decision: number
  action: number
}

/** Undo my last action, or ask the others whether I may. */
export interface AskBack {
  type: 'take_back'
}

/** To another's wish. */
export interface Answer {
  type: 'answer'
  yes: boolean
}

/** Give the game up. */
export interface Resign {
  type: 'resign'
}

/** The same again. */
export interface Rematch {
  type: 'rematch'
}

/** What would a strong bot do? */
export interface Hint {
  type: 'hint'
}

/** One of the few sayings. */
export interface Emote {
  type: 'emote'
  emote: 'good_luck' | 'oops' | 'thanks' | 'thinking' | 'well_played'
}

/** A new name for my seat. */
export interface Rename {
  type: 'rename'
  name: string
}

/** By the host: a bot for an empty seat, or (null) the seat back to its link. */
export interface Fill {
  type: 'fill'
  seat: number
  level: string | null
}

/** By the host: how long bots pause, so that people can follow. */
export interface Pace {
  type: 'pause'
  ms: number
}

export type ClientMessage = Join | Act | AskBack | Answer | Resign | Rematch | Hint | Emote | Rename | Fill | Pace

export type SeatKind = 'bot' | 'here' | 'link' | 'me'

/** Who is to sit there. */
export interface SeatWish {
  kind: 'bot' | 'here' | 'link' | 'me'
  name?: string
  level?: string | null
}

/** A table that somebody wants to open. */
export interface TableWish {
  game: string
  seats: SeatWish[]
  options?: Record<string, boolean | number | string>
  pause_ms?: number | null
}

export type OptionValue = boolean | number | string

export type RefusalReason = 'bad_token' | 'illegal' | 'malformed' | 'not_allowed' | 'over' | 'read_only' | 'stale' | 'too_large' | 'too_often' | 'unknown_table'

/** What never changes about the table, and who you are. */
export interface Welcome {
  type: 'welcome'
  table: string
  game: string
  title: string
  seat: number
  host: boolean
  seats: number
  options: Record<string, boolean | number | string>
  rules_version: number
  key_hash: string
  secrets: boolean
  levels: string[]
  read_only: string
}

/** A seat as everybody sees it. */
export interface Player {
  seat: number
  name: string
  kind: 'bot' | 'open' | 'person'
  level: string | null
  connected: boolean
  acting: boolean
  chosen: boolean
  score: number | null
  note: string
}

/** A line of the log. */
export interface LogLine {
  step: number
  seat: number
  text: string
  pieces: string[]
  heading: boolean
}

/** Whether the seat's last action can be taken back, without asking, and if not why. */
export interface TakeBack {
  possible: boolean
  free: boolean
  why: string
}

/** One seat's place at the end. */
export interface Rank {
  seat: number
  name: string
  rank: number
  score: number | null
}

/** How it ended, and the key that proves the deal. */
export interface Result {
  reason: string
  ranks: Rank[]
  taken_back: number
  key: string
}

/** Everything the seat sees now. */
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
  view: unknown
  log: LogLine[]
  log_from: number
  since: number
  take_back: TakeBack
  warns: number[]
  pause_ms: number
  result: Result | null
}

/** The action is stored. */
export interface Ack {
  type: 'ack'
  decision: number
}

/** Something was not done, and why. */
export interface Refused {
  type: 'refused'
  reason: 'bad_token' | 'illegal' | 'malformed' | 'not_allowed' | 'over' | 'read_only' | 'stale' | 'too_large' | 'too_often' | 'unknown_table'
  text: string
  decision: number | null
}

/** What the hint found out about an action: its share of the thinking, its expected share of the victory. */
export interface HintFigure {
  action: number
  share: number
  value: number
}

/** What a strong bot would do. */
export interface Hinted {
  type: 'hinted'
  best: number
  figures: HintFigure[]
}

/** Somebody wishes something that needs your yes. */
export interface Asked {
  type: 'asked'
  seat: number
  name: string
  what: 'rematch' | 'take_back'
}

/** Somebody says something. */
export interface Emoted {
  type: 'emoted'
  seat: number
  emote: 'good_luck' | 'oops' | 'thanks' | 'thinking' | 'well_played'
}

/** Why you wait: code is being compiled, once in the life of a computer. */
export interface Progress {
  type: 'progress'
  what: string
  done: number
  of: number
}

/** The server closes the line. */
export interface Bye {
  type: 'bye'
  text: string
}

/** The rematch has its own table. */
export interface Moved {
  type: 'moved'
  table: string
  token: string
}

export type ServerMessage = Welcome | View | Ack | Refused | Hinted | Asked | Emoted | Progress | Bye | Moved

/** One value of a choice; smaller tables do not have it. */
export interface OptionChoice {
  value: string
  label: string
  least_seats: number
}

/** An option of a game, for the form of a new table. */
export interface GameOption {
  kind: 'choice' | 'count' | 'flag'
  name: string
  label: string
  help: string
  default: boolean | number | string | null
  low: number | null
  high: number | null
  values: OptionChoice[]
  by_seats: Record<string, number> | null
}

/** A game as the lobby shows it. */
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

/** A game's rules as a page. */
export interface Rules {
  title: string
  html: string
}

/** The secret of a seat, told once. */
export interface SeatToken {
  seat: number
  token: string
}

/** What the host of a new table gets; bots need no link. */
export interface NewTable {
  table: string
  seats: SeatToken[]
  watch: string
}

/** Path and text of every action of a table; the index is the action number. */
export interface Actions {
  paths: string[][]
  texts: string[]
  catalogue: unknown
}

/** Why a request failed: a code and a sentence. */
export interface Refusal {
  error: string
  text: string
}

/** A seat. */
export interface Place {
  wheel: number[]
  stars: number
  made: string[]
  drawn: string[]
  drafted: string[]
  deck: number
  discard: number
  holding: number
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
  draft_deck: number
  destroyed: number
  garment_deck: number
}

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

/** What each game's table component draws. */
export interface GameViews {
  colori: ColoriView
  mixx: MixxView
}

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

/** What is printed on a game's pieces. */
export interface GameCatalogues {
  colori: ColoriCatalogue
}
