import { PROTOCOL_VERSION } from '../../../wire/push/message'
import type { HubApi, HubWelcome, TabHello } from '../../hub-api'
import type { Outcome } from '../../presses'
import type { RecordedRead } from '../../recording'
import type { History } from '../market/history'
import type { OrderChangeCalls } from '../calls/order-change-calls'
import type { NewOrderCalls } from '../calls/new-order-calls'
import { viewProblem } from '../calls/order-gate'
import type { TabPort } from '../ports'
import type { PositionCalls } from '../calls/position-calls'
import type { KeyList } from '../account/key-list'
import type { MemberPreferences } from '../account/preferences'
import type { Recorder } from './recorder'
import type { ReversalCalls } from '../calls/reversal-calls'
import type { AlgoOrderCalls } from '../calls/algo-order-calls'
import type { SelfReport } from '../self-report'
import type { Tabs } from './tabs'

/** What one tab may ask: as `HubApi`, but with the port already in the hub's own terms. */
export type TabSession = Omit<HubApi, 'hello'> & { hello(hello: TabHello, port: TabPort): Promise<HubWelcome> }

export interface TabSessionPorts {
  readonly tabs: Tabs
  readonly newOrders: NewOrderCalls
  readonly changes: OrderChangeCalls
  readonly reverses: ReversalCalls
  readonly positions: PositionCalls
  readonly strategies: AlgoOrderCalls
  readonly preferences: MemberPreferences
  readonly keys: KeyList
  readonly history: History
  readonly recorder: Recorder
  readonly report: SelfReport
  readonly epoch: string
  readonly trace: (what: string, error: unknown) => void
  /** A tab of our protocol came in. */
  readonly entered: (hello: TabHello, port: TabPort) => HubWelcome
  /** A tab was shown or hidden. */
  readonly seen: (visible: boolean) => void
  readonly takeOver: () => void
}

/** What one tab may ask, and who answers; remembers which tab it is. */
export function makeTabSession(ports: TabSessionPorts): TabSession {
  const { tabs, newOrders, changes, reverses, positions, strategies, preferences, keys, history, recorder, report } =
    ports
  let tabId = ''
  /** By which the tab said hello. */
  let port: TabPort | null = null
  /** A press: its answer's toast is shown in its tab, and the recorder keeps what was asked and how it ended. */
  const press = async <T>(name: string, args: readonly unknown[], send: () => Promise<T>): Promise<T> => {
    tabs.pressed(tabId)
    const outcome = await send()
    recorder.command(tabId, name, args, outcome)
    return outcome
  }
  /** One that is meant for what the page shows: all but those that take something back, which may come late. */
  const shownPress = <T>(
    name: string,
    args: readonly unknown[],
    send: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const problem = viewProblem(tabs.isDrawn(tabId))
    return press(name, args, () => (problem === null ? send() : Promise.resolve(problem)))
  }
  const read = async <T>(name: RecordedRead['name'], query: unknown, asked: Promise<T>): Promise<T> => {
    const answer = await asked
    recorder.read(name, query, answer)
    return answer
  }
  return {
    async hello(hello, batches) {
      if (hello.protocol !== PROTOCOL_VERSION) return { ok: false, reason: 'protocol', protocol: PROTOCOL_VERSION }
      tabId = hello.tabId
      port = batches
      return ports.entered(hello, batches)
    },
    async goodbye(id) {
      // A hello that the tab gave up may be taken back only after the next one came in, by another session.
      if (port !== null && tabs.isAttached(id, port)) tabs.detach(id)
    },
    async setVisible(id, visible, view) {
      tabs.setVisible(id, visible, view)
      ports.seen(visible)
    },
    async drawn(id, view) {
      tabs.drawn(id, view)
    },
    async watch(id, watches) {
      tabs.watch(id, watches)
    },
    placeOrder: (intent) => shownPress('placeOrder', [intent], () => newOrders.place(intent, tabId)),
    amendOrder: (id, order) => shownPress('amendOrder', [id, order], () => changes.amend(id, order)),
    cancelOrder: (id, order) => press('cancelOrder', [id, order], () => changes.cancel(id, order)),
    cancelAll: (symbol, only) => press('cancelAll', [symbol, only], () => changes.cancelAll(symbol, only)),
    setLeverage: (terms) => shownPress('setLeverage', [terms], () => positions.setLeverage(terms)),
    openStrategy: (opened) => shownPress('openStrategy', [opened], () => strategies.open(opened)),
    cancelStrategy: (id, strategy) => press('cancelStrategy', [id, strategy], () => strategies.cancel(id, strategy)),
    setTpSl: (terms) => shownPress('setTpSl', [terms], () => positions.setTpSl(terms)),
    setMarginMode: (mode) => shownPress('setMarginMode', [mode], () => positions.setMarginMode(mode)),
    setPositionMode: (terms) => shownPress('setPositionMode', [terms], () => positions.setPositionMode(terms)),
    addMargin: (terms) => shownPress('addMargin', [terms], () => positions.addMargin(terms)),
    setAutoAddMargin: (terms) => shownPress('setAutoAddMargin', [terms], () => positions.setAutoAddMargin(terms)),
    reverse: (pair) => shownPress('reverse', [pair], () => reverses.reverse(pair)),
    reopenReverse: (id, openId, pressedAtMs) =>
      shownPress('reopenReverse', [id, openId, pressedAtMs], () => reverses.reopen(id, openId, pressedAtMs)),
    async dismissReverse(id) {
      reverses.dismiss(id)
    },
    async dismissIntent(id) {
      newOrders.dismiss(id)
    },
    resendIntent: (id) => shownPress('resendIntent', [id], () => newOrders.resend(id)),
    async setPreferences(chosen) {
      preferences.set(chosen)
    },
    apiKeys: () => keys.list(),
    endApiKey: (apiKey) => keys.end(apiKey),
    candles: (range) => read('candles', range, history.candles(range)),
    orderHistory: (query) => read('orderHistory', query, history.orders(query)),
    strategyOrders: (query) => read('strategyOrders', query, history.strategyOrders(query)),
    executionHistory: (query) => read('executionHistory', query, history.executions(query)),
    diagnostics: async () => report.diagnostics(tabId),
    audit: () => report.audit(),
    recording: async () => recorder.recording(tabId),
    async reportFault(what, message) {
      ports.trace(what, message)
    },
    async takeOver() {
      ports.takeOver()
    },
    async ping(id) {
      return { epoch: ports.epoch, isKnown: port !== null && tabs.isAttached(id, port) }
    },
  }
}
