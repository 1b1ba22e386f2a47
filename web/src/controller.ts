/** Paths of touches: what may be touched next, and which action a finished path says.
    Knows no game: it only compares the touches so far with the paths of the legal actions. */

export type Path = readonly string[]

export interface Ways {
  /** All the paths that say an action, by its number. */
  readonly paths: readonly (readonly Path[])[]
  readonly legal: readonly number[]
}

export interface Touched {
  readonly touches: Path
  /** The action whose path is complete, if one is. */
  readonly action: number | null
}

/** Whether a path begins with these touches. */
export const leads = (path: Path, touches: Path) =>
  path.length >= touches.length && touches.every((id, i) => path[i] === id)

const legalPaths = ({ paths, legal }: Ways) =>
  legal
    .flatMap((action) => (paths[action] ?? []).map((path) => ({ action, path })))
    .filter(({ path }) => path.length > 0)

const kindOf = (id: string) => id.slice(0, id.indexOf(':'))

/** Every order in which the neighbours of one kind can be touched. */
function orders(path: Path): Path[] {
  const [first] = path
  if (first === undefined) return [[]]
  const end = path.findIndex((id) => kindOf(id) !== kindOf(first))
  const run = end < 0 ? path.length : end
  const ways = path.slice(0, run).flatMap((id, i) => orders(path.toSpliced(i, 1)).map((rest) => [id, ...rest]))
  const seen = new Set<string>()
  return ways.filter((way) => seen.size < seen.add(way.join(' ')).size)
}

/** The paths that say each action. The engine tells one; two colours or two cards of a hand, touched one after
    the other, may be touched in any order, unless the order would say another action. */
export function spellings(paths: readonly Path[]): readonly (readonly Path[])[] {
  return paths.map((path, action) => {
    const all = orders(path)
    const clash = (way: Path) =>
      paths.some((other, i) => i !== action && (leads(other, way) || (other.length > 0 && leads(way, other))))
    return all.length > 1 && all.some(clash) ? [path] : all
  })
}

/** The elements that come next on some legal path. */
export function nextOf(ways: Ways, touches: Path): Set<string> {
  const next = new Set<string>()
  for (const { path } of legalPaths(ways)) {
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
  const found = legalPaths(ways).find(({ path }) => path.length === touches.length && leads(path, touches))
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
