/** The games that were finished in this browser, and their statistics. Nothing of it leaves the browser. */
import type { Rank, Result } from '../messages.ts'
import { joinWords } from './format.ts'
import { loadValue, saveValue } from './storage.ts'

export interface FinishedGame {
  table: string
  game: string
  title: string
  /** Opens the table again, from the same seat. */
  token: string
  /** The seats of this screen; one, unless several people shared it. */
  mine: number[]
  ranks: Rank[]
  reason: string
  ended: number
}

interface GameStatistics {
  game: string
  title: string
  played: number
  /** Games with only one person at this screen: only those can be won or lost. */
  alone: number
  won: number
  highest: number | null
}

const KEY = 'history'
const MAX_GAMES = 500

class History {
  #games = $state.raw<readonly FinishedGame[]>(loadValue<FinishedGame[]>(KEY, []))

  /** Latest first. */
  get games() {
    return this.#games
  }
  statistics = $derived(computeStatistics(this.#games))

  /** Does nothing for a table that was added before. */
  add(game: Omit<FinishedGame, 'ranks' | 'reason' | 'ended'>, { ranks, reason }: Result) {
    if (this.#games.some((g) => g.table === game.table)) return
    this.#save([{ ...game, ranks, reason, ended: Date.now() }, ...this.#games])
  }

  /** Removes one game, or all; returns the previous list, for an undo. */
  remove(table?: string): readonly FinishedGame[] {
    const before = this.#games
    this.#save(table === undefined ? [] : before.filter((g) => g.table !== table))
    return before
  }

  restore(games: readonly FinishedGame[]) {
    this.#save(games)
  }

  #save(games: readonly FinishedGame[]) {
    this.#games = games.slice(0, MAX_GAMES)
    saveValue(KEY, this.#games)
  }
}

export const history = new History()

/** My own rank, if only one person sat at this screen. */
const myRank = ({ mine, ranks }: FinishedGame): Rank | undefined =>
  mine.length === 1 ? ranks.find((r) => r.seat === mine[0]) : undefined

/** "Won", "Lost to Umber", "Shared win", or who won if several people shared the screen. */
export function describeOutcome(game: FinishedGame): string {
  const winners = joinWords(game.ranks.filter((r) => r.rank === 1).map((r) => r.name))
  const me = myRank(game)
  if (me?.rank === 1) return winners === me.name ? 'Won' : 'Shared win'
  if (!winners) return 'Lost'
  return me ? `Lost to ${winners}` : `${winners} won`
}

/** "with Sienna": the other players whom the outcome does not name; empty without any. */
export function describeOthers(game: FinishedGame): string {
  const outcome = describeOutcome(game)
  const others = game.ranks.filter((r) => !game.mine.includes(r.seat) && !outcome.includes(r.name))
  return others.length ? `with ${joinWords(others.map((r) => r.name))}` : ''
}

/** "25 – 13 – 11": my score first, otherwise the best; empty without scores, or if they did not decide the game. */
export function describeScores(game: FinishedGame): string {
  const first = myRank(game) ?? game.ranks.toSorted((a, b) => a.rank - b.rank)[0]
  const others = game.ranks.filter((r) => r !== first).toSorted((a, b) => a.rank - b.rank)
  const scores = [first, ...others].map((r) => r?.score ?? null)
  const best = Math.max(...scores.map((score) => score ?? 0))
  const decided = game.ranks.every(({ rank, score }) => rank > 1 || score === best)
  return scores.includes(null) || !decided ? '' : scores.join(' – ')
}

/** One entry per game, the one played most often first. */
export function computeStatistics(games: readonly FinishedGame[]): GameStatistics[] {
  const byGame = new Map<string, GameStatistics>()
  for (const game of games) {
    const sum = byGame.get(game.game) ?? {
      game: game.game, title: game.title, played: 0, alone: 0, won: 0, highest: null,
    } // prettier-ignore
    const me = myRank(game)
    sum.played += 1
    if (me) {
      sum.alone += 1
      sum.won += Number(me.rank === 1)
      if (me.score !== null) sum.highest = Math.max(sum.highest ?? me.score, me.score)
    }
    byGame.set(game.game, sum)
  }
  return [...byGame.values()].sort((a, b) => b.played - a.played)
}
