import type { Plugin } from 'vite'
import { paletteStyles } from '../src/look/palette-css.ts'

const ID = 'virtual:palette.css'
const RESOLVED = '/@gamut/palette.css'

/** Serves `import 'virtual:palette.css'`: the colour rules, written from the one palette as a real style file. */
export function paletteCss(): Plugin {
  return {
    name: 'gamut-palette-css',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? paletteStyles() : undefined),
  }
}
