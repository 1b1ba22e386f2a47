import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { buildId } from './plugins/build-plugin.ts'
import { firstPageSize } from './plugins/size-plugin.ts'

const server = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), buildId(), firstPageSize({ limitKb: 150 })],
  base: './',
  build: {
    outDir: '../src/gamut/static',
    emptyOutDir: true,
    // pages are served with style-src and img-src 'self': nothing may become a data: URL
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['{src,plugins}/**/*.test.ts'],
  },
})
