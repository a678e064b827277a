import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { Watch } from '../../workers/hub-api'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'

/**
 * Streams the book that a panel shows, for as long as it says one.
 * @returns a function that lets go of it
 */
export function watchBook(app: App, market: MarketModel, wanted: ReadonlySignal<Watch | null>): () => void {
  let release: (() => void) | null = null
  const stop = effect(() => {
    const watch = wanted.value
    // The new stream is asked for before the old one is let go, so that the union never misses the book.
    const previous = release
    release = watch === null ? null : show(app, market, watch)
    previous?.()
  })
  return () => {
    stop()
    release?.()
  }
}

/** Levels a side of the fast stream. */
export const FAST_LEVELS = 50

/**
 * Streams as much of a book as the fast stream has, for what is reckoned from it.
 * @returns a function that lets go of it
 */
export function watchFastBook(app: App, market: MarketModel): () => void {
  const topic = { kind: 'book', symbol: market.symbol, depth: FAST_LEVELS } as const
  return show(app, market, { topic, rows: FAST_LEVELS, group: 1 })
}

/**
 * Streams as much of a book as there is to see, for what is reckoned from it beyond the rows of a panel.
 * @returns a function that lets go of it
 */
export function watchDeepBook(app: App, market: MarketModel): () => void {
  return show(app, market, { topic: { kind: 'book', symbol: market.symbol, depth: 200 }, rows: 200, group: 1 })
}

function show(app: App, market: MarketModel, watch: Watch): () => void {
  const stopStream = app.hub.watch(watch)
  // A recording shows what its tab showed, whatever is chosen here.
  const forget = 'rows' in watch && !app.connection.isReplay.peek() ? market.showBook(watch.group) : () => undefined
  return () => {
    stopStream()
    forget()
  }
}
