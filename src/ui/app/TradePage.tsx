import { computed, effect } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useDeferredValue, useEffect, useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { formatPrice } from '../format'
import { earlyKey } from '../kit/early-key'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart, loadPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import { pageTitle } from '../kit/installed'
import { layoutMode } from '../kit/layout-mode'
import { DesktopTrade } from './DesktopTrade'
import { UnknownSymbol } from './rare-pages'

const PageKeys = lazyUntilSign('hotkeys', async () => (await import('./PageKeys')).PageKeys)
const PhoneTrade = lazyPart('tradePage', async () => (await import('./PhoneTrade')).PhoneTrade)
// On a phone it is asked for while the hub and the words are still on their way.
if (layoutMode.peek() === 'phone') void loadPart('tradePage', () => import('./PhoneTrade'))

/** The trading screen of one market, or that there is no such market. */
export function TradePage({ symbol }: { readonly symbol: InstrumentSymbol }) {
  useSignals()
  const { catalogue } = useApp()
  // Lists come one by one, and the page is drawn anew for none of them.
  const isUnknown = useMemo(
    () => computed(() => catalogue.hasListOf(symbol) && !catalogue.bySymbol.value.has(symbol)),
    [catalogue, symbol],
  )
  return isUnknown.value ? <UnknownSymbol name={symbol} /> : <Market symbol={symbol} />
}

function Market({ symbol }: { readonly symbol: InstrumentSymbol }) {
  useSignals()
  const { t } = useTranslation('app')
  const app = useApp()
  const { hub, catalogue, lastMarket, market: marketOf } = app
  const market = marketOf(symbol)
  // A window that becomes narrow keeps its page until the other one has come.
  const mode = useDeferredValue(layoutMode.value)
  useEffect(() => hub.watch({ topic: { kind: 'ticker', symbol } }), [hub, symbol])
  useEffect(() => {
    const note = (event: KeyboardEvent): void => earlyKey.note(event)
    addEventListener('keydown', note)
    return () => {
      removeEventListener('keydown', note)
      earlyKey.drop()
    }
  }, [])
  useEffect(
    () =>
      effect(() => {
        if (catalogue.bySymbol.value.has(symbol)) lastMarket.visit(symbol)
      }),
    [catalogue, lastMarket, symbol],
  )
  useEffect(
    () =>
      effect(() => {
        // With the clock and not with the price: the browser's own window is told of every title.
        void app.clock.ticking.value
        const last = market.lastPrice.peek()
        const price = formatPrice(last, market.listed.peek()?.tickSize ?? null)
        const name = pageTitle(last === null ? symbol : `${price} ${symbol}`)
        const title = app.connection.isReplay.value ? t('replayTitle', { title: name }) : name
        if (document.title !== title) document.title = title
      }),
    [market, symbol, app, t],
  )
  return (
    <Suspense fallback={null}>
      <Suspense fallback={null}>{hasSign.value ? <PageKeys market={market} /> : null}</Suspense>
      {mode === 'phone' ? <PhoneTrade market={market} /> : <DesktopTrade market={market} isWide={mode === 'wide'} />}
    </Suspense>
  )
}
