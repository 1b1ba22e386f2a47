/** The server's clock; readers update every second. */
import { createSubscriber } from 'svelte/reactivity'

const TICK_MS = 1000

export class ServerClock {
  #offset = $state(0)
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  })

  set(now: number) {
    this.#offset = now - Date.now()
  }

  get now(): number {
    this.#subscribe()
    return Date.now() + this.#offset
  }
}
