import type { PreprocessorGroup } from 'svelte/compiler'
import { BREAKPOINTS } from '../src/look/breakpoints.ts'

/** Queries about the window or the frame of a table; other containers belong to one component, which may use numbers. */
const SHARED = /^@(media|container table-container)\b/
const NUMBER = /\([^()]*\d[^()]*\)/

/** Replaces the names of breakpoints in media and container queries, such as `(--phone)`. */
export function fillBreakpoints(css: string): string {
  return css.replace(/@(?:container|media)[^{]*/g, (query) => {
    const number = SHARED.test(query) && query.match(NUMBER)?.[0]
    if (number) throw new Error(`${number} has no name: add it to look/breakpoints.ts`)
    return query.replace(/\(--([\w-]+)\)/g, (_, name: string) => {
      const condition = BREAKPOINTS[name]
      if (!condition) throw new Error(`unknown breakpoint --${name}`)
      return condition
    })
  })
}

export const breakpoints = (): PreprocessorGroup => ({
  name: 'gamut-breakpoints',
  style: ({ content }) => ({ code: fillBreakpoints(content) }),
})
