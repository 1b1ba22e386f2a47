/** The finished picture, to be shown and kept: as an SVG that needs nothing else, and as a PNG. */
import type { Geometry } from './geometry.ts'
import { type KromaView, signOf, valueOf } from './view.ts'

export interface Picture {
  readonly box: Geometry['box']
  readonly plate: string
  readonly sheets: readonly { readonly d: string; readonly fill: string }[]
  readonly signs: readonly Mark[]
}

interface Mark {
  readonly x: number
  readonly y: number
  readonly scale: number
  readonly d: string
  readonly ink: string
  readonly width: number
}

const SCALE = { 1: 0.81, 2: 1.19 } as const
export const EDGE = 2
/** How wide a PNG is. */
const PNG_WIDTH = 1512

export function makePicture(
  view: Pick<KromaView, 'pieces' | 'below' | 'above'>,
  geometry: Geometry,
): Picture {
  return {
    box: geometry.box,
    plate: geometry.plate,
    sheets: view.pieces.map(({ cells, colour }) => {
      return { d: geometry.outline(cells, 1.9), fill: valueOf(colour) }
    }),
    signs: view.below.flatMap((colour, cell) => {
      const sign = signOf(colour, view.above[cell] ?? '')
      if (!sign) return []
      const { d, ink, width, layers } = sign
      return { ...geometry.centre([cell]), d, ink, width, scale: SCALE[layers > 1 ? 2 : 1] }
    }),
  }
}

const sheetText = ({ d, fill }: Picture['sheets'][number]) =>
  `<path d="${d}" fill="${fill}" stroke="${fill}" stroke-width="${EDGE}" stroke-linejoin="round" style="mix-blend-mode:multiply"/>`
const signText = ({ x, y, scale, d, ink, width }: Mark) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="${d}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/** The picture as a file of its own. */
export function toSvg({ box, plate, sheets, signs }: Picture, withSigns: boolean): string {
  const { x, y, width, height } = box
  const size = `width="${PNG_WIDTH}" height="${Math.round((PNG_WIDTH * height) / width)}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" ${size}>`,
    `<title>Kroma</title><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff"/>`,
    `<g style="isolation:isolate"><path d="${plate}" fill="#fff"/>${sheets.map(sheetText).join('')}</g>`,
    withSigns ? `<g>${signs.map(signText).join('')}</g>` : '',
    '</svg>',
  ].join('')
}

/** The same on a canvas: drawn stroke by stroke, since a page may show no picture from elsewhere. */
export function toCanvas({ box, sheets, signs }: Picture, withSigns: boolean): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const scale = PNG_WIDTH / box.width
  canvas.width = PNG_WIDTH
  canvas.height = Math.round(box.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws no pictures')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  pen.translate(-box.x, -box.y)
  pen.lineJoin = pen.lineCap = 'round'
  for (const sheet of sheets) paintSheet(canvas, sheet, box, scale)
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

/** A sheet and its edge are one layer of colour: where they overlap it does not get darker. */
function paintSheet(
  onto: HTMLCanvasElement,
  { d, fill }: Picture['sheets'][number],
  box: Picture['box'],
  scale: number,
) {
  const layer = document.createElement('canvas')
  layer.width = onto.width
  layer.height = onto.height
  const [pen, below] = [layer.getContext('2d'), onto.getContext('2d')]
  if (!pen || !below) return
  pen.scale(scale, scale)
  pen.translate(-box.x, -box.y)
  pen.lineJoin = 'round'
  pen.fillStyle = pen.strokeStyle = fill
  pen.lineWidth = EDGE
  const path = new Path2D(d)
  pen.fill(path)
  pen.stroke(path)
  below.save()
  below.resetTransform()
  below.globalCompositeOperation = 'multiply'
  below.drawImage(layer, 0, 0)
  below.restore()
}

/** Hands a file to the person. */
export function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
