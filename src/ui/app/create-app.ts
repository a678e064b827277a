import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { FeeRates } from '../../domain/account/fee-tier'
import type { TradedMarket } from '../../domain/instrument/market-type'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Watch } from '../../workers/hub-api'
import type { HubEvent } from '../../workers/hub-events'
import type { HubLink } from '../hub-link/hub-link'
import { hurryParts } from '../kit/load-part'
import { AccountModel } from '../state/account-model'
import { AnnouncementsModel } from '../state/announcements-model'
import type { App } from '../state/app-context'
import { CatalogueModel } from '../state/catalogue-model'
import { followFeeRates, type OwnRates } from '../state/fee-rates'
import { ConnectionModel } from '../state/connection-model'
import { browserKept, type Kept } from '../state/kept'
import { LastMarket } from '../state/last-market'
import { MarketModel } from '../state/market-model'
import { stepComes, stepSeen } from '../state/between-steps'
import { NoticeModel } from '../state/notice-model'
import { NotifyCloses } from '../state/notify-close'
import { ThemeModel } from '../state/theme-model'
import { liveClock, type PageClock } from '../state/clock'
import { followViews } from './follow-views'
import { meetSession, tellsOwnEnd } from './meet-session'

interface Surroundings {
  readonly kept?: Kept
  readonly clock?: PageClock
  /** The page's one theme, where another app made it. */
  readonly theme?: ThemeModel
  /** Streams that the hub was asked for already: their markets take what comes before a page shows them. */
  readonly early?: readonly Watch[]
  readonly hasChartLibrary?: boolean
  readonly apiOrigin?: string | null
}

/** Makes the models and lets the hub's events flow into them: one `batch` per delivery, in order. */
export function createApp(
  hub: HubLink,
  {
    kept = browserKept,
    clock = liveClock,
    theme = new ThemeModel(),
    early = [],
    hasChartLibrary = false,
    apiOrigin = null,
  }: Surroundings = {},
): App {
  const connection = new ConnectionModel(() => clock.nowMs())
  const catalogue = new CatalogueModel()
  const account = new AccountModel()
  const closes = new NotifyCloses(kept)
  const notices = new NoticeModel(undefined, closes)
  const announcements = new AnnouncementsModel(kept.session)
  const markets = new Map<InstrumentSymbol, MarketModel>()
  const rates = signal<OwnRates>(new Map())
  const shown = signal<readonly ReadonlySignal<TradedMarket | null>[]>([])

  const marketOfSymbol = (symbol: InstrumentSymbol): MarketModel => {
    let market = markets.get(symbol)
    if (market === undefined) {
      const listed = catalogue.listed(symbol)
      market = new MarketModel(
        symbol,
        computed(() => withRates(listed.value, rates.value.get(symbol))),
      )
      markets.set(symbol, market)
      shown.value = [...shown.peek(), listed]
    }
    return market
  }
  for (const { topic } of early) if ('symbol' in topic) marketOfSymbol(topic.symbol)

  const pricesApplied = followViews(hub, { connection, catalogue, markets })
  hub.onEvents((events) => {
    const isStep = events.some((event) => marketOf(event, markets) !== undefined)
    if (isStep) stepComes()
    batch(() => {
      if (hub.epoch() !== connection.epoch.peek()) connection.setLife(hub.life(), hub.epoch())
      for (const event of events) {
        connection.apply(event)
        catalogue.apply(event)
        meetSession(event, { account, notices, kept })
        if (!tellsOwnEnd(event, account)) notices.apply(event)
        announcements.apply(event)
        marketOf(event, markets)?.apply(event)
      }
    })
    if (!isStep) return
    stepSeen()
    pricesApplied()
  })
  watchHeldSymbols(hub, account)
  effect(() => {
    // The exchange answers the hub, so it has the page's files too.
    if (connection.state.value === 'live') hurryParts()
  })

  // The list's rates stand until the account's have come: the first picture does not wait for them.
  const stopWaiting = effect(() => {
    if (account.snapshots.value === 0) return
    queueMicrotask(() => stopWaiting())
    const listed = computed(() => shown.value.flatMap((one) => one.value ?? []))
    followFeeRates({ hub, account, shown: listed, take: (own) => (rates.value = own) })
  })

  return {
    hub,
    connection,
    catalogue,
    account,
    notices,
    closes,
    announcements,
    theme,
    clock,
    lastMarket: new LastMarket(kept, catalogue),
    kept,
    hasChartLibrary,
    apiOrigin,
    market: marketOfSymbol,
  }
}

/** The list has the base rates; what this account pays goes before them wherever figures are made. */
function withRates(listed: TradedMarket | null, own: FeeRates | undefined): TradedMarket | null {
  if (listed === null || own === undefined) return listed
  const { takerFeeRate, makerFeeRate } = own
  const isSame = listed.takerFeeRate === takerFeeRate && listed.makerFeeRate === makerFeeRate
  return isSame ? listed : { ...listed, takerFeeRate, makerFeeRate }
}

function marketOf(event: HubEvent, markets: ReadonlyMap<InstrumentSymbol, MarketModel>): MarketModel | undefined {
  switch (event.type) {
    case 'ticker':
      return markets.get(event.ticker.symbol)
    case 'book':
      return markets.get(event.book.symbol)
    case 'trades':
      return markets.get(event.symbol)
    default:
      return undefined
  }
}

/** Profit is shown against the mark price, so the tickers of held symbols flow for as long as they are held. */
function watchHeldSymbols(hub: HubLink, account: AccountModel): void {
  const watched = new Map<InstrumentSymbol, () => void>()
  effect(() => {
    const held = new Set(account.positions.value.map((position) => position.symbol))
    for (const [symbol, release] of watched) {
      if (held.has(symbol)) continue
      release()
      watched.delete(symbol)
    }
    for (const symbol of held)
      if (!watched.has(symbol)) watched.set(symbol, hub.watch({ topic: { kind: 'ticker', symbol } }))
  })
}
