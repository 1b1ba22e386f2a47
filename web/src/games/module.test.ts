import { describe, expect, test } from 'vitest'
import { type GameModule, gather } from './module.ts'
import { artOf, games, paletteOf } from './index.ts'

const toy: GameModule = { id: 'toy', palette: { title: 'Toy', medium: 'paint', colours: [] } }

describe('the games', () => {
  test('are found by their folders', () => {
    expect(gather({ './toy/game.ts': { default: toy } }).get('toy')).toBe(toy)
    expect(games.size).toBeGreaterThan(1)
  })
  test('have the ids of their folders, or the build says which has not', () => {
    expect(() => gather({ './toys/game.ts': { default: toy } })).toThrow('./toys/game.ts')
  })
  test('may be unknown here: then there is no picture and no colour', () => {
    expect(artOf('unknown')).toBeUndefined()
    expect(paletteOf('unknown').colours).toEqual([])
  })
})
