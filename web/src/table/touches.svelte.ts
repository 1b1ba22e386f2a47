/** The controller at a table: marks elements with touch ids, lights them, and hears every kind of touch. */
import type { Attachment } from 'svelte/attachments'
import { type Path, type Ways, actionOf, leads, litBy, nextOf, stillGood, touch } from '../controller.ts'

function focusOn(wanted: (id: string) => boolean) {
  const pieces = [...document.querySelectorAll<HTMLElement>('[data-touch-id]')]
  pieces.find((node) => wanted(node.dataset.touchId ?? ''))?.focus()
}

export class Touches {
  #ways: () => Ways
  #act: (action: number) => void
  /** Actions that could not be taken back. */
  #warned: () => ReadonlySet<number>
  #wanted = $state.raw<Path>([])

  /** Touches so far, as far as they still lead somewhere. */
  soFar = $derived.by(() => stillGood(this.#ways(), this.#wanted))
  next = $derived.by(() => nextOf(this.#ways(), this.soFar))
  lit = $derived.by(() => litBy(this.#ways(), this.soFar))
  /** The action that was hinted at. */
  hinted = $state<number | null>(null)

  constructor(
    ways: () => Ways,
    act: (action: number) => void,
    warned: () => ReadonlySet<number> = () => new Set(),
  ) {
    this.#ways = ways
    this.#act = act
    this.#warned = warned
  }

  touch(id: string) {
    const now = touch(this.#ways(), this.soFar, id)
    this.#wanted = now.action === null ? now.touches : []
    if (now.action !== null) this.#act(now.action)
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
  only(id: string): boolean {
    return this.next.size === 1 && this.next.has(id)
  }

  /** Whether this touch says an action that could not be taken back. */
  final(id: string): boolean {
    const said = this.next.has(id) ? actionOf(this.#ways(), [...this.soFar, id]) : null
    return said !== null && this.#warned().has(said)
  }

  state(id: string): string {
    const words: string[] = []
    if (this.lit.has(id)) words.push('lit')
    if (this.next.has(id)) words.push('next')
    if (this.soFar.includes(id)) words.push('chosen')
    if (this.only(id) && this.soFar.length) words.push('only')
    if (this.final(id)) words.push('final')
    if (this.#leadsToHint(id)) words.push('hinted')
    return words.join(' ')
  }

  #leadsToHint(id: string): boolean {
    const touched = [...this.soFar, id]
    return this.#ways().some(({ action, path }) => action === this.hinted && leads(path, touched))
  }

  /** Makes an element a piece that can be touched. `can` completes its name while it is lit. */
  piece(id: string, name: string, can = 'can be chosen'): Attachment<HTMLElement | SVGElement> {
    return (node) => {
      node.dataset.touchId = id
      const stop = this.#listen(node, id)
      $effect(() => {
        const state = this.state(id)
        const lit = this.lit.has(id)
        node.dataset.touch = state
        const final = this.final(id) ? ', cannot be taken back' : ''
        node.setAttribute('aria-label', lit ? `${name}, ${can}${final}` : name)
        node.setAttribute('aria-disabled', String(!lit))
        if (lit) node.setAttribute('aria-pressed', String(state.includes('chosen')))
        else node.removeAttribute('aria-pressed')
      })
      return stop
    }
  }

  /** A larger area that answers for a small place; only for pointers, the place itself has the name. */
  area(id: string): Attachment<HTMLElement> {
    return (node) => {
      const onClick = () => this.touch(id)
      node.addEventListener('click', onClick)
      $effect(() => {
        node.toggleAttribute('data-answers', this.lit.has(id))
      })
      return () => node.removeEventListener('click', onClick)
    }
  }

  #listen(node: HTMLElement | SVGElement, id: string) {
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
