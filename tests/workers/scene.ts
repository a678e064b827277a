import type { AccountKind } from '../../src/domain/account/wallet'
import type { Contract } from '../../src/domain/instrument/contract'
import type { Execution } from '../../src/domain/order/execution'
import type { InstrumentSymbol, Order } from '../../src/domain/order/order'
import { isTerminal } from '../../src/domain/order/order-status'
import type { MarginMode, Position } from '../../src/domain/position/position'
import type { Wallet } from '../../src/domain/account/wallet'
import { bookChecksum, writeBookPush, type BookRowJson } from '../../src/wire/push/book'
import { PROTOCOL_VERSION } from '../../src/base/protocol-version'
import { SPOT_LIST_ALL_PATH, SPOT_LIST_V2_PATH, SPOT_LIST_V3_PATH } from '../../src/wire/rest/spot-lists'
import { writeBriefSymbolList } from '../../src/wire/rest/brief-symbol-list'
import { FIRST_ANSWER_PATH, writeFirstAnswer, type FirstAnswer } from '../../src/wire/rest/first-answer'
import { writeSetMarginMode } from '../../src/wire/rest/position-settings'
import { TWAP_LIST_PATH } from '../../src/wire/rest/strategy'
import { writeExecution } from '../../src/wire/shape/execution'
import { writeOrder } from '../../src/wire/shape/order'
import { writePosition } from '../../src/wire/shape/position'
import { writeWallet } from '../../src/wire/shape/wallet'
import type { Watch } from '../../src/workers/hub-api'
import { sampleContracts } from './sample-contracts'
import { createHub, type Hub } from '../../src/workers/hub/create-hub'
import type { TabSession } from '../../src/workers/hub/tabs/tab-session'
import { FakeTabPort, fakeWorld, settle, type FakeWorld, type WorldOverrides } from './fakes'

export const BTC = 'BTCUSDT' as InstrumentSymbol
export const ACCOUNT = 'acc-1'
export const BOOK_TOPIC = 'orderBook_50.H.BTCUSDT'
export const BOOK: Watch = { topic: { kind: 'book', symbol: BTC, depth: 50 }, rows: 10, group: 1 }
export const TICKER: Watch = { topic: { kind: 'ticker', symbol: BTC } }
export const TRADES: Watch = { topic: { kind: 'trades', symbol: BTC } }

/** A copy of a value with some fields changed: fixtures written as plain text become domain types here, and only here. */
function made<T>(base: object, change: object): T {
  return { ...base, ...change } as T
}

export function order(change: object = {}): Order {
  return made<Order>(
    {
      id: 'o-1',
      linkId: 'press-1',
      symbol: BTC,
      side: 'buy',
      type: 'limit',
      price: '64000',
      qty: '0.01',
      filledQty: '0',
      leavesQty: '0.01',
      filledValue: '0',
      fee: '0',
      avgPrice: null,
      status: 'new',
      timeInForce: 'goodTillCancel',
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      createType: 'CreateByUser',
      cancelType: null,
      rejectReason: null,
      createdAtMs: 1_700_000_000_000,
      updatedAtMs: 1_700_000_000_000,
      seq: 10,
    },
    change,
  )
}

export function execution(change: object = {}): Execution {
  return made<Execution>(
    {
      id: 'e-1',
      orderId: 'o-1',
      orderLinkId: 'press-1',
      symbol: BTC,
      side: 'buy',
      price: '64000',
      qty: '0.01',
      value: '640',
      fee: '0.352',
      feeRate: '0.00055',
      isMaker: false,
      execType: 'Trade',
      grossPnl: '0',
      closedQty: '0',
      timeMs: 1_700_000_000_000,
      seq: 11,
    },
    change,
  )
}

export function position(change: object = {}): Position {
  return made<Position>(
    {
      symbol: BTC,
      positionIdx: 0,
      side: 'buy',
      size: '0.01',
      entryPrice: '64000',
      leverage: '10',
      marginMode: 'cross',
      value: '640',
      markPrice: '64000',
      unrealisedPnl: '0',
      realisedPnl: '0',
      cumRealisedPnl: '0',
      initialMargin: '64',
      maintenanceMargin: '3.2',
      liquidationPrice: null,
      bankruptcyPrice: null,
      breakEvenPrice: null,
      createdAtMs: 1_700_000_000_000,
      updatedAtMs: 1_700_000_000_000,
      seq: 11,
    },
    change,
  )
}

export function wallet(change: object = {}): Wallet {
  return made<Wallet>(
    {
      accountType: 'uta2',
      totalEquity: '100000',
      totalWalletBalance: '100000',
      totalMarginBalance: '100000',
      totalAvailable: '100000',
      totalUnrealisedPnl: '0',
      totalInitialMargin: '0',
      totalMaintenanceMargin: '0',
      initialMarginRate: null,
      maintenanceMarginRate: null,
      coins: [],
      seq: 1,
    },
    change,
  )
}

const SPOT_LISTS = [
  [SPOT_LIST_ALL_PATH, 'all'],
  [SPOT_LIST_V3_PATH, 'v3'],
  [SPOT_LIST_V2_PATH, 'v2'],
] as const

/** What the fake exchange knows; REST answers come from here. */
export class FakeExchange {
  version = 'v1'
  instruments: readonly Contract[] = sampleContracts()
  /** What the three spot lists answer; a venue may have no pairs. */
  spot: { all: unknown; v3: unknown; v2: unknown } = {
    all: { quoteTokenSymbols: [], lastModifiedTime: '0' },
    v3: { quoteTokenResult: [], version: 'v1' },
    v2: { quoteTokenResult: [] },
  }
  orders: Order[] = []
  positions: Position[] = []
  executions: Execution[] = []
  wallet: Wallet = wallet()
  /** How settings ended, by client tag. */
  readonly answers = new Map<string, FirstAnswer>()
  /** From when on it has forgotten none. */
  answersKnownFromMs = 0
  /** Lines of its ledger, which count otherwise than rows do. */
  seq = 100
  /** What its lists are complete up to; `null` is the newest of its rows. */
  rowSeq: number | null = null
  /** Whether it says that it refuses what comes after the time that it was valid until. */
  keepsValidUntil = false
  kind: AccountKind = 'uta2'
  /** How the account holds its margin. */
  marginMode: MarginMode = 'cross'

  constructor(readonly world: FakeWorld) {
    const { transport } = world
    transport.on('/sandbox/session', () => ({
      account: ACCOUNT,
      name: 'Paper',
      kind: this.kind,
      ...(this.keepsValidUntil ? { keepsValidUntil: true } : {}),
    }))
    transport.on('/user/private/ott', () => ({ token: 'one-time' }))
    transport.on('/contract/v5/product/brief-symbol-list', () =>
      writeBriefSymbolList(this.instruments, this.version, 0),
    )
    for (const [path, list] of SPOT_LISTS) transport.on(path, () => this.spot[list])
    transport.on('/v5/order/realtime', ({ query }) => {
      const linkId = query.get('orderLinkId')
      const id = query.get('orderId')
      const list = this.orders.filter((one) =>
        linkId !== null
          ? one.linkId === linkId
          : id !== null
            ? one.id === id
            : one.status === 'new' || one.status === 'partiallyFilled',
      )
      const all = list.map((one) => writeOrder(one, 'v5'))
      if (linkId !== null || id !== null) return { list: all, nextPageCursor: '', seq: this.seq++ }
      const from = Number(query.get('cursor') ?? 0)
      const limit = Number(query.get('limit'))
      const nextPageCursor = from + limit < all.length ? String(from + limit) : ''
      return { list: all.slice(from, from + limit), nextPageCursor, seq: this.seq++, rowSeq: this.#rowSeq() }
    })
    transport.on('/v5/order/history', () => ({
      list: this.orders
        .filter(({ status }) => isTerminal(status))
        .toSorted((a, b) => b.seq - a.seq)
        .map((one) => writeOrder(one, 'v5')),
      nextPageCursor: '',
      seq: this.seq++,
    }))
    transport.on(TWAP_LIST_PATH, () => ({ list: [], seq: this.seq }))
    transport.on(FIRST_ANSWER_PATH, ({ query }) =>
      writeFirstAnswer({
        answer: this.answers.get(query.get('clientTag') ?? '') ?? null,
        seq: this.seq++,
        knownFromMs: this.answersKnownFromMs,
      }),
    )
    transport.on('/v5/position/list', () => ({
      list: this.positions.map(writePosition),
      seq: this.seq,
      rowSeq: this.#rowSeq(),
    }))
    transport.on('/v5/account/info', () => ({ marginMode: writeSetMarginMode(this.marginMode)['setMarginMode'] }))
    transport.on('/v5/account/wallet-balance', () => ({ list: [writeWallet(this.wallet)] }))
    transport.on('/v5/execution/list', () => ({ list: this.executions.map(writeExecution).toReversed() }))
  }

  #rowSeq(): number {
    const rows = [...this.orders, ...this.positions, ...this.executions]
    return this.rowSeq ?? Math.max(0, ...rows.map(({ seq }) => seq))
  }
}

/** A hub with one tab, as far as the test wants to take it. */
export class Scene {
  readonly world: FakeWorld
  readonly exchange: FakeExchange
  readonly hub: Hub
  readonly port = new FakeTabPort()
  readonly tab: TabSession

  constructor(overrides: WorldOverrides = {}) {
    this.world = fakeWorld(overrides)
    this.exchange = new FakeExchange(this.world)
    this.hub = createHub(this.world)
    this.tab = this.hub.connect()
  }

  async hello(tabId = 'tab-1', visible = true, watches: readonly Watch[] = []): Promise<void> {
    const hello = {
      tabId,
      protocol: PROTOCOL_VERSION,
      build: 'test',
      lockName: `lock-${tabId}`,
      visible,
      view: 0,
      watches,
    }
    await this.tab.hello(hello, this.port)
    await settle()
  }

  /** A second tab of the same profile. */
  async join(tabId: string, visible = true): Promise<{ readonly tab: TabSession; readonly port: FakeTabPort }> {
    const tab = this.hub.connect()
    const port = new FakeTabPort()
    await tab.hello(
      { tabId, protocol: PROTOCOL_VERSION, build: 'test', lockName: `lock-${tabId}`, visible, view: 0 },
      port,
    )
    await settle()
    return { tab, port }
  }

  /** Opens the public socket and names the rules in force, so that the catalogue is confirmed. */
  async openPublic(): Promise<void> {
    this.publicSocket.open()
    await settle()
    this.notifySymbols(1)
    await settle()
  }

  notifySymbols(seq: number, symbol = ''): void {
    this.push('public', 'public.symbol.notify', 'snapshot', seq, { symbol, version: this.exchange.version })
  }

  /** Opens the private socket and goes through log-in, subscription and reconciliation. */
  async openPrivate(): Promise<void> {
    const socket = this.privateSocket
    socket.open()
    await settle()
    this.reply('private', 'login', true)
    await settle()
    this.reply('private', 'subscribe', true)
    await settle()
    await settle()
  }

  /** Both channels live, the book of BTCUSDT on screen: 64000 / 64000.1. */
  async live(): Promise<void> {
    await this.hello()
    await this.openPublic()
    await this.openPrivate()
    await this.tab.watch('tab-1', [BOOK])
    await settle()
    this.book('snapshot', 1, [['64000', '1']], [['64000.1', '2']], { updateId: 1 })
    await settle()
  }

  get publicSocket() {
    return this.world.transport.socket('public')
  }

  get privateSocket() {
    return this.world.transport.socket('private')
  }

  reply(channel: 'public' | 'private', op: string, success: boolean, failed: readonly string[] = []): void {
    const socket = this.world.transport.socket(channel)
    socket.json({ op, success, ret_msg: '', req_id: socket.lastRequest(op), conn_id: 'c', failed })
  }

  push(channel: 'public' | 'private', topic: string, type: 'snapshot' | 'delta', seq: number, data: unknown): void {
    this.world.transport.socket(channel).json({ topic, type, ts: this.world.clock.now(), seq, data })
  }

  replay(topic: string, seq: number, data: unknown): void {
    this.privateSocket.json({ topic, type: 'delta', ts: this.world.clock.now(), seq, data, replay: true })
  }

  heartbeat(counter: number): void {
    for (const channel of ['public', 'private'] as const)
      this.world.transport.socket(channel).json({ op: 'heartbeat', counter, ts: this.world.clock.now() })
  }

  /** A book frame. The checksum is that of `whole` (the book after the message), by default of the rows sent. */
  book(
    type: 'snapshot' | 'delta',
    seq: number,
    bids: readonly BookRowJson[],
    asks: readonly BookRowJson[],
    after: {
      readonly updateId?: number
      readonly whole?: readonly [readonly BookRowJson[], readonly BookRowJson[]]
      readonly crc?: number
    } = {},
  ): void {
    const [wholeBids, wholeAsks] = after.whole ?? [bids, asks]
    const now = this.world.clock.now()
    const book = {
      s: BTC,
      b: bids,
      a: asks,
      u: after.updateId ?? seq,
      cts: now,
      crc: after.crc ?? bookChecksum(wholeBids, wholeAsks),
    }
    this.publicSocket.text(writeBookPush(BOOK_TOPIC, type, now, seq, book))
  }

  get state() {
    return this.port.last('status').status.state
  }
}
