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
}

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
  /** The states of all pieces that have one, made once for each change: the words of `data-touch`. */
  #states = $derived.by(() => {
    const chosen = new Set(this.soFar)
    const hinted = nextTowards(this.#now, this.hinted)
    const words = (id: Id) => [
      'lit',
      this.next.has(id) && 'next',
      chosen.has(id) && 'chosen',
      this.only(id) && chosen.size > 0 && 'only',
      this.final(id) && 'final',
      hinted.has(id) && 'hinted',
    ]
    return new Map([...this.lit].map((id) => [id, words(id).filter(Boolean).join(' ')]))
  })

  constructor(table: TouchesAt) {
    this.#table = table
  }

  touch(id: Id) {
    const now = touch(this.#now, id)
    this.#wanted = now.action === null ? now.touches : []
    if (now.action !== null) this.#table.act(now.action)
  }

  /** For a component that finds an action by itself, as where a pointer means one of thousands of places:
      all of the action's path is touched but its last touch, which says it. */
  propose(action: number) {
    const path = this.#table.paths()[action]
    if (path && this.#table.legal().includes(action)) this.#wanted = allButLast(path)
  }

  /** One step back; false when there was none to take. The focus goes back along, if its place has gone. */
  back(): boolean {
    const last = this.soFar.at(-1)
    if (last === undefined) return false
    this.#wanted = this.soFar.slice(0, -1)
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusOn((id) => id === last)
    })
    return true
  }

  clear() {
    this.#wanted = []
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

  /** Words for a piece: lit, next, chosen, only, final, hinted. */
  state(id: Id): string {
    return this.#states.get(id) ?? ''
  }

  /** Makes an element a piece that can be touched. `can` completes its name while it is lit. */
  piece(id: Id, name: string, can = 'can be chosen'): Attachment<HTMLElement | SVGElement> {
    return (node) => {
      node.dataset.touchId = id
      const stop = this.#listen(node, id)
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
      node.addEventListener('click', onClick)
      $effect(() => {
        node.toggleAttribute('data-answers', this.lit.has(id))
      })
      return () => node.removeEventListener('click', onClick)
    }
  }

  #listen(node: HTMLElement | SVGElement, id: Id) {
    const native = node instanceof HTMLButtonElement
    if (!native) node.setAttribute('role', 'button')
    const onClick = (event: Event) => {
      const byKey = (event as MouseEvent).detail === 0
      this.touch(id)
      if (byKey) queueMicrotask(() => this.#lead())
    }
    const onKey = (event: Event) => {
      const { key } = event as KeyboardEvent
      if (native || (key !== 'Enter' && key !== ' ')) return
      event.preventDefault()
      this.touch(id)
      queueMicrotask(() => this.#lead())
    }
    node.addEventListener('click', onClick)
    node.addEventListener('keydown', onKey)
    return () => {
      node.removeEventListener('click', onClick)
      node.removeEventListener('keydown', onKey)
    }
  }

  /** By keyboard, the focus goes along: to the first element that comes next on the path begun. */
  #lead() {
    if (!this.soFar.length) return
    requestAnimationFrame(() => focusOn((id) => this.next.has(id)))
  }
}
