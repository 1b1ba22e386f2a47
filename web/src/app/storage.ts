/** Values kept by this browser. Private windows may refuse storage: then nothing is kept, and everything else works. */
const PREFIX = 'gamut.'

export function loadValue<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

export function saveValue(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // storage is optional
  }
}
