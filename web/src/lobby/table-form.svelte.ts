/** The form for a new table: game, seats and options. */
import { botPause } from '../app/bot-pause.ts'
import { botName } from '../app/bots.ts'
import { profile } from '../app/profile.svelte.ts'
import { loadValue, saveValue } from '../app/storage.ts'
import type {
  GameInfo,
  GameOption,
  OptionChoice,
  OptionValue,
  SeatKind,
  SeatRequest,
  TableRequest,
} from '../messages.ts'

export const SEAT_KINDS: readonly { kind: SeatKind; label: string }[] = [
  { kind: 'me', label: 'Me' },
  { kind: 'link', label: 'Friend online' },
  { kind: 'here', label: 'This device' },
  { kind: 'bot', label: 'Bot' },
]

/** How friends play: each with a link, or all on this device. */
export type Friends = 'link' | 'here'

/** A seat of the form. */
export type SeatDraft = Required<SeatRequest>

/** The last table of a game, so that it can be opened again with one click. */
interface LastPlayed {
  count: number
  places: SeatDraft[]
  options: Record<string, OptionValue>
}

const PLAYED_KEY = 'played'
const LATEST_KEY = 'latest'
const loadPlayed = () => loadValue<Record<string, LastPlayed>>(PLAYED_KEY, {})

/** The id of the game that was opened last. */
export const latestGame = () => loadValue(LATEST_KEY, '')

export class TableForm {
  readonly game: GameInfo
  count: number
  /** One for every seat the game can have; the first `count` of them play. */
  allSeats: SeatDraft[]
  #chosen: Record<string, OptionValue>
  /** The game was not opened in this browser before: its options for a first game are chosen. */
  readonly #first: boolean
  readonly #defaultLevel: string | null

  seats: SeatDraft[] = $derived.by(() => this.allSeats.slice(0, this.count))
  /** The levels of the game, and the bots of other packages for this number of players. */
  levels: string[] = $derived.by(() => {
    const added = this.game.added_bots.filter((bot) => bot.seats.includes(this.count))
    return [...this.game.levels, ...added.map((bot) => bot.name)]
  })
  /** The options that leave a choice for this number of players. */
  options: GameOption[] = $derived.by(() =>
    this.game.options.filter(
      (o) => o.seats.includes(this.count) && (!o.values.length || this.choicesOf(o).length > 1),
    ),
  )
  /** The number of changed options. */
  changes: number = $derived.by(() => Object.keys(this.#changedOptions()).length)

  /** The options of a first game that are still as chosen for it. */
  firstGameOptions: GameOption[] = $derived.by(() =>
    this.options.filter((o) => this.#isForFirstGame(o.name, this.valueOf(o))),
  )

  /** As played last, otherwise me against one bot of the level played last in any game, at first the easiest. */
  constructor(game: GameInfo) {
    this.game = game
    const played = loadPlayed()
    const usual = played[latestGame()]?.places.find((seat) => seat.kind === 'bot')?.level
    this.#defaultLevel = game.levels.find((level) => level === usual) ?? game.levels[0] ?? null
    const last = played[game.id]
    const most = Math.max(...game.seats)
    const count = game.seats.find((n) => n === last?.count)
    this.count = $state(count ?? game.seats.find((n) => n >= 2) ?? most)
    this.allSeats = $state(
      Array.from({ length: most }, (_, i): SeatDraft => {
        const old = last?.places[i]
        // an online friend may not be there again: a bot takes the seat until friends are invited
        const kind = old ? (old.kind === 'link' ? 'bot' : old.kind) : i === 0 ? 'me' : 'bot'
        return { kind, name: old?.name ?? '', level: old?.level ?? this.#defaultLevel }
      }),
    )
    this.#first = !last
    this.#chosen = $state(last?.options ?? { ...game.first_game_options })
  }

  /** Only one seat can be mine: the previous one becomes a bot's. */
  setKind(index: number, kind: SeatKind) {
    if (kind === 'me') for (const seat of this.allSeats) if (seat.kind === 'me') seat.kind = 'bot'
    const seat = this.allSeats[index]
    if (seat) seat.kind = kind
  }

  /** The level of a bot, if it is available for this number of players, otherwise the default. */
  levelOf(seat: SeatDraft): string | null {
    return this.levels.find((level) => level === seat.level) ?? this.#defaultLevel
  }

  /** The default of an option, which may depend on another option. */
  defaultOf(option: GameOption): OptionValue {
    const dependent = option.default_when.find((d) => {
      const other = this.options.find((o) => o.name === d.option)
      return other && this.valueOf(other) === d.value
    })
    if (dependent) return dependent.default
    return option.default ?? option.by_seats?.[String(this.count)] ?? option.low ?? ''
  }

  /** The choices of an option for this number of players. */
  choicesOf(option: GameOption): OptionChoice[] {
    return option.values.filter((v) => v.seats.includes(this.count))
  }

  valueOf(option: GameOption): OptionValue {
    const chosen = this.#chosen[option.name]
    const unavailable = option.values.length > 0 && !this.choicesOf(option).some((v) => v.value === chosen)
    return chosen === undefined || unavailable ? this.defaultOf(option) : chosen
  }

  choose(option: GameOption, value: OptionValue) {
    const others = Object.entries(this.#chosen).filter(([name]) => name !== option.name)
    const chosen = value === this.defaultOf(option) ? [] : [[option.name, value] as const]
    this.#chosen = Object.fromEntries([...others, ...chosen])
  }

  resetOptions() {
    this.#chosen = {}
  }

  /** Contains only options that were chosen: the others are left to the server. With friends, online or on this
      device, they play instead of bots. */
  makeRequest(friends?: Friends): TableRequest {
    const seats = friends ? this.#replaceBots(friends) : this.seats
    return {
      game: this.game.id,
      seats: seats.map((seat, i) => ({
        kind: seat.kind,
        name: seat.kind === 'bot' ? botName(i) : seat.kind === 'me' ? profile.name : seat.name.trim(),
        level: seat.kind === 'bot' ? this.levelOf(seat) : null,
      })),
      options: this.#changedOptions(),
      pause_ms: botPause.load(),
    }
  }

  /** Stores this form for the next visit, without what was chosen only because it is the first game. */
  remember() {
    const { count, game } = this
    const last: LastPlayed = {
      count,
      places: $state.snapshot(this.allSeats),
      options: Object.fromEntries(
        Object.entries(this.#changedOptions()).filter(([name, value]) => !this.#isForFirstGame(name, value)),
      ),
    }
    saveValue(LATEST_KEY, game.id)
    saveValue(PLAYED_KEY, { ...loadPlayed(), [game.id]: last })
  }

  #isForFirstGame(name: string, value: OptionValue): boolean {
    return this.#first && this.game.first_game_options[name] === value
  }

  #replaceBots(friends: Friends): SeatDraft[] {
    if (this.seats.some((s) => s.kind === friends)) return this.seats
    return this.seats.map((s) => (s.kind === 'bot' ? { ...s, kind: friends } : s))
  }

  #changedOptions(): Record<string, OptionValue> {
    return Object.fromEntries(
      this.options
        .map((o) => [o, this.valueOf(o)] as const)
        .filter(([o, value]) => value !== this.defaultOf(o))
        .map(([o, value]) => [o.name, value]),
    )
  }
}
