import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, type ComponentProps } from 'react'
import { parseTradePath } from '../../domain/instrument/trade-route'
import { loadWords } from '../i18n/use-translation'
import { fetchOnly } from '../kit/fetch-first'
import { loadPart, wantedLater } from '../kit/load-part'

/*
 * Chart, tape, ticket and account come in a file of their own, asked for beside the first prices and drawn once it is here. No
 * Suspense: React would hold back for 0.3 s what comes right after a fallback.
 */

type Parts = typeof import('./second-parts')

const load = (): Promise<Parts> => import('./second-parts')
const parts = signal<Parts | null>(null)
/** Drawn before the rest: its engine and its bars come while that is drawn. */
const chart = signal<Parts | null>(null)
let isAsked = false

function ask(): void {
  if (isAsked) return
  isAsked = true
  void loadWords('chart')
  void loadPart('tradePage', load).then((come) => {
    chart.value = come
    // In a task of its own: what the chart asks for is under way before the thread is taken again.
    setTimeout(() => (parts.value = come))
  })
  // The chart's own files come behind these, and not beside them: they are as large.
  void fetchOnly(load).then(() => fetchOnly(() => import('../chart/chart-session')))
}

if (parseTradePath(location.pathname, Date.now()) === null) wantedLater(load)
else ask()

/** `null` until they have come. */
function useParts(of = parts): Parts | null {
  useSignals()
  useEffect(ask, [])
  return of.value
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
  return come === null ? null : <come.PriceChart {...props} />
}

export function RecentTradesPanel(props: ComponentProps<Parts['RecentTradesPanel']>) {
  const come = useParts()
  return come === null ? null : <come.RecentTradesPanel {...props} />
}

export function TradesBody(props: ComponentProps<Parts['TradesBody']>) {
  const come = useParts()
  return come === null ? null : <come.TradesBody {...props} />
}
