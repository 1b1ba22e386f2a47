/** The glyph code: one drawing in one ink, computed from the mix, in a box of 16 around the centre.
    upright = warm (red, magenta), level = cool (blue, cyan), ring = yellow, sprout = green light,
    square = white, block = black, triangle = any colour. A doubled part has a doubled stroke. */
import { PARTS } from './palette.ts'

export interface Stroke {
  readonly d: string
  readonly width: number
  readonly filled?: boolean
}

export interface Drawing {
  readonly strokes: readonly Stroke[]
  /** Half the side of a solid block from which the strokes are cut out, if there is one. */
  readonly block?: number
}

export const BOX = '-8 -8 16 16'

/** One spelling for each mix: the order of its letters never matters. */
export const canon = (mix: string) => [...mix].sort((a, b) => PARTS.indexOf(a) - PARTS.indexOf(b)).join('')

const WIDTH = 1.75
const n = (v: number) => +v.toFixed(2)
const line = (x1: number, y1: number, x2: number, y2: number) => `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`
const ring = (r: number) => `M${n(-r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(-r)} 0Z`
const arc = (x1: number, y1: number, x2: number, y2: number) =>
  `M${n(x1)} ${n(y1)}A4.6 4.6 0 0 1 ${n(x2)} ${n(y2)}`

const one = (d: string, width = WIDTH): Drawing => ({ strokes: [{ d, width }] })

export function draw(mix: string): Drawing {
  const count = (part: string) => [...mix].filter((p) => p === part).length
  const [r, y, b] = [count('r'), count('y'), count('b')]

  /** Uprights and levels of the mix; inside a ring they end on it. */
  const bars = (half: number, gap: number, inRing: boolean) => {
    const reach = (offset: number) => (inRing ? Math.sqrt(half * half - offset * offset) : half)
    const places = (doubled: number) => (doubled === 2 ? [-gap, gap] : doubled === 1 ? [0] : [])
    return [
      ...places(r).map((o) => line(o, -reach(o), o, reach(o))),
      ...places(b).map((o) => line(-reach(o), o, reach(o), o)),
    ].join('')
  }

  if (count('p')) {
    const triangle = { d: 'M0 -5.9L6.7 5.7L-6.7 5.7Z', width: WIDTH }
    const core = { d: 'M0 -.9L2.3 3.1L-2.3 3.1Z', width: 0.6, filled: true }
    return { strokes: count('p') > 1 ? [triangle, core] : [triangle] }
  }
  if (count('k')) {
    if (mix.length === 1) return { strokes: [{ d: 'M-3 -3L3 3M-3 3L3 -3', width: 1.7 }], block: 6.8 }
    return { strokes: [{ d: ring(5.1) + bars(5.1, 1.8, true), width: 1.7 }], block: 7.6 }
  }
  if (count('w')) return one('M-5.9 -5.9H5.9V5.9H-5.9Z' + bars(5.9, 2, false))
  if (count('g')) {
    const upright = r ? line(0, -6.6, 0, 5.4) : ''
    const level = b ? line(-6.6, -0.6, 6.6, -0.6) : ''
    return one('M-6.2 -5.6L0 5.4L6.2 -5.6' + upright + level)
  }
  if (y === 2) {
    // a doubled bar opens the inner ring, so that no stroke runs into another
    const x = 3.1
    const h = Math.sqrt(4.6 ** 2 - x * x)
    const inner =
      r > 1
        ? arc(x, -h, x, h) + arc(-x, h, -x, -h)
        : b > 1
          ? arc(-h, -x, h, -x) + arc(h, x, -h, x)
          : ring(3.5)
    return one(ring(7.15) + inner + bars(7.15, 1.5, true), 1.45)
  }
  if (y === 1) return one(ring(6.6) + bars(6.6, 2.25, true), r + b > 2 ? 1.6 : WIDTH)
  return one(bars(6.6, 2.5, false), r + b === 1 ? 2.1 : WIDTH)
}
