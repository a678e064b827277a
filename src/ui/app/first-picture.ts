import { effect } from '@preact/signals-react'
import { parseTradePath } from '../../domain/instrument/trade-route'
import { PICTURE_LEVELS, shownPrice, type FirstPicture } from '../../domain/market/first-picture'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { App } from '../state/app-context'
import type { KeptTexts } from '../state/kept'
import { formatPercent, formatPrice } from '../format'

/** Local storage key of the market that this browser looked at last. `src/page/first-parts.js` reads it, too. */
const PICTURE_KEY = 'halyard.first-picture'
const KEEP_EVERY_MS = 5_000

/** A picture, and as of when it is, in the time of this computer. */
export interface DatedPicture {
  readonly asOfMs: number
  readonly picture: FirstPicture
}

interface KeptPicture extends DatedPicture {
  /** Of another build it may have another form. */
  readonly build: string
  readonly path: string
  /** What is drawn before the app has come: name, last price, change of a day. */
  readonly texts: readonly string[]
}

/** What a page finds of its market when it begins. */
export interface Found {
  /** What the server put into the page; empty where it put nothing. */
  readonly served: string
  /** When the page's text came from the server, in the time of this computer; `null` for a page out of a cache. */
  readonly arrivedMs: number | null
  readonly kept: Pick<KeptTexts, 'getItem'>
  readonly path: string
  readonly build: string
}

/** The market of the page's address, as the server put it into the page, else as this browser saw it last. */
export function readPicture({ served, arrivedMs, kept, path, build }: Found): DatedPicture | null {
  const target = parseTradePath(path, Date.now())
  const isOf = (one: FirstPicture | undefined): one is FirstPicture =>
    isWhole(one) && one.listed.symbol === target?.symbol && one.listed.kind === target.kind
  // What comes out of a cache may be of any age.
  const ofServer = arrivedMs === null ? undefined : parse<FirstPicture>(served)
  if (isOf(ofServer)) return { asOfMs: arrivedMs!, picture: ofServer }
  const ofBrowser = parse<KeptPicture>(textOf(kept))
  return ofBrowser?.build === build && isOf(ofBrowser.picture) && Number.isFinite(ofBrowser.asOfMs) ? ofBrowser : null
}

/** What the page that has just begun finds. */
export function findPicture(page: Document, kept: Pick<KeptTexts, 'getItem'>): DatedPicture | null {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return readPicture({
    served: page.querySelector('meta[name="halyard-picture"]')?.getAttribute('content') ?? '',
    arrivedMs: entry === undefined || entry.transferSize === 0 ? null : performance.timeOrigin + entry.responseStart,
    kept,
    path: location.pathname,
    build: __HALYARD_BUILD__,
  })
}

/** Lets the models hold the picture, as old, until something newer comes. Call it before anything is drawn. */
export function showPicture({ catalogue, connection, market }: App, { picture, asOfMs }: DatedPicture): void {
  const { listed, ticker, bids, asks } = picture
  catalogue.setFirst(listed)
  connection.noteKept(asOfMs)
  const model = market(listed.symbol)
  model.apply({ type: 'ticker', ticker, stale: true })
  const [bid, ask] = [Float64Array.from(bids), Float64Array.from(asks)]
  const book = { symbol: listed.symbol, group: 1, bids: bid, asks: ask, updateId: 0, timeMs: ticker.timeMs }
  model.apply({ type: 'book', book, stale: true })
}

/**
 * Keeps the market of the address every few seconds, while its prices are live. A page that is left has no time for it:
 * its prices are of before by then.
 */
export function keepPictures(app: App): void {
  let keptMs = 0
  effect(() => {
    const nowMs = app.clock.ticking.value
    if (nowMs - keptMs < KEEP_EVERY_MS) return
    if (keep(app, location.pathname)) keptMs = nowMs
  })
}

/** @returns whether there was anything live to keep */
function keep(app: App, path: string): boolean {
  const symbol = parseTradePath(path, app.clock.nowMs())?.symbol ?? null
  if (symbol === null || !app.connection.isMarketLive.peek()) return false
  const { listed, ticker, tickerStale, book, bookStale } = app.market(symbol as InstrumentSymbol)
  const [known, last, view] = [listed.peek(), ticker.peek(), book.peek()]
  if (known === null || last === null || view === null || tickerStale.peek() || bookStale.peek()) return false
  const levels = (side: Float64Array): number[] =>
    view.group === 1 ? Array.from(side.slice(0, 2 * PICTURE_LEVELS)) : []
  const kept: KeptPicture = {
    build: __HALYARD_BUILD__,
    path,
    asOfMs: app.clock.nowMs(),
    texts: [known.displayName, formatPrice(shownPrice(last), known.tickSize), formatPercent(last.price24hChange)],
    picture: { listed: known, ticker: last, bids: levels(view.bids), asks: levels(view.asks) },
  }
  try {
    app.kept.local.setItem(PICTURE_KEY, JSON.stringify(kept))
  } catch {
    // Blocked or full storage: the next page waits for its prices.
  }
  return true
}

function textOf(kept: Pick<KeptTexts, 'getItem'>): string {
  try {
    return kept.getItem(PICTURE_KEY) ?? ''
  } catch {
    return ''
  }
}

/** What other programs wrote there must not keep the page from beginning. */
function isWhole(one: Partial<FirstPicture> | undefined): one is FirstPicture {
  const { listed, ticker, bids, asks } = one ?? {}
  return (
    typeof listed?.tickSize === 'string' &&
    ticker?.symbol === listed.symbol &&
    typeof shownPrice(ticker) === 'string' &&
    [bids, asks].every((side) => Array.isArray(side) && side.every(Number.isFinite))
  )
}

function parse<T>(text: string): T | undefined {
  try {
    return (JSON.parse(text) as T | null) ?? undefined
  } catch {
    return undefined
  }
}
