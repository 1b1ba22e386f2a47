/** Paths of touches: what may be touched next, and which action a finished path says.
    Knows no game: it only compares the touches so far with the paths of the legal actions. */

export type Path = readonly string[]

/** A path that says a legal action. */
export interface Way {
  readonly action: number
  readonly path: Path
}
export type Ways = readonly Way[]

export interface Touched {
  readonly touches: Path
  /** The action whose path is complete, if one is. */
  readonly action: number | null
}

/** Whether a path begins with these touches. */
export const leads = (path: Path, touches: Path) =>
  path.length >= touches.length && touches.every((id, i) => path[i] === id)

const kindOf = (id: string) => id.slice(0, id.indexOf(':'))

/** Every order in which the neighbours of one kind can be touched. */
function orders(path: Path): Path[] {
  const [first] = path
  if (first === undefined) return [[]]
  const end = path.findIndex((id) => kindOf(id) !== kindOf(first))
  const run = end < 0 ? path.length : end
  const ways = path
    .slice(0, run)
    .flatMap((id, i) => orders(path.toSpliced(i, 1)).map((rest) => [id, ...rest]))
  const seen = new Set<string>()
  return ways.filter((way) => seen.size < seen.add(way.join(' ')).size)
}

/** All paths that say the legal actions. The engine tells one an action; two colours or two cards of a hand,
    touched one after the other, may be touched in any order, unless the order would say another action. */
export function waysOf(paths: readonly Path[], legal: readonly number[]): Ways {
  const told = legal
    .map((action) => ({ action, path: paths[action] ?? [] }))
    .filter(({ path }) => path.length)
  return told.flatMap(({ action, path }) => {
    const all = orders(path)
    const clashes = (way: Path) =>
      told.some((other) => other.action !== action && (leads(other.path, way) || leads(way, other.path)))
    const free = all.length === 1 || !all.some(clashes)
    return (free ? all : [path]).map((way) => ({ action, path: way }))
  })
}

/** The elements that come next on some legal path. */
export function nextOf(ways: Ways, touches: Path): Set<string> {
  const next = new Set<string>()
  for (const { path } of ways) {
    const id = path[touches.length]
    if (id !== undefined && leads(path, touches)) next.add(id)
  }
  return next
}

/** Everything that answers a touch: the next elements, and those that would change an earlier touch. */
export function litBy(ways: Ways, touches: Path): Set<string> {
  const lit = new Set<string>()
  for (let kept = touches.length; kept >= 0; kept--)
    for (const id of nextOf(ways, touches.slice(0, kept))) lit.add(id)
  return lit
}

/** The legal action said by exactly these touches. */
export function actionOf(ways: Ways, touches: Path): number | null {
  const found = ways.find(({ path }) => path.length === touches.length && leads(path, touches))
  return found?.action ?? null
}

/** One touch: goes on along a path, else un-touches, else changes the latest touch that it can replace. */
export function touch(ways: Ways, touches: Path, id: string): Touched {
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
export function stillGood(ways: Ways, touches: Path): readonly string[] {
  let kept = touches.length
  while (kept > 0 && nextOf(ways, touches.slice(0, kept)).size === 0) kept--
  return kept === touches.length ? touches : touches.slice(0, kept)
}
