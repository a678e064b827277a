import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { isContract, type Contract } from '../../domain/instrument/contract'
import type { ListedMarket, SingleMarket, TradedMarket } from '../../domain/instrument/market-type'
import { isContractKind, isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import { isOption } from '../../domain/instrument/option'
import { isSpread } from '../../domain/instrument/spread'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { HubEvent, ListStatus } from '../../workers/hub-events'
import { TickerTable } from './ticker-table'

/** How far the two loading sequences of spec §4 have come. */
export interface ListStatuses {
  readonly contracts: ListStatus
  readonly spot: ListStatus
}

/** Every instrument the exchange lists, and whether its rules are confirmed (I17). */
export class CatalogueModel {
  readonly #instruments = signal<ReadonlyMap<InstrumentSymbol, Contract>>(new Map())
  readonly #confirmed = signal(false)
  readonly #asOfMs = signal<number | null>(null)

  readonly #versionInForce = signal<string | null>(null)
  readonly #spotPairs = signal<readonly SpotPair[]>([])
  readonly #pairsConfirmed = signal(false)
  readonly #statuses = signal<ListStatuses>({ contracts: 'pending', spot: 'pending' })

  readonly instruments: ReadonlySignal<ReadonlyMap<InstrumentSymbol, Contract>> = this.#instruments
  readonly confirmed: ReadonlySignal<boolean> = this.#confirmed
  readonly asOfMs: ReadonlySignal<number | null> = this.#asOfMs
  /** Of the rules of contracts, as the exchange last named it; `null` while nobody is connected to it. */
  readonly versionInForce: ReadonlySignal<string | null> = this.#versionInForce
  /** In the exchange's order. */
  readonly spotPairs: ReadonlySignal<readonly SpotPair[]> = this.#spotPairs
  /** Everything that lists of markets show. */
  readonly markets: ReadonlySignal<readonly ListedMarket[]> = computed(() => [
    ...this.#instruments.value.values(),
    ...this.#spotPairs.value,
  ])
  readonly #singles = signal<ReadonlyMap<InstrumentSymbol, SingleMarket>>(new Map())
  readonly #missing = signal<ReadonlySet<InstrumentSymbol>>(new Set())
  readonly #singlesConfirmed = signal<ReadonlySet<InstrumentSymbol>>(new Set())
  /** The same, and what was looked at of what is read one by one. */
  readonly bySymbol: ReadonlySignal<ReadonlyMap<InstrumentSymbol, TradedMarket>> = computed(
    () => new Map([...this.markets.value, ...this.#singles.value.values()].map((one) => [one.symbol, one])),
  )
  readonly statuses: ReadonlySignal<ListStatuses> = this.#statuses
  #first: TradedMarket | null = null
  /** Filled while a page watches `allTickers`. */
  readonly tickers = new TickerTable()

  /** Contracts and pairs each have a list, which comes and is confirmed by itself; options and spreads are read one by one. */
  isConfirmed(listed: TradedMarket): boolean {
    if (isOption(listed) || isSpread(listed)) return this.#singlesConfirmed.value.has(listed.symbol)
    return isContract(listed) ? this.#confirmed.value : this.#pairsConfirmed.value
  }

  /** Whether its list has come: what is not in it is not listed. Known by the name alone. */
  hasListOf(symbol: InstrumentSymbol): boolean {
    const kind = kindOfName(symbol)
    if (isOptionKind(kind) || kind === 'spread') return this.#missing.value.has(symbol)
    return isContractKind(kind) ? this.#instruments.value.size > 0 : this.#spotPairs.value.length > 0
  }

  listed(symbol: InstrumentSymbol): ReadonlySignal<TradedMarket | null> {
    let known: TradedMarket | null = null
    // The hub tells the whole list again with each confirmation: the same rules stay the same object, so that what was
    // typed by them is not begun anew.
    return computed(() => {
      const first = this.#first
      const next =
        this.bySymbol.value.get(symbol) ?? (first?.symbol === symbol && !this.hasListOf(symbol) ? first : null)
      if (JSON.stringify(next) !== JSON.stringify(known)) known = next
      return known
    })
  }

  /** The rules of one market before its list has come. Call it before `instrument` is read; they are never confirmed. */
  setFirst(listed: TradedMarket): void {
    this.#first = listed
  }

  apply(event: HubEvent): void {
    if (event.type === 'instruments') {
      if (this.#isNews(event))
        this.#instruments.value = new Map(event.instruments.map((instrument) => [instrument.symbol, instrument]))
      this.#confirmed.value = event.confirmed
      this.#asOfMs.value = event.asOfMs
      this.#versionInForce.value = event.versionInForce
      this.#noteStatus('contracts', event.status)
    } else if (event.type === 'spotPairs') {
      // A hub that has just begun knows none: what the former one told is better to look at.
      if (event.status !== 'pending') this.#spotPairs.value = event.pairs
      this.#pairsConfirmed.value = event.confirmed
      this.#noteStatus('spot', event.status)
    } else if (event.type === 'singles') {
      // Another hub has yet to read what the former one knew.
      this.#singles.value = new Map([
        ...this.#singles.peek(),
        ...event.markets.map((one) => [one.symbol, one] as const),
      ])
      this.#missing.value = new Set(event.missing)
      this.#singlesConfirmed.value = new Set(event.confirmed)
    } else if (event.type === 'ticker') {
      this.tickers.set(event.ticker, event.stale)
    }
  }

  #noteStatus(list: keyof ListStatuses, status: ListStatus): void {
    const before = this.#statuses.peek()
    if (before[list] !== status) this.#statuses.value = { ...before, [list]: status }
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
