/** Draws QR codes as SVG paths. */
import encodeQR from 'qr'

interface QrDrawing {
  /** Modules per side, without the margin. */
  size: number
  d: string
}

/** Runs of dark modules, row by row. */
export function drawQr(text: string): QrDrawing {
  // the library requires a margin, which is removed here
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const runs = rows.flatMap((row, y) => {
    const digits = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...digits.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size: rows.length, d: runs.join('') }
}
