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
  /** How many moves had been played when the first part of this browser was added. */
  from: number
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
  if (!proof && !reported.hash && !added.length) return { verdict: 'none', from: 0, fault: '' }
  const fault = findFault(reported, added)
  if (fault || !proof) return { verdict: 'broken', from: 0, fault }
  const mine = added.filter((a) => a.part).map((a) => findStep(proof, a) ?? 0)
  if (mine.length) return { verdict: 'own', from: Math.min(...mine), fault }
  return { verdict: proof.parts.some((part) => part) ? 'others' : 'server', from: 0, fault }
}

/** The number of moves after which a part was added: 0 before the deal, null if it is not in the proof. */
function findStep(proof: DealProof, { seat, part }: AddedPart): number | null {
  if (proof.parts[seat] === part) return 0
  return proof.renewals.find((r) => r.seat === seat + 1 && r.part === part)?.step ?? null
}

function findFault({ table, hash, key, proof }: ReportedDeal, added: readonly AddedPart[]): string {
  if (!proof) return 'the server does not reveal how the key was made'
  const shown = [hash, ...added.map((a) => a.hash)]
  if (shown.some((h) => h !== proof.hash)) return 'a different hash was shown before the deal'
  if (proof.table !== table || hashLines(proof.server_part, table) !== proof.hash)
    return 'the server’s part does not match the hash shown before the deal'
  if (added.some((a) => a.part && findStep(proof, a) === null))
    return 'this browser’s part was left out or changed'
  if (hashLines(proof.server_part, table, ...proof.parts).slice(0, 32) !== key)
    return 'the key does not follow from the parts'
  return ''
}
