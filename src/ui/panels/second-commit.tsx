import { effect, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, type ComponentProps, type ComponentType } from 'react'
import { parseTradePath } from '../../domain/instrument/trade-route'
import { loadWords } from '../i18n/use-translation'
import { fetchOnly } from '../kit/fetch-first'
import { hasSign } from '../kit/first-sign'
import { whenMarked } from '../kit/load-marks'
import { layoutMode } from '../kit/layout-mode'
import { loadPart, wantedLater } from '../kit/load-part'
import { hasServiceWorker } from '../kit/service-worker'
import { contracts, options, type ByKind } from '../products/by-kind'
import { kindOfPage } from '../products/product-view-of'
import type { InstrumentSymbol } from '../../domain/order/order'
import { LINES } from './lines-of'
import { bringOptionEntry } from './OptionTicket'
import { bringSpotEntry } from './SpotTicket'
import { bringSpreadEntry } from './SpreadTicket'

/*
 * Chart, tape, ticket and account come in a file of their own, asked for beside the first prices and drawn once it is here. No
 * Suspense: React would hold back for 0.3 s what comes right after a fallback.
 */

type Parts = typeof import('./second-parts')

/** Wait for the chart's engine, which is on its way; on a line that is slower the rest does not wait for it. */
const ENGINE_MS = 150
/** Wait for a chart whose engine is here. */
const CHART_MS = 1_000

const BRING_TICKET: ByKind<() => Promise<unknown>> = {
  // In the file of the parts themselves.
  ...contracts<() => Promise<unknown>>(() => Promise.resolve()),
  ...options<() => Promise<unknown>>(bringOptionEntry),
  spot: bringSpotEntry,
  spread: bringSpreadEntry,
}

const load = (): Promise<Parts> => import('./second-parts')
const parts = signal<Parts | null>(null)
/** Drawn before the rest: its engine and its bars come while that is drawn, or are here first (`looksFirst`). */
const chart = signal<Parts | null>(null)
let isAsked = false

async function ask(): Promise<void> {
  if (isAsked) return
  isAsked = true
  void loadWords('chart')
  const symbol = parseTradePath(location.pathname, Date.now())?.symbol ?? null
  if (symbol !== null) void fetchOnly(LINES[kindOfPage(symbol as InstrumentSymbol)])
  const come = await loadPart('tradePage', load)
  chart.value = come
  if (symbol !== null && looksFirst()) await Promise.race([chartDrawn(), whenSign()])
  // In a task of its own: what the chart asks for is under way before the thread is taken again.
  else await wait(0)
  // The account's card below it would be pushed down by a ticket that comes behind it.
  if (symbol !== null) await BRING_TICKET[kindOfPage(symbol as InstrumentSymbol)]()
  parts.value = come
}

/**
 * Whoever comes for the first time, and so without a service worker, looks before he trades; who comes back has his ticket
 * first. A phone's ticket is not on its first screen.
 */
function looksFirst(): boolean {
  return layoutMode.peek() === 'phone' || !hasServiceWorker()
}

async function chartDrawn(): Promise<void> {
  const engine = fetchOnly(() => import('../chart/chart-session'))
  const isHere = await Promise.race([engine.then(() => true), wait(ENGINE_MS).then(() => false)])
  if (isHere) await Promise.race([whenMarked('chart'), wait(CHART_MS)])
}

/** Whoever is at work on the page already wants all of it. */
function whenSign(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!hasSign.value) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

if (parseTradePath(location.pathname, Date.now()) === null) wantedLater(load)
else void ask()

/** `null` until they have come. */
function useParts(of = parts): Parts | null {
  useSignals()
  useEffect(() => void ask(), [])
  return of.value
}

/** What is drawn with them, out of a file of its own: in the same commit, where it is here by then (`BRING_TICKET`). */
export function withParts<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithParts(props) {
    return useParts() === null ? null : <Component {...props} />
  }
}

export function AccountCard() {
  const come = useParts()
  return come === null ? null : <come.AccountCard />
}

export function OrderEntry(props: ComponentProps<Parts['OrderEntry']>) {
  const come = useParts()
  return come === null ? null : <come.OrderEntry {...props} />
}

export function AccountPanel(props: ComponentProps<Parts['AccountPanel']>) {
  const come = useParts()
  return come === null ? null : <come.AccountPanel {...props} />
}

export function PriceChart(props: ComponentProps<Parts['PriceChart']>) {
  const come = useParts(chart)
  // Its place among a phone's panels: the book below it would stand there first, and move.
  return come === null ? <div /> : <come.PriceChart {...props} />
}

export function RecentTradesPanel(props: ComponentProps<Parts['RecentTradesPanel']>) {
  const come = useParts()
  return come === null ? null : <come.RecentTradesPanel {...props} />
}

export function TradesBody(props: ComponentProps<Parts['TradesBody']>) {
  const come = useParts()
  return come === null ? null : <come.TradesBody {...props} />
}
