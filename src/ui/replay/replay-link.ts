import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Candle } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import {
  everyCommand,
  type AnyCommand,
  type CandleRange,
  type CommandKind,
  type Read,
  type Watch,
} from '../../workers/hub-api'
import type { BookView, HubEvent } from '../../workers/hub-events'
import type { Outcome } from '../../workers/presses'
import { firstSymbol, type RecordedEntry, type RecordedRead, type Recording } from '../../workers/recording'
import type { HubLife, HubLink } from '../hub-link/hub-link'

/** Longest time that stands still in a recording before the replay goes on with what comes next. */
const STEP_MS = 50

type Told = Extract<RecordedEntry, { kind: 'key' | 'batch' }>
type Command = Extract<RecordedEntry, { kind: 'command' }>

export interface ReplayClock {
  monotonic(): number
  after(delayMs: number, call: () => void): () => void
}

/** A hub that is a file: it tells the page what a tab was told, at the pace asked for, and takes nothing from it. */
export class ReplayLink implements HubLink {
  readonly startMs: number
  readonly endMs: number
  readonly #entries: readonly Told[]
  readonly #commands: readonly Command[]
  readonly #listeners = new Set<(events: readonly HubEvent[]) => void>()
  readonly #position = signal(0)
  readonly #isPlaying = signal(false)
  readonly #symbol: Signal<InstrumentSymbol | null>
  readonly #isDamaged = signal(false)
  readonly #said = signal<Command | null>(null)
  /** Local time that is shown, milliseconds. */
  readonly position: ReadonlySignal<number> = this.#position
  readonly isPlaying: ReadonlySignal<boolean> = this.#isPlaying
  /** The contract that was on the screen; before the first one was, the first one. */
  readonly symbol: ReadonlySignal<InstrumentSymbol | null>
  /** Whether something in it could not be shown: it stops there. */
  readonly isDamaged: ReadonlySignal<boolean> = this.#isDamaged
  /** The newest request of the tab before this moment. */
  readonly said: ReadonlySignal<Command | null> = this.#said
  readonly #watches = new Set<Watch>()
  /** The finest grouping of each symbol's book so far. */
  readonly #finest = new Map<InstrumentSymbol, number>()
  /** When what is being told just now was told. */
  #tellingAtMs: number | null = null
  #next = 0
  #stop: () => void = () => {}

  constructor(
    private readonly recording: Recording,
    private readonly clock: ReplayClock,
  ) {
    this.#entries = recording.entries.filter((entry) => entry.kind !== 'command')
    this.#commands = recording.entries.filter((entry) => entry.kind === 'command')
    this.startMs = recording.entries[0]?.atMs ?? 0
    // The clock of a computer may have been set back meanwhile.
    this.endMs = recording.entries.reduce((latest, { atMs }) => Math.max(latest, atMs), this.startMs)
    this.#position.value = this.startMs
    this.#symbol = signal(firstSymbol(recording))
    this.symbol = this.#symbol
  }

  /** Recorded local time: of what is being told just now, else of what is shown. */
  nowMs = (): number => this.#tellingAtMs ?? this.#position.peek()
  life = (): HubLife => 'replay'
  epoch = (): string => this.recording.epoch

  onLife(): () => void {
    return () => {}
  }

  onEvents(listener: (events: readonly HubEvent[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  afterPaint(call: () => void): void {
    call()
  }

  /** A recording sends what the tab was sent; of the books that it holds, a panel that asks for one grouping sees that one. */
  watch(watch: Watch): () => void {
    this.#watches.add(watch)
    return () => this.#watches.delete(watch)
  }

  dispose(): void {
    this.pause()
    this.#listeners.clear()
  }

  /** Shows a moment: the last whole state before it, and what came after that, without the toasts of then. */
  seek(atMs: number): void {
    const target = Math.min(this.endMs, Math.max(this.startMs, atMs))
    const key = this.#entries.findLastIndex((entry) => entry.kind === 'key' && entry.atMs <= target)
    this.#next = Math.max(0, key)
    const events: HubEvent[] = []
    let toldAtMs = target
    while (this.#isDue(target)) {
      const entry = this.#entries[this.#next++]
      for (const event of entry?.events ?? []) {
        if (event.type === 'notice') continue
        events.push(event)
        if (MARKET.has(event.type)) toldAtMs = entry?.atMs ?? target
      }
    }
    this.#deliver([...events, ...resetCharts(events)], toldAtMs)
    this.#moveTo(target)
  }

  play(speed: number): void {
    this.#stop()
    if (this.#position.peek() >= this.endMs) this.seek(this.startMs)
    this.#isPlaying.value = true
    let last = this.clock.monotonic()
    const step = (): void => {
      const now = this.clock.monotonic()
      const target = Math.min(this.endMs, this.#position.peek() + (now - last) * speed)
      last = now
      while (this.#isDue(target)) {
        const entry = this.#entries[this.#next++]
        // A whole state in the middle is where a seek begins; who plays on has been told all of it.
        if (entry?.kind === 'batch') this.#deliver(entry.events, entry.atMs)
      }
      this.#moveTo(target)
      if (target >= this.endMs || this.#isDamaged.peek()) this.#isPlaying.value = false
      else this.#stop = this.clock.after(STEP_MS, step)
    }
    this.#stop = this.clock.after(STEP_MS, step)
  }

  pause(): void {
    this.#stop()
    this.#isPlaying.value = false
  }

  readonly api: HubLink['api'] = {
    ...everyCommand((_, kind) => WITHOUT_HUB[kind]),
    candles: async (range) => this.#candles(range),
    orderHistory: async (query) => this.#read('orderHistory', (asked) => asked.symbol === query.symbol),
    executionHistory: async (query) => this.#read('executionHistory', (asked) => asked.symbol === query.symbol),
    strategyOrders: async ({ strategyId }) =>
      this.#read('strategyOrders', (asked) => asked['strategyId'] === strategyId),
    recording: async () => this.recording,
  }

  #isDue(target: number): boolean {
    const entry = this.#entries[this.#next]
    return entry !== undefined && entry.atMs <= target
  }

  #moveTo(position: number): void {
    this.#position.value = position
    this.#said.value = this.#commands.findLast(({ atMs }) => atMs <= position) ?? null
  }

  #deliver(events: readonly HubEvent[], atMs: number): void {
    const book = events.findLast((event) => event.type === 'book')
    if (book !== undefined) this.#symbol.value = book.book.symbol
    this.#tellingAtMs = atMs
    try {
      const shown = events.filter((event) => event.type !== 'book' || this.#isShown(event.book))
      for (const listener of this.#listeners) listener(shown)
    } catch {
      // The file says something that no hub says: what is shown from here on would be wrong.
      this.#isDamaged.value = true
    } finally {
      this.#tellingAtMs = null
    }
  }

  /**
   * Two panels of the tab may have had two groupings of one book. Where no panel of the replay asks for either, it shows the
   * finest, and not in turn the one that was drawn last.
   */
  #isShown({ symbol, group }: BookView): boolean {
    const finest = Math.min(group, this.#finest.get(symbol) ?? group)
    this.#finest.set(symbol, finest)
    const isAsked = (watch: Watch): boolean =>
      watch.topic.kind === 'book' &&
      'group' in watch &&
      watch.topic.symbol === symbol &&
      [watch, ...(watch.others ?? [])].some((shape) => shape.group === group)
    return group === finest || [...this.#watches].some(isAsked)
  }

  /** The bars that were read then, up to the moment that is shown. */
  #candles(range: CandleRange): Read<readonly Candle[]> {
    const read: Read<readonly Candle[]> = this.#read(
      'candles',
      ({ symbol, interval, source, endMs }) =>
        symbol === range.symbol && interval === range.interval && source === range.source && endMs === range.endMs,
    )
    if (read.hasError) return read
    return { ...read, value: read.value.filter(({ startMs }) => startMs <= this.#position.peek()) }
  }

  #read<T>(name: RecordedRead['name'], isAsked: (query: Readonly<Record<string, unknown>>) => boolean): Read<T> {
    const found = this.recording.reads.findLast(
      (read) => read.name === name && isAsked(read.query as Readonly<Record<string, unknown>>),
    )
    // Written by the recorder from an answer of this very kind.
    if (found !== undefined) return found.answer as Read<T>
    return { hasError: true, message: 'the recording does not hold this', code: null }
  }
}

/** What says that the market was heard of. */
const MARKET: ReadonlySet<HubEvent['type']> = new Set<HubEvent['type']>(['ticker', 'book', 'trades'])

const NO_HUB = 'a recording has no hub'
const NOT_LIVE: Outcome<never> = {
  kind: 'refused',
  rejection: { code: null, reason: 'notLive', message: 'a recording takes no orders', ext: {} },
}

/** What becomes of a command that the recording does not answer. */
const WITHOUT_HUB: { readonly [K in CommandKind]: AnyCommand } = {
  order: async () => NOT_LIVE,
  cancel: async () => NOT_LIVE,
  read: async () => ({ hasError: true, message: NO_HUB, code: null }),
  tell: async () => undefined,
  ask: () => Promise.reject(new Error(NO_HUB)),
}

/** Bars that were drawn for another moment are asked for again. */
function resetCharts(events: readonly HubEvent[]): readonly HubEvent[] {
  const resets = new Map<string, HubEvent>()
  for (const event of events) {
    if (event.type !== 'candles') continue
    const { symbol, interval, source } = event
    resets.set(`${symbol}/${interval}/${source}`, { type: 'candleReset', symbol, interval, source })
  }
  return [...resets.values()]
}
