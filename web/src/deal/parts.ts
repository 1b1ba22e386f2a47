/** What this browser has added to deals, and the hash that the server had shown by then. Both are kept before a part
    is sent: at the end the page compares them with what the server tells. */
import { loadValue, saveValue } from '../app/storage.ts'

export interface AddedPart {
  table: string
  seat: number
  /** Of the server's part, as it was shown first. */
  hash: string
  /** Empty while only the hash has been shown, in the question for a rematch. */
  part: string
}

const KEY = 'parts'
const MOST = 60
const BYTES = 16

/** Where nothing can be stored the page still knows what it has added since it was opened. */
let unstored: readonly AddedPart[] | null = null
const all = () => unstored ?? loadValue<AddedPart[]>(KEY, [])
const isFor = (table: string, seat: number) => (a: AddedPart) => a.table === table && a.seat === seat

function keep(entry: AddedPart) {
  const same = isFor(entry.table, entry.seat)
  const kept = [entry, ...all().filter((a) => !same(a))].slice(0, MOST)
  saveValue(KEY, kept)
  unstored = loadValue<AddedPart[]>(KEY, []).find(same)?.part === entry.part ? null : kept
}

/** Hexadecimal digits; made by `getRandomValues`, which also works where the page came over plain http. */
export const newPart = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((b) => b.toString(16).padStart(2, '0')).join('')

export const findPart = (table: string, seat: number) => all().find(isFor(table, seat))

/** What a seat adds to the deal of a table: the same however often it is asked for, and with the first hash. */
export function addPart(table: string, seat: number, hash: string): string {
  const known = findPart(table, seat)
  if (known?.part) return known.part
  const part = newPart()
  keep({ table, seat, hash: known?.hash ?? hash, part })
  return part
}

/** The table of a rematch has no name before all have agreed. */
const rematchOf = (table: string) => `after ${table}`

/** The question for a rematch shows a hash; another question, another hash. */
export function noteRematch(table: string, seat: number, hash: string) {
  if (findPart(rematchOf(table), seat)?.hash !== hash) keep({ table: rematchOf(table), seat, hash, part: '' })
}

/** What my yes adds to the deal of the rematch. */
export function addRematchPart(table: string, seat: number, hash: string): string {
  noteRematch(table, seat, hash)
  return addPart(rematchOf(table), seat, hash)
}

/** The rematch has its table: what was promised and added belongs to it. */
export function moveParts(from: string, to: string, seat: number) {
  const promised = findPart(rematchOf(from), seat)
  if (promised && !findPart(to, seat)) keep({ ...promised, table: to })
}
