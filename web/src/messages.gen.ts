// Made by `python -m gamut.server.typescript` from the server's structs. Do not edit.

/** The first message: whose connection this is, by a seat's secret, an invitation or the spectators' token. */
export interface Join {
  type: 'join'
  table: string
  token: string
}

/** Take the seat of an invitation, as the first message or after joining by it. */
export interface Claim {
  type: 'claim'
  table: string
  token: string
  secret: string
  name?: string
}

/** What my seat adds to the deal, made after the server has shown the hash of its own part. */
export interface AddPart {
  type: 'add_part'
  part: string
}

/** An action for the seat's own decision of that number. */
export interface Act {
  type: 'act'
  decision: number
  action: number
}

/** Take my last action back, or ask the others whether I may. */
export interface TakeBack {
  type: 'take_back'
}

/** To another's proposal; a yes to a rematch may add my seat's part to its deal. */
export interface Answer {
  type: 'answer'
  yes: boolean
  part?: string | null
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

/** Why can this piece not be touched now, after these touches? */
export interface WhyNot {
  type: 'why_not'
  touches: string[]
  touched: string
}

/** What would my decision of that number do? */
export interface Preview {
  type: 'preview'
  decision: number
  action: number
}

/** Something short and friendly, for all at the table. */
export interface Emote {
  type: 'emote'
  emote: 'good_luck' | 'oops' | 'thanks' | 'thinking' | 'well_played'
}

/** A new name for my seat. */
export interface Rename {
  type: 'rename'
  name: string
}

/** A bot for a seat whose player has been away for a time, or (null) the seat back to them: by any player. */
export interface Fill {
  type: 'fill'
  seat: number
  level: string | null
}

/** By the host: a new invitation to a seat on which nobody has sat; the old one ends. */
export interface Invite {
  type: 'invite'
  seat: number
}

/** I want to go on on another device: an invitation to my own seat. My secret ends when it is used. */
export interface HandOver {
  type: 'hand_over'
}

/** Let the bots play without pauses until it is a person's turn. */
export interface Hurry {
  type: 'hurry'
}

/** By the host: how long bots pause, so that people can follow. */
export interface Pause {
  type: 'pause'
  ms: number
}

export type ClientMessage = Join | Claim | AddPart | Act | TakeBack | Answer | Resign | Rematch | Hint | WhyNot | Preview | Emote | Rename | Fill | Invite | HandOver | Hurry | Pause

export type SeatKind = 'bot' | 'here' | 'link' | 'me'

/** Who is to sit there. */
export interface SeatRequest {
  kind: 'bot' | 'here' | 'link' | 'me'
  name?: string
  level?: string | null
}

/** A table that somebody wants to open. */
export interface TableRequest {
  game: string
  seats: SeatRequest[]
  options?: Record<string, boolean | number | string>
  pause_ms?: number | null
}

export type OptionValue = boolean | number | string

export type RefusalReason = 'bad_options' | 'bad_token' | 'handed_over' | 'illegal' | 'malformed' | 'no_rules' | 'not_allowed' | 'over' | 'read_only' | 'spent' | 'stale' | 'storage' | 'too_large' | 'too_often' | 'unknown_game' | 'unknown_table'

/** A bot has played for somebody who was away and is back now. */
export interface BotMeanwhile {
  level: string
  actions: number
}

/** What never changes about the table, and who you are. */
export interface Welcome {
  type: 'welcome'
  table: string
  game: string
  title: string
  goal: string
  seat: number
  invited: number | null
  host: boolean
  host_seat: number
  seats: number
  options: Record<string, boolean | number | string>
  rules_version: number
  deal_hash: string
  secrets: boolean
  levels: string[]
  added_bots: string[]
  read_only: string
  bot_meanwhile: BotMeanwhile | null
  now: number
  build: string
}

/** A seat as everybody sees it. */
export interface Player {
  seat: number
  name: string
  kind: 'bot' | 'open' | 'person'
  level: string | null
  invited: boolean
  connected: boolean
  bot_from: number | null
  acting: boolean
  chosen: boolean
  resigned: boolean
  score: number | null
}

/** One line of a log: who, what, and the pieces it is about. A heading has no seat (−1). */
export interface LogEntry {
  text: string
  seat: number
  pieces: string[]
  heading: boolean
}

/** Whether the seat's last action can be taken back, without asking, and if not why. */
export interface TakeBackState {
  possible: boolean
  free: boolean
  why: string
}

/** What somebody asks the others to agree to, and the seats that have not answered yet. */
export interface Proposal {
  what: 'rematch' | 'take_back'
  seat: number
  name: string
  waiting: number[]
  deal_hash: string
}

/** One seat's place at the end; 1 is a victory. */
export interface Rank {
  seat: number
  name: string
  rank: number
  score: number | null
}

/** All that a key was made of. */
export interface Proof {
  table: string
  hash: string
  server_part: string
  parts: string[]
}

/** How it ended, and what the deal was made of. */
export interface Result {
  winners: number[]
  lost: boolean
  reason: string
  ranks: Rank[]
  taken_back: number
  key: string
  proof: Proof | null
}

/** Everything the seat sees now. */
export interface View {
  type: 'view'
  serial: number
  decision: number
  actors: number[]
  legal: number[]
  ask: string
  headline: string
  turn_of: string
  players: Player[]
  game_view: unknown
  drawing: string
  log: LogEntry[]
  log_from: number
  since: number
  take_back: TakeBackState
  revealing: number[]
  warnings: Record<number, string>
  waiting: number[]
  full_strength: boolean
  hurried: boolean
  pause_ms: number
  proposal: Proposal | null
  result: Result | null
}

/** A picture of what has just happened, worth a pause before the view of that serial is shown. */
export interface Moment {
  type: 'moment'
  serial: number
  seat: number
  picture: unknown
}

/** The action is stored. */
export interface Ack {
  type: 'ack'
  decision: number
}

/** Something was not done, and why; also the answer to a request that failed. */
export interface Refused {
  type: 'refused'
  reason: 'bad_options' | 'bad_token' | 'handed_over' | 'illegal' | 'malformed' | 'no_rules' | 'not_allowed' | 'over' | 'read_only' | 'spent' | 'stale' | 'storage' | 'too_large' | 'too_often' | 'unknown_game' | 'unknown_table'
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
  reason: string
  figures: HintFigure[]
  full_strength: boolean
}

/** Why a piece cannot be touched: a sentence (empty if the game has none) and the pieces that show it. */
export interface WhyNotAnswer {
  type: 'why_not_answer'
  touches: string[]
  touched: string
  text: string
  pieces: string[]
}

/** What an action would do, as far as the seat can know. */
export interface Previewed {
  type: 'previewed'
  decision: number
  action: number
  entries: LogEntry[]
  view: unknown
  depends: boolean
}

/** An invitation that was asked for, told once. */
export interface Invited {
  type: 'invited'
  seat: number
  token: string
}

/** Somebody says something. */
export interface Emoted {
  type: 'emoted'
  seat: number
  emote: 'good_luck' | 'oops' | 'thanks' | 'thinking' | 'well_played'
}

/** The server closes the connection. */
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

export type ServerMessage = Welcome | View | Moment | Ack | Refused | Hinted | WhyNotAnswer | Previewed | Invited | Emoted | Bye | Moved

/** One value of a choice, or one file, and the numbers of players for which it exists. */
export interface OptionChoice {
  value: string
  label: string
  seats: number[]
}

/** Where another option has a value, this default takes the place of the usual one. */
export interface Follow {
  option: string
  value: boolean | number | string
  default: boolean | number | string
}

/** An option of a game, for the form of a new table. */
export interface GameOption {
  kind: 'choice' | 'count' | 'file' | 'flag'
  name: string
  label: string
  help: string
  seats: number[]
  default: boolean | number | string | null
  low: number | null
  high: number | null
  values: OptionChoice[]
  by_seats: Record<string, number> | null
  follows: Follow[]
}

/** A bot of another package, and the numbers of players with which it plays the game. */
export interface AddedBot {
  name: string
  seats: number[]
}

/** A game as the lobby shows it. */
export interface Game {
  id: string
  title: string
  tagline: string
  goal: string
  seats: number[]
  minutes: number
  options: GameOption[]
  levels: string[]
  added_bots: AddedBot[]
  secrets: boolean
  reconstructed: string[]
}

/** A game's rules as a page. */
export interface Rules {
  title: string
  html: string
}

/** The secret of a seat, or an invitation to it; told once. */
export interface SeatToken {
  seat: number
  token: string
}

/** What the host of a new table gets. */
export interface NewTable {
  table: string
  seats: SeatToken[]
  invitations: SeatToken[]
  watch: string
}

/** Path and text of every action of a table; the index is the action number. */
export interface Actions {
  paths: (string | string[])[][]
  texts: string[]
  catalogue: unknown
}
