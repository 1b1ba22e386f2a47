/** The cards of a table for drawings in details and the legend, which get only an id. */
import { getContext, setContext } from 'svelte'
import type { Cards } from './view.ts'

const KEY = Symbol('printed cards')

export const providePrintedCards = (cards: () => Cards | null) => setContext(KEY, cards)

/** Outside a table there are none. */
export const findPrintedCards = () => getContext<(() => Cards | null) | undefined>(KEY) ?? (() => null)
