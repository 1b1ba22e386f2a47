/** What the pages know of a game. Each folder here has a `game.ts` whose default export is one of these. */
import type { Component } from 'svelte'
import type { GamePalette } from '../look/palette.ts'
import type { Room } from '../table/room.svelte.ts'

export type TableComponent = Component<{ room: Room }>

export interface GameModule {
  /** The same as the game's id on the server, and the name of its folder. */
  readonly id: string
  readonly palette: GamePalette
  /** Its picture in the lobby, drawn inside an SVG of 300 × 190; without one the back of a card is shown. */
  readonly Art?: Component
  /** A wider and nearer picture, in an SVG of 640 × 400, while the game is on show; without one its `Art` is. */
  readonly Scene?: Component
  /** Fetches its table when it is played; without one the game is played at the plain table. */
  readonly Table?: () => Promise<{ default: TableComponent }>
}

export type FoundModules = Readonly<Record<string, { readonly default: GameModule }>>

/** The games by their id, from the `game.ts` files that were found. */
export function gather(found: FoundModules): ReadonlyMap<string, GameModule> {
  return new Map(
    Object.entries(found).map(([path, { default: game }]) => {
      const folder = path.split('/').at(-2)
      if (game?.id !== folder)
        throw new Error(
          `${path} has to export a game with the id of its folder, "${folder}": not "${game?.id}"`,
        )
      return [game.id, game]
    }),
  )
}
