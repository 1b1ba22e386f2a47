/** Which piece's detail is shown. */
import { loadValue, saveValue } from '../app/storage.ts'
import type { PieceDescription } from '../messages.ts'
import { findPiece } from './find-pieces.ts'
import type { SeatClient } from './seat-client.svelte.ts'
import type { Question } from './touches.svelte.ts'

const TIP_KEY = 'detailsTipClosed'

/** The tip that every piece can be described; shown until it is closed, once in this browser. */
class DetailsTip {
  shown = $state(!loadValue(TIP_KEY, false))

  close() {
    if (!this.shown) return
    this.shown = false
    saveValue(TIP_KEY, true)
  }
}

export const detailsTip = new DetailsTip()

export class Details {
  /** What the player asked about; null: nothing. */
  #question = $state.raw<Question | null>(null)
  #client: () => SeatClient

  /** The question with its answer, once there is one. */
  shown = $derived.by((): { readonly question: Question; readonly answer: PieceDescription } | null => {
    const [question, answer] = [this.#question, this.#client().description]
    return question && answer?.piece === question.piece ? { question, answer } : null
  })

  constructor(client: () => SeatClient) {
    this.#client = client
  }

  ask(question: Question) {
    // hovering does not replace what was asked for
    if (question.hover && this.#question && !this.#question.hover) return
    if (!question.hover) detailsTip.close()
    // an earlier answer may be out of date
    if (this.#question?.piece !== question.piece) this.#client().description = null
    // where a key was pressed, if the piece is not on the table
    const node = question.node ?? findPiece(question.piece) ?? document.activeElement
    this.#question = { ...question, node }
    this.#client().requestDescription(question.piece, question.touches)
  }

  /** Asks again, because the table has changed. */
  refresh(touches: readonly string[]) {
    const question = this.#question
    if (question) this.ask({ ...question, touches: question.touches && touches })
  }

  /** Closes the detail; `focus` returns to the piece. */
  close(focus = false) {
    const question = this.#question
    this.#question = null
    if (!focus || !question) return
    const node = question.node?.isConnected ? question.node : findPiece(question.piece)
    ;(node as HTMLElement | null)?.focus({ preventScroll: true })
  }

  /** Whether an element belongs to the detail or to its piece. */
  contains(element: Element): boolean {
    return !!element.closest('[data-detail]') || !!this.#question?.node?.contains(element)
  }
}
