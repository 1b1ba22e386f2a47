import { describe, expect, test } from 'vitest'
import { type GameModule, indexGames } from './module.ts'
import { artOf, games, paletteOf } from './index.ts'

const toy: GameModule = { id: 'toy', palette: { title: 'Toy', medium: 'paint', colours: [] } }

describe('the games', () => {
  test('are found by their folders', () => {
    expect(indexGames({ './toy/game.ts': { default: toy } }).get('toy')).toBe(toy)
    expect(games.size).toBeGreaterThan(1)
  })
  test('must have the ids of their folders', () => {
    expect(() => indexGames({ './toys/game.ts': { default: toy } })).toThrow('./toys/game.ts')
  })
  test('have no picture and no colours if they are unknown', () => {
    expect(artOf('unknown')).toBeUndefined()
    expect(paletteOf('unknown').colours).toEqual([])
  })
})
