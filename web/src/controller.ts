/** Paths of touches: what may be touched next, and which action a finished path says.
    Knows no game: it keeps the legal actions whose paths agree with the touches so far, and drops the others
    at each touch. All of it is linear in the legal actions and in the touches. */

/** What a person touches: a kind of piece or a place, by its id. */
export type Id = string
/** An id, or several, repeats included, that may be touched in any order. */
export type PathElement = Id | readonly Id[]
export type Path = readonly PathElement[]

/** A legal action that agrees with the touches so far. */
interface Candidate {
  readonly action: number
  readonly path: Path
  /** Index of the element under way. */
  readonly element: number
  /** What of that element is still to be touched; nothing once the path is complete. */
  readonly rest: readonly Id[]
}

/** Where the touches so far have led. */
export interface Progress {
  readonly touches: readonly Id[]
  /** How it was one touch earlier; null at the start. */
  readonly before: Progress | null
  /** What may be touched next, and the actions that it leads to. */
  readonly next: ReadonlyMap<Id, readonly Candidate[]>
  /** The action whose path is complete, if one is. */
  readonly action: number | null
}

/** How often an id of a path was looked at: tests prove by it that the work is linear. */
export const effort = { looks: 0 }

/** Before the first touch. Actions without a path can only be played from the list. */
export function start(paths: readonly Path[], legal: readonly number[]): Progress {
  const candidates = legal.map((action) => enter(action, paths[action] ?? [], 0))
  return arrive(
    [],
    null,
    candidates.filter(({ rest }) => rest.length),
  )
}

/** The same path at the first element, from this one on, that asks for a touch. */
function enter(action: number, path: Path, element: number): Candidate {
  let at = element
  while (path[at]?.length === 0) at++
  const asked = path[at] ?? []
  return { action, path, element: at, rest: typeof asked === 'string' ? [asked] : asked }
}

function arrive(touches: readonly Id[], before: Progress | null, candidates: readonly Candidate[]): Progress {
  const next = new Map<Id, Candidate[]>()
  let action: number | null = null
  for (const candidate of candidates) {
    const { rest } = candidate
    if (!rest.length) action ??= candidate.action
    rest.forEach((id, i) => {
      effort.looks++
      if (rest.indexOf(id) < i) return
      const alike = next.get(id)
      if (alike) alike.push(candidate)
      else next.set(id, [candidate])
    })
  }
  return { touches, before, next, action }
}

function advance({ action, path, element, rest }: Candidate, id: Id): Candidate {
  effort.looks++
  const left = rest.toSpliced(rest.indexOf(id), 1)
  return left.length ? { action, path, element, rest: left } : enter(action, path, element + 1)
}

/** One touch further along the paths; null where no path goes on with it. */
function goOn(now: Progress, id: Id): Progress | null {
  const alike = now.next.get(id)
  if (!alike) return null
  return arrive(
    [...now.touches, id],
    now,
    alike.map((candidate) => advance(candidate, id)),
  )
}

/** As many of the touches, one after the other, as lead somewhere. */
export function follow(from: Progress, touches: readonly Id[]): Progress {
  let now = from
  for (const id of touches) {
    const further = goOn(now, id)
    if (!further?.next.size) break
    now = further
  }
  return now
}

/** One touch: goes on along a path, else un-touches, else changes the latest touch that it can replace. */
export function touch(now: Progress, id: Id): Progress {
  return goOn(now, id) ?? (now.touches.includes(id) ? untouch(now, id) : change(now, id))
}

/** Without this touch; what was touched after it stays as far as it still leads somewhere. */
function untouch(now: Progress, id: Id): Progress {
  const at = now.touches.lastIndexOf(id)
  let kept = now
  while (kept.before && kept.touches.length > at) kept = kept.before
  return follow(kept, now.touches.slice(at + 1))
}

/** With this touch in the place of an earlier one, and nothing after it. */
function change(now: Progress, id: Id): Progress {
  for (let earlier = now.before; earlier; earlier = earlier.before) {
    const changed = goOn(earlier, id)
    if (changed) return changed
  }
  return now
}

/** Everything that answers a touch: what comes next, and what would change or undo an earlier touch. */
export function litBy(now: Progress): Set<Id> {
  const lit = new Set<Id>()
  for (let at: Progress | null = now; at; at = at.before) for (const id of at.next.keys()) lit.add(id)
  return lit
}

/** The actions that one more touch would complete, by that touch. */
export function completedBy(now: Progress): Map<Id, number> {
  const completed = new Map<Id, number>()
  for (const [id, candidates] of now.next) {
    const last = candidates.find(({ path, element, rest }) => {
      effort.looks++
      return rest.length === 1 && !enter(0, path, element + 1).rest.length
    })
    if (last) completed.set(id, last.action)
  }
  return completed
}

/** What comes next on the path of one action. */
export function nextTowards(now: Progress, action: number | null): Set<Id> {
  const found = new Set<Id>()
  for (const [id, candidates] of now.next) {
    effort.looks += candidates.length
    if (candidates.some((candidate) => candidate.action === action)) found.add(id)
  }
  return found
}

/** A path but for its last touch: so near is an action that was proposed as a whole. */
export const allButLast = (path: Path): readonly Id[] => path.flat().slice(0, -1)
