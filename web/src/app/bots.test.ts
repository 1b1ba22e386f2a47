import { expect, test } from 'vitest'
import { games } from '../games/index.ts'
import { BOT_NAMES, botName } from './bots.ts'

test('no bot has the name of a colour of any game', () => {
  const words = [...games.values()].flatMap(({ palette }) =>
    palette.colours.flatMap(({ name }) => name.toLowerCase().split(' ')),
  )
  expect(words.length).toBeGreaterThan(20)
  expect(BOT_NAMES.filter((name) => words.includes(name.toLowerCase()))).toEqual([])
})

test('bots at one table have different names', () => {
  const names = [0, 1, 2, 3, 4].map(botName)
  expect(new Set(names).size).toBe(names.length)
})
