/** What the pages need from a game: the default export of the `game.ts` in its folder. */
import type { Component } from 'svelte'
import type { GamePalette } from '../look/palette.ts'
import type { TableSession } from '../table/table-session.svelte.ts'

export type DrawingComponent = Component<{ id: string }>
export type TableComponent = Component<{ session: TableSession }>

export interface GameModule {
  /** The id of the game on the server, and the name of its folder. */
  readonly id: string
  readonly palette: GamePalette
  /** Its picture in the lobby, in an SVG of 300 × 190; by default the back of a card. */
  readonly Art?: Component
  /** A larger picture for the featured game, in an SVG of 640 × 400; by default its `Art`. */
  readonly WideArt?: Component
  /** Loads its table component; by default the plain table is used. */
  readonly Table?: () => Promise<{ default: TableComponent }>
  /** The text of an action in a position, if the general text of the action says more than applies to it. */
  readonly actionText?: (text: string, view: unknown) => string
  /** Loads its drawings of pieces and signs for details, the legend and goals: they fill their box, whose size is a
      container, and draw nothing for an unknown id. */
  readonly Drawing?: () => Promise<{ default: DrawingComponent }>
}

export type GameModules = Readonly<Record<string, { readonly default: GameModule }>>

/** Return the games by id, from the `game.ts` files by path. */
export function indexGames(modules: GameModules): ReadonlyMap<string, GameModule> {
  return new Map(
    Object.entries(modules).map(([path, { default: game }]) => {
      const folder = path.split('/').at(-2)
      if (game?.id !== folder)
        throw new Error(
          `${path} must export a game with the id of its folder, "${folder}", not "${game?.id}"`,
        )
      return [game.id, game]
    }),
  )
}
