import { type Route, parseRoute } from './route.ts'

interface Entry {
  overlay?: string
  /** There is a lobby entry below this one; a reload must not add another. */
  aboveLobby?: boolean
}

/** The page and the overlay above it. Back closes the overlay first, then leads to the lobby. */
class Router {
  route = $state.raw<Route>(parseRoute(location.hash))
  overlay = $state<string | null>(null)

  constructor() {
    const entry = history.state as Entry | null
    if (this.route.page !== 'lobby' && !entry?.aboveLobby) this.#insertLobby()
    this.overlay = entry?.overlay ?? null
    window.addEventListener('popstate', () => this.#read())
    window.addEventListener('hashchange', () => this.#read())
  }

  go(hash: string) {
    history.pushState({ aboveLobby: true } satisfies Entry, '', hash)
    this.#read()
    scrollTo(0, 0)
  }

  /** Replaces the address without a new history entry, such as for the table of a rematch. */
  replace(hash: string) {
    if (this.overlay) {
      window.addEventListener('popstate', () => this.replace(hash), { once: true })
      this.close()
      return
    }
    history.replaceState({ aboveLobby: true } satisfies Entry, '', hash)
    this.#read()
  }

  open(overlay: string) {
    const entry: Entry = { overlay, aboveLobby: true }
    if (this.overlay) history.replaceState(entry, '')
    else history.pushState(entry, '')
    this.overlay = overlay
  }

  close() {
    if (!this.overlay) return
    this.overlay = null
    history.back()
  }

  /** Puts the lobby below a page that was opened by a link, so that Back leads there. */
  #insertLobby() {
    const here = location.hash
    history.replaceState({ aboveLobby: true } satisfies Entry, '', '#/')
    history.pushState({ aboveLobby: true } satisfies Entry, '', here)
  }

  #read() {
    this.overlay = (history.state as Entry | null)?.overlay ?? null
    const next = parseRoute(location.hash)
    // keep the same object for the same page, or the table would be rebuilt
    if (JSON.stringify(next) !== JSON.stringify(this.route)) this.route = next
  }
}

export const router = new Router()
