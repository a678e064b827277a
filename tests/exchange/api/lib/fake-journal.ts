import type { Wallet } from '../../../../src/domain/account/wallet'
import type { Leverage, Money, Price, Qty, Rate } from '../../../../src/domain/decimal'
import type { Contract } from '../../../../src/domain/instrument/contract'
import type { Candle, Ticker, Trade } from '../../../../src/domain/market/market'
import type { Execution } from '../../../../src/domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId } from '../../../../src/domain/order/order'
import type { Position } from '../../../../src/domain/position/position'
import type { Journal, Origin, SubmitResult } from '../../../../exchange/journal/journal-port'
import { LocalFanout } from '../../../../exchange/journal/fanout'
import { pageOfOpenOrders } from '../../../../exchange/venue/open-order-page'
import { isSameBody } from '../../../../exchange/journal/ledger-line'
import type { VenueInput } from '../../../../exchange/venue/venue-input'
import type { Venue, VenueEvent, VenueRefusal, VenueResult } from '../../../../exchange/venue/venue-port'

export const START_MS = 1_800_000_000_000
const SYMBOL = 'BTCUSDT' as InstrumentSymbol

export const BTCUSDT: Contract = {
  symbol: SYMBOL,
  displayName: 'BTCUSDT',
  kind: 'linearPerpetual',
  status: 'trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSize: '0.1' as Price,
  minPrice: '0.1' as Price,
  maxPrice: '1999999.8' as Price,
  lotSize: '0.001' as Qty,
  minQty: '0.001' as Qty,
  maxLimitQty: '1190' as Qty,
  maxMarketQty: '500' as Qty,
  minNotional: '5' as Money,
  minLeverage: '1' as Leverage,
  maxLeverage: '100' as Leverage,
  leverageStep: '0.01' as Leverage,
  takerFeeRate: '0.00055' as Rate,
  makerFeeRate: '0.0002' as Rate,
  funding: { intervalMinutes: 480, upperRate: '0.00375' as Rate, lowerRate: '-0.00375' as Rate },
  priceLimitRatioX: '0.01' as Rate,
  priceLimitRatioY: '0.02' as Rate,
  depthRatios: [1, 2, 4, 10],
  riskTiers: [
    {
      id: 1,
      limit: '2000000' as Money,
      initialMarginRate: '0.01' as Rate,
      maintenanceMarginRate: '0.005' as Rate,
      maxLeverage: '100' as Leverage,
      deduction: '0' as Money,
    },
  ],
  preListing: null,
  launchTimeMs: 1_584_230_400_000,
  popular: true,
  indexSort: 1,
}

export const TICKER: Ticker = {
  symbol: SYMBOL,
  lastPrice: '60000' as Price,
  markPrice: '60001.5' as Price,
  indexPrice: '60002' as Price,
  bid1Price: '59999.9' as Price,
  bid1Qty: '1' as Qty,
  ask1Price: '60000' as Price,
  ask1Qty: '2' as Qty,
  prevPrice24h: '59000' as Price,
  highPrice24h: '61000' as Price,
  lowPrice24h: '58000' as Price,
  price24hChange: '0.016949' as Rate,
  volume24h: '1234.5' as Qty,
  turnover24h: '74000000' as Money,
  openInterest: '10' as Qty,
  openInterestValue: '600000' as Money,
  fundingRate: '0.0001' as Rate,
  nextFundingTimeMs: START_MS + 3_600_000,
  basis: null,
  basisRate: null,
  predictedDeliveryPrice: null,
  timeMs: START_MS,
  seq: 1,
}

const ZERO = '0' as Money
const NO_ROWS = { rows: [], nextCursor: null }

export function walletOf(balance: string): Wallet {
  const money = balance as Money
  return {
    accountType: 'uta2',
    marginMode: 'cross',
    totalEquity: money,
    totalWalletBalance: money,
    totalMarginBalance: money,
    totalAvailable: money,
    totalUnrealisedPnl: ZERO,
    totalInitialMargin: ZERO,
    totalMaintenanceMargin: ZERO,
    initialMarginRate: '0' as Rate,
    maintenanceMarginRate: '0' as Rate,
    coins: [
      {
        coin: 'USDT',
        walletBalance: money,
        unrealisedPnl: ZERO,
        equity: money,
        available: money,
        positionInitialMargin: ZERO,
        orderInitialMargin: ZERO,
        maintenanceMargin: ZERO,
        cumRealisedPnl: ZERO,
        usdValue: money,
      },
    ],
    seq: 1,
  }
}

/** What stands at prices of the book now; `'0'` for nothing. */
export function bookEvent(
  bids: readonly (readonly [price: string, qty: string])[],
  asks: readonly (readonly [price: string, qty: string])[],
  timeMs: number,
): VenueEvent {
  const levels = (side: 'buy' | 'sell', rows: typeof bids) =>
    // A hundredth is finer than any tick here.
    rows.map((row) => ({ side, ticks: Math.round(Number(row[0]) * 100), row }))
  return { type: 'book', symbol: SYMBOL, levels: [...levels('buy', bids), ...levels('sell', asks)], timeMs }
}

/** A venue that rests orders and never matches, behind a journal that is durable at once: what the gateway needs to be tested alone. */
export class FakeJournal implements Journal {
  readonly inputs: { readonly input: VenueInput; readonly origin: Origin }[] = []
  readonly orders = new Map<string, Order & { readonly account: string }>()
  readonly #accounts = new Map<string, { account: string; kind: Wallet['accountType']; name: string }>()
  readonly #answers = new Map<string, { readonly result: VenueResult; readonly input: VenueInput }>()
  readonly fanout = new LocalFanout()
  executionRows: Execution[] = []
  positionRows: Position[] = []
  /** Of an account that the fake has not opened. */
  walletNow: Wallet | null = null
  book: { bids: [string, string][]; asks: [string, string][] } = {
    bids: [
      ['59999.9', '1'],
      ['59999.8', '2'],
    ],
    asks: [
      ['60000', '2'],
      ['60000.1', '3'],
    ],
  }
  trades: Trade[] = []
  bars: Candle[] = []
  instrument: Contract = BTCUSDT
  /** The next place is refused so. */
  refusal: VenueRefusal | null = null
  /** Awaited before a submit settles: stands for a slow disk. */
  disk: Promise<void> = Promise.resolve()
  #seq = 0
  /** Applied, and not on disk. */
  #underWay = 0
  #offsetMs = 0

  readonly venue: Venue = {
    apply: () => {
      throw new Error('the journal applies')
    },
    instruments: () => [this.instrument],
    quoteGroups: () => [],
    priceUnit: () => this.instrument.tickSize,
    ticker: (symbol) => (symbol === SYMBOL ? TICKER : null),
    book: () => this.book,
    priceBand: () => null,
    recentTrades: () => this.trades,
    candles: () => this.bars,
    drawCandles: () => true,
    pastFundings: () => [],
    pastInterest: () => [],
    holderCounts: () => null,
    openOrders: (account) => this.#openOrders(account),
    openOrderPage: (account, { symbol, isListed, ...page }) => {
      const listed = this.#openOrders(account).filter(
        (one) =>
          (symbol === null || one.symbol === symbol) &&
          isListed(one.symbol, one.status === 'untriggered' ? { stopOrderType: 'stop' } : null),
      )
      return pageOfOpenOrders(listed, page)
    },
    rowSeq: () => Math.max(0, ...[...this.orders.values()].map(({ seq }) => seq)),
    findOrder: (account, reference) => this.findOrder(account, reference),
    positions: () => this.positionRows,
    portfolioAfter: () => null,
    mostHeld: () => '0' as Qty,
    portfolio: () => null,
    usdPrice: () => '0' as Money,
    wallet: (account) => (this.#accounts.has(account) ? walletOf('100000') : this.walletNow),
    accounts: () => [...this.#accounts.values()],
    previewOrder: () => null,
    largestOrder: () => null,
    insurance: () => [],
    deliveries: () => [],
    conservation: () => [],
    lending: { of: () => null, power: () => null },
    makerProtections: { of: () => null },
    marginMode: () => 'cross',
    feeTier: () => 0,
    strategies: () => [],
    snapshot: () => ({}),
  }

  async submit(input: VenueInput, origin: Origin): Promise<SubmitResult> {
    const key = `${origin.account} ${input.type === 'place' ? input.linkId : ''}`
    const known = input.type === 'place' && input.linkId !== '' ? this.#answers.get(key) : undefined
    if (known !== undefined) {
      if (!isSameBody(known.input, input)) return { outcome: 'conflict', orderId: 'o-1' }
      return { outcome: 'repeated', result: known.result, seq: this.#seq, timeMs: this.now() }
    }
    this.inputs.push({ input, origin })
    const { result, events } = this.#apply(input)
    if (input.type === 'place') this.#answers.set(key, { result, input })
    this.#underWay++
    await this.disk
    this.#underWay--
    this.emit(events)
    return { outcome: 'done', result, seq: this.#seq, timeMs: this.now() }
  }

  #openOrders(account: string): readonly (Order & { readonly account: string })[] {
    return [...this.orders.values()].filter((one) => one.account === account && one.status === 'new')
  }

  emit(events: readonly VenueEvent[]): void {
    this.#seq++
    this.fanout.publish({ events, seq: this.#seq, timeMs: this.now() })
  }

  #apply(input: VenueInput): { result: VenueResult; events: VenueEvent[] } {
    if (input.type === 'openAccount') {
      this.#accounts.set(input.account, input)
      return {
        result: { ok: true },
        events: [{ type: 'wallet', account: input.account, wallet: walletOf('100000') }],
      }
    }
    if (input.type === 'place') {
      const { refusal } = this
      if (refusal !== null) {
        this.refusal = null
        return { result: { ok: false, refusal }, events: [] }
      }
      const order: Order & { account: string } = {
        account: input.account,
        id: `o-${this.orders.size + 1}` as OrderId,
        linkId: input.linkId === '' ? null : (input.linkId as OrderLinkId),
        symbol: input.order.symbol,
        side: input.order.side,
        type: 'limit',
        price: input.order.price ?? ('1' as Price),
        qty: input.order.qty,
        filledQty: '0' as Qty,
        leavesQty: input.order.qty,
        filledValue: ZERO,
        fee: ZERO,
        avgPrice: null,
        status: 'new',
        timeInForce: input.order.timeInForce,
        reduceOnly: input.order.reduceOnly,
        closeOnTrigger: input.order.closeOnTrigger,
        positionIdx: 0,
        createType: 'CreateByUser',
        cancelType: null,
        rejectReason: null,
        createdAtMs: this.now(),
        updatedAtMs: this.now(),
        seq: this.#seq + 1,
      }
      this.orders.set(order.id, order)
      return {
        result: { ok: true, order },
        events: [{ type: 'order', account: input.account, order, action: 'newed' }],
      }
    }
    if (input.type === 'cancel' || input.type === 'replace') {
      const found = this.findOrder(input.account, {
        ...(input.order.orderId === null ? {} : { orderId: input.order.orderId }),
        ...(input.order.orderLinkId === null ? {} : { orderLinkId: input.order.orderLinkId }),
      })
      if (found === null) return { result: { ok: false, refusal: { kind: 'orderNotFound' } }, events: [] }
      const order =
        input.type === 'cancel'
          ? ({ ...found, status: 'canceled', cancelType: 'CancelByUser', leavesQty: '0' as Qty } as Order)
          : ({ ...found, qty: input.order.qty ?? found.qty } as Order)
      this.orders.set(order.id, { ...order, account: input.account })
      const action = input.type === 'cancel' ? 'canceled' : 'replaced'
      return { result: { ok: true, order }, events: [{ type: 'order', account: input.account, order, action }] }
    }
    if (input.type === 'cancelAll') return { result: { ok: true, orders: [] }, events: [] }
    return { result: { ok: true }, events: [] }
  }

  orderHistory(account: string): { rows: readonly Order[]; nextCursor: string | null } {
    const rows = [...this.orders.values()].filter((one) => one.account === account && one.status !== 'new')
    return { rows, nextCursor: null }
  }

  executions(): { rows: readonly Execution[]; nextCursor: string | null } {
    return { rows: this.executionRows, nextCursor: null }
  }

  closedPnl = (): { rows: readonly never[]; nextCursor: null } => NO_ROWS
  transactions = (): { rows: readonly never[]; nextCursor: null } => NO_ROWS
  interest = (): { rows: readonly never[]; nextCursor: null } => NO_ROWS
  fundingRates = (): { rows: readonly never[]; nextCursor: null } => NO_ROWS

  findOrder(
    account: string,
    reference: { readonly orderId?: string; readonly orderLinkId?: string },
  ): (Order & { readonly account: string }) | null {
    return (
      [...this.orders.values()].find(
        (one) =>
          one.account === account &&
          (reference.orderId === undefined ? one.linkId === reference.orderLinkId : one.id === reference.orderId),
      ) ?? null
    )
  }

  answersKnownFromMs(): number {
    return 0
  }

  async answerTo(): Promise<null> {
    return null
  }

  durableSeq(): number {
    return this.#seq
  }

  appliedSeq(): number {
    return this.#seq + this.#underWay
  }

  settled(): Promise<void> | null {
    return this.#underWay === 0 ? null : this.disk
  }

  now(): number {
    return START_MS + this.#offsetMs
  }

  shiftClock(deltaMs: number): void {
    this.#offsetMs += deltaMs
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
