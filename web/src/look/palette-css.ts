import { PRINT_SHARES } from './contrast.gen.ts'
import { edgeShare, inkOn } from './contrast.ts'
import type { Colour } from './palette.ts'

const SHARED = `[data-c]{
  --c-edge:light-dark(color-mix(in srgb,var(--c),#000 var(--edge-light)),color-mix(in srgb,var(--c),#fff var(--edge-dark)));
  --print:color-mix(in oklab,var(--c) var(--print-share),var(--ink));
}`

function ruleOf(game: string, { id, value }: Colour): string {
  const ink = inkOn(value)
  const [light, dark] = [edgeShare(value, 'light'), edgeShare(value, 'dark')]
  return `[data-c="${game}-${id}"]{--c:${value};--ink:${ink};--print-share:${PRINT_SHARES[ink]}%;--edge-light:${light}%;--edge-dark:${dark}%}`
}

interface ColouredGame {
  readonly id: string
  readonly palette: { readonly colours: readonly Colour[] }
}

/** The rules for `data-c="<game>-<colour>"`: --c is the colour, --ink a readable ink on it, --c-edge its outline
    against any surface, --print the tone of pictures on it. */
export const paletteStyles = (games: Iterable<ColouredGame>): string =>
  [SHARED, ...[...games].flatMap((game) => game.palette.colours.map((c) => ruleOf(game.id, c)))].join('\n')

/** Adds the colours of games to the page. The page policy forbids inline styles, but not constructed style sheets. */
export function adoptColours(games: Iterable<ColouredGame>) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(paletteStyles(games))
  document.adoptedStyleSheets.push(sheet)
}
