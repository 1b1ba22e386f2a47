/** The controller at a table: marks elements with touch ids, lights them, and hears every kind of touch. */
import type { Attachment } from 'svelte/attachments'
import {
  type Id,
  type Path,
  allButLast,
  completedBy,
  follow,
  litBy,
  nextTowards,
  start,
  touch,
} from '../controller.ts'
import '../look/touch.css'
import { draggable } from './drag.ts'

function focusOn(wanted: (id: Id) => boolean) {
  const pieces = [...document.querySelectorAll<HTMLElement>('[data-touch-id]')]
  pieces.find((node) => wanted(node.dataset.touchId ?? ''))?.focus()
}

/** What the controller knows of its table. */
export interface TouchesAt {
  /** The path of every action; the index is the action number. */
  readonly paths: () => readonly Path[]
  readonly legal: () => readonly number[]
  readonly act: (action: number) => void
  /** Actions that could not be taken back. */
  readonly permanent?: () => ReadonlySet<number>
  /** What an action would waste, in words; empty if nothing. */
  readonly warning?: (action: number) => string
  /** Something was touched that cannot be touched now. */
  readonly refuse?: (touches: readonly Id[], touched: Id) => void
  /** A piece is held, to read what it is. */
  readonly read?: (id: Id, name: string) => void
}

/** Held for so long, a piece says what it is. */
const HELD_MS = 550
/** A second click of a double click, and a touch that follows a warning at once, are not meant. */
const MEANT_MS = 350

export class Touches {
  #table: TouchesAt
  #wanted = $state.raw<readonly Id[]>([])
  #start = $derived.by(() => start(this.#table.paths(), this.#table.legal()))
  #now = $derived.by(() => follow(this.#start, this.#wanted))
  #completed = $derived.by(() => completedBy(this.#now))

  /** Touches so far, as far as they still lead somewhere. */
  soFar = $derived.by(() => this.#now.touches)
  next: ReadonlySet<Id> = $derived.by(() => new Set(this.#now.next.keys()))
  lit: ReadonlySet<Id> = $derived.by(() => litBy(this.#now))
  /** The action that was hinted at. */
  hinted = $state<number | null>(null)
  /** What is pointed at, or has the focus. */
  pointed = $state<Id>('')
  /** The action that what is pointed at would say. */
  would = $derived.by(() => this.completes(this.pointed))
  /** The last touch of an action that would waste something: touched once more, it is done all the same. */
  warned = $state<Id>('')
  #warnedAt = 0
  /** The states of all pieces that have one, made once for each change: the words of `data-touch`. */
  #states = $derived.by(() => {
    const chosen = new Set(this.soFar)
    const onward = nextTowards(this.#now, this.hinted)
    // a hint that leads elsewhere than the touches so far is marked where it begins
    const hinted = onward.size ? onward : nextTowards(this.#start, this.hinted)
    const words = (id: Id) => [
      'lit',
      this.next.has(id) && 'next',
      chosen.has(id) && 'chosen',
      this.only(id) && chosen.size > 0 && 'only',
      this.final(id) && 'final',
      hinted.has(id) && 'hinted',
      this.warned === id && 'warned',
    ]
    return new Map([...this.lit].map((id) => [id, words(id).filter(Boolean).join(' ')]))
  })

  constructor(table: TouchesAt) {
    this.#table = table
  }

  touch(id: Id) {
    if (!this.lit.has(id)) {
      this.#table.refuse?.(this.soFar, id)
      return
    }
    const now = touch(this.#now, id)
    if (now.action !== null && this.#warnOf(id, now.action)) return
    this.warned = ''
    this.#wanted = now.action === null ? now.touches : []
    if (now.action !== null) this.#table.act(now.action)
  }

  /** Whether the touch only warns: what would be wasted is said first. */
  #warnOf(id: Id, action: number): boolean {
    if (!this.#table.warning?.(action)) return false
    if (this.warned === id) return performance.now() - this.#warnedAt < MEANT_MS
    this.warned = id
    this.#warnedAt = performance.now()
    return true
  }

  /** Touching elsewhere lets go of what was chosen. */
  cancel() {
    this.#wanted = []
    this.warned = ''
  }

  /** For a component that finds an action by itself, as where a pointer means one of thousands of places:
      all of the action's path is touched but its last touch, which says it. */
  propose(action: number) {
    const path = this.#table.paths()[action]
    if (path && this.#table.legal().includes(action)) this.#wanted = allButLast(path)
  }

  /** One step back; false when there was none to take. The focus goes back along, if its place has gone. */
  back(): boolean {
    this.warned = ''
    const last = this.soFar.at(-1)
    if (last === undefined) return false
    this.#wanted = this.soFar.slice(0, -1)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusOn((id) => id === last)
    })
    return true
  }

  clear() {
    this.cancel()
    this.hinted = null
  }

  /** Whether exactly one element is asked for: it alone may breathe. */
  only(id: Id): boolean {
    return this.next.size === 1 && this.next.has(id)
  }

  /** The action that this touch would complete. */
  completes(id: Id): number | null {
    return this.#completed.get(id) ?? null
  }

  /** Whether this touch says an action that could not be taken back. */
  final(id: Id): boolean {
    const action = this.completes(id)
    return action !== null && !!this.#table.permanent?.().has(action)
  }

  /** Points at a piece, or away from it. */
  point(id: Id, on: boolean) {
    if (on) this.pointed = id
    // a piece may go while the table is being drawn anew, when nothing may change
    else
      queueMicrotask(() => {
        if (this.pointed === id) this.pointed = ''
      })
  }

  /** Words for a piece: lit, next, chosen, only, final, hinted, warned. */
  state(id: Id): string {
    return this.#states.get(id) ?? ''
  }

  /** Makes an element a piece that can be touched. `can` completes its name while it is lit. */
  piece(id: Id, name: string, can = 'can be chosen'): Attachment<HTMLElement | SVGElement> {
    return (node) => {
      node.dataset.touchId = id
      const stop = this.#listen(node, id, name)
      let shown: string | null = null
      $effect(() => {
        const state = this.state(id)
        // most touches change few pieces
        if (state === shown) return
        shown = state
        node.dataset.touch = state
        const final = state.includes('final') ? ', cannot be taken back' : ''
        node.setAttribute('aria-label', state ? `${name}, ${can}${final}` : name)
        node.setAttribute('aria-disabled', String(!state))
        if (state) node.setAttribute('aria-pressed', String(state.includes('chosen')))
        else node.removeAttribute('aria-pressed')
      })
      return stop
    }
  }

  /** A larger area that answers for a small place; only for pointers, the place itself has the name. */
  area(id: Id): Attachment<HTMLElement> {
    return (node) => {
      const onClick = () => this.touch(id)
      const [onEnter, onLeave] = [() => this.point(id, true), () => this.point(id, false)]
      node.addEventListener('click', onClick)
      node.addEventListener('pointerenter', onEnter)
      node.addEventListener('pointerleave', onLeave)
      $effect(() => {
        node.dataset.answers = this.lit.has(id) ? id : ''
      })
      return () => {
        node.removeEventListener('click', onClick)
        node.removeEventListener('pointerenter', onEnter)
        node.removeEventListener('pointerleave', onLeave)
      }
    }
  }

  #listen(node: HTMLElement | SVGElement, id: Id, name: string) {
    let hold: ReturnType<typeof setTimeout> | undefined
    let read = false
    const native = node instanceof HTMLButtonElement
    if (!native) node.setAttribute('role', 'button')
    const heard: Record<string, (event: Event) => void> = {
      click: (event) => {
        const clicks = (event as MouseEvent).detail
        // the end of a hold, and the second click of two, were not meant as a touch
        if (read || clicks > 1) return
        this.touch(id)
        if (clicks === 0) queueMicrotask(() => this.#lead())
      },
      keydown: (event) => {
        const { key } = event as KeyboardEvent
        if (native || (key !== 'Enter' && key !== ' ')) return
        event.preventDefault()
        this.touch(id)
        queueMicrotask(() => this.#lead())
      },
      pointerdown: () => {
        read = false
        hold = setTimeout(() => {
          if (node.hasAttribute('data-dragged')) return
          read = true
          this.#table.read?.(id, name)
        }, HELD_MS)
      },
      pointerup: () => clearTimeout(hold),
      pointercancel: () => clearTimeout(hold),
      contextmenu: (event) => event.preventDefault(),
      pointerenter: () => this.point(id, true),
      pointerleave: () => {
        clearTimeout(hold)
        this.point(id, false)
      },
      focus: () => this.point(id, true),
      blur: () => this.point(id, false),
    }
    for (const [name, hear] of Object.entries(heard)) node.addEventListener(name, hear)
    const stopDragging = draggable(node, {
      begin: () => this.#begin(id),
      over: (at) => (this.pointed = at && this.next.has(at) ? at : ''),
      drop: (at) => this.#drop(at),
    })
    return () => {
      for (const [name, hear] of Object.entries(heard)) node.removeEventListener(name, hear)
      clearTimeout(hold)
      stopDragging()
      this.point(id, false)
    }
  }

  /** A piece is drawn away from its place: it is touched, if something can come after it. */
  #begin(id: Id): boolean {
    if (!this.lit.has(id)) return false
    if (!this.soFar.includes(id)) {
      if (this.completes(id) !== null) return false
      this.touch(id)
    }
    return this.soFar.includes(id)
  }

  /** It is let go over a place: that is touched; anywhere else nothing was meant. */
  #drop(at: Id) {
    if (at && this.next.has(at)) this.touch(at)
    else this.cancel()
    this.pointed = ''
  }

  /** By keyboard, the focus goes along: to the first element that comes next on the path begun. */
  #lead() {
    if (!this.soFar.length) return
    requestAnimationFrame(() => focusOn((id) => this.next.has(id)))
  }
}
