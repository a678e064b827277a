import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import { isContract, type Contract } from '../../domain/instrument/contract'
import type { HeldMarket, TradedMarket } from '../../domain/instrument/market-type'
import { isOption } from '../../domain/instrument/option'
import { isInAuction, takesChange } from '../../domain/instrument/pre-listing'
import type { Ticker, Trade } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { BookView, HubEvent } from '../../workers/hub-events'

/** Prints kept for the tape. */
export const RECENT_TRADES_MAX = 100

/** A book as it was drawn for one grouping, and whether it may be called current. */
export interface DrawnBook {
  readonly view: BookView
  readonly isStale: boolean
}

/** The market of the symbol on screen. The hub writes through `apply`; components only read. */
export class MarketModel {
  readonly #ticker = signal<Ticker | null>(null)
  readonly #tickerStale = signal(true)
  readonly #books = signal<ReadonlyMap<number, DrawnBook>>(new Map())
  /** The grouping of each panel that shows a book. */
  readonly #shown = new Set<{ readonly group: number }>()
  readonly #trades = signal<readonly Trade[]>([])
  readonly #isFromBefore = signal(false)
  /** Whether a ticker came since the page, or its hub, was last away. */
  #isRenewed = false

  readonly ticker: ReadonlySignal<Ticker | null> = this.#ticker
  readonly tickerStale: ReadonlySignal<boolean> = this.#tickerStale
  /** The finest book that is drawn: what else on the page reckons with the book takes this one. */
  readonly #finest = computed(
    () => [...this.#books.value.values()].toSorted((a, b) => a.view.group - b.view.group)[0] ?? null,
  )
  readonly book = computed<BookView | null>(() => this.#finest.value?.view ?? null)
  readonly bookStale = computed(() => this.#finest.value?.isStale ?? true)
  /** Whether the price that stands on the page is from before it, or its hub, was last away (decisions 44). */
  readonly isFromBefore: ReadonlySignal<boolean> = this.#isFromBefore
  readonly #barReplays = signal(0)
  /** Whether a chart of it shows the past as if it were now. */
  readonly isInBarReplay = computed(() => this.#barReplays.value > 0)
  /** Newest first. */
  readonly trades: ReadonlySignal<readonly Trade[]> = this.#trades
  readonly lastPrice = computed<Price | null>(() => this.#ticker.value?.lastPrice ?? null)
  readonly markPrice = computed<Price | null>(() => this.#ticker.value?.markPrice ?? null)
  /** The same where it is held as a position on margin; `null` of a pair. */
  readonly instrument = computed<Contract | null>(() => {
    const listed = this.listed.value
    return listed !== null && isContract(listed) ? listed : null
  })
  /** The same of everything that is held as a position, options too. */
  readonly held = computed<HeldMarket | null>(() => {
    const listed = this.listed.value
    return listed !== null && (isContract(listed) || isOption(listed)) ? listed : null
  })
  /** While it lasts, only orders that wait are taken. */
  readonly isInAuction = computed(() => {
    const listed = this.listed.value
    return listed !== null && isInAuction(listed)
  })
  readonly hasTicker = computed(() => this.#ticker.value !== null)
  readonly hasTrades = computed(() => this.#trades.value.length > 0)
  readonly #direction = signal<'up' | 'flat' | 'down'>('flat')
  /** Where the last price's latest change went. */
  readonly direction: ReadonlySignal<'up' | 'flat' | 'down'> = this.#direction

  constructor(
    readonly symbol: InstrumentSymbol,
    /** What is traded here and its limits; `null` until it is known. */
    readonly listed: ReadonlySignal<TradedMarket | null>,
  ) {}

  /** Whether an order at rest may be changed so; as long as the market is not known, nothing stands against it. */
  takesChange(change: 'amend' | 'cancel'): boolean {
    const listed = this.listed.value
    return listed === null || takesChange(listed, change)
  }

  /** A chart begins to show the past. @returns a function that says that it no longer does */
  beginBarReplay(): () => void {
    this.#barReplays.value++
    let isOver = false
    return () => {
      if (!isOver) this.#barReplays.value--
      isOver = true
    }
  }

  /** What is known is from before: old until it comes anew, even where nothing else says so. */
  markFromBefore(): void {
    this.#isRenewed = false
    this.#isFromBefore.value = this.#ticker.peek() !== null
    this.#tickerStale.value = true
    this.#books.value = new Map([...this.#books.peek()].map(([group, { view }]) => [group, { view, isStale: true }]))
  }

  /**
   * The book as it is drawn for a grouping; until that one has come, as it was drawn last. Read inside a computed.
   * @param group ticks a level stands for
   */
  drawnBook(group: number): DrawnBook | null {
    const books = this.#books.value
    return books.get(group) ?? [...books.values()].at(-1) ?? null
  }

  /** Keeps the book of a grouping while a panel shows it. @returns a function that lets go of it */
  showBook(group: number): () => void {
    const panel = { group }
    this.#shown.add(panel)
    return () => this.#shown.delete(panel)
  }

  /** What nobody shows any more grows old unseen: it goes as soon as there is something newer. */
  #drawn(view: BookView, isStale: boolean): void {
    const shown = new Set([...this.#shown].map(({ group }) => group))
    const kept = [...this.#books.peek()].filter(([group]) => group !== view.group && shown.has(group))
    this.#books.value = new Map([...kept, [view.group, { view, isStale }]])
  }

  /** What was applied so far is painted. */
  painted(): void {
    if (this.#isRenewed) this.#isFromBefore.value = false
  }

  apply(event: HubEvent): void {
    if (isOlder(event, this.#ticker.peek(), this.#finest.peek()?.view ?? null)) return
    if (event.type === 'ticker' && event.ticker.symbol === this.symbol) {
      const before = this.#ticker.value?.lastPrice
      const after = event.ticker.lastPrice
      if (before != null && after !== null && before !== after)
        this.#direction.value = Number(after) > Number(before) ? 'up' : 'down'
      this.#ticker.value = event.ticker
      this.#tickerStale.value = event.stale
      this.#isRenewed = true
    } else if (event.type === 'book' && event.book.symbol === this.symbol) {
      this.#drawn(event.book, event.stale)
    } else if (event.type === 'trades' && event.symbol === this.symbol) {
      const before = event.isSnapshot ? [] : this.#trades.value
      // A stream that starts again repeats prints that a snapshot already had.
      const known = new Set(before.map((trade) => trade.id))
      const fresh = event.trades.filter((trade) => !known.has(trade.id)).toReversed()
      if (event.isSnapshot || fresh.length > 0) this.#trades.value = [...fresh, ...before].slice(0, RECENT_TRADES_MAX)
    }
  }
}

/** What a hub remembers may be older than the page's first picture; what is live is always newer. */
function isOlder(event: HubEvent, ticker: Ticker | null, book: BookView | null): boolean {
  if (event.type === 'ticker') return event.stale && ticker !== null && event.ticker.timeMs < ticker.timeMs
  return event.type === 'book' && event.stale && book !== null && event.book.timeMs < book.timeMs
}
