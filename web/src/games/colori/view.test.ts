import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isDrawn } from './shapes.ts'
import {
  type CardInfo,
  type GarmentInfo,
  apart,
  cardWords,
  changed,
  garmentWords,
  listed,
  mixOf,
  need,
  partners,
  stacked,
  wheelWords,
} from './view.ts'

const mixes = [
  ['red', 'orange', 'vermilion'],
  ['red', 'purple', 'magenta'],
  ['red', 'yellow', 'orange'],
  ['blue', 'red', 'purple'],
] as const
const doublet: GarmentInfo = {
  id: 'madder-red-doublet',
  name: 'Madder Red Doublet',
  fabric: 'wool',
  cost: ['red', 'red', 'vermilion'],
  stars: 3,
}
const madder: CardInfo = {
  id: 'madder',
  name: 'Madder',
  kind: 'dye',
  pips: ['red', 'red', 'vermilion'],
  verb: 'store',
  times: 2,
}

describe('partners of a colour', () => {
  const counts = { red: 2, yellow: 1, orange: 1, blue: 0 }
  test('are those on the wheel, each with what comes of it', () => {
    expect([...partners(mixes, counts, 'red')]).toEqual([
      ['orange', 'vermilion'],
      ['yellow', 'orange'],
    ])
    expect([...partners(mixes, counts, 'yellow')]).toEqual([['red', 'orange']])
  })
  test('are none for a colour that is not there, or does not mix', () => {
    expect(partners(mixes, counts, 'blue').size).toBe(0)
    expect(partners(mixes, { ...counts, vermilion: 3 }, 'vermilion').size).toBe(0)
  })
  test('mix in either order', () => {
    expect([mixOf(mixes, 'red', 'blue'), mixOf(mixes, 'blue', 'red')]).toEqual(['purple', 'purple'])
    expect(mixOf(mixes, 'blue', 'orange')).toBeUndefined()
  })
})

describe('a garment', () => {
  test('shows each pip full or hollow, by what the wheel holds', () => {
    const { pips, ready, misses } = need(doublet, 'Wool', { red: 1 }, ['wool'])
    expect(pips.map((p) => p.have)).toEqual([true, false, false])
    expect([ready, misses]).toEqual([false, '2 colours'])
  })
  test('misses its cloth too', () => {
    expect(need(doublet, 'Wool', { red: 2 }, []).misses).toBe('1 colour and wool')
    expect(need(doublet, 'Wool', { red: 2, vermilion: 1 }, ['silk']).misses).toBe('wool')
  })
  test('is ready with all of it', () => {
    const all = need(doublet, 'Wool', { red: 4, vermilion: 1 }, ['wool'])
    expect([all.ready, all.misses]).toEqual([true, ''])
  })
  test('is ready after a mix that brings the last colour, and not after one that takes another', () => {
    const counts = { red: 3, orange: 1 }
    const after = changed(counts, ['vermilion'], ['red', 'orange'])
    expect(after).toEqual({ red: 2, orange: 0, vermilion: 1 })
    expect(need(doublet, 'Wool', after, ['wool']).ready).toBe(true)
    expect(
      need(doublet, 'Wool', changed({ red: 2, orange: 1 }, ['vermilion'], ['red', 'orange']), ['wool']).ready,
    ).toBe(false)
  })
  test('has a silhouette, whichever is on the cards', () => {
    const data = readFileSync('../src/gamut/games/colori/cards.toml', 'utf8')
    const garments = data.slice(data.indexOf('garment = ['))
    const names = [...garments.matchAll(/name = "([^"]+)"/g)].map((m) => m[1] ?? '')
    expect(names).toHaveLength(39)
    expect(names.filter((name) => !isDrawn(name))).toEqual([])
  })
})

describe('words', () => {
  test('for a card', () => {
    expect(cardWords(madder)).toBe('Madder: store 2 when destroyed; two red, one vermilion')
    expect(cardWords({ ...madder, name: 'Silk', kind: 'fabric', pips: [], verb: 'draw' }, 2)).toBe(
      '2 Silk: draw 2 when destroyed; fabric',
    )
    expect(cardWords({ ...madder, pips: [], times: 0, name: 'Garment' })).toBe('Garment: without use')
  })
  test('for a garment', () => {
    expect(garmentWords(doublet, 'Wool', need(doublet, 'Wool', { red: 2 }, ['wool']))).toBe(
      'Madder Red Doublet: wool; misses 1 colour; 3 stars; costs two red, one vermilion',
    )
  })
  test('for a wheel', () => {
    expect(wheelWords(['red', 'orange', 'blue'], { red: 4, orange: 0, blue: 1 })).toBe('4 red, 1 blue')
    expect(wheelWords(['red'], {})).toBe('no colour stored')
  })
  test('for a list', () => {
    expect([listed(['red']), listed(['red', 'blue']), listed(['a', 'b', 'c'], 'and')]).toEqual([
      'red',
      'red or blue',
      'a, b and c',
    ])
  })
})

test('equal cards lie as one with a count, or each with its own name', () => {
  expect(stacked(['wool', 'silk', 'wool'])).toEqual([
    { id: 'wool', n: 2 },
    { id: 'silk', n: 1 },
  ])
  expect(apart(['wool', 'silk', 'wool']).map(({ id, k }) => `${id}${k}`)).toEqual(['wool0', 'silk0', 'wool1'])
})
