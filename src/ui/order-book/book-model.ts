import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { fromSteps, toSteps, type Price } from '../../domain/decimal-text'
import type { Watch } from '../../workers/hub-api'
import type { App } from '../state/app-context'
import type { BookView } from '../../workers/hub-events'
import type { MarketModel } from '../state/market-model'
import { isMarketLive } from '../trading-kit/is-market-live'
import { bookRows, layoutBook, type BookLayout, type BookRows } from './book-rows'
import { stepScale, type StepScale } from '../../domain/market/step-text'

/** How a book's numbers are written: ticks and lots of its instrument. */
export interface BookScale {
  readonly tick: StepScale
  readonly lot: StepScale
}

/** Levels a side that are asked for while presses trade: as deep as the fast stream goes. */
const TRADED_ROWS = 50

/** One entry of the grouping list: `ticks` per row and the price step that makes. */
export interface Grouping {
  readonly ticks: number
  readonly step: Price
}

/** What the book panel shows: the market's book at the size of the panel and the grouping that was chosen. */
export class BookModel {
  readonly #layout = signal<BookLayout>(layoutBook(0))
  readonly #group = signal(1)

  readonly layout: ReadonlySignal<BookLayout> = this.#layout
  readonly group: ReadonlySignal<number> = this.#group
  readonly scale: ReadonlySignal<BookScale | null>
  readonly groupings: ReadonlySignal<readonly Grouping[]>
  /** `null` shows dashes: nothing known yet, or the book is being fetched again (I4). */
  readonly rows: ReadonlySignal<BookRows | null>
  readonly isStale: ReadonlySignal<boolean>
  /** Ticks of the user's open limit orders, to mark their rows. */
  readonly ownTicks: ReadonlySignal<ReadonlySet<number>>
  /** Makes rows that stand still of what is live, for as long as somebody holds them; else `null`. */
  readonly held: Signal<((live: BookView) => BookRows) | null> = signal(null)
  /** Whether a press on a level trades; else it offers the price to the ticket. */
  readonly isTraded: Signal<boolean> = signal(false)
  /** What the canvas shows: a press is about what was drawn. */
  drawn: BookRows | null = null
  /** `null` while the panel has no height, so that the hub sends nothing for a hidden book. */
  readonly watch: ReadonlySignal<Watch | null>

  constructor(
    app: Pick<App, 'account' | 'connection'>,
    readonly market: MarketModel,
  ) {
    this.scale = computed(() => {
      const instrument = market.listed.value
      return instrument === null ? null : { tick: stepScale(instrument.tickSize), lot: stepScale(instrument.lotSize) }
    })
    this.groupings = computed(() => {
      const instrument = market.listed.value
      if (instrument === null) return []
      return instrument.depthRatios.map((ticks) => ({ ticks, step: fromSteps<Price>(ticks, instrument.tickSize) }))
    })
    const isResyncing = computed(() => app.connection.status.value?.publicChannel.state === 'resync')
    // Another panel's grouping comes by the same signal: what is drawn here changes with its own view alone.
    const view = computed(() => market.drawnBook(this.#group.value)?.view ?? null)
    const isOld = computed(() => market.drawnBook(this.#group.value)?.isStale ?? true)
    this.rows = computed(() => {
      if (view.value === null || this.scale.value === null || isResyncing.value) return null
      return this.held.value?.(view.value) ?? bookRows(view.value, this.#layout.value.rowsPerSide)
    })
    this.isStale = computed(() => view.value !== null && (isOld.value || !isMarketLive(app.connection)))
    this.ownTicks = computed(() => {
      const tickSize = market.listed.value?.tickSize
      const group = this.#group.value
      const ticks = new Set<number>()
      if (tickSize === undefined) return ticks
      for (const order of app.account.openOrders.value) {
        if (order.symbol !== market.symbol || order.type !== 'limit') continue
        const step = toSteps(order.price, tickSize)
        if (step === null) continue
        // A row of a coarser book stands for the prices up to the next row, away from the middle.
        ticks.add((order.side === 'buy' ? Math.floor(step / group) : Math.ceil(step / group)) * group)
      }
      return ticks
    })
    const rowsPerSide = computed(() => {
      const { height, rowsPerSide: drawn } = this.#layout.value
      if (height === 0) return 0
      // Rows that stand still show sizes of prices that the market has left behind.
      return this.isTraded.value ? Math.max(drawn, TRADED_ROWS) : drawn
    })
    this.watch = computed(() => {
      const rows = rowsPerSide.value
      const group = this.#group.value
      if (rows === 0) return null
      // Deeper streams come slower (decisions 2), so the fast one serves whenever its 50 levels fill the rows.
      const depth = group === 1 && rows <= 50 ? 50 : 200
      return { topic: { kind: 'book', symbol: market.symbol, depth }, rows, group }
    })
  }

  setHeight(height: number): void {
    if (height !== this.#layout.peek().height) this.#layout.value = layoutBook(height)
  }

  setGroup(ticks: number): void {
    this.#group.value = ticks
  }

  /** The price of a drawn level, or `null` where no level is. */
  priceAt(side: 'ask' | 'bid', index: number): Price | null {
    const rows = this.rows.peek()
    const row = side === 'ask' ? rows?.asks[index] : rows?.bids[index]
    const tickSize = this.market.listed.peek()?.tickSize
    return row === undefined || tickSize === undefined ? null : fromSteps<Price>(row.ticks, tickSize)
  }
}
