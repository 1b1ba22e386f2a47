/** Touch paths: which ids may be touched next, and which action a complete path plays.
    Independent of games: it keeps the legal actions whose paths agree with the touches so far, and drops the others
    at each touch. All of it is linear in the number of legal actions and of touches. */

/** The id of a piece or a place. */
export type TouchId = string
/** An id, or several, repeats included, that may be touched in any order. */
type PathElement = TouchId | readonly TouchId[]
export type TouchPath = readonly PathElement[]

/** A legal action that agrees with the touches so far. */
interface Candidate {
  readonly action: number
  readonly path: TouchPath
  /** Index of the current element. */
  readonly element: number
  /** Ids of that element still to be touched; empty if the path is complete. */
  readonly rest: readonly TouchId[]
}

/** The state after some touches. */
export interface Progress {
  readonly touches: readonly TouchId[]
  /** The state one touch earlier; null at the start. */
  readonly before: Progress | null
  /** What may be touched next, with the actions that it leads to. */
  readonly next: ReadonlyMap<TouchId, readonly Candidate[]>
  /** The action whose path is complete, if there is one. */
  readonly action: number | null
}

/** The state before the first touch. Actions without a path can only be played from the list. */
export function startProgress(paths: readonly TouchPath[], legal: readonly number[]): Progress {
  const candidates = legal.map((action) => enterElement(action, paths[action] ?? [], 0))
  return makeProgress(
    [],
    null,
    candidates.filter(({ rest }) => rest.length),
  )
}

/** A candidate at the first element, from this one on, that is not empty. */
function enterElement(action: number, path: TouchPath, element: number): Candidate {
  let index = element
  while (path[index]?.length === 0) index++
  const rest = path[index] ?? []
  return { action, path, element: index, rest: typeof rest === 'string' ? [rest] : rest }
}

function makeProgress(
  touches: readonly TouchId[],
  before: Progress | null,
  candidates: readonly Candidate[],
): Progress {
  const next = new Map<TouchId, Candidate[]>()
  let action: number | null = null
  for (const candidate of candidates) {
    if (!candidate.rest.length) action ??= candidate.action
    for (const id of new Set(candidate.rest)) {
      const sameId = next.get(id)
      if (sameId) sameId.push(candidate)
      else next.set(id, [candidate])
    }
  }
  return { touches, before, next, action }
}

function advanceCandidate({ action, path, element, rest }: Candidate, id: TouchId): Candidate {
  const left = rest.toSpliced(rest.indexOf(id), 1)
  return left.length ? { action, path, element, rest: left } : enterElement(action, path, element + 1)
}

/** The state after one more touch along the paths; null if no path continues with it. */
function advance(now: Progress, id: TouchId): Progress | null {
  const candidates = now.next.get(id)
  if (!candidates) return null
  return makeProgress(
    [...now.touches, id],
    now,
    candidates.map((candidate) => advanceCandidate(candidate, id)),
  )
}

/** Adds the longest prefix of the touches that still leads to an action. */
export function followTouches(from: Progress, touches: readonly TouchId[]): Progress {
  let now = from
  for (const id of touches) {
    const further = advance(now, id)
    if (!further?.next.size) break
    now = further
  }
  return now
}

/** One touch: advances along a path, otherwise deselects, otherwise replaces the latest touch that it can replace. */
export function touch(now: Progress, id: TouchId): Progress {
  return advance(now, id) ?? (now.touches.includes(id) ? deselect(now, id) : replace(now, id))
}

/** Removes this touch; later ones stay as far as they still lead to an action. */
function deselect(now: Progress, id: TouchId): Progress {
  const index = now.touches.lastIndexOf(id)
  let kept = now
  while (kept.before && kept.touches.length > index) kept = kept.before
  return followTouches(kept, now.touches.slice(index + 1))
}

/** Replaces an earlier touch by this one, and removes all after it. */
function replace(now: Progress, id: TouchId): Progress {
  for (let earlier = now.before; earlier; earlier = earlier.before) {
    const replaced = advance(earlier, id)
    if (replaced) return replaced
  }
  return now
}

/** Everything that responds to a touch: what comes next, and what would replace or remove an earlier touch. */
export function findLit(now: Progress): Set<TouchId> {
  const lit = new Set<TouchId>()
  for (let state: Progress | null = now; state; state = state.before)
    for (const id of state.next.keys()) lit.add(id)
  return lit
}

/** The actions that one more touch would complete, by the id of that touch. */
export function findCompletions(now: Progress): Map<TouchId, number> {
  const completions = new Map<TouchId, number>()
  for (const [id, candidates] of now.next) {
    const completed = candidates.find(
      ({ path, element, rest }) => rest.length === 1 && !enterElement(0, path, element + 1).rest.length,
    )
    if (completed) completions.set(id, completed.action)
  }
  return completions
}

/** The next ids on the path of one action. */
export function findNextTowards(now: Progress, action: number | null): Set<TouchId> {
  const leads = (candidates: readonly Candidate[]) => candidates.some((c) => c.action === action)
  return new Set([...now.next].flatMap(([id, candidates]) => (leads(candidates) ? id : [])))
}

/** A path without its last touch: the selection for an action that was proposed as a whole. */
export const allButLast = (path: TouchPath): readonly TouchId[] => path.flat().slice(0, -1)
