// @vitest-environment node
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestSources } from '../../plugins/build-plugin.ts'
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

describe('a new folder', () => {
  const HERE = process.cwd()
  let copy: string
  const built = () => readdirSync(join(copy, 'out', 'assets')).map((f) => join(copy, 'out', 'assets', f))
  const holding = (text: string) => built().filter((file) => readFileSync(file, 'utf8').includes(text))

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'gamut-web-'))
    for (const part of ['src', 'plugins', 'public', 'index.html', 'package.json', 'package-lock.json'])
      cpSync(join(HERE, part), join(copy, part), { recursive: true })
    for (const part of ['vite.config.ts', 'svelte.config.js', 'tsconfig.json'])
      cpSync(join(HERE, part), join(copy, part))
    symlinkSync(join(HERE, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const folder = join(copy, 'src', 'games', 'toy')
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'game.ts'),
      `import { colour } from '../../look/palette.ts'
       const palette = { title: 'Toy', medium: 'paint', colours: [colour('plum', 'Plum', '#8e4585', 'rb')] }
       export default { id: 'toy', palette, Table: () => import('./Table.svelte') }`,
    )
    writeFileSync(join(folder, 'Table.svelte'), '<p class="toy-table">A toy table</p>')
    const vite = join(HERE, 'node_modules', 'vite', 'bin', 'vite.js')
    const env = { ...process.env, VITEST: '', NODE_ENV: 'production' }
    execFileSync(process.execPath, [vite, 'build', '--outDir', 'out'], { cwd: copy, env, stdio: 'pipe' })
  }, 120_000)
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('gives the build another name', () => {
    const { build } = JSON.parse(readFileSync(join(copy, 'out', 'build.json'), 'utf8')) as { build: string }
    expect(build).toBe(digestSources(copy))
    expect(build).not.toBe(digestSources(HERE))
  })
  test('brings its colours to the first page and its table in a part of its own', () => {
    const page = readFileSync(join(copy, 'out', 'index.html'), 'utf8')
    const first = /src="\.\/assets\/(index-[^"]+\.js)"/.exec(page)?.[1] ?? 'none'
    expect(holding('#8e4585').some((file) => file.endsWith(first))).toBe(true)
    const tables = holding('toy-table')
    expect(tables).toHaveLength(1)
    expect(tables[0]).not.toContain(first)
  })
})
