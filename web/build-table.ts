/** Builds the table of another package: `node build-table.ts SOURCE OUT` writes `table.js` and `table.css`. */
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { breakpoints } from './plugins/breakpoints.ts'
import { SHARED, sharedFile } from './plugins/kit-plugin.ts'

const [source, out] = process.argv.slice(2)
if (!source || !out) throw new Error('usage: node build-table.ts SOURCE OUT')
/** From `packages/GAME/DIGEST/table.js`, where the server has the file, to the root of the pages. */
const ROOT = '../../../'

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true }, preprocess: breakpoints() })],
  build: {
    outDir: out,
    emptyOutDir: false,
    copyPublicDir: false,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    lib: {
      entry: join(source, 'game.ts'),
      formats: ['es'],
      fileName: () => 'table.js',
      cssFileName: 'table',
    },
    rolldownOptions: {
      external: SHARED,
      output: {
        codeSplitting: false,
        paths: (module: string) => (SHARED.includes(module) ? ROOT + sharedFile(module) : module),
      },
    },
  },
})
