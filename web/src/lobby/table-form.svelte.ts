/** The table somebody is about to open: game, seats and options, until it is sent. */
import { botName } from '../app/bots.ts'
import { me } from '../app/me.svelte.ts'
import { loadValue, saveValue } from '../app/storage.ts'
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

/** What was played last, so that it can be played again in one click. */
interface LastPlayed {
  count: number
  places: Place[]
  options: Record<string, OptionValue>
}

const KEY = 'played'
const LATEST = 'latest'
const loadPlayed = () => loadValue<Record<string, LastPlayed>>(KEY, {})

/** The game that was opened last: it is on show at the next visit. */
export const latestGame = () => loadValue(LATEST, '')

export class TableForm {
  readonly game: Game
  count: number
  /** One for every seat the game can have; the first `count` of them play. */
  places: Place[]
  #chosen: Record<string, OptionValue>

  seats: Place[] = $derived.by(() => this.places.slice(0, this.count))
  /** The levels of the game, and the bots of other packages that play with so many. */
  levels: string[] = $derived.by(() => {
    const added = this.game.added_bots.filter((bot) => bot.seats.includes(this.count))
    return [...this.game.levels, ...added.map((bot) => bot.name)]
  })
  readonly #usual: string | null
  /** How many rules are not the usual ones. */
  changes: number = $derived.by(() => Object.keys(this.#changed()).length)

  /** As it was played last; else I sit down against one bot, at first an easy one. */
  constructor(game: Game, firstVisit = false) {
    this.game = game
    const { levels } = game
    this.#usual = levels[firstVisit ? 0 : Math.floor(levels.length / 2)] ?? null
    const last = loadPlayed()[game.id]
    const most = Math.max(...game.seats)
    const count = game.seats.find((n) => n === last?.count)
    this.count = $state(count ?? game.seats.find((n) => n >= 2) ?? most)
    this.places = $state(
      Array.from({ length: most }, (_, i): Place => {
        const old = last?.places[i]
        // who waits for a friend does not play now: the seat is a bot's until friends are asked again
        const kind = old ? (old.kind === 'link' ? 'bot' : old.kind) : i === 0 ? 'me' : 'bot'
        return { kind, name: old?.name ?? '', level: old?.level ?? this.#usual }
      }),
    )
    this.#chosen = $state(last?.options ?? {})
  }

  /** Only one seat is mine: choosing another gives the first to a bot. */
  setKind(seat: number, kind: SeatKind) {
    if (kind === 'me') for (const p of this.places) if (p.kind === 'me') p.kind = 'bot'
    const place = this.places[seat]
    if (place) place.kind = kind
  }

  /** The level of a bot at a table of this size. */
  level(place: Place): string | null {
    return this.levels.find((level) => level === place.level) ?? this.#usual
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

  /** Back to the usual rules; the seats stay as they are. */
  useStandards() {
    this.#chosen = {}
  }

  /** Only what was chosen is sent: a standard that depends on the seats stays the server's.
      With friends the bots' seats are offered by a link. */
  message(friends = false): TableRequest {
    const seats = friends ? this.#inviting() : this.seats
    return {
      game: this.game.id,
      seats: seats.map((place, i) => ({
        kind: place.kind,
        name: place.kind === 'bot' ? botName(i) : place.kind === 'me' ? me.name : place.name.trim(),
        level: place.kind === 'bot' ? this.level(place) : null,
      })),
      options: this.#changed(),
    }
  }

  /** The next visit begins with this. */
  remember() {
    const { count, game } = this
    const places = $state.snapshot(this.places)
    saveValue(LATEST, game.id)
    saveValue(KEY, { ...loadPlayed(), [game.id]: { count, places, options: this.#changed() } })
  }

  #inviting(): Place[] {
    if (this.seats.some((s) => s.kind === 'link')) return this.seats
    return this.seats.map((s) => (s.kind === 'bot' ? { ...s, kind: 'link' } : s))
  }

  #changed(): Record<string, OptionValue> {
    return Object.fromEntries(
      this.options
        .map((o) => [o, this.value(o)] as const)
        .filter(([o, value]) => value !== this.standard(o))
        .map(([o, value]) => [o.name, value]),
    )
  }
}
