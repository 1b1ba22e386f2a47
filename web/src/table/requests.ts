/** What players ask of each other, in words. */
import type { Proposal } from '../messages.ts'

const REQUESTS: Record<Proposal['kind'], string> = { rematch: 'play again', undo: 'undo the last move' }

/** "Bo asks to undo the last move." */
export const describeRequest = ({ kind }: Proposal, name: string) =>
  `${name} ${name === 'You' ? 'asked' : 'asks'} to ${REQUESTS[kind]}.`
