/** Small sounds, made here and never fetched; silent until somebody asks for them. And a touch that is felt. */
import { loadValue, saveValue } from '../app/storage.ts'

const WANTED = 'sound'

class Sound {
  on = $state(loadValue(WANTED, false))
  #context: AudioContext | null = null

  toggle() {
    this.on = !this.on
    saveValue(WANTED, this.on)
    this.play('turn')
  }

  /** Plays one of the sounds, if they are wanted. */
  play(name: keyof typeof SOUNDS) {
    if (!this.on || document.visibilityState === 'hidden') return
    // only after a touch may a page be heard
    this.#context ??= new AudioContext()
    void this.#context.resume()
    for (const note of SOUNDS[name]) sing(this.#context, note)
  }
}

interface Note {
  readonly pitch: number
  /** Seconds from now, and how long it rings. */
  readonly at: number
  readonly rings: number
  readonly loud: number
  readonly wave?: OscillatorType
}

const SOUNDS = {
  /** Wood on wood: a piece is laid. */
  lay: [{ pitch: 180, at: 0, rings: 0.07, loud: 0.16, wave: 'triangle' }],
  turn: [
    { pitch: 523, at: 0, rings: 0.18, loud: 0.07 },
    { pitch: 659, at: 0.09, rings: 0.25, loud: 0.07 },
  ],
  moment: [
    { pitch: 392, at: 0, rings: 0.3, loud: 0.08 },
    { pitch: 494, at: 0.1, rings: 0.3, loud: 0.08 },
    { pitch: 587, at: 0.2, rings: 0.5, loud: 0.08 },
  ],
  end: [
    { pitch: 392, at: 0, rings: 0.5, loud: 0.08 },
    { pitch: 523, at: 0.14, rings: 0.5, loud: 0.08 },
    { pitch: 659, at: 0.28, rings: 0.5, loud: 0.08 },
    { pitch: 784, at: 0.42, rings: 0.9, loud: 0.08 },
  ],
  no: [{ pitch: 150, at: 0, rings: 0.14, loud: 0.08 }],
} satisfies Record<string, readonly Note[]>

function sing(context: AudioContext, { pitch, at, rings, loud, wave = 'sine' }: Note) {
  const [begins, ends] = [context.currentTime + at, context.currentTime + at + rings]
  const [tone, gain] = [context.createOscillator(), context.createGain()]
  tone.type = wave
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0, begins)
  gain.gain.linearRampToValueAtTime(loud, begins + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, ends)
  tone.connect(gain).connect(context.destination)
  tone.start(begins)
  tone.stop(ends)
}

export const sound = new Sound()

/** A short knock in the hand, where the device can; whoever wants little motion gets none. */
export function feel(ms = 8) {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(ms)
}
