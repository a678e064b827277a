import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { tradePath, tradeTarget } from '../../domain/instrument/trade-route'
import type { Contract } from '../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { App } from '../state/app-context'
import { isMarketLive } from '../trading-kit/is-market-live'
import {
  DEFAULT_SORT,
  findInstruments,
  isOfKind,
  sortInstruments,
  type MarketKind,
  type Sort,
  type SortColumn,
} from './market-rows'

/** The list of markets: search, order, and whether what it shows is current. */
export class MarketsModel {
  readonly #query = signal('')
  readonly #kind = signal<MarketKind>('all')
  readonly #sort = signal<Sort>(DEFAULT_SORT)
  /** Rises when rows are to be ordered anew: they do not change places under the pointer at every tick. */
  readonly #samples = signal(0)

  readonly #openedAtMs = Date.now()

  readonly query: ReadonlySignal<string> = this.#query
  readonly kind: ReadonlySignal<MarketKind> = this.#kind
  readonly sort: ReadonlySignal<Sort> = this.#sort
  readonly rows: ReadonlySignal<readonly Contract[]>
  readonly isLoading: ReadonlySignal<boolean>
  readonly isStale: ReadonlySignal<boolean>

  constructor(app: App) {
    const { catalogue, connection } = app
    // Markets that have just been heard of, or are no longer old, are put into their place at once.
    const arrived = computed(() => catalogue.tickers.value.size - catalogue.staleTickers.value.size)
    const sample = computed(() => ({
      samples: this.#samples.value,
      arrived: arrived.value,
      tickers: catalogue.tickers.peek(),
    }))
    this.rows = computed(() => {
      const found = findInstruments(catalogue.instruments.value.values(), this.#query.value).filter((instrument) =>
        isOfKind(instrument, this.#kind.value),
      )
      return sortInstruments(found, sample.value.tickers, this.#sort.value)
    })
    this.isLoading = computed(() => catalogue.instruments.value.size === 0)
    this.isStale = computed(() => catalogue.tickers.value.size > 0 && !isMarketLive(connection))
  }

  chooseKind(kind: MarketKind): void {
    this.#kind.value = kind
  }

  search(query: string): void {
    this.#query.value = query
  }

  /** The same column again turns the order round; numbers start with the largest. */
  sortBy(column: SortColumn): void {
    const before = this.#sort.peek()
    const descending = before.column === column ? !before.descending : column !== 'symbol'
    this.#sort.value = { column, descending }
    this.sample()
  }

  /** The page of a market; the series of a dated contract is the one of the day the list was opened. */
  pathOf(symbol: InstrumentSymbol): string | null {
    const target = tradeTarget(symbol)
    return target === null ? null : tradePath(target, this.#openedAtMs)
  }

  sample(): void {
    this.#samples.value += 1
  }
}
