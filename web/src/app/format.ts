/** Numbers, times and lists as text. */
const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export const spellNumber = (n: number) => NUMBER_WORDS[n] ?? String(n)

export const plural = (n: number, one: string, many = one + 's') => `${n} ${n === 1 ? one : many}`

/** A word, or its forms for one and for other numbers. */
export type WordForms = string | readonly [one: string, many: string]

export const wordFor = (n: number, forms: WordForms) =>
  typeof forms === 'string' ? forms : forms[n === 1 ? 0 : 1]

/** "2–4", "1", "2, 4–5": the numbers of players a game allows. */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: string[] = []
  const sorted = [...numbers].sort((a, b) => a - b)
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i] as number
    while (sorted[i + 1] === (sorted[i] as number) + 1) i++
    const to = sorted[i] as number
    ranges.push(from === to ? `${from}` : `${from}–${to}`)
  }
  return ranges.join(', ')
}

export function formatTimeAgo(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), 'hour')} ago`
  const days = Math.floor(minutes / (24 * 60))
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** "45 s", "4:05 min" */
export const formatSeconds = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`

/** With a true minus sign. */
export const formatNumber = (n: number) => String(n).replace('-', '−')

export const formatPercent = (share: number) => `${Math.round(share * 100)}%`

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const possessive = (name: string) => (name.endsWith('s') ? `${name}’` : `${name}’s`)

/** "Ada", "Ada and Bo", "Ada, Bo and Cy" */
export const joinWords = (words: readonly string[], last: 'and' | 'or' = 'and') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
