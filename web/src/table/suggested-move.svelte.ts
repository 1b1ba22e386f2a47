/** The move that a hint suggests: which step comes next, playing it as a whole, and undoing it as one. */
import type { HintAnswer, HintStep, View } from '../messages.ts'

/** Between two steps, so that each can be followed. */
export const STEP_PAUSE_MS = 450

/** What a suggested move needs from the client of its seat. */
interface MoveClient {
  readonly view: () => View | null
  readonly playAction: (action: number) => void
  readonly undo: (steps: number) => void
}

export class SuggestedMove {
  answer = $state.raw<HintAnswer | null>(null)
  /** Its panel is open. */
  open = $state(false)
  /** Its steps are numbered on the table. */
  shown = $state(false)
  playing = $state(false)
  /** The index of the step that comes next; −1: the position is another one. */
  index = $state(-1)
  steps: readonly HintStep[] = $derived(this.answer?.best.steps ?? [])
  next: HintStep | null = $derived(this.steps[this.index] ?? null)

  readonly #client: MoveClient
  #timer: ReturnType<typeof setTimeout> | undefined
  #decision = -1
  /** Steps played as a whole, and the decision after the last of them. */
  #played = { count: 0, decision: -1 }

  constructor(client: MoveClient) {
    this.#client = client
  }

  suggest(answer: HintAnswer) {
    const view = this.#client.view()
    this.stop()
    this.answer = answer
    this.#decision = view?.decision ?? -1
    this.index = view ? this.#find(view, 0) : -1
    // after "Do it" only the player can submit: a panel would cover what has to be pressed
    this.shown = !!this.next?.submits && this.#played.decision === this.#decision
    this.open = !this.shown
    if (this.index < 0) this.dismiss()
  }

  dismiss() {
    this.stop()
    this.answer = null
    this.index = -1
    this.open = this.shown = false
  }

  /** Numbers the steps on the table. */
  show() {
    this.shown = true
    this.open = false
  }

  play() {
    this.playing = true
    this.open = false
    this.#played = { count: 0, decision: -1 }
    this.#playNext()
  }

  /** Ends automatic playing. */
  stop() {
    clearTimeout(this.#timer)
    this.playing = false
  }

  /** Undoes the last action, or asks to; if a whole move was played last, all of it. */
  undo() {
    this.stop()
    const whole = this.#played.decision === this.#client.view()?.decision
    this.#client.undo(whole ? this.#played.count : 1)
  }

  /** Follows a new view. */
  follow(view: View) {
    const changed = view.decision !== this.#decision
    this.#decision = view.decision
    if (!this.answer) return
    this.index = this.#find(view, changed ? this.index + 1 : this.index)
    if (this.playing && changed) {
      this.#played = { count: this.#played.count + 1, decision: view.decision }
      if (this.#mayPlay(view)) this.#timer = setTimeout(() => this.#playNext(), STEP_PAUSE_MS)
      else this.#end()
    }
    if (this.index < 0) this.dismiss()
  }

  /** The step that is expected in this position, most likely this one; −1: none. */
  #find(view: View, likely: number): number {
    const fits = (step: HintStep | undefined) => step?.decision_digest === view.decision_digest
    return fits(this.steps[likely]) ? likely : this.steps.findIndex(fits)
  }

  #mayPlay(view: View): boolean {
    return !!this.next && !this.next.submits && view.legal.includes(this.next.action)
  }

  #playNext() {
    const view = this.#client.view()
    if (!view || !this.next || !this.#mayPlay(view)) this.#end()
    else this.#client.playAction(this.next.action)
  }

  /** The move ends here; what only the player may do is shown. */
  #end() {
    this.stop()
    this.shown = this.index >= 0
  }
}
