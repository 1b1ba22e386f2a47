/** Whether a deal was made as it was promised: what a page can find out by itself, without asking the server. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Result } from '../messages.ts'
import type { AddedPart } from './parts.ts'

/** `own`: a part of this browser is in the key. `others`: only others added one. `server`: nobody did.
    `none`: there is nothing to check. `broken`: the deal is not what was promised. */
export type Verdict = 'own' | 'others' | 'server' | 'none' | 'broken'

export interface Finding {
  verdict: Verdict
  /** What does not fit; empty if all does. */
  why: string
}

/** What the server has told of a deal, at the beginning and at the end. */
export interface ToldDeal extends Pick<Result, 'key' | 'proof'> {
  table: string
  hash: string
}

const hashLines = (...lines: string[]) => bytesToHex(sha256(utf8ToBytes(lines.join('\n'))))

export function checkDeal(told: ToldDeal, added: readonly AddedPart[]): Finding {
  if (!told.proof && !told.hash && !added.length) return { verdict: 'none', why: '' }
  const why = findFault(told, added)
  if (why || !told.proof) return { verdict: 'broken', why }
  if (added.some((a) => a.part)) return { verdict: 'own', why }
  return { verdict: told.proof.parts.some((part) => part) ? 'others' : 'server', why }
}

function findFault({ table, hash, key, proof }: ToldDeal, added: readonly AddedPart[]): string {
  if (!proof) return 'the server does not tell what the key was made of'
  const shown = [hash, ...added.map((a) => a.hash)]
  if (shown.some((h) => h !== proof.hash)) return 'another hash was shown before the deal'
  if (proof.table !== table || hashLines(proof.server_part, table) !== proof.hash)
    return 'the server’s part does not have the hash that was shown before the deal'
  if (added.some((a) => a.part && a.part !== proof.parts[a.seat]))
    return 'what this browser added was left out or changed'
  if (hashLines(proof.server_part, table, ...proof.parts).slice(0, 32) !== key)
    return 'the key does not follow from the parts'
  return ''
}
