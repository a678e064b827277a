import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Contract } from '../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { HubEvent } from '../../workers/hub-events'
import { TickerTable } from './ticker-table'

/** Every instrument the exchange lists, and whether its rules are confirmed (I17). */
export class CatalogueModel {
  readonly #instruments = signal<ReadonlyMap<InstrumentSymbol, Contract>>(new Map())
  readonly #confirmed = signal(false)
  readonly #asOfMs = signal<number | null>(null)

  readonly instruments: ReadonlySignal<ReadonlyMap<InstrumentSymbol, Contract>> = this.#instruments
  readonly confirmed: ReadonlySignal<boolean> = this.#confirmed
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  /** Filled while a page watches `allTickers`. */
  readonly tickers = new TickerTable()

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
      this.tickers.set(event.ticker, event.stale)
    }
  }

  /** Each price of the list is old until it comes anew. */
  markFromBefore(): void {
    this.tickers.markAllStale()
  }

  /** A hub that has just begun knows no list, or the built-in one: what the former hub told is better to look at. */
  #isNews({ instruments, confirmed, asOfMs }: Extract<HubEvent, { type: 'instruments' }>): boolean {
    return this.#instruments.peek().size === 0 || (instruments.length > 0 && (confirmed || asOfMs !== null))
  }
}
