/** Searching the list of moves. */

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a text has all words of a query; a word of letters may be incomplete, a number may not. */
export function matchesQuery(text: string, query: string): boolean {
  const words = wordsOf(text)
  return wordsOf(query).every((wanted) =>
    words.some((word) => (/\d$/.test(wanted) ? word === wanted : word.startsWith(wanted))),
  )
}
