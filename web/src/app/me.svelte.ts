import { keep, kept } from './storage.ts'

/** The name this browser plays under, kept from visit to visit. */
class Me {
  #name = $state(kept('name', ''))

  get name() {
    return this.#name
  }
  set name(name: string) {
    this.#name = name.trim().slice(0, 24)
    keep('name', this.#name)
  }
}

export const me = new Me()
