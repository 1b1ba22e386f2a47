import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const SOURCES = ['index.html', '*.{js,ts}', 'package-lock.json', '{src,public,plugins}/**/*.*']
const DIGEST_LENGTH = 16

/** A digest of the sources, independent of their location and of the tests. */
export function digestSources(root: string): string {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.(test\.ts|py)$/.test(file))
  const digest = createHash('sha256')
  for (const file of files.sort()) {
    digest.update(file.replaceAll('\\', '/') + '\0')
    digest.update(readFileSync(join(root, file)))
    digest.update('\0')
  }
  return digest.digest('hex').slice(0, DIGEST_LENGTH)
}

/** The games with a table of their own. */
export function listGamesWithTable(root: string): string[] {
  return globSync('src/games/*/Table.svelte', { cwd: root })
    .map((file) => basename(dirname(file)))
    .sort()
}

/** Identifies the build: its digest is __BUILD__ in the pages; build.json is for the server. */
export function buildId(): Plugin {
  let digest = ''
  let gamesWithTable: string[] = []
  return {
    name: 'gamut-build-id',
    apply: 'build',
    config(config) {
      const root = config.root ?? process.cwd()
      digest = digestSources(root)
      gamesWithTable = listGamesWithTable(root)
      return { define: { __BUILD__: JSON.stringify(digest) } }
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'build.json',
        source: `${JSON.stringify({ digest, games_with_table: gamesWithTable })}\n`,
      })
    },
  }
}
