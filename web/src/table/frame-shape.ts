/** The shape of the frame, where a component needs it outside styles. */
import { MediaQuery } from 'svelte/reactivity'
import { BREAKPOINTS } from '../look/breakpoints.ts'

const low = new MediaQuery(BREAKPOINTS.low ?? '')

/** Whether everything else stands beside the board. */
export const isLow = () => low.current
