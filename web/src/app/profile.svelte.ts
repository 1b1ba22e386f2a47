import { loadValue, saveValue } from './storage.ts'

export const MAX_NAME_LENGTH = 24

/** The name this browser plays under, kept between visits. */
class Profile {
  #name = $state(loadValue('name', ''))

  get name() {
    return this.#name
  }
  set name(name: string) {
    this.#name = name.trim().slice(0, MAX_NAME_LENGTH)
    saveValue('name', this.#name)
  }
}

export const profile = new Profile()
