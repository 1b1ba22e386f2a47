/** The parts that this browser has added to deals, with the hash that the server had shown by then. Both are stored
    before a part is sent, and compared at the end with what the server reveals. */
import { loadValue, saveValue } from '../app/storage.ts'

export interface AddedPart {
  table: string
  seat: number
  /** The hash of the server's part, as first shown. */
  hash: string
  /** Empty until a rematch is accepted. */
  part: string
}

const KEY = 'parts'
const MAX_PARTS = 60
const PART_BYTES = 16

/** Parts of this visit, if the browser refuses storage. */
let unstored: readonly AddedPart[] | null = null
const loadParts = () => unstored ?? loadValue<AddedPart[]>(KEY, [])
const isFor = (table: string, seat: number) => (a: AddedPart) => a.table === table && a.seat === seat

function store(entry: AddedPart) {
  const same = isFor(entry.table, entry.seat)
  const kept = [entry, ...loadParts().filter((a) => !same(a))].slice(0, MAX_PARTS)
  saveValue(KEY, kept)
  unstored = loadValue<AddedPart[]>(KEY, []).find(same)?.part === entry.part ? null : kept
}

/** In hexadecimal. `getRandomValues` also works on pages from plain http. */
export const makePart = () =>
  [...crypto.getRandomValues(new Uint8Array(PART_BYTES))].map((b) => b.toString(16).padStart(2, '0')).join('')

export const findPart = (table: string, seat: number) => loadParts().find(isFor(table, seat))

/** The part that a seat adds to the deal of a table, always the same, stored with the first hash. */
export function addPart(table: string, seat: number, hash: string): string {
  const known = findPart(table, seat)
  if (known?.part) return known.part
  const part = makePart()
  store({ table, seat, hash: known?.hash ?? hash, part })
  return part
}

/** A rematch has no table id until all have agreed. */
const rematchOf = (table: string) => `after ${table}`

/** Stores the hash shown with a proposal of a rematch. */
export function noteRematch(table: string, seat: number, hash: string) {
  if (findPart(rematchOf(table), seat)?.hash !== hash)
    store({ table: rematchOf(table), seat, hash, part: '' })
}

/** The part that agreeing adds to the deal of a rematch. */
export function addRematchPart(table: string, seat: number, hash: string): string {
  noteRematch(table, seat, hash)
  return addPart(rematchOf(table), seat, hash)
}

/** Assigns the hash and the part of a rematch to its table, where the player has another seat. */
export function moveParts(from: string, to: string, seat: number, newSeat: number) {
  const noted = findPart(rematchOf(from), seat)
  if (noted && !findPart(to, newSeat)) store({ ...noted, table: to, seat: newSeat })
}
