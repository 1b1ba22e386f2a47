/** Tables that come with the package of a game, loaded while the pages run. */
import { adoptColours } from '../look/palette-css.ts'
import type { PackageTable } from '../messages.ts'
import { TABLE_API } from '../kit/version.ts'
import { games } from './index.ts'
import type { GameModule } from './module.ts'

export const LOAD_TIMEOUT_MS = 15_000

type Import = (address: string) => Promise<{ readonly default?: GameModule }>
const importModule: Import = (address) => import(/* @vite-ignore */ address)

/** Load the table of a package and add its game; reject if it does not fit these pages. */
export async function loadPackageTable(
  id: string,
  { api, script, style }: PackageTable,
  load: Import = importModule,
): Promise<void> {
  if (api !== TABLE_API) throw new Error(`it was built for version ${api} of the kit, not ${TABLE_API}`)
  const address = (path: string) => new URL(path, document.baseURI).href
  // our own import loads the styles of the kit too
  await Promise.all([import('../kit/index.ts'), style ? addStyle(address(style)) : undefined])
  const { default: game } = await withTimeout(load(address(script)))
  if (game?.id !== id || !game.palette || !game.Table)
    throw new Error(`its module must export a game with the id "${id}", a palette and a Table`)
  await withTimeout(game.Table())
  games.set(id, game)
  adoptColours([game])
}

const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('it took too long to load')), LOAD_TIMEOUT_MS)
    }),
  ])

function addStyle(href: string): Promise<void> {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  link.dataset.packageTable = ''
  return withTimeout(
    new Promise((resolve, reject) => {
      link.onload = () => resolve()
      link.onerror = () => reject(new Error('its style sheet cannot be loaded'))
      document.head.append(link)
    }),
  )
}
