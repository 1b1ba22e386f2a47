/** All games with a folder here: a folder with a `game.ts` is a game. */
import type { Component } from 'svelte'
import type { PackageTable } from '../messages.ts'
import type { GamePalette } from '../look/palette.ts'
import { type DrawingComponent, type TableComponent, indexGames } from './module.ts'

export const games = new Map(indexGames(import.meta.glob('./*/game.ts', { eager: true })))

const NO_COLOURS: Pick<GamePalette, 'colours'> = { colours: [] }

export const artOf = (game: string): Component | undefined => games.get(game)?.Art

/** The picture of a featured game. */
export const wideArtOf = (game: string): Component | undefined => games.get(game)?.WideArt

export const paletteOf = (game: string) => games.get(game)?.palette ?? NO_COLOURS

/** The text of an action in the position of a view. */
export const actionTextOf = (game: string, text: string, view: unknown) =>
  games.get(game)?.actionText?.(text, view) ?? text

/** The table of a game: our own, that of its package, or the plain one. */
export async function tableOf(game: string, packaged?: PackageTable | null): Promise<TableComponent> {
  if (packaged && !games.get(game)?.Table) {
    const { loadPackageTable } = await import('./package-table.ts')
    await loadPackageTable(game, packaged).catch((error: unknown) => {
      console.warn(`The table of ${game} cannot be used:`, error)
    })
  }
  const load = games.get(game)?.Table
  return load ? (await load()).default : plainTable()
}

export const plainTable = async (): Promise<TableComponent> =>
  (await import('../table/PlainTable.svelte')).default

const drawings = new Map<string, Promise<DrawingComponent | undefined>>()

/** The drawings of a game, loaded once. */
export function drawingOf(game: string): Promise<DrawingComponent | undefined> {
  const known = drawings.get(game)
  if (known) return known
  const loaded = Promise.resolve(games.get(game)?.Drawing?.()).then((module) => module?.default)
  drawings.set(game, loaded)
  return loaded
}
