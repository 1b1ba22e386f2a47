/** The table somebody is about to open: game, seats and options, until it is sent. */
import { me } from '../app/me.svelte.ts'
import type {
  Game,
  GameOption,
  OptionChoice,
  OptionValue,
  SeatKind,
  SeatRequest,
  TableRequest,
} from '../messages.ts'

export const SEAT_KINDS: readonly { kind: SeatKind; label: string }[] = [
  { kind: 'me', label: 'Me' },
  { kind: 'link', label: 'Link' },
  { kind: 'here', label: 'Here' },
  { kind: 'bot', label: 'Bot' },
]

/** A seat of the form: nothing is left out. */
export type Place = Required<SeatRequest>

export class TableForm {
  readonly game: Game
  count: number
  /** One for every seat the game can have; the first `count` of them play. */
  places: Place[]
  #chosen: Record<string, OptionValue>

  seats: Place[] = $derived.by(() => this.places.slice(0, this.count))

  constructor(game: Game) {
    this.game = game
    const most = Math.max(...game.seats)
    this.count = $state(game.seats.find((n) => n >= 2) ?? most)
    this.places = $state(
      Array.from({ length: most }, (_, i): Place => ({
        kind: i === 0 ? 'me' : 'bot',
        name: '',
        level: game.levels[Math.floor(game.levels.length / 2)] ?? null,
      })),
    )
    this.#chosen = $state({})
  }

  /** Only one seat is mine: choosing another gives the first to a bot. */
  setKind(seat: number, kind: SeatKind) {
    if (kind === 'me') for (const p of this.places) if (p.kind === 'me') p.kind = 'bot'
    const place = this.places[seat]
    if (place) place.kind = kind
  }

  /** The options that a table of this size has. */
  options: GameOption[] = $derived.by(() => this.game.options.filter((o) => o.seats.includes(this.count)))

  /** The value of an option that was not chosen; it may follow another option. */
  standard(option: GameOption): OptionValue {
    const followed = option.follows.find((f) => {
      const other = this.options.find((o) => o.name === f.option)
      return other && this.value(other) === f.value
    })
    if (followed) return followed.default
    return option.default ?? option.by_seats?.[String(this.count)] ?? option.low ?? ''
  }

  /** The values of a choice at a table of this size. */
  values(option: GameOption): OptionChoice[] {
    return option.values.filter((v) => v.seats.includes(this.count))
  }

  value(option: GameOption): OptionValue {
    const chosen = this.#chosen[option.name]
    const gone = option.values.length > 0 && !this.values(option).some((v) => v.value === chosen)
    return chosen === undefined || gone ? this.standard(option) : chosen
  }

  choose(option: GameOption, value: OptionValue) {
    const others = Object.entries(this.#chosen).filter(([name]) => name !== option.name)
    const chosen = value === this.standard(option) ? [] : [[option.name, value] as const]
    this.#chosen = Object.fromEntries([...others, ...chosen])
  }

  /** Only what was chosen is sent: a standard that depends on the seats stays the server's. */
  message(): TableRequest {
    return {
      game: this.game.id,
      seats: this.seats.map(({ kind, name, level }, i) => ({
        kind,
        name: kind === 'bot' ? '' : (kind === 'me' ? me.name : name.trim()) || `Player ${i + 1}`,
        level: kind === 'bot' ? level : null,
      })),
      options: Object.fromEntries(
        this.options
          .map((o) => [o, this.value(o)] as const)
          .filter(([o, value]) => value !== this.standard(o))
          .map(([o, value]) => [o.name, value]),
      ),
    }
  }
}
