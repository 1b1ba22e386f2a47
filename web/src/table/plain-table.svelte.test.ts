import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../messages.ts'
import PlainTable from './PlainTable.svelte'
import { TableSession } from './table-session.svelte.ts'

const player = (seat: number, name: string, score: number | null) => ({
  seat,
  name,
  kind: 'person',
  level: null,
  connected: true,
  acting: seat === 0,
  submitted: false,
  score,
  note: '',
})
const VIEW = {
  type: 'view',
  serial: 1,
  decision: 0,
  actors: [0],
  decision_digest: '',
  prompt: 'Bid something',
  headline: 'Round 2',
  turn_text: '',
  players: [player(0, 'Ada', 4), player(1, 'Bo', null)],
  game_view: {},
  text_view: [
    [{ text: '┌─┐', ink: '', paper: '', bold: true, dim: false }],
    [
      { text: '│', ink: '', paper: '', bold: false, dim: false },
      { text: '<b>│', ink: '#102030', paper: '#ffeedd', bold: false, dim: true },
    ],
  ],
  log: [],
  log_from: 0,
  since_last_turn: 0,
  undo: { possible: false, free: true, why: '' },
  irreversible: [],
  warnings: {},
  goals: [],
  private: false,
  not_ready: [],
  full_strength: true,
  pauses_skipped: false,
  pause_ms: 0,
  proposal: null,
  result: null,
}
let table: ReturnType<typeof mount>
let played: number[]

/** A table of an unknown game with a number of legal actions. */
async function openTable(legal: number, readOnly = '') {
  const texts = Array.from({ length: legal }, (_, n) => `bid ${n}`)
  const body = { paths: texts.map(() => []), texts, catalogue: null, legend: [] }
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body))))
  played = []
  const session = new TableSession('t', 'secret', (_table, _token, onMessage) => {
    // messages arrive after the session is created
    queueMicrotask(() => {
      const welcome = {
        type: 'welcome',
        game: 'bids',
        title: 'Bids',
        seat: 0,
        levels: [],
        read_only: readOnly,
      }
      onMessage(welcome as unknown as ServerMessage)
      const game_view = readOnly ? null : {}
      onMessage({ ...VIEW, game_view, legal: texts.map((_, n) => n) } as unknown as ServerMessage)
    })
    return {
      playAction: (_decision, action) => played.push(action),
      send: () => true,
      close: () => undefined,
    }
  })
  await vi.waitFor(() => expect(session.actions.texts).toHaveLength(legal))
  table = mount(PlainTable, { target: document.body, props: { session } })
  flushSync()
}
afterEach(async () => {
  await unmount(table)
  vi.unstubAllGlobals()
})

const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
const moves = () => [...document.querySelectorAll<HTMLElement>('main li button')]

test('a game without a table of its own shows the text view, scores and moves', async () => {
  await openTable(2)
  expect(text('main pre')).toBe('┌─┐\n│<b>│\n')
  const spans = document.querySelectorAll<HTMLElement>('main pre span')
  expect(spans[2]?.style.color).toBe('#102030')
  expect(spans[2]?.style.backgroundColor).toBe('#ffeedd')
  expect(text('[data-seat="0"]')).toContain('4')
  expect(document.querySelector('[data-seat="1"] [data-score]')).toBeNull()
  expect(moves().map((m) => m.textContent?.trim())).toEqual(['Bid 0', 'Bid 1'])
  moves()[1]?.click()
  expect(played).toEqual([1])
})

test('a game whose position is not known says why, and offers no moves', async () => {
  await openTable(0, 'It began with other rules.')
  expect(text('main section')).toBe('It began with other rules.')
  expect(document.querySelector('main pre, #moves')).toBeNull()
})

test('many moves can be searched, and are not all rendered', async () => {
  await openTable(1000)
  expect(moves()).toHaveLength(200)
  expect(text('main')).toContain('800 more')
  const field = document.querySelector<HTMLInputElement>('main input') as HTMLInputElement
  field.value = 'BID 99'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  flushSync()
  expect(moves().map((m) => m.textContent?.trim())).toEqual(['Bid 99'])
  expect(text('main [role=status]')).toBe('1 of 1000 moves')
})
