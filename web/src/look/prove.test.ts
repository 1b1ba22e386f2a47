// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Theme, contrast, edgeShare, inkOn } from './contrast.ts'
import { canon, draw } from './glyph.ts'
import { games } from '../games/index.ts'
import { blend, findColour } from './palette.ts'
import { paletteStyles } from './palette-css.ts'

const drawing = (mix: string) => JSON.stringify(draw(canon(mix)))
const palettes = [...games.values()].map(({ id, palette }) => ({ id, ...palette }))
const everyColour = palettes.flatMap(({ id, colours }) =>
  colours.map((c) => ({ ...c, key: `${id}-${c.id}` })),
)

test('there are games to prove it for', () => {
  expect(palettes.length).toBeGreaterThan(1)
})

describe.each(palettes)('the colours of $id', ({ colours }) => {
  test('have a glyph each, so that no two look alike without hue', () => {
    expect(new Set(colours.map((c) => drawing(c.mix))).size).toBe(colours.length)
  })
  test('have a value each', () => {
    expect(new Set(colours.map((c) => c.value)).size).toBe(colours.length)
  })
  test.each(colours)('$name carries its ink at 4.5:1', ({ value }) => {
    expect(contrast(value, inkOn(value))).toBeGreaterThanOrEqual(4.5)
  })
})

test('one mix is one drawing and one drawing one mix, over all games', () => {
  const mixes = new Set(everyColour.map((c) => canon(c.mix)))
  expect(new Set([...mixes].map(drawing)).size).toBe(mixes.size)
})

test('the order of the parts of a mix does not matter', () => {
  expect(canon('byr')).toBe(canon('ryb'))
})

test('a piece is found by its colour, the longest name first', () => {
  const colours = ['blue', 'blue-2', 'red'].map((id) => ({ id, name: id, value: '#000000', mix: 'b' }))
  expect(findColour({ colours }, 'red-fish')?.id).toBe('red')
  expect(findColour({ colours }, 'blue-2')?.id).toBe('blue-2')
  expect(findColour({ colours }, 'blue-2-fish')?.id).toBe('blue-2')
  expect(findColour({ colours }, 'redder')).toBeUndefined()
})

test('every colour has a rule for data-c', () => {
  const styles = paletteStyles(games.values())
  for (const { key, value } of everyColour) expect(styles).toContain(`[data-c="${key}"]{--c:${value};`)
})

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1], m[2]]))
const [base = '', ...overrides] = css.split('/* dark */')
const light = tokens(base)
const themes: Record<Theme, Record<string, string>> = {
  light,
  dark: { ...light, ...tokens(overrides[0] ?? '') },
}

test('both ways into the dark theme say the same', () => {
  expect(overrides).toHaveLength(2)
  expect(tokens(overrides[1] ?? '')).toEqual(tokens(overrides[0] ?? ''))
})

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const value = (name: string) => themes[theme][name] ?? ''
  const surfaces = ['ground', 'table', 'mat', 'panel', 'raised', 'well'].map(value)

  test('has exact greys, so that no colour is tinted by what is around it', () => {
    for (const s of surfaces) expect(s).toMatch(/^#(..)\1\1$/)
  })
  test('shows every text at 4.5:1', () => {
    for (const s of surfaces)
      for (const t of ['text', 'text-2', 'text-3']) expect(contrast(value(t), s)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(value('on-strong'), value('strong'))).toBeGreaterThanOrEqual(4.5)
  })
  test('shows rings and the bounds of controls at 3:1', () => {
    for (const s of surfaces) expect(contrast(value('lit'), s)).toBeGreaterThanOrEqual(3)
    for (const s of ['panel', 'raised', 'well'].map(value))
      expect(contrast(value('line-strong'), s)).toBeGreaterThanOrEqual(3)
  })
  test.each(everyColour)('shows $key, or its edge, at 3:1 on every surface', (c) => {
    const edge = blend(c.value, value('edge'), edgeShare(c.value, theme) / 100)
    for (const s of surfaces)
      expect(Math.max(contrast(c.value, s), contrast(edge, s))).toBeGreaterThanOrEqual(3)
  })
})
