import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { TradedMarket } from '../../../domain/instrument/market-type'
import type { Watch } from '../../../workers/hub-api'
import type { App } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { isMarketLive } from '../../trading-kit/is-market-live'
import {
  depthCurve,
  levelAt,
  levelOf,
  placeOf,
  sweepTo,
  type DepthCurve,
  type DepthCursor,
  type Sweep,
} from './depth-curve'
import { DEPTH_ZOOMS, windowOf, type DepthWindow } from './depth-window'

/** Levels a side: those of the deep topic, each a tick, so that a sum is exact. */
const LEVELS = 200

/** The cumulative book of a market, how much of it is in view, and what the pointer or the keys point at. */
export class DepthModel {
  readonly #cursor = signal<DepthCursor | null>(null)
  readonly #zoom = signal(0)

  /** `null` until the book is known, and while it is fetched anew (I4). */
  readonly curve: ReadonlySignal<DepthCurve | null>
  readonly window: ReadonlySignal<DepthWindow | null>
  readonly isStale: ReadonlySignal<boolean>
  /** What sweeping to the level that is pointed at takes; of a book that moves, it moves with it. */
  readonly sweep: ReadonlySignal<Sweep | null>
  readonly cursor: ReadonlySignal<DepthCursor | null>
  readonly zoom: ReadonlySignal<number> = this.#zoom
  readonly instrument: ReadonlySignal<TradedMarket | null>
  readonly watch: ReadonlySignal<Watch>

  constructor(app: Pick<App, 'connection'>, market: Pick<MarketModel, 'symbol' | 'listed' | 'drawnBook'>) {
    this.instrument = market.listed
    const book = computed(() => {
      const drawn = market.drawnBook(1)
      // Another panel's grouping is not exact.
      return drawn?.view.group === 1 ? drawn : null
    })
    const isResyncing = computed(() => app.connection.status.value?.publicChannel.state === 'resync')
    this.curve = computed(() => (book.value === null || isResyncing.value ? null : depthCurve(book.value.view)))
    this.window = computed(() => (this.curve.value === null ? null : windowOf(this.curve.value, this.#zoom.value)))
    this.isStale = computed(() => book.value !== null && (book.value.isStale || !isMarketLive(app.connection)))
    this.cursor = computed(() => {
      const [cursor, curve] = [this.#cursor.value, this.curve.value]
      // A book that became shorter has another last level.
      return cursor === null || curve === null ? null : levelOf(curve, placeOf(curve, cursor))
    })
    this.sweep = computed(() => {
      const [cursor, curve, instrument] = [this.cursor.value, this.curve.value, market.listed.value]
      if (cursor === null || curve === null || instrument === null) return null
      return sweepTo(curve, cursor.side, cursor.index, instrument)
    })
    this.watch = computed(() => ({
      topic: { kind: 'book', symbol: market.symbol, depth: 200 },
      rows: LEVELS,
      group: 1,
    }))
  }

  /** @param ticks a price under the pointer; `null` when it left */
  pointAt(ticks: number | null): void {
    const curve = this.curve.peek()
    this.#cursor.value = ticks === null || curve === null ? null : levelAt(curve, ticks)
  }

  /** @param place of a level among all of them, in the order of prices */
  goTo(place: number): void {
    const curve = this.curve.peek()
    if (curve !== null) this.#cursor.value = levelOf(curve, place)
  }

  /** Shows half as much around the middle, or twice. */
  zoomBy(steps: 1 | -1): void {
    this.#zoom.value = Math.min(DEPTH_ZOOMS - 1, Math.max(0, this.#zoom.peek() + steps))
  }
}
