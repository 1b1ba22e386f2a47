import { INK, edgeShare, inkOn } from './contrast.ts'
import type { Colour } from './palette.ts'

const SHARED = `[data-c]{
  --c-edge:color-mix(in srgb,var(--c),var(--edge) calc(var(--el) * var(--on-light) + var(--ed) * var(--on-dark)));
  --print:color-mix(in oklab,var(--c) var(--print-share),var(--ink));
}`

function ruleOf(game: string, { id, value }: Colour): string {
  const ink = inkOn(value)
  const share = ink === INK.light ? 12 : 30
  const [light, dark] = [edgeShare(value, 'light'), edgeShare(value, 'dark')]
  return `[data-c="${game}-${id}"]{--c:${value};--ink:${ink};--print-share:${share}%;--el:${light}%;--ed:${dark}%}`
}

interface ColouredGame {
  readonly id: string
  readonly palette: { readonly colours: readonly Colour[] }
}

/** The rules behind `data-c="<game>-<colour>"`: --c colour, --ink readable ink on it,
    --c-edge its outline against any surface, --print the tone of pictures on it. */
export const paletteStyles = (games: Iterable<ColouredGame>): string =>
  [SHARED, ...[...games].flatMap((game) => game.palette.colours.map((c) => ruleOf(game.id, c)))].join('\n')

/** Gives the page the colours of some games. Pages allow no inline styles; a sheet made by a script is none. */
export function adoptColours(games: Iterable<ColouredGame>) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(paletteStyles(games))
  document.adoptedStyleSheets.push(sheet)
}
