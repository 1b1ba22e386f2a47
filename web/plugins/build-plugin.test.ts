// @vitest-environment node
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestSources, listGamesWithTable } from './build-plugin.ts'

let folder: string
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gamut-digest-'))
  for (const part of ['src/games', 'plugins', 'public', 'node_modules'])
    mkdirSync(join(folder, part), { recursive: true })
  write('index.html', '<p>')
  write('src/main.ts', 'one')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the digest is independent of the location of the sources', () => {
  const before = digestSources(folder)
  expect(before).toMatch(/^[0-9a-f]{16}$/)
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true })
  expect(digestSources(copy)).toBe(before)
  rmSync(copy, { recursive: true })
})

test.each(['src/main.ts', 'src/games/new.ts', 'plugins/size.ts', 'package-lock.json', 'vite.config.ts'])(
  'a changed %s changes the digest',
  (file) => {
    const before = digestSources(folder)
    write(file, 'two')
    expect(digestSources(folder)).not.toBe(before)
  },
)

test.each(['src/main.test.ts', 'node_modules/package.js', 'README.md'])(
  '%s does not change the digest',
  (file) => {
    const before = digestSources(folder)
    write(file, 'two')
    expect(digestSources(folder)).toBe(before)
  },
)

test('lists the games with a table of their own', () => {
  for (const game of ['mixx', 'colori', 'bare']) mkdirSync(join(folder, 'src/games', game))
  for (const game of ['mixx', 'colori']) write(`src/games/${game}/Table.svelte`, '')
  write('src/games/bare/palette.ts', '')
  expect(listGamesWithTable(folder)).toEqual(['colori', 'mixx'])
})
