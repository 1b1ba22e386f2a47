/** The line under "Play now": who will play, and how long the game takes. */
import { botName } from '../app/bots.ts'
import { joinWords, plural } from '../app/format.ts'
import type { GameOption } from '../messages.ts'
import type { SeatDraft, TableForm } from './table-form.svelte.ts'

function nameOf({ kind, name }: SeatDraft, index: number): string {
  if (kind === 'me') return 'You'
  return kind === 'bot' ? botName(index) : name.trim() || `Player ${index + 1}`
}

/** "a medium bot", "easy bots", "easy and hard bots" */
function describeBots(form: TableForm): string {
  const levels = form.seats.filter((s) => s.kind === 'bot').map((s) => form.levelOf(s) ?? '')
  if (levels.length < 2) return levels.map((level) => `${withArticle(level)} bot`).join('')
  if (new Set(levels).size === 1) return `${levels[0]} bots`.trim()
  return `${joinWords(levels)} bots`
}
const withArticle = (level: string) => (/^[aeiou]/.test(level) ? `an ${level}` : `a ${level}`.trim())

/** "special card: none" */
function describeOption(form: TableForm, option: GameOption): string {
  const value = form.valueOf(option)
  const label = option.values.find((v) => v.value === value)?.label ?? String(value)
  return `${option.label}: ${label}`.toLowerCase()
}

export function summarizePlayers(form: TableForm): { names: string; details: string[] } {
  const seats = form.seats
  const mine = seats.findIndex((s) => s.kind === 'me')
  // I come first
  const order = [...seats.keys()].sort((a, b) => Number(b === mine) - Number(a === mine))
  const names = joinWords(order.map((i) => nameOf(seats[i] as SeatDraft, i)))
  const has = (kind: SeatDraft['kind']) => seats.some((s) => s.kind === kind)
  const changes = form.changes - form.firstGameOptions.length
  const details = [
    describeBots(form),
    has('here') ? 'on this device' : '',
    has('link') ? 'online' : '',
    has('me') || has('here') ? '' : 'you’re watching',
    ...form.firstGameOptions.map((option) => describeOption(form, option)),
    changes ? plural(changes, 'changed rule') : '',
    `${form.game.minutes} minutes`,
  ]
  return { names, details: details.filter(Boolean) }
}
