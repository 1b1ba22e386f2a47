/** The line under "Play now": exactly who will sit at the table, and how long it takes. */
import { botName } from '../app/bots.ts'
import { joinWords, plural } from '../app/words.ts'
import type { Place, TableForm } from './table-form.svelte.ts'

function nameOf({ kind, name }: Place, seat: number): string {
  if (kind === 'me') return 'You'
  return kind === 'bot' ? botName(seat) : name.trim() || `Player ${seat + 1}`
}

/** "a medium bot", "an easy and a hard bot", "three easy bots" */
function botsOf(form: TableForm): string {
  const levels = form.seats.filter((s) => s.kind === 'bot').map((s) => form.level(s) ?? '')
  if (levels.length < 2) return levels.map((level) => `${article(level)} bot`).join('')
  if (new Set(levels).size === 1) return `${levels[0]} bots`.trim()
  return `${joinWords(levels)} bots`
}
const article = (level: string) => (/^[aeiou]/.test(level) ? `an ${level}` : `a ${level}`.trim())

export function whoPlays(form: TableForm): { names: string; rest: string[] } {
  const seats = form.seats
  const mine = seats.findIndex((s) => s.kind === 'me')
  // I come first, as in speech
  const order = [...seats.keys()].sort((a, b) => Number(b === mine) - Number(a === mine))
  const names = joinWords(order.map((i) => nameOf(seats[i] as Place, i)))
  const people = seats.some((s) => s.kind === 'me' || s.kind === 'here')
  const where = [
    seats.some((s) => s.kind === 'here') ? 'around this screen' : '',
    seats.some((s) => s.kind === 'link') ? 'by a link' : '',
    people ? '' : 'you watch',
  ]
  const rules = form.changes ? plural(form.changes, 'changed rule') : ''
  const rest = [botsOf(form), ...where, rules, `${form.game.minutes} minutes`].filter(Boolean)
  return { names, rest }
}
