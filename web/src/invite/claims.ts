/** The seats this browser has asked for by a link. A secret is kept before it is sent: so a lost answer can be
    repeated, and opening the same link again leads to the same seat. */
import { loadValue, saveValue } from '../app/storage.ts'
import type { Claim } from '../messages.ts'

const KEY = 'claims'
const MOST = 60
const BYTES = 24

// pages of before kept them under another type
const load = () => loadValue<Claim[]>(KEY, []).map((claim): Claim => ({ ...claim, type: 'claim' }))
const same = (claim: Claim, table: string, token: string) => claim.table === table && claim.token === token

/** base64url; made by `getRandomValues`, which also works where the page came over plain http. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

export const findClaim = (table: string, token: string) => load().find((c) => same(c, table, token))

/** What to say to sit down; the secret stays the same however often it is said. */
export function makeClaim(table: string, token: string, name: string): Claim {
  const secret = findClaim(table, token)?.secret ?? makeSecret()
  const claim: Claim = { type: 'claim', table, token, secret, name }
  saveValue(KEY, [claim, ...load().filter((c) => !same(c, table, token))].slice(0, MOST))
  return claim
}

/** Somebody else was faster. */
export function dropClaim(table: string, token: string) {
  saveValue(
    KEY,
    load().filter((c) => !same(c, table, token)),
  )
}
