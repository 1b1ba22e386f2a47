import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TABLE_API } from '../kit/version.ts'
import { games, tableOf } from './index.ts'
import { loadPackageTable } from './package-table.ts'

vi.mock('../kit/index.ts', () => ({}))

const Table = () => undefined
const sunset = {
  id: 'sunset',
  palette: { title: 'Sunset', medium: 'paint', colours: [] },
  Table: async () => ({ default: Table }),
}
const files = { api: TABLE_API, script: 'packages/sunset/5f0c/table.js', style: '' }
const load = (module: unknown) => vi.fn(() => Promise.resolve(module as never))

beforeEach(() => {
  document.adoptedStyleSheets = []
})
afterEach(() => {
  games.delete('sunset')
})

test('the table of a package is added to the games', async () => {
  const imported = load({ default: sunset })
  await loadPackageTable('sunset', files, imported)
  expect(imported).toHaveBeenCalledWith(new URL(files.script, document.baseURI).href)
  expect(games.get('sunset')).toBe(sunset)
  expect(await tableOf('sunset', files)).toBe(Table)
})

test.each([
  ['another game', { default: { ...sunset, id: 'mixx' } }],
  ['no game', {}],
  ['no table', { default: { ...sunset, Table: undefined } }],
])('a module with %s is refused', async (_, module) => {
  await expect(loadPackageTable('sunset', files, load(module))).rejects.toThrow(
    'must export a game with the id',
  )
  expect(games.has('sunset')).toBe(false)
})

test('a table for another version of the kit is not even loaded', async () => {
  const imported = load({ default: sunset })
  await expect(loadPackageTable('sunset', { ...files, api: TABLE_API + 1 }, imported)).rejects.toThrow(
    'version',
  )
  expect(imported).not.toHaveBeenCalled()
})
