import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import { tradePath, tradeTarget } from '../../domain/instrument/trade-route'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { App } from '../state/app-context'
import { isMarketLive } from '../trading-kit/is-market-live'
import { favouritesOf, type Favourites } from './favourites'
import { DEFAULT_SORT, sortRows, type MarketRow, type Sort, type SortColumn } from './market-order'
import {
  badgeOf,
  findInstruments,
  isOfKind,
  MARKET_KINDS,
  turnoverOf,
  type Badge,
  type MarketKind,
} from './market-rows'
import { fundingExtremes, movers, summaryOf, type Extremes, type Summary } from './movers'

/** Least turnover of a day in money that a market may be asked to have; 0 leaves none out. */
export const LEAST_TURNOVERS = [0, 1_000_000, 10_000_000, 100_000_000] as const
export type LeastTurnover = (typeof LEAST_TURNOVERS)[number]

/** What of a list is shown: all of it, or markets with a badge. */
export type BadgeFilter = 'all' | Badge

/** Columns that can be hidden; the name and the last price always stand. */
export type HideableColumn = 'change' | 'chart' | 'range' | 'turnover' | 'funding' | 'openInterest'
export const HIDEABLE: readonly HideableColumn[] = ['change', 'chart', 'range', 'turnover', 'funding', 'openInterest']

/** Who saw a market in its place may press so long after another one came there: a hand needs a third of a second, ms. */
const SEEN_MS = 400

const MOVERS = 5
const FUNDING_ENDS = 3

/** The list of markets: search, filters, order, what it is as a whole, and whether what it shows is current. */
export class MarketsModel {
  readonly #query = signal('')
  readonly #kind = signal<MarketKind>('all')
  readonly #sort = signal<Sort>(DEFAULT_SORT)
  readonly #least = signal<LeastTurnover>(0)
  readonly #badge = signal<BadgeFilter>('all')
  readonly #tag = signal<string | null>(null)
  readonly #hidden = signal<ReadonlySet<HideableColumn>>(new Set())
  /** Rises when rows are to be ordered anew: they do not change places under the pointer at every tick. */
  readonly #samples = signal(0)

  /** Whether the list waits for the figures that it is ordered by. */
  readonly #isWaiting = signal(true)

  readonly #openedAtMs = Date.now()

  #heldUntilMs = -Infinity
  /** The order that was shown before rows changed places by themselves, and until when a press may be meant for it. */
  #before: { readonly rows: readonly MarketRow[]; readonly untilMs: number } = { rows: [], untilMs: -Infinity }

  readonly favourites: Favourites
  readonly query: ReadonlySignal<string> = this.#query
  readonly kind: ReadonlySignal<MarketKind> = this.#kind
  readonly sort: ReadonlySignal<Sort> = this.#sort
  readonly least: ReadonlySignal<LeastTurnover> = this.#least
  readonly badge: ReadonlySignal<BadgeFilter> = this.#badge
  /** Words that the exchange groups the chosen list by. */
  readonly tags: ReadonlySignal<readonly string[]>
  /** The one whose markets are shown; `null` for all. What another list had is none of this one. */
  readonly tag: ReadonlySignal<string | null>
  readonly hidden: ReadonlySignal<ReadonlySet<HideableColumn>> = this.#hidden
  /** What the table shows, in its order, with the figures by which it was ordered. */
  readonly rows: ReadonlySignal<readonly MarketRow[]>
  /** The whole list of the chosen kind, whatever was searched for, and whether its figures have come. */
  readonly listed: ReadonlySignal<readonly MarketRow[]>
  readonly counts: ReadonlySignal<Readonly<Record<MarketKind, number>>>
  readonly summary: ReadonlySignal<Summary>
  readonly movers: ReadonlySignal<Extremes>
  readonly funding: ReadonlySignal<Extremes>
  /** The same once it is shown; empty before. */
  readonly shown: ReadonlySignal<readonly MarketRow[]>
  readonly isLoading: ReadonlySignal<boolean>
  readonly isStale: ReadonlySignal<boolean>

  constructor(private readonly app: App) {
    const { catalogue, connection } = app
    this.favourites = favouritesOf(app.kept.local)
    const all = computed(() => {
      // Markets that have just been heard of, or are no longer old, are put into their place at once.
      void this.#samples.value
      void catalogue.tickers.current.value
      return findInstruments(catalogue.markets.value, '').map((instrument): MarketRow => ({
        instrument,
        ticker: catalogue.tickers.peek(instrument.symbol),
      }))
    })
    const starred = computed(() => {
      void this.#samples.value
      void this.#kind.value
      return this.favourites.symbols.peek()
    })
    this.listed = computed(() => {
      // A star that is taken away leaves its row until the list is ordered anew: the next one would come under the hand.
      const [kind, favourites] = [this.#kind.value, new Set([...this.favourites.symbols.value, ...starred.value])]
      return all.value.filter(({ instrument }) => isOfKind(instrument, kind, favourites))
    })
    this.isLoading = computed(() => catalogue.markets.value.length === 0 || this.#isWaiting.value)
    this.shown = computed(() => (this.isLoading.value ? [] : this.listed.value))
    this.tags = computed(() =>
      [...new Set(this.listed.value.flatMap(({ instrument }) => instrument.tags ?? []))].toSorted(),
    )
    this.tag = computed(() => {
      const tag = this.#tag.value
      return tag !== null && this.tags.value.includes(tag) ? tag : null
    })
    const found = computed(() => {
      const query = this.#query.value
      const symbols = new Set(
        findInstruments(
          this.shown.value.map(({ instrument }) => instrument),
          query,
        ),
      )
      return this.shown.value.filter((row) => symbols.has(row.instrument) && this.#passes(row))
    })
    this.rows = computed(() => sortRows(found.value, this.#sort.value))
    this.counts = computed(() => {
      const favourites = this.favourites.symbols.value
      const count = (kind: MarketKind): number =>
        all.value.filter(({ instrument }) => isOfKind(instrument, kind, favourites)).length
      return Object.fromEntries(MARKET_KINDS.map((kind) => [kind, count(kind)])) as Record<MarketKind, number>
    })
    this.summary = computed(() => summaryOf(this.shown.value))
    const traded = computed(() => this.shown.value.filter((row) => this.#tradesEnough(row)))
    this.movers = computed(() => movers(traded.value, MOVERS))
    this.funding = computed(() => fundingExtremes(traded.value, FUNDING_ENDS))
    this.isStale = computed(() => catalogue.tickers.current.value > 0 && !isMarketLive(connection))
  }

  /**
   * Shows the list once the figures of all that is traded have come: ordered as they come, its rows would change places
   * under a press. Some may not come, and without a network none do.
   *
   * @param mostMs how long it waits for them
   * @returns what ends the waiting
   */
  waitForFigures(mostMs: number): () => void {
    const { catalogue } = this.app
    const show = (): void => {
      if (this.#isWaiting.peek()) this.sample()
      this.#isWaiting.value = false
    }
    const timer = setTimeout(show, mostMs)
    const stop = effect(() => {
      void catalogue.tickers.current.value
      const traded = catalogue.markets.value.filter(({ status }) => status === 'trading')
      if (traded.length > 0 && traded.every(({ symbol }) => catalogue.tickers.peek(symbol) !== null)) show()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }

  chooseKind(kind: MarketKind): void {
    this.#chosen()
    this.#kind.value = kind
  }

  search(query: string): void {
    this.#chosen()
    this.#query.value = query
    // Who looks for a name waits for no figures.
    this.#isWaiting.value = false
  }

  chooseLeast(least: LeastTurnover): void {
    this.#chosen()
    this.#least.value = least
  }

  chooseBadge(badge: BadgeFilter): void {
    this.#chosen()
    this.#badge.value = badge
  }

  /** @param tag `null` for all */
  chooseTag(tag: string | null): void {
    this.#chosen()
    this.#tag.value = tag
  }

  chooseHidden(hidden: Iterable<HideableColumn>): void {
    this.#hidden.value = new Set(hidden)
  }

  /** The same column again turns the order round; numbers start with the largest. */
  sortBy(column: SortColumn): void {
    this.#chosen()
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

  /** Somebody points at a row: the places stay for `ms`. */
  hold(ms: number): void {
    this.#heldUntilMs = performance.now() + ms
  }

  /** Nobody does any more. */
  letGo(): void {
    this.#heldUntilMs = -Infinity
  }

  /**
   * Time passed: the rows change places, unless somebody points at one.
   *
   * @param afterPaint calls once they are seen in their new places
   */
  reorder(afterPaint: (call: () => void) => void): void {
    if (performance.now() < this.#heldUntilMs) return
    const before = { rows: this.rows.peek(), untilMs: Infinity }
    this.sample()
    this.#before = before
    afterPaint(() => {
      // Nothing has come between: another order, or a choice of the trader's.
      if (this.#before === before) this.#before = { ...before, untilMs: performance.now() + SEEN_MS }
    })
  }

  /**
   * Which market a press at a place means: where the rows have just changed places, the one that stood there.
   *
   * @param place in the list, from 0
   * @param atMs when it was pressed, by the page's own clock: a busy page hears of it later
   */
  meantAt(place: number, atMs: number): InstrumentSymbol | null {
    const rows = atMs < this.#before.untilMs ? this.#before.rows : this.rows.peek()
    return rows[place]?.instrument.symbol ?? null
  }

  /** The exchange's time, of which ends and badges are told. */
  nowMs(): number {
    return this.app.clock.nowMs() + this.app.connection.clockOffsetMs.peek()
  }

  /** The trader changed the list: what stood before is not what a press means. */
  #chosen(): void {
    this.#before = { rows: [], untilMs: -Infinity }
  }

  #passes(row: MarketRow): boolean {
    const [badge, tag] = [this.#badge.value, this.tag.value]
    return (
      this.#tradesEnough(row) &&
      (badge === 'all' || badgeOf(row.instrument, this.nowMs()) === badge) &&
      (tag === null || row.instrument.tags?.includes(tag) === true)
    )
  }

  #tradesEnough({ instrument, ticker }: MarketRow): boolean {
    const least = this.#least.value
    return least === 0 || (ticker !== null && (turnoverOf(instrument, ticker) ?? 0) >= least)
  }
}
