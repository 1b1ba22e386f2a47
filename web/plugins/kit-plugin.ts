import type { Plugin } from 'vite'
import { TABLE_API } from '../src/kit/version.ts'

export const KIT = '@gamut/kit'

/** The modules that tables of other packages share with the pages: the kit, and Svelte, which must exist only once. */
export const SHARED = [
  KIT,
  'svelte',
  'svelte/animate',
  'svelte/attachments',
  'svelte/easing',
  'svelte/events',
  'svelte/internal/client',
  'svelte/internal/disclose-version',
  'svelte/motion',
  'svelte/reactivity',
  'svelte/transition',
]

/** The file of a shared module in the pages. Its name has no digest, but the version of the kit. */
export const sharedFile = (module: string) =>
  `kit/${TABLE_API}/${module.replace('@gamut/', '').replaceAll('/', '.')}.js`

/** Builds the shared modules beside the pages, with all their exports. */
export function sharedModules(): Plugin {
  const names = new Map(SHARED.map((module) => [sharedFile(module).replace(/\.js$/, ''), module]))
  return {
    name: 'gamut-shared-modules',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: 'index.html', ...Object.fromEntries(names) },
          preserveEntrySignatures: 'exports-only',
          output: {
            entryFileNames: ({ name }) => (names.has(name) ? `${name}.js` : 'assets/[name]-[hash].js'),
          },
        },
      },
    }),
  }
}
