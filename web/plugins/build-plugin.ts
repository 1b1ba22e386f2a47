import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What a build is made from. */
const SOURCES = ['index.html', '*.{js,ts}', 'package-lock.json', '{src,public,plugins}/**/*.*']
const LENGTH = 16

/** A digest of the sources: the same wherever they lie, and whatever the tests say. */
export function digestSources(root: string): string {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.(test\.ts|py)$/.test(file))
  const digest = createHash('sha256')
  for (const file of files.sort()) {
    digest.update(file.replaceAll('\\', '/') + '\0')
    digest.update(readFileSync(join(root, file)))
    digest.update('\0')
  }
  return digest.digest('hex').slice(0, LENGTH)
}

/** Names the build: in the pages as __BUILD__, and for the server in build.json. */
export function buildId(): Plugin {
  let build = ''
  return {
    name: 'gamut-build-id',
    apply: 'build',
    config(config) {
      build = digestSources(config.root ?? process.cwd())
      return { define: { __BUILD__: JSON.stringify(build) } }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build.json', source: `${JSON.stringify({ build })}\n` })
    },
  }
}
