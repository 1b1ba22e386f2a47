/** What the tools and the keys of a table do. */
import type { Room } from './room.svelte.ts'

/** An unfinished touch is taken back first, as with Escape; then the last action. */
export function takeBack(room: Room) {
  if (room.touches.back()) return
  if (room.me >= 0 && room.view?.take_back.possible) room.seat.say({ type: 'take_back' })
}

export const canTakeBack = (room: Room) =>
  room.me >= 0 && (!!room.view?.take_back.possible || room.touches.soFar.length > 0)

export function askHint(room: Room) {
  if (room.myTurn) room.seat.askHint()
}
