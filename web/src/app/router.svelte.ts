import { type Route, parseRoute } from './route.ts'

interface Entry {
  overlay?: string
  /** Set once the entry stands on the lobby, so that a reload does not do it again. */
  based?: boolean
}

/** Pages and the overlay above them. Back closes the overlay first, then leads to the lobby. */
class Router {
  route = $state.raw<Route>(parseRoute(location.hash))
  overlay = $state<string | null>(null)

  constructor() {
    const entry = history.state as Entry | null
    if (this.route.page !== 'lobby' && !entry?.based) this.#standOnLobby()
    this.overlay = entry?.overlay ?? null
    window.addEventListener('popstate', () => this.#read())
    window.addEventListener('hashchange', () => this.#read())
  }

  go(hash: string) {
    history.pushState({ based: true } satisfies Entry, '', hash)
    this.#read()
    scrollTo(0, 0)
  }

  /** Another address for the same step, such as the table of a rematch. */
  replace(hash: string) {
    if (this.overlay) {
      window.addEventListener('popstate', () => this.replace(hash), { once: true })
      this.close()
      return
    }
    history.replaceState({ based: true } satisfies Entry, '', hash)
    this.#read()
  }

  open(overlay: string) {
    const entry: Entry = { overlay, based: true }
    if (this.overlay) history.replaceState(entry, '')
    else history.pushState(entry, '')
    this.overlay = overlay
  }

  close() {
    if (!this.overlay) return
    this.overlay = null
    history.back()
  }

  /** Somebody who arrived by a link has nothing of ours behind: put the lobby there. */
  #standOnLobby() {
    const here = location.hash
    history.replaceState({ based: true } satisfies Entry, '', '#/')
    history.pushState({ based: true } satisfies Entry, '', here)
  }

  #read() {
    this.overlay = (history.state as Entry | null)?.overlay ?? null
    const next = parseRoute(location.hash)
    // the same place must stay the same value, or the table would be built anew
    if (JSON.stringify(next) !== JSON.stringify(this.route)) this.route = next
  }
}

export const router = new Router()
