/** What a component must know of the frame's shape where CSS cannot say it. */
import { innerHeight, innerWidth } from 'svelte/reactivity/window'

/** From this height on a table has rows; below it, on its side, the hand lies beside the board. */
const LOW = 560

/** The board on the left, all else beside it: as the frame's own rule has it. */
export const isLow = () =>
  (innerHeight.current ?? LOW) < LOW && (innerWidth.current ?? 0) >= (innerHeight.current ?? LOW)
