import { removePrefix } from '../table-helpers.svelte.ts'
import type { View } from './types.gen.ts'
import { type SeatView, TABS, type Tab, tabOf } from './view.ts'

/** A decision in the middle of the viewer's turn, such as a payment. */
const isInterruption = (decision: string) =>
  decision.startsWith('resolve ') && decision !== 'resolve anything'

/** The visible part of the table in a small window: it follows the decisions of the viewer. */
export class TabState {
  tab = $state<Tab>('board')
  #lastDecision = ''
  /** The part that was visible before an interruption. */
  #before: Tab = 'board'

  follow(view: View, myTurn: boolean, seated: boolean) {
    const decision = myTurn ? `${view.phase} ${view.task}` : view.phase
    if (decision === this.#lastDecision) return
    const last = this.#lastDecision
    this.#lastDecision = decision
    if (last === 'resolve anything' && isInterruption(decision)) this.#before = this.tab
    if (isInterruption(last) && decision === 'resolve anything') this.tab = this.#before
    else if (seated && (myTurn || view.phase !== 'resolve')) this.tab = tabOf(view)
  }
}

/** The tab of a piece; null if it is on none, so that it is always visible. */
export function findTab(id: string, seatView: SeatView | undefined): Tab | null {
  const counts = countByTab([id], seatView)
  return TABS.find((tab) => counts[tab] > 0) ?? null
}

/** How many pieces can be selected on each tab. */
export function countByTab(next: Iterable<string>, seatView: SeatView | undefined): Record<Tab, number> {
  const { offered = [], progress = [], created = [] } = seatView ?? {}
  const own = new Set([...offered, ...[...progress, ...created].map(({ id }) => id)])
  const counts = { board: 0, common: 0, own: 0 }
  for (const id of next) {
    const card = removePrefix('card:', id)
    if (id.startsWith('board:')) counts.board++
    else if (card && own.has(card)) counts.own++
    else if (card || id === 'common') counts.common++
  }
  return counts
}
