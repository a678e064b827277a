import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Instrument } from '../../domain/instrument/instrument'
import type { Ticker } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { HubEvent } from '../../workers/hub-events'

/** Every instrument the exchange lists, and whether its rules are confirmed (I17). */
export class CatalogueModel {
  readonly #instruments = signal<ReadonlyMap<InstrumentSymbol, Instrument>>(new Map())
  readonly #confirmed = signal(false)
  readonly #asOfMs = signal<number | null>(null)
  readonly #tickers = signal<ReadonlyMap<InstrumentSymbol, Ticker>>(new Map())
  readonly #staleTickers = signal<ReadonlySet<InstrumentSymbol>>(new Set())

  readonly instruments: ReadonlySignal<ReadonlyMap<InstrumentSymbol, Instrument>> = this.#instruments
  readonly confirmed: ReadonlySignal<boolean> = this.#confirmed
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  /** Filled while a page watches `allTickers`. */
  readonly tickers: ReadonlySignal<ReadonlyMap<InstrumentSymbol, Ticker>> = this.#tickers
  /** Those that the hub last told as old. */
  readonly staleTickers: ReadonlySignal<ReadonlySet<InstrumentSymbol>> = this.#staleTickers

  instrument(symbol: InstrumentSymbol): ReadonlySignal<Instrument | null> {
    return computed(() => this.#instruments.value.get(symbol) ?? null)
  }

  apply(event: HubEvent): void {
    if (event.type === 'instruments') {
      this.#instruments.value = new Map(event.instruments.map((instrument) => [instrument.symbol, instrument]))
      this.#confirmed.value = event.confirmed
      this.#asOfMs.value = event.asOfMs
    } else if (event.type === 'ticker') {
      this.#tickers.value = new Map(this.#tickers.value).set(event.ticker.symbol, event.ticker)
      this.#markStale(event.ticker.symbol, event.stale)
    }
  }

  #markStale(symbol: InstrumentSymbol, isStale: boolean): void {
    if (this.#staleTickers.peek().has(symbol) === isStale) return
    const next = new Set(this.#staleTickers.peek())
    if (isStale) next.add(symbol)
    else next.delete(symbol)
    this.#staleTickers.value = next
  }
}
