import { loadValue, saveValue } from '../app/storage.ts'
import type { Theme } from './contrast.ts'

const KEY = 'theme'
const systemDark = matchMedia('(prefers-color-scheme: dark)')

/** Follows the system until the user chooses another theme; choosing the system's theme follows it again. */
class ThemeChoice {
  #system = $state<Theme>(systemDark.matches ? 'dark' : 'light')
  #chosen = $state<Theme | null>(loadValue<Theme | null>(KEY, null))

  current = $derived(this.#chosen ?? this.#system)

  constructor() {
    systemDark.addEventListener('change', (e) => (this.#system = e.matches ? 'dark' : 'light'))
    this.#apply()
  }

  toggle() {
    const theme: Theme = this.current === 'dark' ? 'light' : 'dark'
    this.#chosen = theme === this.#system ? null : theme
    saveValue(KEY, this.#chosen)
    this.#apply()
  }

  #apply() {
    const root = document.documentElement
    if (this.#chosen) root.dataset.theme = this.#chosen
    else delete root.dataset.theme
  }
}

export const theme = new ThemeChoice()
