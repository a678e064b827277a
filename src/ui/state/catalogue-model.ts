import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Contract } from '../../domain/instrument/contract'
import type { Ticker } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { HubEvent } from '../../workers/hub-events'

/** Every instrument the exchange lists, and whether its rules are confirmed (I17). */
export class CatalogueModel {
  readonly #instruments = signal<ReadonlyMap<InstrumentSymbol, Contract>>(new Map())
  readonly #confirmed = signal(false)
  readonly #asOfMs = signal<number | null>(null)
  readonly #tickers = signal<ReadonlyMap<InstrumentSymbol, Ticker>>(new Map())
  readonly #staleTickers = signal<ReadonlySet<InstrumentSymbol>>(new Set())

  readonly instruments: ReadonlySignal<ReadonlyMap<InstrumentSymbol, Contract>> = this.#instruments
  readonly confirmed: ReadonlySignal<boolean> = this.#confirmed
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  /** Filled while a page watches `allTickers`. */
  readonly tickers: ReadonlySignal<ReadonlyMap<InstrumentSymbol, Ticker>> = this.#tickers
  /** Those that the hub last told as old. */
  readonly staleTickers: ReadonlySignal<ReadonlySet<InstrumentSymbol>> = this.#staleTickers

  instrument(symbol: InstrumentSymbol): ReadonlySignal<Contract | null> {
    let known: Contract | null = null
    // The hub tells the whole list again with each confirmation: the same rules stay the same object, so that what was
    // typed by them is not begun anew.
    return computed(() => {
      const next = this.#instruments.value.get(symbol) ?? null
      if (JSON.stringify(next) !== JSON.stringify(known)) known = next
      return known
    })
  }

  apply(event: HubEvent): void {
    if (event.type === 'instruments') {
      if (this.#isNews(event))
        this.#instruments.value = new Map(event.instruments.map((instrument) => [instrument.symbol, instrument]))
      this.#confirmed.value = event.confirmed
      this.#asOfMs.value = event.asOfMs
    } else if (event.type === 'ticker') {
      this.#tickers.value = new Map(this.#tickers.value).set(event.ticker.symbol, event.ticker)
      this.#markStale(event.ticker.symbol, event.stale)
    }
  }

  /** Each price of the list is old until it comes anew. */
  markFromBefore(): void {
    this.#staleTickers.value = new Set(this.#tickers.peek().keys())
  }

  /** A hub that has just begun knows no list, or the built-in one: what the former hub told is better to look at. */
  #isNews({ instruments, confirmed, asOfMs }: Extract<HubEvent, { type: 'instruments' }>): boolean {
    return this.#instruments.peek().size === 0 || (instruments.length > 0 && (confirmed || asOfMs !== null))
  }

  #markStale(symbol: InstrumentSymbol, isStale: boolean): void {
    if (this.#staleTickers.peek().has(symbol) === isStale) return
    const next = new Set(this.#staleTickers.peek())
    if (isStale) next.add(symbol)
    else next.delete(symbol)
    this.#staleTickers.value = next
  }
}
