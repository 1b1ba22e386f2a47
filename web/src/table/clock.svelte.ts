/** What time it is by the server's clock; whoever reads it is told anew every second. */
import { createSubscriber } from 'svelte/reactivity'

const TICK_MS = 1000

export class ServerClock {
  #ahead = $state(0)
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS)
    return () => clearInterval(timer)
  })

  set(now: number) {
    this.#ahead = now - Date.now()
  }

  get now(): number {
    this.#subscribe()
    return Date.now() + this.#ahead
  }
}
