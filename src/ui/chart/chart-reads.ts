import { computed, effect, type Signal } from '@preact/signals-react'
import type { Clock } from '../../base/clock'
import type { ConnectionModel } from '../state/connection-model'
import { isMarketLive } from '../trading-kit/is-market-live'
import type { ChartPort } from './port/chart-port'

/** What lies over the chart: a skeleton, a message, or nothing. */
export type ChartPhase = 'loading' | 'ready' | 'empty' | 'error'

/** The wait after the first read that failed; it doubles with each further one. */
const WAIT_MIN_MS = 1_000
const WAIT_MAX_MS = 30_000

/**
 * What became of the chart's reads of its history. One that failed is asked again: as soon as the market is live again,
 * and while it is live after 1, 2, 4 … and at last every 30 seconds.
 */
export class ChartReads {
  /** Reads that failed since one came, or was asked for by somebody. */
  #failures = 0
  /** A read that nobody asked for begins: the message and its button stay where they are. */
  #isByItself = false
  #stopWaiting: (() => void) | null = null

  constructor(
    private readonly connection: ConnectionModel,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly phase: Signal<ChartPhase>,
    /** Leaves a trace of what nobody but the message on the chart says (spec §8). */
    private readonly trace: (message: string) => void,
  ) {}

  /** Hears an engine, and asks it again. @returns a function that stops both */
  follow(port: Pick<ChartPort, 'on' | 'resetData'>): () => void {
    // A status that says the same again must not ask sooner than the wait.
    const isLive = computed(() => isMarketLive(this.connection))
    const stops = [
      port.on('loading', () => {
        if (this.#isByItself) return
        this.#beginAnew()
        this.phase.value = 'loading'
      }),
      port.on('loaded', ({ isEmpty }) => {
        this.#beginAnew()
        this.phase.value = isEmpty ? 'empty' : 'ready'
      }),
      port.on('error', ({ message }) => {
        this.phase.value = 'error'
        // Those that follow by themselves say the same.
        if (this.#failures++ === 0) this.trace(message)
        if (isLive.peek()) this.#wait(port)
      }),
      // The first trade of a market that had none: from here on it is drawn, and what stands on it.
      port.on('bar', () => {
        if (this.phase.peek() === 'empty') this.phase.value = 'ready'
      }),
      effect(() => {
        // What failed while the exchange was away is asked for again when it is back; until then there is nobody to ask.
        const isBack = isLive.value
        this.#beginAnew()
        if (isBack && this.phase.peek() === 'error') port.resetData()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      this.#beginAnew()
    }
  }

  /** The next failure waits as the first one does. */
  #beginAnew(): void {
    this.#stopWaiting?.()
    this.#stopWaiting = null
    this.#failures = 0
  }

  #wait(port: Pick<ChartPort, 'resetData'>): void {
    this.#stopWaiting?.()
    const waitMs = Math.min(WAIT_MAX_MS, WAIT_MIN_MS * 2 ** (this.#failures - 1))
    this.#stopWaiting = this.clock.after(waitMs, () => {
      this.#stopWaiting = null
      // An engine tells of a read before it returns from here.
      this.#isByItself = true
      port.resetData()
      this.#isByItself = false
    })
  }
}
