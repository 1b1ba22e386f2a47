/** Pointer and keyboard input for touch paths: marks elements with touch ids and highlights them. */
import type { Attachment } from 'svelte/attachments'
import {
  type TouchId,
  type TouchPath,
  allButLast,
  findCompletions,
  followTouches,
  findLit,
  findNextTowards,
  startProgress,
  touch,
} from '../touch-paths.ts'
import '../look/touch.css'
import { type Point, listen, listenForQuestions } from './asking.ts'
import { WASTE_DELAY_MS, ignoreKeyRepeat } from './confirmation.svelte.ts'
import { draggable } from './drag.ts'

function focusFirst(matches: (id: TouchId) => boolean) {
  const pieces = [...document.querySelectorAll<HTMLElement>('[data-touch-id]')]
  pieces.find((node) => matches(node.dataset.touchId ?? ''))?.focus()
}

const contains = (box: DOMRect, { x, y }: Point) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

/** What a hint marks: the touches of the rest of a move, in order. */
export interface HintMarks {
  /** The action that comes next. */
  readonly action: number
  /** From that action on. */
  readonly touches: readonly TouchId[]
  /** The touches of the actions before it. */
  readonly done: readonly TouchId[]
}

/** A touch that would waste something, and the action it would play. */
export interface Warned {
  readonly id: TouchId
  readonly action: number
}

/** What touches need from their table. */
interface TouchContext {
  /** The path of every action; the index is the action number. */
  readonly paths: () => readonly TouchPath[]
  readonly legal: () => readonly number[]
  readonly playAction: (action: number) => void
  /** Actions that could not be undone. */
  readonly irreversible?: () => ReadonlySet<number>
  /** What an action would waste, in words; empty if nothing. */
  readonly warning?: (action: number) => string
  readonly hint?: () => HintMarks | null
  /** Shows what a piece is. */
  readonly describe?: (question: Question) => void
}

type Piece = HTMLElement | SVGElement

/** A question of the player: what is this piece? */
export interface Question {
  readonly piece: TouchId
  /** Its accessible name, for games that describe nothing. */
  readonly name: string
  /** The touches so far, if the answer should say why the piece cannot be touched now. */
  readonly touches: readonly TouchId[] | null
  /** The element that was touched. */
  readonly node: Element | null
  /** Asked by hovering: the answer is shown only as long as the pointer stays. */
  readonly hover: boolean
}

/** The second click of a double click waits this long for the answer to the first. */
const SECOND_CLICK_MS = 1000

/** The touches that are left of a hint, with their numbers; all of them if something else is chosen. */
function numberTouches(
  hint: HintMarks | null,
  soFar: readonly TouchId[],
  isAutomatic: (id: TouchId) => boolean,
): Map<TouchId, number> {
  const numbers = new Map<TouchId, number>()
  if (!hint) return numbers
  const byPlayer = (ids: readonly TouchId[]) => ids.filter((id) => !isAutomatic(id))
  const begun = soFar.every((id) => hint.touches.slice(0, soFar.length).includes(id)) ? soFar.length : 0
  const before = byPlayer([...hint.done, ...hint.touches.slice(0, begun)]).length
  byPlayer(hint.touches.slice(begun)).forEach((id, i) => {
    if (!numbers.has(id)) numbers.set(id, before + i + 1)
  })
  return numbers
}

export class Touches {
  /** Ids that the table touches automatically, such as the orientation of a piece: hints do not number them. */
  isAutomatic: (id: TouchId) => boolean = () => false
  #table: TouchContext
  #selected = $state.raw<readonly TouchId[]>([])
  #start = $derived.by(() => startProgress(this.#table.paths(), this.#table.legal()))
  #now = $derived.by(() => followTouches(this.#start, this.#selected))
  #completed = $derived.by(() => findCompletions(this.#now))

  /** The touches so far, as far as they still lead to an action. */
  soFar = $derived.by(() => this.#now.touches)
  next: ReadonlySet<TouchId> = $derived.by(() => new Set(this.#now.next.keys()))
  lit: ReadonlySet<TouchId> = $derived.by(() => findLit(this.#now))
  #hint = $derived.by(() => this.#table.hint?.() ?? null)
  /** The action that the hint shows. */
  hintedAction = $derived.by(() => this.#hint?.action ?? null)
  /** The touches of the hint that are left, with their numbers in the move. */
  #hintNumbers: ReadonlyMap<TouchId, number> = $derived.by(() =>
    numberTouches(this.#hint, this.soFar, this.isAutomatic),
  )
  /** What the hint asks to touch next; empty: nothing. */
  hintNext: TouchId = $derived.by(() => [...this.#hintNumbers.keys()][0] ?? '')
  /** The id under the pointer or with the focus. */
  pointed = $state<TouchId>('')
  /** The action that touching it would play. */
  pointedAction = $derived.by(() => this.completedAction(this.pointed))
  /** The last touch of a wasteful action; touching it again plays the action. */
  warned = $state.raw<Warned | null>(null)
  #warnedAt = 0
  /** The second click of a double click, while the first is being answered. */
  #secondClick = { id: '', at: 0 }
  /** All ids on the path of some action, legal now or not. */
  #idsOnPaths = $derived.by(() => new Set(this.#table.paths().flat(2)))
  /** The states of all lit pieces, as the words of `data-touch`. */
  #states = $derived.by(() => {
    const chosen = new Set(this.soFar)
    const ahead = findNextTowards(this.#now, this.hintedAction)
    // a hint that does not agree with the touches so far is marked at its start
    const hinted = ahead.size ? ahead : findNextTowards(this.#start, this.hintedAction)
    const words = (id: TouchId) => [
      'lit',
      this.next.has(id) && 'next',
      chosen.has(id) && 'chosen',
      this.isOnlyNext(id) && chosen.size > 0 && 'only',
      this.isIrreversible(id) && 'irreversible',
      hinted.has(id) && 'hinted',
      this.warned?.id === id && 'warned',
    ]
    return new Map([...this.lit].map((id) => [id, words(id).filter(Boolean).join(' ')]))
  })

  constructor(table: TouchContext) {
    this.#table = table
  }

  /** Touches a piece, or asks why it cannot be touched now. */
  touch(id: TouchId, name = '', node: Element | null = null) {
    if (!this.lit.has(id)) {
      this.#table.describe?.({ piece: id, name, touches: this.soFar, node, hover: false })
      return
    }
    const now = touch(this.#now, id)
    if (now.action !== null && this.#mustWarn(id, now.action)) return
    this.warned = null
    this.#selected = now.action === null ? now.touches : []
    if (now.action !== null) this.#table.playAction(now.action)
  }

  /** Whether a touch of this id only warns about a wasteful action. */
  #mustWarn(id: TouchId, action: number): boolean {
    if (!this.#table.warning?.(action)) return false
    if (this.warned?.id === id && this.warned.action === action) return this.justWarned
    this.warned = { id, action }
    this.#warnedAt = performance.now()
    return true
  }

  /** Whether the player was asked so recently that a second click does not answer. */
  get justWarned(): boolean {
    return performance.now() - this.#warnedAt < WASTE_DELAY_MS
  }

  /** Touches a piece by the second click of a double click, once the first is answered; it never deselects, and
      plays nothing that could not be undone. */
  #touchAgain(id: TouchId) {
    if (this.#table.legal().length) {
      if (this.next.has(id) && !this.isIrreversible(id)) this.touch(id)
    } else this.#secondClick = { id, at: performance.now() }
  }

  /** Called when the legal actions have changed: plays a second click that waited. */
  resume() {
    const { id, at } = this.#secondClick
    if (!id || !this.#table.legal().length) return
    this.#secondClick = { id: '', at: 0 }
    if (performance.now() - at < SECOND_CLICK_MS) this.#touchAgain(id)
  }

  /** Deselects everything. */
  cancel() {
    this.#selected = []
    this.warned = null
  }

  /** Selects all of an action's path but the last touch, for a component that finds the action itself, such as one of
      thousands of places under the pointer. */
  propose(action: number) {
    const path = this.#table.paths()[action]
    if (path && this.#table.legal().includes(action)) this.#selected = allButLast(path)
  }

  /** Removes the last touch; false if there was none. If the focus is lost, it moves to the piece of that touch. */
  back(): boolean {
    if (this.warned) {
      this.warned = null
      return true
    }
    const last = this.soFar.at(-1)
    if (last === undefined) return false
    this.#selected = this.soFar.slice(0, -1)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusFirst((id) => id === last)
    })
    return true
  }

  /** Whether this is the only id that may come next; only then it may pulse. */
  isOnlyNext(id: TouchId): boolean {
    return this.next.size === 1 && this.next.has(id)
  }

  /** The action that touching this id would complete. */
  completedAction(id: TouchId): number | null {
    return this.#completed.get(id) ?? null
  }

  /** Whether touching this id plays an action that could not be undone. */
  isIrreversible(id: TouchId): boolean {
    const action = this.completedAction(id)
    return action !== null && !!this.#table.irreversible?.().has(action)
  }

  /** Notes that the pointer or focus has entered or left a piece. */
  point(id: TouchId, on: boolean) {
    if (on) this.pointed = id
    // a piece may be removed during rendering, when state must not change
    else
      queueMicrotask(() => {
        if (this.pointed === id) this.pointed = ''
      })
  }

  /** The number of a piece in the move that the hint shows; 0: none. */
  hintNumber(id: TouchId): number {
    return this.#hintNumbers.get(id) ?? 0
  }

  /** The state of a piece: the words lit, next, chosen, only, irreversible, hinted, warned. */
  state(id: TouchId): string {
    return this.#states.get(id) ?? ''
  }

  /** Makes an element a touchable piece. `can` is appended to its accessible name while it is lit. A piece that can be
      meant `twice`, such as a stack of cards, also answers the second click of a double click. */
  piece(id: TouchId, name: string, can = 'can be chosen', twice = false): Attachment<Piece> {
    return (node) => {
      const touch = () => this.touch(id, name, node)
      const stop = this.#makeButton(node, id, name, touch, twice ? () => this.#touchAgain(id) : undefined)
      const stopDragging = draggable(node, {
        begin: () => !node.hasAttribute('data-held') && this.#startDrag(id),
        over: (target) => (this.pointed = this.next.has(target) ? target : ''),
        drop: (target) => this.#drop(target),
      })
      let shown: string | null = null
      $effect(() => {
        const state = this.state(id)
        // most touches change few pieces
        if (state === shown) return
        shown = state
        node.dataset.touch = state
        const warning = state.includes('irreversible') ? ', can’t be undone' : ''
        node.setAttribute('aria-label', state ? `${name}, ${can}${warning}` : name)
        if (state) node.setAttribute('aria-pressed', String(state.includes('chosen')))
        else node.removeAttribute('aria-pressed')
      })
      $effect(() => {
        const number = this.hintNumber(id)
        if (number) node.dataset.hintNumber = String(number)
        else delete node.dataset.hintNumber
      })
      return () => {
        stop()
        stopDragging()
        for (const name of ['data-touch', 'aria-pressed']) node.removeAttribute(name)
      }
    }
  }

  /** Makes an element that is never touched in play answer what it is: a sign, a number, an area, a seat. `onclick`
      replaces what a click does, not the other ways to ask. */
  describable(id: TouchId, name: string, onclick?: () => void): Attachment<Piece> {
    return (node) => {
      node.setAttribute('aria-label', name)
      node.setAttribute('data-describable', '')
      if (!node.hasAttribute('tabindex')) node.setAttribute('tabindex', '0')
      return this.#makeButton(node, id, name, onclick ?? (() => this.#ask(id, name, node, false)))
    }
  }

  /** A larger area for a small place, for pointers only: the place itself has the accessible name. Pieces that it covers
      can be asked through it. */
  area(id: TouchId): Attachment<HTMLElement> {
    return (node) => {
      const stop = listen(node, {
        click: () => this.touch(id, '', node),
        pointerenter: () => this.point(id, true),
        pointerleave: () => this.point(id, false),
      })
      const stopAsking = listenForQuestions(node, (by, at) => {
        const pieces = node.parentElement?.querySelectorAll<HTMLElement>('[data-touch-id]') ?? []
        const piece = at && [...pieces].find((other) => contains(other.getBoundingClientRect(), at))
        if (piece) this.#ask(piece.dataset.touchId ?? '', piece.ariaLabel ?? '', piece, false)
        else this.#ask(id, '', node, by === 'hover')
      })
      $effect(() => {
        node.dataset.touchArea = this.lit.has(id) ? id : ''
      })
      return () => {
        stop()
        stopAsking()
      }
    }
  }

  /** Asks what a piece is, and why it cannot be touched now. */
  #ask(piece: TouchId, name: string, node: Element, hover: boolean) {
    // pointing shows previews while something is chosen
    if (hover && this.soFar.length) return
    const touches = hover || this.lit.has(piece) || !this.#idsOnPaths.has(piece) ? null : this.soFar
    this.#table.describe?.({ piece, name, touches, node, hover })
  }

  #makeButton(node: Piece, id: TouchId, name: string, onclick: () => void, onsecond?: () => void) {
    node.dataset.touchId = id
    const native = node instanceof HTMLButtonElement
    if (!native) node.setAttribute('role', 'button')
    const stop = listen(node, {
      click: (event) => {
        const clicks = (event as MouseEvent).detail
        if (clicks > 1) {
          onsecond?.()
          return
        }
        onclick()
        if (clicks === 0) queueMicrotask(() => this.#moveFocus())
      },
      keydown: (event) => {
        const { key, repeat } = event as KeyboardEvent
        ignoreKeyRepeat(event)
        if (native || repeat || (key !== 'Enter' && key !== ' ')) return
        event.preventDefault()
        onclick()
        queueMicrotask(() => this.#moveFocus())
      },
      pointerenter: () => this.point(id, true),
      pointerleave: () => this.point(id, false),
      focus: () => this.point(id, true),
      blur: () => this.point(id, false),
    })
    const stopAsking = listenForQuestions(node, (by) => this.#ask(id, name, node, by === 'hover'))
    return () => {
      stop()
      stopAsking()
      this.point(id, false)
    }
  }

  /** Selects a dragged piece if another touch can follow; returns whether it can be dragged. */
  #startDrag(id: TouchId): boolean {
    if (!this.lit.has(id)) return false
    if (!this.soFar.includes(id)) {
      if (this.completedAction(id) !== null) return false
      this.touch(id)
    }
    return this.soFar.includes(id)
  }

  /** Touches the place under a dropped piece; anywhere else everything is deselected. */
  #drop(target: TouchId) {
    if (this.next.has(target)) this.touch(target)
    else this.cancel()
    this.pointed = ''
  }

  /** For keyboards: moves the focus to the first element that may come next. */
  #moveFocus() {
    if (!this.soFar.length) return
    requestAnimationFrame(() => focusFirst((id) => this.next.has(id)))
  }
}
