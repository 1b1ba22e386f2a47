/** Equal pieces that lie as one. */
export interface Stack {
  readonly id: string
  readonly n: number
}

/** Equal pieces as one with a count, in the order of their first. */
export function stackEqual(ids: readonly string[]): Stack[] {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, n]) => ({ id, n }))
}
