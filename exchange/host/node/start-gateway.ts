import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { PROTOCOL_VERSION } from '../../../src/wire/push/message'
import { AddressCounts } from './http/address-counts'
import { CONNECTION_LIMITS } from './http/connection-limits'
import type { CallAnswer, Inside } from './http/call'
import { openFront } from './http/http-front'
import { OriginRules } from './http/origins'
import { StaticFiles } from './http/static-files'
import { AccountRatios } from '../../api/account-ratios'
import type { Core } from '../../api/core'
import { createApp } from '../../api/create-app'
import { NO_FAULTS, type Faults } from '../../api/faults'
import type { GatewayOptions, RunningGateway } from './gateway-options'
import { HourAgo } from '../../api/hour-ago'
import { CallServer } from '../../api/calls/shared/http/call-server'
import { OpenInterestLog } from '../../api/open-interest-log'
import { AccountFeeds } from '../../api/feeds/native/account-feed'
import { Channels } from '../../api/feeds/native/channels'
import { MarketFeed } from '../../api/feeds/native/market-feed'
import { createUpgradeHandler } from './sockets/upgrade'
import { V5Channels } from '../../api/feeds/v5/channels'
import { Allowances } from '../../api/rate-limit'
import { ReadDropped, ReadTurns } from '../../api/read-turns'
import { Catalogue } from '../../api/calls/shared/catalogue'
import { ROUTES } from '../../api/calls/routes'
import { ApiKeys } from '../../api/sessions/api-keys'
import { HubTerms } from '../../api/sessions/hub-terms'
import { Preferences } from '../../api/sessions/preferences'
import { Sessions } from '../../api/sessions/sessions'
import { Visits } from '../../api/sessions/visits'

const HEARTBEAT_MS = 1000

/** What the control module gives: faults to run on, and its own calls. */
interface ControlModule {
  readonly faults: Faults
  addRoutes(app: Hono, core: Core): void
}

/** Opens REST, push, sessions and the app's files on one origin. Settles once the port is bound. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { journal, fanout, config } = options
  const limits = { ...CONNECTION_LIMITS, ...options.connectionLimits }
  const control = (options.control ?? config.control) ? await loadControl() : null
  const faults = control?.faults ?? NO_FAULTS
  const now = (): number => journal.now()
  const trace = options.trace ?? traceToStandardError

  const catalogue = new Catalogue(journal.venue)
  const market = new MarketFeed(journal.venue, now, faults, () => catalogue.version())
  // Above every sequence of an earlier life, as long as accounts say less than a million messages a second.
  const feeds = new AccountFeeds(journal, faults, Date.now() * 1000)
  const known = new Set(journal.venue.accounts().map((one) => one.account))
  const file = config.dataDir === null ? null : join(config.dataDir, 'sessions.json')
  const sessions = await Sessions.load(file, (account) => known.has(account))
  const keys = await ApiKeys.load(config.dataDir, (account) => known.has(account))
  const preferences = await Preferences.load(config.dataDir === null ? null : join(config.dataDir, 'preferences.json'))
  const terms = new HubTerms()
  const turns = new ReadTurns()
  const channels = new Channels(market, feeds, sessions, terms, faults, turns, now)

  const tickers = journal.venue.instruments().map(({ symbol }) => market.ticker(symbol))
  const openInterest = await OpenInterestLog.load(
    config.dataDir,
    tickers.filter((one) => one !== null),
  )

  let port = config.port
  const core: Core = {
    journal,
    catalogue,
    market,
    openInterest,
    hourAgo: new HourAgo(journal.venue),
    accountRatios: new AccountRatios(journal.venue),
    feeds,
    channels,
    tellAccount(event, seq, timeMs) {
      feeds.tell(event, timeMs)
      v5.accounts.take([event], seq, timeMs)
    },
    v5: () => v5,
    sessions,
    visits: new Visits(),
    keys,
    preferences,
    faults,
    origins: new OriginRules(config.host, config.allowedOrigins ?? []),
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
    build: options.build,
    region: config.region,
    port: () => port,
    csp: { violations: 0 },
  }

  const v5: V5Channels = new V5Channels(core, (error) => trace(randomUUID(), error))
  keys.onEnd((apiKey) => v5.endKey(apiKey))

  const locales = config.locales ?? null
  const connect = [config.api, config.ws, locales].filter((one): one is string => one !== null && one !== '')
  const bootstrap = (hasChartLibrary: boolean) => ({
    build: options.build,
    protocol: PROTOCOL_VERSION,
    api: config.api ?? '',
    ws: config.ws ?? '',
    locales: locales ?? '',
    region: config.region,
    chartLibrary: hasChartLibrary,
  })
  const calls = new CallServer(core, ROUTES, trace)
  const others = createApp({
    core,
    addControl: control === null ? null : (routes) => control.addRoutes(routes, core),
    trace,
  })

  const unsubscribe = fanout.subscribe(
    ({ events, seq, timeMs }) => {
      if (events.some((event) => event.type === 'instrument')) catalogue.forget()
      market.take(events)
      feeds.take(events, seq, timeMs)
      openInterest.take(events)
      v5.market.take(events, seq)
      v5.accounts.take(events, seq, timeMs)
    },
    (account) => feeds.isFollowed(account) || v5.accounts.isFollowed(account),
  )
  const heartbeat = setInterval(() => {
    channels.beat()
    v5.beat()
    feeds.refresh(now())
    void openInterest.flush()
  }, HEARTBEAT_MS)

  const { addressSocketsMax, countsLoopback } = limits
  const upgrades = createUpgradeHandler(core, v5, new AddressCounts({ max: addressSocketsMax, countsLoopback }))
  const inside: Inside = {
    call(request) {
      const begin = (): Promise<CallAnswer> => calls.take(request) ?? others(request)
      return calls.isTrade(request) ? turns.order(begin()) : begun(turns.take(begin, () => request.reader.destroyed))
    },
    upgrade: (request, socket, head) => upgrades.handle(request, socket, head),
  }
  const front = await openFront(
    {
      host: config.host,
      port: config.port,
      limits,
      origins: core.origins,
      files: options.staticDir === null ? null : new StaticFiles(options.staticDir, bootstrap, options.packedDir),
      connect,
      hasControl: control !== null,
      countRead: (work) => core.turns.count(work),
      takeRead: (read, isGone) => core.turns.take(read, isGone),
      trace,
    },
    inside,
  )
  port = front.port

  return {
    port,
    async close() {
      clearInterval(heartbeat)
      unsubscribe()
      channels.close()
      v5.close()
      market.close()
      upgrades.close()
      await front.close()
      await openInterest.flush()
      await sessions.flush()
      await keys.flush()
      await preferences.flush()
    },
  }
}

/** An answer that nobody waits for any more is none: the front sends it nowhere. */
function begun(answer: Promise<CallAnswer>): Promise<CallAnswer> {
  return answer.catch((error: unknown) => {
    if (error instanceof ReadDropped) return { status: 503, type: '', headers: [], body: '' }
    throw error
  })
}

/** Loaded only with the switch: without it no code of the control module runs. */
async function loadControl(): Promise<ControlModule> {
  const { createControl } = await import('../../control/create-control')
  return createControl()
}

function traceToStandardError(id: string, error: unknown): void {
  process.stderr.write(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
