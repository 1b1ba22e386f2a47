/** The finished picture, to show and to save as a self-contained SVG or a PNG. */
import type { Geometry } from './geometry.ts'
import { type View, signOf, valueOf } from './view.ts'

export interface Picture {
  readonly box: Geometry['box']
  readonly plate: string
  readonly pieces: readonly { readonly d: string; readonly fill: string }[]
  readonly signs: readonly PlacedSign[]
}

interface PlacedSign {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly d: string
  readonly ink: string
  readonly width: number
}

const SIGN_SCALE = { 1: 0.81, 2: 1.19 } as const
export const EDGE_WIDTH = 2
const PNG_WIDTH_PX = 1512

export function makePicture(view: Pick<View, 'pieces' | 'below' | 'above'>, geometry: Geometry): Picture {
  return {
    box: geometry.box,
    plate: geometry.plate,
    pieces: view.pieces.map(({ cells, colour }) => {
      return { d: geometry.outline(cells, 1.9), fill: valueOf(colour) }
    }),
    signs: view.below.flatMap((colour, cell) => {
      const sign = signOf(colour, view.above[cell] ?? '')
      if (!sign) return []
      const { d, ink, width, layers } = sign
      return { ...geometry.centre([cell]), d, ink, width, scale: SIGN_SCALE[layers > 1 ? 2 : 1] }
    }),
  }
}

const pieceSvg = ({ d, fill }: Picture['pieces'][number]) =>
  `<path d="${d}" fill="${fill}" stroke="${fill}" stroke-width="${EDGE_WIDTH}" stroke-linejoin="round" style="mix-blend-mode:multiply"/>`
const signSvg = ({ x, y, scale, d, ink, width }: PlacedSign) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="${d}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The picture as an SVG file. */
export function toSvg({ box, plate, pieces, signs }: Picture, withSigns: boolean): string {
  const { x, y, width, height } = box
  const size = `width="${PNG_WIDTH_PX}" height="${Math.round((PNG_WIDTH_PX * height) / width)}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" ${size}>`,
    `<title>Kroma</title><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff"/>`,
    `<g style="isolation:isolate"><path d="${plate}" fill="#fff"/>${pieces.map(pieceSvg).join('')}</g>`,
    withSigns ? `<g>${signs.map(signSvg).join('')}</g>` : '',
    '</svg>',
  ].join('')
}

/** The picture on a canvas, drawn path by path, since the page policy forbids external images. */
export function toCanvas({ box, pieces, signs }: Picture, withSigns: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const scale = PNG_WIDTH_PX / box.width
  canvas.width = PNG_WIDTH_PX
  canvas.height = Math.round(box.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser does not support canvas')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  pen.translate(-box.x, -box.y)
  pen.lineJoin = pen.lineCap = 'round'
  for (const piece of pieces) paintPiece(canvas, piece, box, scale)
  if (withSigns)
    for (const sign of signs) {
      pen.save()
      pen.translate(sign.x, sign.y)
      pen.scale(sign.scale, sign.scale)
      pen.strokeStyle = sign.ink
      pen.lineWidth = sign.width
      pen.stroke(new Path2D(sign.d))
      pen.restore()
    }
  return canvas
}

/** Paint a piece and its edge as one layer, so that their overlap does not get darker. */
function paintPiece(
  canvas: HTMLCanvasElement,
  { d, fill }: Picture['pieces'][number],
  box: Picture['box'],
  scale: number,
) {
  const layer = document.createElement('canvas')
  layer.width = canvas.width
  layer.height = canvas.height
  const [pen, target] = [layer.getContext('2d'), canvas.getContext('2d')]
  if (!pen || !target) return
  pen.scale(scale, scale)
  pen.translate(-box.x, -box.y)
  pen.lineJoin = 'round'
  pen.fillStyle = pen.strokeStyle = fill
  pen.lineWidth = EDGE_WIDTH
  const path = new Path2D(d)
  pen.fill(path)
  pen.stroke(path)
  target.save()
  target.resetTransform()
  target.globalCompositeOperation = 'multiply'
  target.drawImage(layer, 0, 0)
  target.restore()
}

/** Download a file. */
export function downloadFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
