/** Which seat's side of the table a shared screen shows, by index. */
interface SharedScreen {
  /** null while the screen is covered. */
  readonly show: number | null
  /** To which the device must be passed first. */
  readonly pass: number | null
}

/** `shown` is the current seat. With nothing to hide, the screen switches to the seat that is to act; otherwise the
    device is passed on. */
export function chooseShownSeat(
  acting: readonly boolean[],
  shown: number | null,
  hiding: boolean,
): SharedScreen {
  if (shown !== null && acting[shown]) return { show: shown, pass: null }
  const next = acting.indexOf(true)
  if (!hiding) return { show: next >= 0 ? next : (shown ?? 0), pass: null }
  if (next >= 0) return { show: shown, pass: next }
  return shown === null ? { show: null, pass: 0 } : { show: shown, pass: null }
}
