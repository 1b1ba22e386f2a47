/** What this browser keeps. Private windows may refuse storage: then nothing is kept, and nothing breaks. */
const PREFIX = 'gamut.'

export function loadValue<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function saveValue(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // nothing to do: the page works without
  }
}
