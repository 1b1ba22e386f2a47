/** The page, read from the fragment, so that a seat's secret never reaches the server's logs. */
export type Route =
  | { page: 'lobby' }
  | { page: 'signs' }
  | { page: 'history' }
  | { page: 'rules'; game: string; section: string }
  | { page: 'table'; table: string; token: string }

export function parseRoute(hash: string): Route {
  const [page, a, b] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => {
      try {
        return decodeURIComponent(part)
      } catch {
        return ''
      }
    })
  if (page === 'signs' || page === 'history') return { page }
  if (page === 'rules' && a) return { page, game: a, section: b ?? '' }
  if (page === 'table' && a && b) return { page, table: a, token: b }
  return { page: 'lobby' }
}

export const tableHash = (table: string, token: string) =>
  `#/table/${encodeURIComponent(table)}/${encodeURIComponent(token)}`

export const rulesHash = (game: string, section = '') =>
  `#/rules/${encodeURIComponent(game)}${section && `/${encodeURIComponent(section)}`}`

/** Whether a host name leads other devices to themselves. */
export const isLocal = (host: string) => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host)

/** The full address of a seat, for sharing. */
export const seatLink = (table: string, token: string) =>
  location.origin + location.pathname + tableHash(table, token)
