/** Paths of touches: what may be touched next, and which action a finished path says.
    Knows no game: it only compares the touches so far with the paths of the legal actions. */

export interface Ways {
  readonly paths: readonly (readonly string[])[]
  readonly legal: readonly number[]
}

export interface Touched {
  readonly touches: readonly string[]
  /** The action whose path is complete, if one is. */
  readonly action: number | null
}

const leads = (path: readonly string[], touches: readonly string[]) =>
  path.length >= touches.length && touches.every((id, i) => path[i] === id)

const legalPaths = ({ paths, legal }: Ways) =>
  legal.map((action) => ({ action, path: paths[action] ?? [] })).filter(({ path }) => path.length > 0)

/** The elements that come next on some legal path. */
export function nextOf(ways: Ways, touches: readonly string[]): Set<string> {
  const next = new Set<string>()
  for (const { path } of legalPaths(ways)) {
    const id = path[touches.length]
    if (id !== undefined && leads(path, touches)) next.add(id)
  }
  return next
}

/** Everything that answers a touch: the next elements, and those that would change an earlier touch. */
export function litBy(ways: Ways, touches: readonly string[]): Set<string> {
  const lit = new Set<string>()
  for (let kept = touches.length; kept >= 0; kept--)
    for (const id of nextOf(ways, touches.slice(0, kept))) lit.add(id)
  return lit
}

/** The legal action said by exactly these touches. */
export function actionOf(ways: Ways, touches: readonly string[]): number | null {
  const found = legalPaths(ways).find(({ path }) => path.length === touches.length && leads(path, touches))
  return found?.action ?? null
}

/** One touch: goes on along a path, else un-touches, else changes the latest touch that it can replace. */
export function touch(ways: Ways, touches: readonly string[], id: string): Touched {
  const after = (kept: number): Touched => {
    const now = [...touches.slice(0, kept), id]
    return { touches: now, action: actionOf(ways, now) }
  }
  if (nextOf(ways, touches).has(id)) return after(touches.length)
  const chosen = touches.lastIndexOf(id)
  if (chosen >= 0) return { touches: touches.slice(0, chosen), action: null }
  for (let kept = touches.length - 1; kept >= 0; kept--)
    if (nextOf(ways, touches.slice(0, kept)).has(id)) return after(kept)
  return { touches, action: null }
}

/** The touches that still make sense after the legal actions have changed. */
export function stillGood(ways: Ways, touches: readonly string[]): readonly string[] {
  let kept = touches.length
  while (kept > 0 && nextOf(ways, touches.slice(0, kept)).size === 0) kept--
  return kept === touches.length ? touches : touches.slice(0, kept)
}
