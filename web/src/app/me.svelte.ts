import { loadValue, saveValue } from './storage.ts'

/** The name this browser plays under, kept from visit to visit. */
class Me {
  #name = $state(loadValue('name', ''))

  get name() {
    return this.#name
  }
  set name(name: string) {
    this.#name = name.trim().slice(0, 24)
    saveValue('name', this.#name)
  }
}

export const me = new Me()
