/** A view of which nothing is known, made ready to be drawn: fields, tables, lists and words. */
import { capital } from '../app/words.ts'

export type ViewTree =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly { name: string; value: ViewTree }[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly ViewTree[][] }
  | { readonly kind: 'list'; readonly items: readonly ViewTree[] }

const NOTHING = '–'

/** "centre_level" as a person would write it. */
export const fieldName = (name: string) => capital(name.replaceAll('_', ' '))

function word(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return value === null || value === undefined || value === '' ? NOTHING : String(value)
}

const isStruct = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** The fields that all of several structs have; none when they are not alike. */
function commonFields(values: readonly unknown[]): string[] {
  const [first] = values
  if (!isStruct(first)) return []
  const names = Object.keys(first)
  const alike = (value: unknown) => isStruct(value) && Object.keys(value).join() === names.join()
  return values.every(alike) ? names : []
}

export function treeOf(value: unknown): ViewTree {
  if (isStruct(value)) {
    const fields = Object.entries(value).map(([name, of]) => ({ name: fieldName(name), value: treeOf(of) }))
    return { kind: 'fields', fields }
  }
  if (!Array.isArray(value)) return { kind: 'words', words: [word(value)] }
  if (value.every(isPlain)) return { kind: 'words', words: value.length ? value.map(word) : ['none'] }
  const columns = commonFields(value)
  if (!columns.length) return { kind: 'list', items: value.map(treeOf) }
  const rows = value.map((row: Record<string, unknown>) => columns.map((name) => treeOf(row[name])))
  return { kind: 'table', columns: columns.map(fieldName), rows }
}
