/** A QR code as a path of an SVG; the library is fetched when one is shown. */
import encodeQR from 'qr'

export interface QrDrawing {
  /** Modules on a side, without the quiet margin. */
  size: number
  d: string
}

/** Runs of dark modules, row by row. */
export function drawQr(text: string): QrDrawing {
  // the library insists on a margin; ours is drawn by the page
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const runs = rows.flatMap((row, y) => {
    const marks = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...marks.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size: rows.length, d: runs.join('') }
}
