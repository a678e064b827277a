import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { historyKind, parseTradePath } from '../../domain/instrument/trade-route'
import type { InstrumentSymbol } from '../../domain/order/order'
import { AccountButton } from '../account-menu/AccountButton'
import { UpdatePrompt } from '../app-update/UpdatePrompt'
import { pathPrefix } from '../i18n/path-language'
import { hasSign, lazyUntilSign } from '../kit/first-sign'
import { lazyPart } from '../kit/load-part'
import { layoutMode } from '../kit/layout-mode'
import { Notices } from '../notices/Notices'
import { isPlaying } from '../replay/playing'
import { useApp } from '../state/app-context'
import { isDiagnosticsKey } from './diagnostics-key'
import { ErrorBoundary } from '../kit/ErrorBoundary'
import { whenFirstScreen } from './first-screen'
import { goTo } from './full-navigation'
import { PlainPage } from './PlainPage'
import { InvitePage, NotFoundPage, OpenPage, UnknownSymbol } from './rare-pages'
import { TradePage } from './TradePage'
import { useLastPath } from './use-last-path'

const MarketsPage = lazyPart('markets', async () => (await import('../markets/MarketsPage')).MarketsPage)
const AlertCenter = lazyUntilSign('dialog', async () => (await import('../alerts/AlertCenter')).AlertCenter)
const VisitorGate = lazyPart('dialog', async () => (await import('../visitor/VisitorGate')).VisitorGate)
const ChainPage = lazyPart('chain', async () => (await import('../option-chain/ChainPage')).ChainPage)
const SettingsPage = lazyPart('settings', async () => (await import('../settings/SettingsPage')).SettingsPage)
const DiagnosticsPage = lazyPart(
  'diagnostics',
  async () => (await import('../diagnostics/DiagnosticsPage')).DiagnosticsPage,
)
const SnapshotPage = lazyPart('chart', async () => (await import('../snapshot/SnapshotPage')).SnapshotPage)
const ReplayPage = lazyPart('replay', async () => (await import('../replay/ReplayPage')).ReplayPage)
const HistoryPage = lazyPart('tradeHistory', async () => (await import('../history/HistoryPage')).HistoryPage)
const PortfolioPage = lazyPart('assets', async () => (await import('../portfolio/PortfolioPage')).PortfolioPage)
const AssetsPage = lazyPart('assets', async () => (await import('../assets/AssetsPage')).AssetsPage)

/** Chains of options by what they settle in: the name after each is a contract, or the coin whose board it is. */
const OPTIONS = ['/trade/option/usdc', '/trade/option/usdt'] as const

/** Longest wait for what the browser kept. */
const SETTINGS_WAIT_MS = 500

/** Addresses of markets (spec §2): the name after each is a symbol, or the series of an inverse future. */
const MARKETS = [
  '/trade/usdt',
  '/trade/futures/usdc',
  '/trade/inverse/futures',
  '/trade/inverse',
  '/trade/spread',
] as const

/** Every address of the app. A language may stand in front of each (decisions 28). */
export function Pages() {
  useSignals()
  const prefix = pathPrefix(location.pathname)
  const { t } = useTranslation('app')
  const { account } = useApp()
  return (
    <Router base={prefix === null ? '' : `/${prefix}`} aroundNav={goTo}>
      {/* Dialogs, sheets and lists of one account do not outlive it: the page of the next one begins anew. */}
      <Switch key={account.life.value}>
        <Route path="/">
          <Home />
        </Route>
        {MARKETS.map((market) => (
          <Route key={market} path={`${market}/:symbol`}>
            {({ symbol }: { readonly symbol: string }) => (
              // The router leaves the stroke in a spread's name as it is written in an address.
              <MarketPage key={symbol} market={market} names={[symbol.replace(/%2f/i, '/')]} />
            )}
          </Route>
        ))}
        <Route path="/trade/spot/:base/:quote">
          {({ base, quote }: { readonly base: string; readonly quote: string }) => (
            <MarketPage key={`${base}/${quote}`} market="/trade/spot" names={[base, quote]} />
          )}
        </Route>
        {OPTIONS.map((market) => (
          <Route key={market} path={`${market}/:name`}>
            {({ name }: { readonly name: string }) =>
              name.includes('-') ? (
                <MarketPage key={name} market={market} names={[name]} />
              ) : (
                <PlainPage title={t('optionBoard', { coin: name.toUpperCase() })} hasMarketData>
                  <ErrorBoundary area="markets">
                    <Suspense fallback={null}>
                      <ChainPage
                        key={name}
                        coin={name.toUpperCase()}
                        kind={market === '/trade/option/usdt' ? 'usdtOption' : 'usdcOption'}
                        isPhone={layoutMode.value === 'phone'}
                      />
                    </Suspense>
                  </ErrorBoundary>
                </PlainPage>
              )
            }
          </Route>
        ))}
        <Route path="/markets">
          <PlainPage title={t('markets')} hasMarketData>
            <ErrorBoundary area="markets">
              <Suspense fallback={null}>
                <MarketsPage isPhone={layoutMode.value === 'phone'} />
              </Suspense>
            </ErrorBoundary>
          </PlainPage>
        </Route>
        <Route path="/assets">
          <PlainPage title={t('assets')}>
            <ErrorBoundary area="account">
              <Suspense fallback={null}>
                <AssetsPage />
              </Suspense>
            </ErrorBoundary>
          </PlainPage>
        </Route>
        <Route path="/margin">
          <PlainPage title={t('assets')}>
            <ErrorBoundary area="account">
              <Suspense fallback={null}>
                <PortfolioPage />
              </Suspense>
            </ErrorBoundary>
          </PlainPage>
        </Route>
        <Route path="/user/assets/order/derivatives/:product">
          {({ product }: { readonly product: string }) => {
            const kind = historyKind(product)
            return kind === null ? (
              <NotFoundPage />
            ) : (
              <PlainPage title={t('tradeHistory')}>
                <ErrorBoundary area="account">
                  <Suspense fallback={null}>
                    <HistoryPage kind={kind} />
                  </Suspense>
                </ErrorBoundary>
              </PlainPage>
            )
          }}
        </Route>
        <Route path="/invite">
          <InvitePage />
        </Route>
        <Route path="/settings">
          <PlainPage title={t('settings')}>
            <Suspense fallback={null}>
              <SettingsPage account={layoutMode.value === 'phone' ? <AccountButton /> : null} />
            </Suspense>
          </PlainPage>
        </Route>
        <Route path="/diagnostics">
          <PlainPage title={t('diagnostics')}>
            <ErrorBoundary area="page">
              <Suspense fallback={null}>
                <DiagnosticsPage />
              </Suspense>
            </ErrorBoundary>
          </PlainPage>
        </Route>
        <Route path="/snapshot">
          <Suspense fallback={null}>
            <SnapshotPage />
          </Suspense>
        </Route>
        <Route path="/open">
          <OpenPage />
        </Route>
        <Route path="/replay">
          <ErrorBoundary area="page">
            <Suspense fallback={null}>
              <ReplayPage />
            </Suspense>
          </ErrorBoundary>
        </Route>
        <Route>
          <NotFoundPage />
        </Route>
      </Switch>
      <DiagnosticsKey />
      {/* The live account's messages would be read as the recording's: they wait until it is closed. */}
      {isPlaying.value ? null : <Notices />}
      <Visitors />
      {isPlaying.value ? null : <Alerts key={`alerts ${account.life.value}`} />}
      <UpdatePrompt />
    </Router>
  )
}

/** What alerts need of every page comes with the user's first sign. */
function Alerts() {
  useSignals()
  return hasSign.value ? (
    <Suspense fallback={null}>
      <AlertCenter />
    </Suspense>
  ) : null
}

/** Whether the visitor is shut out is asked for once the first screen stands: what asks comes then. */
function Visitors() {
  const [isHere, setHere] = useState(false)
  useEffect(() => void whenFirstScreen().then(() => setHere(true)), [])
  return isHere ? (
    <Suspense fallback={null}>
      <VisitorGate />
    </Suspense>
  ) : null
}

/** Leads to the market that was looked at last, once it is known which that was; a storage that hangs is not waited for. */
function Home() {
  useSignals()
  const { lastMarket } = useApp()
  const path = useLastPath()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SETTINGS_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return lastMarket.isRead.value || isLate ? <Redirect to={path} replace /> : null
}

/** A series is the contract that it names when the page is opened: it does not change under a ticket. */
function MarketPage({ market, names }: { readonly market: string; readonly names: readonly string[] }) {
  const [target] = useState(() => parseTradePath([market, ...names.map(encodeURIComponent)].join('/'), Date.now()))
  return target?.symbol == null ? (
    <UnknownSymbol name={names.join('/')} />
  ) : (
    <TradePage key={target.symbol} symbol={target.symbol as InstrumentSymbol} />
  )
}

function DiagnosticsKey() {
  const [, go] = useLocation()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isDiagnosticsKey(event)) return
      event.preventDefault()
      go('/diagnostics')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [go])
  return null
}
