import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Ticker } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'

/** What is known of one market's figures. */
export interface TickerState {
  readonly ticker: Ticker | null
  /** Whether the hub last told it as old. */
  readonly isStale: boolean
}

const UNKNOWN: TickerState = { ticker: null, isStale: false }

/**
 * The newest figures of every market, each behind a signal of its own: with three thousand markets a row must not look
 * again when another one's price moves.
 */
export class TickerTable {
  readonly #states = new Map<InstrumentSymbol, Signal<TickerState>>()
  readonly #current = signal(0)
  readonly #options = signal(0)

  /** How many markets have figures that are not old: rises while a list fills, and stays when prices move. */
  readonly current: ReadonlySignal<number> = this.#current

  /** How many options were heard of: rises when a chain fills, and stays when prices move. */
  readonly options: ReadonlySignal<number> = this.#options

  /** Those of them that are on a coin. */
  optionsOn(coin: string): readonly InstrumentSymbol[] {
    return [...this.#states].flatMap(([symbol, state]) =>
      symbol.startsWith(`${coin}-`) && state.peek().ticker?.option !== undefined ? symbol : [],
    )
  }

  /** Of a market that was not heard of, too: its signal changes once it is. */
  of(symbol: InstrumentSymbol): ReadonlySignal<TickerState> {
    return this.#signal(symbol)
  }

  /** The figures as they are, without following them; `null` before the first. */
  peek(symbol: InstrumentSymbol): Ticker | null {
    return this.#states.get(symbol)?.peek().ticker ?? null
  }

  set(ticker: Ticker, isStale: boolean): void {
    const state = this.#signal(ticker.symbol)
    const before = isCurrent(state.peek())
    if (ticker.option !== undefined && state.peek().ticker === null) this.#options.value += 1
    state.value = { ticker, isStale }
    this.#current.value += Number(!isStale) - Number(before)
  }

  /** All figures are old until they come anew. */
  markAllStale(): void {
    batch(() => {
      for (const state of this.#states.values()) {
        const { ticker } = state.peek()
        if (isCurrent(state.peek())) state.value = { ticker, isStale: true }
      }
      this.#current.value = 0
    })
  }

  #signal(symbol: InstrumentSymbol): Signal<TickerState> {
    let state = this.#states.get(symbol)
    if (state === undefined) {
      state = signal(UNKNOWN)
      this.#states.set(symbol, state)
    }
    return state
  }
}

function isCurrent({ ticker, isStale }: TickerState): boolean {
  return ticker !== null && !isStale
}
