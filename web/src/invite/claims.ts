/** Claims of seats by invitations. A claim is stored before it is sent, so that it can be repeated if the answer is
    lost, and opening the link again leads to the same seat. */
import { loadValue, saveValue } from '../app/storage.ts'
import { addPart } from '../deal/parts.ts'
import type { ClaimSeat, Welcome } from '../messages.ts'

const KEY = 'claims'
const MAX_CLAIMS = 60
const SECRET_BYTES = 24

// earlier versions stored another type
const load = () =>
  loadValue<ClaimSeat[]>(KEY, []).map((claim): ClaimSeat => ({ ...claim, type: 'claim_seat' }))
const same = (claim: ClaimSeat, table: string, token: string) =>
  claim.table === table && claim.token === token

/** In base64url. `getRandomValues` also works on pages from plain http. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

export const findClaim = (table: string, token: string) => load().find((c) => same(c, table, token))

/** A claim with the same secret whenever it is repeated. Its part is for a game that has begun. */
export function makeClaim(
  {
    table,
    invited_seat,
    renews_key,
    deal_hash,
  }: Pick<Welcome, 'table' | 'invited_seat' | 'renews_key' | 'deal_hash'>,
  token: string,
  name: string,
): ClaimSeat {
  const secret = findClaim(table, token)?.secret ?? makeSecret()
  const part = invited_seat !== null && renews_key ? addPart(table, invited_seat, deal_hash) : null
  const claim: ClaimSeat = { type: 'claim_seat', table, token, secret, name, part }
  saveValue(KEY, [claim, ...load().filter((c) => !same(c, table, token))].slice(0, MAX_CLAIMS))
  return claim
}

/** Drops the claim of an invitation that another person has used. */
export function dropClaim(table: string, token: string) {
  saveValue(
    KEY,
    load().filter((c) => !same(c, table, token)),
  )
}
