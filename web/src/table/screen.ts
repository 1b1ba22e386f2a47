/** Whose side of the table a shared screen shows. */
export interface Screen {
  /** Index of the seat shown; null while nobody may look. */
  readonly show: number | null
  /** Index of the seat to which the device is to be passed first. */
  readonly pass: number | null
}

/** `shown` is who looks now. Open games turn to whoever is to act; secret ones ask to pass the device. */
export function whoseScreen(acting: readonly boolean[], shown: number | null, secret: boolean): Screen {
  if (shown !== null && acting[shown]) return { show: shown, pass: null }
  const next = acting.indexOf(true)
  if (!secret) return { show: next >= 0 ? next : (shown ?? 0), pass: null }
  if (next >= 0) return { show: shown, pass: next }
  return shown === null ? { show: null, pass: 0 } : { show: shown, pass: null }
}
