import { INK, edgeShare, inkOn } from './contrast.ts'
import { palettes } from './palette.ts'

/** The rules behind `data-c="<game>-<colour>"`: --c colour, --ink readable ink on it,
    --c-edge its outline against any surface, --print the tone of pictures on it. */
export function paletteStyles(): string {
  const rules = Object.entries(palettes).flatMap(([game, palette]) =>
    palette.colours.map(({ id, value }) => {
      const ink = inkOn(value)
      const share = ink === INK.light ? 12 : 30
      const [light, dark] = [edgeShare(value, 'light'), edgeShare(value, 'dark')]
      return `[data-c="${game}-${id}"]{--c:${value};--ink:${ink};--print-share:${share}%;--el:${light}%;--ed:${dark}%}`
    }),
  )
  const shared = `[data-c]{
  --c-edge:color-mix(in srgb,var(--c),var(--edge) calc(var(--el) * var(--on-light) + var(--ed) * var(--on-dark)));
  --print:color-mix(in oklab,var(--c) var(--print-share),var(--ink));
}`
  return [shared, ...rules].join('\n')
}
