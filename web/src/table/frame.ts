/** What a game hands to the frame around its table. */
import type { Snippet } from 'svelte'
import type { WordForms } from '../app/format.ts'
import type { IconDrawing, IconName } from '../look/icons.ts'
import type { Player } from '../messages.ts'
import type { TableSession } from './table-session.svelte.ts'

/** Texts in the bar. */
interface BarTexts {
  /** The progress of the game, such as "Round 3". */
  headline?: string
  /** Replaces the name of the player to act. */
  turnLabel?: string
  /** Replaces the server's prompt. */
  prompt?: string
}

export interface ScoreDisplay {
  /** What a score counts, such as "stars". */
  unit?: WordForms
  icon?: IconName | IconDrawing
  /** A player's score during the game, otherwise the server's. */
  of?: (player: Player) => number | null
  /** What the final score counts, if it differs. */
  resultUnit?: WordForms
}

export interface SeatDisplay {
  /** The pieces in front of a player. */
  details?: Snippet<[Player]>
  /** A small sign of a player, such as a colour, shown in seats of any size. */
  emblem?: Snippet<[Player]>
  /** A few small things beside my name, if there is space. */
  besideName?: Snippet<[Player]>
  /** An opponent without a seat. */
  automatedOpponent?: Snippet | undefined
  /** My seat shows details too. */
  ownDetails?: boolean
  /** The height of seats above the board, in rem, if there is space for details. */
  height?: number
  /** Everyone decides at the same time: only my own seat is marked as acting. */
  simultaneous?: boolean
  /** Opens a sheet with more about a player. */
  onopen?: (player: Player) => void
}

/** Parts of the end panel. */
export interface EndDisplay {
  /** Pieces that fan out behind the panel, each with its index `--i`. */
  backgroundPieces?: Snippet
  /** What decided the rank of a seat, if it is not the score. */
  measureOf?: (seat: number) => { number: number; unit: string } | undefined
  /** A small picture of what a player has won. */
  winnings?: Snippet<[Player]>
  /** Said after the reason, such as "4 rounds". */
  note?: string
  /** Something to save, such as a picture. */
  download?: Snippet
}

/** The areas of a table; the README describes where they are shown. */
export interface FrameProps {
  session: TableSession
  bar?: BarTexts
  score?: ScoreDisplay
  seats?: SeatDisplay
  end?: EndDisplay
  boardLabel: string
  handLabel?: string
  board: Snippet
  /** Not shown to spectators, unless `handForAll` says so. */
  hand?: Snippet
  handForAll?: boolean
  /** In low windows with rails, the hand is beside the board: for boards that are as high as wide. */
  trayBeside?: boolean
  market?: Snippet
  strip?: Snippet
  actions?: Snippet
  /** The actions stand beside the strip in low windows too. */
  actionsBesideStrip?: boolean
  supply?: Snippet
  /** A picture of the current moment. */
  moment?: Snippet
}
