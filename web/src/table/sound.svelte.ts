/** Synthesized sounds, off by default, and vibration. */
import { loadValue, saveValue } from '../app/storage.ts'

const KEY = 'sound'

class Sound {
  on = $state(loadValue(KEY, false))
  #context: AudioContext | null = null

  toggle() {
    this.on = !this.on
    saveValue(KEY, this.on)
    this.play('turn')
  }

  /** Plays a sound if sound is on. */
  play(name: keyof typeof SOUNDS) {
    if (!this.on || document.visibilityState === 'hidden') return
    // browsers allow audio only after a user gesture
    this.#context ??= new AudioContext()
    void this.#context.resume()
    for (const note of SOUNDS[name]) playNote(this.#context, note)
  }
}

interface Note {
  /** In Hz. */
  readonly pitch: number
  /** In seconds. */
  readonly start: number
  readonly duration: number
  readonly volume: number
  readonly wave?: OscillatorType
}

const SOUNDS = {
  /** A piece is placed. */
  place: [{ pitch: 180, start: 0, duration: 0.07, volume: 0.16, wave: 'triangle' }],
  turn: [
    { pitch: 523, start: 0, duration: 0.18, volume: 0.07 },
    { pitch: 659, start: 0.09, duration: 0.25, volume: 0.07 },
  ],
  moment: [
    { pitch: 392, start: 0, duration: 0.3, volume: 0.08 },
    { pitch: 494, start: 0.1, duration: 0.3, volume: 0.08 },
    { pitch: 587, start: 0.2, duration: 0.5, volume: 0.08 },
  ],
  end: [
    { pitch: 392, start: 0, duration: 0.5, volume: 0.08 },
    { pitch: 523, start: 0.14, duration: 0.5, volume: 0.08 },
    { pitch: 659, start: 0.28, duration: 0.5, volume: 0.08 },
    { pitch: 784, start: 0.42, duration: 0.9, volume: 0.08 },
  ],
  refuse: [{ pitch: 150, start: 0, duration: 0.14, volume: 0.08 }],
} satisfies Record<string, readonly Note[]>

function playNote(context: AudioContext, { pitch, start, duration, volume, wave = 'sine' }: Note) {
  const begin = context.currentTime + start
  const end = begin + duration
  const [tone, gain] = [context.createOscillator(), context.createGain()]
  tone.type = wave
  tone.frequency.value = pitch
  gain.gain.setValueAtTime(0, begin)
  gain.gain.linearRampToValueAtTime(volume, begin + 0.01)
  gain.gain.exponentialRampToValueAtTime(0.0001, end)
  tone.connect(gain).connect(context.destination)
  tone.start(begin)
  tone.stop(end)
}

export const sound = new Sound()

/** A short vibration, unless reduced motion is preferred. */
export function vibrate(ms = 8) {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(ms)
}
