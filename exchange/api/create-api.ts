import type { Hono } from 'hono'
import type { FirstPicture } from '../../src/domain/market/first-picture'
import type { Fanout } from '../journal/fanout'
import type { Journal } from '../journal/journal-port'
import { writePriceAlert, writeRemovedAlert } from '../../src/wire/push/price-alerts'
import { PriceAlerts } from './alerts/price-alerts'
import { AccountRatios } from './account-ratios'
import type { CallAnswer, CallRequest } from './call'
import { ROUTES } from './calls/routes'
import { Catalogue } from './calls/shared/catalogue'
import { CallServer } from './calls/shared/http/call-server'
import type { OriginCheck } from './calls/shared/http/guard-write'
import type { Core } from './core'
import { createApp } from './create-app'
import type { Faults } from './faults'
import { PublishTurns } from './feeds/dispatcher/publish-turns'
import type { Outlet } from './feeds/dispatcher/topic-stream'
import { AccountFeeds } from './feeds/native/account-feeds'
import { MarketFeed } from './feeds/native/market-feed'
import { Sockets, type OpenedSocket } from './feeds/sockets'
import { V5AccountFeed } from './feeds/v5/account-feed'
import { V5MarketFeed } from './feeds/v5/market-feed'
import type { HostPorts } from './host-ports'
import { firstPicture } from './first-picture'
import { HourAgo } from './hour-ago'
import { NoticeBoard } from './notices/notice-board'
import { OpenInterestLog } from './open-interest-log'
import { Allowances } from './rate-limit'
import { ReadDropped, ReadTurns } from './read-turns'
import { ApiKeys } from './sessions/api-keys'
import { HubAccounts } from './sessions/hub-accounts'
import { HubTerms } from './sessions/hub-terms'
import { Preferences } from './sessions/preferences'
import { Sessions } from './sessions/sessions'
import { Visits } from './sessions/visits'

/** How often `beat` is to be called. */
export const BEAT_MS = 1000

export interface ApiOptions {
  readonly journal: Journal
  /** Publishes what the journal's inputs changed, once they are on disk. */
  readonly fanout: Pick<Fanout, 'subscribe'>
  readonly ports: HostPorts
  readonly origins: OriginCheck
  readonly faults: Faults
  /** Adds `/control/*`; `null` without the switch. */
  readonly addControl: ((app: Hono, core: Core) => void) | null
  /** Name of this build, shown in `/healthz`. */
  readonly build: string
  readonly region: string
  /** Called with each fault that nobody foresaw, and the correlation id the client got. */
  readonly trace: (id: string, error: unknown) => void
}

/** How much there is of what an operator watches. */
export interface ApiCounts {
  readonly sockets: number
  readonly sessions: number
  /** Those of the market not counted. */
  readonly accounts: number
  /** Reports that browsers sent of what the policy of a page kept from it. */
  readonly cspViolations: number
}

/** Calls, sockets, sessions and topics of the exchange, whatever runs them. */
export interface ExchangeApi {
  readonly turns: ReadTurns
  /** Never rejects: a fault nobody foresaw is an answer too. */
  call(request: CallRequest): Promise<CallAnswer>
  /** Whether there is a place for one more socket. */
  hasRoom(): boolean
  open(opened: OpenedSocket): void
  beat(): void
  counts(): ApiCounts
  /** The market of a trade page's address as it is now; `null` for any other page. */
  pictureOf(path: string): FirstPicture | null
  /** Cuts every socket, and publishes nothing any more. */
  close(): void
  /** Settles when what is kept is on disk. */
  flush(): Promise<void>
}

/** @throws what the host's store does, when what is kept cannot be read */
export async function createApi(options: ApiOptions): Promise<ExchangeApi> {
  const { journal, fanout, ports, faults, trace } = options
  const { texts, signer, hashToken, nextTurn, frame } = ports
  const now = (): number => journal.now()

  const catalogue = new Catalogue(journal.venue)
  const outlet: Outlet = { frame, outgoing: faults.outgoing, now, turns: new PublishTurns(nextTurn) }
  const notices = new NoticeBoard(() => journal.venue.instruments())
  const market = new MarketFeed(
    journal.venue,
    outlet,
    (list) => catalogue.versionOf(list),
    () => notices.current(now()),
  )
  // Above every sequence of an earlier life, as long as accounts say less than a million messages a second.
  const feeds = new AccountFeeds(journal, outlet, Date.now() * 1000, (symbol) => catalogue.find(symbol))
  const known = new Set(journal.venue.accounts().map((one) => one.account))
  const isKnown = (account: string): boolean => known.has(account)
  const sessions = await Sessions.load(texts, hashToken, isKnown)
  const keys = await ApiKeys.load(texts, signer, isKnown)
  const preferences = await Preferences.load(texts)
  const alerts = await PriceAlerts.load(texts, isKnown, {
    newId: () => crypto.randomUUID(),
    changed: (account, alert) => feeds.say(account, 'user.alert', [writePriceAlert(alert)], now()),
    removed: (account, alert) => feeds.say(account, 'user.alert', [writeRemovedAlert(alert)], now()),
    trace: (error) => trace(crypto.randomUUID(), error),
  })
  const terms = new HubTerms()
  const turns = new ReadTurns(nextTurn)
  const hourAgo = new HourAgo(journal.venue)
  const v5Market = new V5MarketFeed(market, catalogue, journal.venue, hourAgo, outlet)
  const v5Accounts = new V5AccountFeed(journal, catalogue, outlet)

  const tickers = journal.venue.instruments().map(({ symbol }) => market.ticker(symbol))
  const openInterest = await OpenInterestLog.load(
    texts,
    tickers.filter((one) => one !== null),
  )

  const core: Core = {
    journal,
    catalogue,
    market,
    notices,
    openInterest,
    hourAgo,
    accountRatios: new AccountRatios(journal.venue),
    feeds,
    v5Market,
    tellAccount(event, seq, timeMs) {
      feeds.publish(event, timeMs)
      v5Accounts.take([event], seq, timeMs)
    },
    sockets: () => sockets,
    sessions,
    visits: new Visits(),
    keys,
    preferences,
    alerts,
    faults,
    origins: options.origins,
    limits: {
      orders: new Allowances(100, 100),
      reads: new Allowances(50, 50),
      visitorReads: new Allowances(100, 500),
      refusals: new Allowances(10, 1_000),
      tokens: new Allowances(20, 40),
      sessions: new Allowances(1, 100),
      localSessions: new Allowances(20, 200),
    },
    turns,
    terms,
    hubs: new HubAccounts(),
    build: options.build,
    region: options.region,
    csp: { violations: 0 },
  }

  const sockets: Sockets = new Sockets(core, frame, {
    market: v5Market,
    accounts: v5Accounts,
    trace: (error) => trace(crypto.randomUUID(), error),
  })
  keys.onEnd((apiKey) => sockets.endKey(apiKey))

  const calls = new CallServer(core, ROUTES, trace)
  const { addControl } = options
  const others = createApp({
    core,
    addControl: addControl === null ? null : (app) => addControl(app, core),
    trace,
  })

  const unsubscribe = fanout.subscribe(
    ({ events, seq, timeMs }) => {
      if (events.some((event) => event.type === 'instrument')) catalogue.forget()
      market.take(events)
      notices.take(events, timeMs)
      feeds.take(events, seq, timeMs)
      openInterest.take(events)
      alerts.take(events)
      v5Market.take(events, seq)
      v5Accounts.take(events, seq, timeMs)
    },
    (account) => feeds.isFollowed(account) || v5Accounts.isFollowed(account),
  )

  return {
    turns,
    call(request) {
      const begin = (): Promise<CallAnswer> => calls.take(request) ?? others(request)
      return calls.isTrade(request) ? turns.order(begin()) : begun(turns.take(begin, () => request.reader.destroyed))
    },
    hasRoom: () => sockets.hasRoom(),
    open: (opened) => sockets.open(opened),
    beat() {
      sockets.beat()
      v5Market.beat()
      market.refreshNotices()
      feeds.refresh(now())
      void openInterest.flush()
    },
    counts: () => ({
      sockets: sockets.size,
      sessions: sessions.size,
      accounts: journal.venue.accounts().length,
      cspViolations: core.csp.violations,
    }),
    pictureOf: (path) => firstPicture(journal.venue, (symbol) => catalogue.find(symbol), path, now()),
    close() {
      unsubscribe()
      sockets.close()
      v5Market.close()
      market.close()
    },
    async flush() {
      await openInterest.flush()
      await sessions.flush()
      await keys.flush()
      await preferences.flush()
      await alerts.flush()
    },
  }
}

/** An answer that nobody waits for any more is none: the host sends it nowhere. */
function begun(answer: Promise<CallAnswer>): Promise<CallAnswer> {
  return answer.catch((error: unknown) => {
    if (error instanceof ReadDropped) return { status: 503, type: '', headers: [], body: '' }
    throw error
  })
}
