import { expect, test } from 'vitest'
import { matchesQuery } from './search.ts'

test.each([
  ['Lay blue trapezoid 3', 'trapezoid 3', true],
  ['Lay blue trapezoid 5 at r3 c1', 'trapezoid 3', false],
  ['Lay blue trapezoid 13', 'trapezoid 3', false],
  ['Lay blue trapezoid 5 at r3 c1', 'r3 BLUE', true],
  ['Lay blue trapezoid 5', 'trap', true],
  ['Lay blue trapezoid 5', 'ape', false],
  ['Lay blue trapezoid 5', '', true],
])('%s matches "%s": %s', (text, query, matches) => {
  expect(matchesQuery(text, query)).toBe(matches)
})
