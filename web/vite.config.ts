import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { breakpoints } from './plugins/breakpoints.ts'
import { buildId } from './plugins/build-plugin.ts'
import { KIT, sharedModules } from './plugins/kit-plugin.ts'
import { firstPageSize } from './plugins/size-plugin.ts'

const server = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [
    svelte({ preprocess: breakpoints() }),
    buildId(),
    sharedModules(),
    firstPageSize({ limitKb: 150 }),
  ],
  base: './',
  build: {
    outDir: '../src/gamut/static',
    emptyOutDir: true,
    // browsers with light-dark(), which must stay as it is
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // pages are served with style-src and img-src 'self', so nothing may become a data: URL
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  resolve: {
    alias: { [KIT]: fileURLToPath(new URL('src/kit/index.ts', import.meta.url)) },
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  test: {
    environment: 'happy-dom',
    include: ['{src,plugins}/**/*.test.ts'],
  },
})
