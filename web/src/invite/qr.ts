/** A QR code as a path of an SVG; the library is fetched when one is shown. */
import encodeQR from 'qr'

export interface QrDrawing {
  /** Modules on a side, without the quiet margin. */
  size: number
  d: string
}

/** Runs of dark modules, row by row. */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 0 })
  const runs = rows.flatMap((row, y) => {
    const marks = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...marks.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size: rows.length, d: runs.join('') }
}
