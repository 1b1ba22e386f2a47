/** All games that have a folder here. No list of them is kept: a folder with a `game.ts` is one. */
import type { Component } from 'svelte'
import type { GamePalette } from '../look/palette.ts'
import { type TableComponent, gather } from './module.ts'

export const games = gather(import.meta.glob('./*/game.ts', { eager: true }))

const NO_COLOURS: Pick<GamePalette, 'colours'> = { colours: [] }

export const artOf = (game: string): Component | undefined => games.get(game)?.Art

/** The picture of a game on show. */
export const sceneOf = (game: string): Component | undefined => games.get(game)?.Scene

export const paletteOf = (game: string) => games.get(game)?.palette ?? NO_COLOURS

export async function tableOf(game: string): Promise<TableComponent> {
  const load = games.get(game)?.Table ?? (() => import('../table/PlainTable.svelte'))
  return (await load()).default
}
