import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Prints the gzipped size of a first visit, and rejects a build above the limit. */
export function firstPageSize({ limitKb }: { limitKb: number }): Plugin {
  return {
    name: 'gamut-first-page-size',
    apply: 'build',
    generateBundle(_options, bundle) {
      const first = new Set<string>()
      const add = (file: string) => {
        const part = bundle[file]
        if (first.has(file) || part?.type !== 'chunk') return
        first.add(file)
        part.imports.forEach(add)
        part.viteMetadata?.importedCss.forEach((css) => first.add(css))
      }
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && part.isEntry && part.name === 'index') add(part.fileName)
      const bytes = [...first].reduce((sum, file) => {
        const part = bundle[file]
        return part ? sum + gzipSync(part.type === 'chunk' ? part.code : part.source).length : sum
      }, 0)
      const kb = bytes / 1000
      this.info(`first page: ${kb.toFixed(1)} kB gzipped of ${limitKb} kB allowed`)
      if (kb > limitKb) this.error(`the first page is ${kb.toFixed(1)} kB gzipped, more than ${limitKb} kB`)
    },
  }
}
