/** Silhouettes of garments in a box of 48 × 56, by the noun at the end of a garment's name. */
export const BOX = { width: 48, height: 56 } as const

const cassock = 'M18 3h12l9 6 6 22-7 3-3-8v27H13V26l-3 8-7-3L9 9Z'
const cloak = 'M24 2c5 0 8 3 9 7 8 4 11 23 12 44H3c1-21 4-40 12-44 1-4 4-7 9-7Z'
const dress = 'M14 3h6c1 4 7 4 8 0h6l4 15-4 6 11 29H3l11-29-4-6Z'
const kirtle = 'M14 3l5 6h10l5-6 4 13-4 9 7 28H7l7-28-4-9Z'
const vest = 'M13 4h7l4 4 4-4h7l2 12 5 7v30H6V23l5-7Z'
const doublet = 'M15 3h7l2 5 2-5h7l9 7 4 20-9 2v19l-6 3H17l-6-3V32l-9-2 4-20Z'
const apron = 'M15 3h18l2 15h8v11c0 12 1 18 2 24H3c1-6 2-12 2-24V18h8Z'
const skirt = 'M15 4h18l1 6c6 12 10 26 11 40-7 4-14 1-21 3-7-2-14 1-21-3C4 36 8 22 14 10Z'
const tunic = 'M16 3h16l12 8 3 18-10 2v22H11V31L1 29l3-18Z'
const scarf =
  'M24 4c12 0 18 8 18 18 0 5 2 9 5 12l-9 3c-3 8-7 12-14 16-7-4-11-8-14-16l-9-3c3-3 5-7 5-12C6 12 12 4 24 4Z'

const SHAPES: Readonly<Record<string, string>> = {
  cassock,
  robe: cassock,
  cloak,
  cape: cloak,
  dress,
  gown: dress,
  kirtle,
  bodice: kirtle,
  vest,
  doublet,
  jerkin: doublet,
  apron,
  skirt,
  petticoat: skirt,
  tunic,
  surcoat: tunic,
  headscarf: scarf,
  coif: scarf,
  bandana: 'M3 12c14-9 28-9 42 0l-3 22c-6 10-12 16-18 19-6-3-12-9-18-19Z',
  veil: 'M24 3c10 0 15 7 15 17 0 12 5 22 6 32-7-2-12 2-21 2s-14-4-21-2c1-10 6-20 6-32C9 10 14 3 24 3Z',
  turban: 'M24 5c14 0 22 9 22 20 0 7-4 12-8 14l-2 12H12l-2-12c-4-2-8-7-8-14C2 14 10 5 24 5Z',
  hood: 'M24 3c13 2 18 14 18 27l4 22H2l4-22C6 17 11 5 24 3Z',
  coat: 'M17 3h14l10 6 5 24-7 2-3-11v29H12V24L9 35l-7-2L7 9Z',
  mantle: 'M16 3h16c1 4 4 5 8 7 5 10 6 28 6 43H2c0-15 1-33 6-43 4-2 7-3 8-7Z',
  toga: 'M12 6c7-4 14-4 20 1l5 9c5 12 8 24 8 37H4c4-12 5-24 4-34Z',
  sash: 'M3 7h42v15H34l3 31H11l3-31H3Z',
  stole: 'M15 3h18l3 13 2 37H26l-2-7-2 7H10l2-37Z',
  shawl: 'M2 9c15-7 29-7 44 0L34 31l-10 22-10-22Z',
  sleeve: 'M14 3h20l3 20 8 27-9 3H12l-9-3 8-27Z',
  stockings: 'M9 3h30l-1 26 1 15 6 6v3H25.5L24.5 28h-1l-1 25H3v-3l6-6 1-15Z',
  breeches: 'M9 3h30l5 48H27l-3-21-3 21H4Z',
  gloves: 'M15 53V31l-9-9c-2-3 1-6 4-5l6 4V9c0-5 4-7 8-7 7 0 14 3 14 13v16c0 6-3 8-3 12v10Z',
}

const nounOf = (name: string) => name.slice(name.lastIndexOf(' ') + 1).toLowerCase()

/** The outline of a garment; a cloak for a noun nobody has drawn. */
export const shapeOf = (name: string) => SHAPES[nounOf(name)] ?? cloak

/** Weaves: dense and grey, so that they read as cloth and never as a glyph. */
export interface Weave {
  readonly width: number
  readonly height: number
  readonly line?: string
  readonly dots?: readonly (readonly [number, number])[]
  readonly stroke: number
}

export const WEAVES: Readonly<Record<string, Weave>> = {
  wool: { width: 16, height: 10, line: 'M0 9 8 1l8 8M0 14l8-8 8 8M0 4l8-8 8 8', stroke: 1.7 },
  silk: { width: 36, height: 7, line: 'M0 3.5C6-.5 12-.5 18 3.5s12 4 18 0', stroke: 1.3 },
  linen: {
    width: 12,
    height: 12,
    line: 'M0 1.5h5.5M0 4.5h5.5M7.5 0v6M10.5 0v6M6.5 7.5H12M6.5 10.5H12M1.5 6v6M4.5 6v6',
    stroke: 1.4,
  },
  cotton: {
    width: 11,
    height: 11,
    dots: [
      [2.7, 2.7],
      [8.2, 8.2],
    ],
    stroke: 1.7,
  },
}
