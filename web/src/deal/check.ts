/** Verifies a deal in the browser, without the server. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DealProof, Result } from '../messages.ts'
import type { AddedPart } from './parts.ts'

/** `own`: a part of this browser is in the key. `others`: only parts of others are. `server`: only the server's.
    `none`: there is nothing to check. `broken`: the deal is not the one committed to. */
type Verdict = 'own' | 'others' | 'server' | 'none' | 'broken'

export interface DealCheck {
  verdict: Verdict
  /** The first part of this browser covers what was drawn after this many moves; null: all, also the deal. */
  from: number | null
  /** The fault; empty if there is none. */
  fault: string
}

/** What the server reported about a deal, before and after the game. */
export interface ReportedDeal extends Pick<Result, 'key' | 'proof'> {
  table: string
  hash: string
}

const hashLines = (...lines: string[]) => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))))

export function checkDeal(reported: ReportedDeal, added: readonly AddedPart[]): DealCheck {
  const { proof } = reported
  if (!proof && !reported.hash && !added.length) return { verdict: 'none', from: null, fault: '' }
  const fault = findFault(reported, added)
  if (fault || !proof) return { verdict: 'broken', from: null, fault }
  const mine = added.filter((a) => a.part)
  if (mine.some((a) => isInDeal(proof, a))) return { verdict: 'own', from: null, fault }
  if (mine.length)
    return { verdict: 'own', from: Math.min(...mine.flatMap((a) => findStep(proof, a) ?? [])), fault }
  const others = proof.renewals.length || proof.parts.some((part) => part)
  return { verdict: others ? 'others' : 'server', from: null, fault }
}

const isInDeal = (proof: DealProof, { seat, part }: AddedPart) => proof.parts[seat] === part

/** The number of moves after which a part was added to a running game. */
const findStep = (proof: DealProof, { seat, part }: AddedPart) =>
  proof.renewals.find((r) => r.seat === seat + 1 && r.part === part)?.step

function findFault({ table, hash, key, proof }: ReportedDeal, added: readonly AddedPart[]): string {
  if (!proof) return 'the server does not reveal how the key was made'
  const shown = [hash, ...added.map((a) => a.hash)]
  if (shown.some((h) => h !== proof.hash)) return 'a different hash was shown before the deal'
  if (proof.table !== table || hashLines(proof.server_part, table) !== proof.hash)
    return 'the server’s part does not match the hash shown before the deal'
  if (added.some((a) => a.part && !isInDeal(proof, a) && findStep(proof, a) === undefined))
    return 'this browser’s part was left out or changed'
  if (hashLines(proof.server_part, table, ...proof.parts).slice(0, 32) !== key)
    return 'the key does not follow from the parts'
  if (proof.renewals.some((r, k) => r.step < (proof.renewals[k - 1]?.step ?? 0)))
    return 'the parts of players who joined later are out of order'
  return ''
}
