/** The printed cards for components that only get an id. */
import { createContext } from 'svelte'
import type { Cards } from './view.ts'

export const [getCards, setCards] = createContext<() => Cards | null>()
