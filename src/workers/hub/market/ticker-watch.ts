import type { Clock } from '../../../base/clock'
import type { PublicTopic } from '../../../domain/market/public-topic'

/**
 * A ticker that says nothing for so long is asked for again, and after the second time is called stale: mark prices
 * move every few seconds at least, and figures depend on them (F16).
 */
const TICKER_ASK_MS = 5_000
const TICKER_SILENCE_MS = 7_000
const CHECK_MS = 1_000

/** What the watch knows of a stream. */
export interface WatchedStream {
  readonly topic: PublicTopic
  readonly isSynced: boolean
  /** Local time of the newest message. */
  readonly heardAtMs: number | null
  /** Whether it is called stale because nothing came, although its channel speaks. */
  isSilent: boolean
  /** Local time at which a list was last asked for because of rows that could not be read. */
  mendedAtMs: number | null
}

interface Ports<S> {
  readonly clock: Clock
  streams(): Iterable<S>
  /** Whether a list has rows that could not be read. */
  hasTorn(): boolean
  /** Begins the topic again without doubting what is known: in a market that stands still it brings the same. */
  ask(stream: S): void
  /** The stream is stale from now on. */
  fellSilent(stream: S): void
}

/** Tickers can fall silent, or lose a row, while their channel goes on; heartbeats do not tell. */
export class TickerWatch<S extends WatchedStream> {
  readonly #ports: Ports<S>
  #cancel: (() => void) | null = null

  constructor(ports: Ports<S>) {
    this.#ports = ports
  }

  start(): void {
    this.stop()
    this.#cancel = this.#ports.clock.after(CHECK_MS, () => {
      const now = this.#ports.clock.now()
      for (const stream of this.#ports.streams()) {
        const { kind } = stream.topic
        if (kind === 'allTickers' || kind === 'chain' || kind === 'spreads') this.#mend(stream, now)
        else if (kind === 'ticker') this.#hear(stream, now)
      }
      this.start()
    })
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }

  #hear(stream: S, now: number): void {
    if (!stream.isSynced || stream.heardAtMs === null) return
    const silentMs = now - stream.heardAtMs
    // Again and again while nothing comes: an asking may be lost like any message.
    if (silentMs >= TICKER_ASK_MS && silentMs % TICKER_ASK_MS < CHECK_MS) this.#ports.ask(stream)
    if (silentMs < TICKER_SILENCE_MS || stream.isSilent) return
    stream.isSilent = true
    this.#ports.fellSilent(stream)
  }

  /** A row that could not be read may come the same again, so it waits between two askings. */
  #mend(stream: S, now: number): void {
    if (!stream.isSynced || !this.#ports.hasTorn()) return
    if (stream.mendedAtMs !== null && now - stream.mendedAtMs < TICKER_ASK_MS) return
    stream.mendedAtMs = now
    this.#ports.ask(stream)
  }
}
