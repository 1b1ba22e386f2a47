// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Theme, contrast, edgeShare, inkOn } from './contrast.ts'
import { normalizeMix, drawGlyph } from './glyph.ts'
import { games } from '../games/index.ts'
import { blend, findColour } from './palette.ts'
import { paletteStyles } from './palette-css.ts'

const drawing = (mix: string) => JSON.stringify(drawGlyph(mix))
const palettes = [...games.values()].map(({ id, palette }) => ({ id, ...palette }))
const everyColour = palettes.flatMap(({ id, colours }) =>
  colours.map((c) => ({ ...c, key: `${id}-${c.id}` })),
)

test('there are games to check', () => {
  expect(palettes.length).toBeGreaterThan(1)
})

describe.each(palettes)('the colours of $id', ({ colours }) => {
  test('have different glyphs, so that no two look alike without hue', () => {
    expect(new Set(colours.map((c) => drawing(c.mix))).size).toBe(colours.length)
  })
  test('have different values', () => {
    expect(new Set(colours.map((c) => c.value)).size).toBe(colours.length)
  })
  test.each(colours)('$name has an ink with contrast 4.5:1', ({ value }) => {
    expect(contrast(value, inkOn(value))).toBeGreaterThanOrEqual(4.5)
  })
})

test('different mixes have different glyphs, across all games', () => {
  const mixes = new Set(everyColour.map((c) => normalizeMix(c.mix)))
  expect(new Set([...mixes].map(drawing)).size).toBe(mixes.size)
})

test('the order of the parts of a mix does not matter', () => {
  expect(normalizeMix('byr')).toBe(normalizeMix('ryb'))
})

test('finds the colour of a piece, preferring the longest id', () => {
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
const tokens = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
const themes: Record<Theme, Record<string, string>> = {
  light: Object.fromEntries(tokens.map(([, name, light]) => [name, light])),
  dark: Object.fromEntries(tokens.map(([, name, , dark]) => [name, dark])),
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const value = (name: string) => themes[theme][name] ?? ''
  const surfaces = ['ground', 'table', 'mat', 'panel', 'raised', 'well'].map(value)

  test('has neutral greys, so that no colour is tinted by its surroundings', () => {
    for (const s of surfaces) expect(s).toMatch(/^#(..)\1\1$/)
  })
  test('shows text with contrast 4.5:1', () => {
    for (const s of surfaces)
      for (const t of ['text', 'text-2', 'text-3']) expect(contrast(value(t), s)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(value('on-strong'), value('strong'))).toBeGreaterThanOrEqual(4.5)
  })
  test('shows rings and borders of controls with contrast 3:1', () => {
    for (const s of surfaces) expect(contrast(value('lit'), s)).toBeGreaterThanOrEqual(3)
    for (const s of ['panel', 'raised', 'well'].map(value))
      expect(contrast(value('line-strong'), s)).toBeGreaterThanOrEqual(3)
  })
  test.each(everyColour)('shows $key or its edge with contrast 3:1 on every surface', (c) => {
    const edge = blend(c.value, theme === 'light' ? '#000000' : '#ffffff', edgeShare(c.value, theme) / 100)
    for (const s of surfaces)
      expect(Math.max(contrast(c.value, s), contrast(edge, s))).toBeGreaterThanOrEqual(3)
  })
})
