/** Texts about a piece. */
import type { Detail } from '../messages.ts'

/** The sentences of a reason that a detail does not contain. "In the row: …" says where a sentence holds, as the heading of
    an effect does. */
export function newSentences(reason: string, detail: Pick<Detail, 'text' | 'effects'> | null): string {
  const known = [detail?.text ?? '', ...(detail?.effects ?? []).map(({ text }) => text)]
    .join(' ')
    .toLowerCase()
  const isKnown = (sentence: string) => known.includes(sentence.replace(/^In the \w+: /, '').toLowerCase())
  return reason
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !isKnown(sentence))
    .join(' ')
}
