/** Small words in which figures and times are said. */
const SMALL = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

export const countWord = (n: number) => SMALL[n] ?? String(n)

export const plural = (n: number, one: string, many = one + 's') => `${n} ${n === 1 ? one : many}`

/** "2–4", "1", "2, 4–5": the numbers of players a game allows. */
export function numberRanges(numbers: readonly number[]): string {
  const parts: string[] = []
  const sorted = [...numbers].sort((a, b) => a - b)
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i] as number
    while (sorted[i + 1] === (sorted[i] as number) + 1) i++
    const to = sorted[i] as number
    parts.push(from === to ? `${from}` : `${from}–${to}`)
  }
  return parts.join(', ')
}

export function timeAgo(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${plural(Math.floor(minutes / 60), 'hour')} ago`
  const days = Math.floor(minutes / (24 * 60))
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** A figure with a true minus sign. */
export const figure = (n: number) => String(n).replace('-', '−')

export const percent = (share: number) => `${Math.round(share * 100)} %`

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const possessive = (name: string) => (name.endsWith('s') ? `${name}’` : `${name}’s`)

/** "Ada", "Ada and Bo", "Ada, Bo and Cy" */
export const joinWords = (words: readonly string[], last: 'and' | 'or' = 'and') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
