/** What a screen reader announces when a table changes. */
import type { LogEntry } from '../messages.ts'

const same = (a: LogEntry, b: LogEntry | undefined) => a.seat === b?.seat && a.text === b.text

/** The entries of a log that were not in it before. After an undo, the entries before it stay. */
export function findNewEntries(before: readonly LogEntry[], now: readonly LogEntry[]): readonly LogEntry[] {
  const first = now.findIndex((entry, i) => !same(entry, before[i]))
  return first < 0 ? [] : now.slice(first)
}

/** The entries that were in a log before and no longer are: an undo has removed them. */
export function findRemovedEntries(
  before: readonly LogEntry[],
  now: readonly LogEntry[],
): readonly LogEntry[] {
  const first = before.findIndex((entry, i) => !same(entry, now[i]))
  if (first < 0) return []
  const left = now.slice(first)
  return before.slice(first).filter((entry) => {
    const kept = left.findIndex((other) => same(entry, other))
    if (kept >= 0) left.splice(kept, 1)
    return kept < 0
  })
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}+−-]+/gu) ?? []

/** Whether a text contains all words of another: then announcing the other would repeat it. */
export function repeats(text: string, other: string): boolean {
  const words = new Set(wordsOf(text))
  return wordsOf(other).every((word) => words.has(word))
}
