/** How large pieces can be in a given space. */

/** The root font size in px; it grows in large windows. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize)

interface Fit {
  readonly columns: number
  readonly rows: number
  /** The width of a piece. */
  readonly size: number
}

/** A row of `n` pieces in as few even lines as leave each at least `least` wide. */
export function fitRow(
  width: number,
  n: number,
  { gap, least, most }: Record<'gap' | 'least' | 'most', number>,
): Fit {
  for (let rows = 1; ; rows++) {
    const columns = Math.max(1, Math.ceil(n / rows))
    const size = Math.floor((width - (columns - 1) * gap) / columns)
    if (size >= least || columns === 1) return { columns, rows, size: Math.max(1, Math.min(size, most)) }
  }
}

/** A block of `n` pieces as large as possible; `ratio` is the height of a piece divided by its width. */
export function fitBlock(
  width: number,
  height: number,
  n: number,
  { gap, ratio, most }: Record<'gap' | 'ratio' | 'most', number>,
): Fit {
  let best: Fit = { columns: 1, rows: n, size: 0 }
  for (let columns = 1; columns <= n; columns++) {
    const rows = Math.ceil(n / columns)
    const maxWidth = (width - (columns - 1) * gap) / columns
    const maxHeight = (height - (rows - 1) * gap) / rows / ratio
    const size = Math.floor(Math.min(maxWidth, maxHeight, most))
    if (size > best.size) best = { columns, rows, size }
  }
  return best
}
