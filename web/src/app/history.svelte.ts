/** The games that were finished in this browser, and what they add up to. Nothing of it leaves the browser. */
import type { Rank, Result } from '../messages.ts'
import { loadValue, saveValue } from './storage.ts'
import { joinWords } from './words.ts'

export interface PlayedGame {
  table: string
  game: string
  title: string
  /** Opens the table again, as I saw it. */
  token: string
  /** The seats of this screen; one, unless several people shared it. */
  mine: number[]
  ranks: Rank[]
  reason: string
  ended: number
}

export interface GameStatistics {
  game: string
  title: string
  played: number
  /** Of these I sat alone at this screen: only then there is a victory of mine. */
  alone: number
  won: number
  highest: number | null
  last: number
}

const KEY = 'history'
const MOST = 500

class History {
  #all = $state.raw<readonly PlayedGame[]>(loadValue<PlayedGame[]>(KEY, []))

  /** The latest first. */
  get games() {
    return this.#all
  }
  statistics = $derived(sumUp(this.#all))

  /** A table ends once: whoever looks at it again adds nothing. */
  add(game: Omit<PlayedGame, 'ranks' | 'reason' | 'ended'>, { ranks, reason }: Result) {
    if (this.#all.some((g) => g.table === game.table)) return
    this.#keep([{ ...game, ranks, reason, ended: Date.now() }, ...this.#all])
  }

  /** Forgets one game, or all; returns what was there, so that it can be put back. */
  forget(table?: string): readonly PlayedGame[] {
    const before = this.#all
    this.#keep(table === undefined ? [] : before.filter((g) => g.table !== table))
    return before
  }

  restore(all: readonly PlayedGame[]) {
    this.#keep(all)
  }

  #keep(all: readonly PlayedGame[]) {
    this.#all = all.slice(0, MOST)
    saveValue(KEY, this.#all)
  }
}

export const history = new History()

/** My own place, where only I sat at this screen. */
export const myRank = ({ mine, ranks }: PlayedGame): Rank | undefined =>
  mine.length === 1 ? ranks.find((r) => r.seat === mine[0]) : undefined

/** "won", "lost", "shared", or who won where several people shared the screen. */
export function outcome(game: PlayedGame): string {
  const winners = game.ranks.filter((r) => r.rank === 1)
  const me = myRank(game)
  if (me) return me.rank > 1 ? 'lost' : winners.length > 1 ? 'shared' : 'won'
  return winners.length ? `${joinWords(winners.map((r) => r.name))} won` : 'lost'
}

/** "25 to 13 and 11": my score first, else the best; without scores the names of the others. */
export function scoreLine(game: PlayedGame): string {
  const me = myRank(game)
  const first = me ?? game.ranks.toSorted((a, b) => a.rank - b.rank)[0]
  const others = game.ranks.filter((r) => r !== first).toSorted((a, b) => a.rank - b.rank)
  const scores = others.map((r) => r.score)
  if (!first || first.score === null || scores.includes(null))
    return others.length ? `with ${joinWords(others.map((r) => r.name))}` : ''
  return scores.length ? `${first.score} to ${joinWords(scores.map(String))}` : `${first.score}`
}

/** One line a game, the one played most often first. */
export function sumUp(games: readonly PlayedGame[]): GameStatistics[] {
  const sums = new Map<string, GameStatistics>()
  for (const game of games) {
    const sum = sums.get(game.game) ?? {
      game: game.game, title: game.title, played: 0, alone: 0, won: 0, highest: null, last: 0,
    } // prettier-ignore
    const me = myRank(game)
    sum.played += 1
    sum.last = Math.max(sum.last, game.ended)
    if (me) {
      sum.alone += 1
      sum.won += Number(me.rank === 1)
      if (me.score !== null) sum.highest = Math.max(sum.highest ?? me.score, me.score)
    }
    sums.set(game.game, sum)
  }
  return [...sums.values()].sort((a, b) => b.played - a.played)
}
