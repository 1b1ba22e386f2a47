/** A small picture of the table as it stands: its named areas with their numbers, and the colours that lie in them. */

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Area extends Rectangle {
  readonly name: string
  /** An area can have several parts; only its first has a number. */
  readonly first: boolean
}
export interface Plan {
  readonly width: number
  readonly height: number
  readonly areas: readonly Area[]
  readonly colours: readonly (Rectangle & { readonly colour: string })[]
}

const visible = (elements: Iterable<Element>) => [...elements].filter((e) => e.getClientRects().length)

/** Measure the areas of a table: elements with `data-area`, or with the touch id of an area. */
export function drawPlan(table: Element, names: readonly string[]): Plan {
  const { left, top, width, height } = table.getBoundingClientRect()
  const measure = (element: Element): Rectangle => {
    const box = element.getBoundingClientRect()
    return { x: box.left - left, y: box.top - top, width: box.width, height: box.height }
  }
  const found = names.flatMap((name) => {
    const id = CSS.escape(name)
    const parts = visible(table.querySelectorAll(`[data-area="${id}"], [data-touch-id="area:${id}"]`))
    return parts.map((element, i) => ({ name, element, first: i === 0 }))
  })
  // an area within another one is drawn later
  const areas = found
    .map(({ name, element, first }) => ({ name, first, ...measure(element) }))
    .sort((a, b) => b.width * b.height - a.width * a.height)
  const coloured = visible(found.flatMap(({ element }) => [...element.querySelectorAll('[data-c]')]))
  const colours = [...new Set(coloured)].map((e) => ({
    colour: getComputedStyle(e).backgroundColor,
    ...measure(e),
  }))
  return { width, height, areas, colours }
}

/** The centres of the numbers: each at the upper left of its area, further right if another one is there. */
export function placeNumbers(areas: readonly Area[], size: number) {
  const placed: { name: string; x: number; y: number }[] = []
  for (const area of areas.filter(({ first }) => first)) {
    const y = area.y + size * 0.62
    // a strip may be scrolled so that its beginning cannot be seen
    let x = Math.max(area.x, 0) + size * 0.62
    while (placed.some((other) => Math.abs(other.x - x) < size && Math.abs(other.y - y) < size)) x += size / 4
    placed.push({ name: area.name, x, y })
  }
  return placed
}
