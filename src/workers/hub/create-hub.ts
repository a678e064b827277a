import { AccountSide } from './account/account-side'
import { OrdersSide } from './calls/orders-side'
import { Changes } from './changes'
import type { HubContext } from './hub-context'
import { HubLifecycle } from './hub-lifecycle'
import { hubStatus } from './hub-status'
import { MarketSide } from './market/market-side'
import type { HubPorts } from './ports'
import { RestClient } from './rest-client'
import { SelfReport } from './self-report'
import { Recorder, recorded } from './tabs/recorder'
import { hubCommands } from './tabs/hub-commands'
import { makeTabSession, type TabSession } from './tabs/tab-session'
import { tabSource } from './tabs/tab-source'
import { Tabs } from './tabs/tabs'
import { Term } from './term'

export interface Hub {
  readonly epoch: string
  /** A session for one more tab. */
  connect(): TabSession
  /** Counts for tests and diagnostics. */
  readonly tabs: number
}

/** The shared data plane of a browser profile: market, account, orders and tabs, each a side of its own. */
export function createHub(ports: HubPorts): Hub {
  const { clock, network, random, trace, locks, config, epoch } = ports
  const recorder = new Recorder(clock, { build: config.build, epoch })
  const transport = recorded(ports.transport, recorder)
  const term = new Term(ports.store)
  const changes = new Changes(ports.turns, () => tabs)
  const rest = new RestClient({
    clock,
    transport,
    venue: ports.venue,
    config,
    epoch,
    term: () => term.current,
    statusOf: (symbol) => market.find(symbol)?.status ?? null,
    session: () => account.session.current,
    refused: (call, answer, sentAs) => account.refused(call, answer, sentAs),
  })
  const channelPorts = {
    clock,
    serverNow: () => rest.serverNow(),
    transport,
    messages: ports.venue.messages,
    network,
    random,
    trace,
    isWatched: () => tabs.hasVisible,
    event: recorder.connection,
  }
  const context: HubContext = { ports, channelPorts, rest, term, changes, recorder }
  const market = new MarketSide(context, { live: () => account.session.wake() })
  const account = new AccountSide(context, {
    ordersSeen: (seen) => orders.ordersSeen(seen),
    positionsSeen: () => orders.positionsSeen(),
    named: (symbol) => market.singles.named(symbol),
    reconciled: () => orders.wake(),
    sessionChanged: (session) => lifecycle.sessionChanged(session),
    hasTabs: () => tabs.count > 0,
  })
  const orders = new OrdersSide(context, market, account)
  const status = () => hubStatus(context, market, account, tabs.count)
  const lifecycle = new HubLifecycle(context, { market, account, orders, status, tabs: () => tabs.count })
  const tabs: Tabs = new Tabs(
    { epoch, locks, isDeparting: () => changes.isDeparting },
    tabSource({ market, account, orders, recorder, status, left: () => lifecycle.tabLeft() }),
  )
  const report = new SelfReport({ context, market, account, orders, status, tabs: (selfId) => tabs.health(selfId) })
  const commands = hubCommands({ market, account, orders, report, recorder, lifecycle, trace })
  return {
    epoch,
    connect: () =>
      makeTabSession({
        tabs,
        recorder,
        commands,
        epoch,
        entered(hello, port) {
          lifecycle.start()
          tabs.attach(hello, port)
          // After it: a tab that says hello a second time leaves first, and would set the hub to rest.
          lifecycle.resume()
          changes.publish('status')
          if (hello.visible) lifecycle.wake()
          return { ok: true, epoch, build: config.build, session: account.session.current }
        },
        seen(visible) {
          if (visible) {
            lifecycle.wake()
            return
          }
          account.preferences.flush()
          market.snapshots.saveAll()
          account.keeper.save()
        },
      }),
    get tabs() {
      return tabs.count
    },
  }
}
