/** Equal pieces as one stack with a count. */
export interface Stack {
  readonly id: string
  readonly n: number
}

/** Stacks equal ids, in order of first appearance. */
export function stackEqual(ids: readonly string[]): Stack[] {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, n]) => ({ id, n }))
}
