/** A game has its own table by being a folder here: Table.svelte, loaded when it is played,
    and Art.svelte, its picture in the lobby. No list of games is kept. */
import type { Component } from 'svelte'
import type { Room } from '../table/room.svelte.ts'

type TableComponent = Component<{ room: Room }>

const tables = import.meta.glob<{ default: TableComponent }>('./*/Table.svelte')
const arts = import.meta.glob<{ default: Component }>('./*/Art.svelte', { eager: true })

export async function tableOf(game: string): Promise<TableComponent> {
  const load = tables[`./${game}/Table.svelte`] ?? (() => import('../table/PlainTable.svelte'))
  return (await load()).default
}

export const artOf = (game: string): Component | undefined => arts[`./${game}/Art.svelte`]?.default
