import type {
  Balances,
  FundingRate,
  LedgerEntry,
  LeverageTier,
  Market,
  OHLCV,
  Order,
  OrderBook,
  Position,
  Ticker,
  Trade,
} from 'ccxt'
import { expect } from 'vitest'

/*
 * What ccxt's manual (docs.ccxt.com, "structure" of each kind) promises of its unified rows, whatever exchange they come
 * from: which fields a row has and how they hang together. A row of this exchange has to keep all of it.
 */

/** Doubles of two roads to one number: some units of the fifteenth digit apart. */
export function expectNear(found: number, expected: number, what: string): void {
  const tolerance = Math.max(Math.abs(expected) * 1e-9, 1e-9)
  expect(Math.abs(found - expected), `${what}: ${found} for ${expected}`).toBeLessThanOrEqual(tolerance)
}

/** `timestamp` in milliseconds, and the same as ISO 8601. */
function expectTime(
  row: { readonly timestamp?: number | undefined; readonly datetime?: string | undefined },
  what: string,
): number {
  const { timestamp, datetime } = row
  expect(Number.isInteger(timestamp), `${what}.timestamp`).toBe(true)
  expect(datetime, `${what}.datetime`).toBe(new Date(timestamp!).toISOString())
  return timestamp!
}

function expectNumber(value: unknown, what: string): number {
  expect(typeof value === 'number' && Number.isFinite(value), `${what} is ${String(value)}`).toBe(true)
  return value as number
}

function expectText(value: unknown, what: string): string {
  expect(typeof value === 'string' && value !== '', `${what} is ${String(value)}`).toBe(true)
  return value as string
}

/** Oldest first: ccxt sorts every list by time. */
export function expectAscending(rows: readonly { readonly timestamp?: number | undefined }[], what: string): void {
  for (let i = 1; i < rows.length; i++)
    expect(rows[i]!.timestamp!, `${what}[${i}]`).toBeGreaterThanOrEqual(rows[i - 1]!.timestamp!)
}

export function expectMarket(market: Market & object): void {
  const what = `market ${market.id}`
  for (const field of ['id', 'symbol', 'base', 'quote', 'baseId', 'quoteId', 'settle', 'settleId', 'type'] as const)
    expectText(market[field], `${what}.${field}`)
  const { base, quote, settle, swap, future, expiry } = market
  expect(
    [swap, future].filter((one) => one === true),
    `${what} is one of both`,
  ).toHaveLength(1)
  const day = swap === true ? '' : `-${new Date(expiry!).toISOString().slice(2, 10).replaceAll('-', '')}`
  expect(market.symbol).toBe(`${base}/${quote}:${settle}${day}`)
  expect(market.contract).toBe(true)
  expect(market.linear !== market.inverse).toBe(true)
  expect(settle).toBe(market.inverse === true ? base : settle)
  expect(market.contractSize).toBe(1)
  expectNumber(market.taker, `${what}.taker`)
  expectNumber(market.maker, `${what}.maker`)
  if (future === true) expect(market.expiryDatetime).toBe(new Date(expiry!).toISOString())
  for (const kind of ['amount', 'price'] as const)
    expect(expectNumber(market.precision[kind], `${what}.precision.${kind}`)).toBeGreaterThan(0)
  const { amount, leverage, price } = market.limits!
  for (const [name, one] of [
    ['amount', amount],
    ['price', price],
    ['leverage', leverage],
  ] as const)
    expect(expectNumber(one!.min, `${what}.limits.${name}.min`)).toBeLessThan(expectNumber(one!.max, `${what} max`))
}

/** @param market whose tick the library cuts the average to */
export function expectTicker(ticker: Ticker, market: Market & object): void {
  const { symbol } = market
  const isLinear = market.linear === true
  const what = `ticker of ${symbol}`
  expect(ticker.symbol).toBe(symbol)
  const number = (field: keyof Ticker): number => expectNumber(ticker[field], `${what}.${String(field)}`)
  expect(number('bid')).toBeLessThan(number('ask'))
  for (const side of ['bidVolume', 'askVolume', 'baseVolume', 'quoteVolume'] as const)
    expect(number(side), side).toBeGreaterThanOrEqual(0)
  const [low, last, high, open] = [number('low'), number('last'), number('high'), number('open')]
  expect(low).toBeLessThanOrEqual(last)
  expect(last).toBeLessThanOrEqual(high)
  expect(ticker.close).toBe(last)
  expectNear(number('change'), last - open, `${what}.change`)
  // The wire has the change as a fraction with four decimals or more: half a unit of the last one is 0.005 per cent.
  expect(Math.abs(number('percentage') - ((last - open) / open) * 100)).toBeLessThan(0.0051)
  expect(Math.abs(number('average') - (last + open) / 2), `${what}.average`).toBeLessThan(market.precision.price!)
  number('markPrice')
  number('indexPrice')
  const [base, quote] = isLinear ? [ticker.baseVolume!, ticker.quoteVolume!] : [ticker.quoteVolume!, ticker.baseVolume!]
  if (base > 0 && isLinear) expect(quote / base).toBeGreaterThanOrEqual(low * 0.999)
  if (base > 0 && isLinear) expect(quote / base).toBeLessThanOrEqual(high * 1.001)
}

export function expectBook(book: OrderBook, symbol: string, most: number): void {
  expect(book.symbol).toBe(symbol)
  expectTime(book, 'book')
  for (const [levels, sign] of [
    [book.bids, -1],
    [book.asks, 1],
  ] as const) {
    expect(levels.length).toBeGreaterThan(0)
    expect(levels.length).toBeLessThanOrEqual(most)
    for (const [i, [price, amount]] of levels.entries()) {
      expect(amount!).toBeGreaterThan(0)
      if (i > 0) expect((price! - levels[i - 1]![0]!) * sign).toBeGreaterThan(0)
    }
  }
  expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!)
}

/** Bars of one length without a hole, the last one still open. */
export function expectBars(bars: readonly OHLCV[], stepMs: number, hasVolume: boolean): void {
  expect(bars.length).toBeGreaterThan(1)
  for (const [i, [time, open, high, low, close, volume]] of bars.entries()) {
    expect(time! % stepMs).toBe(0)
    if (i > 0) expect(time! - bars[i - 1]![0]!).toBe(stepMs)
    expect(high!).toBeGreaterThanOrEqual(Math.max(open!, close!))
    expect(low!).toBeLessThanOrEqual(Math.min(open!, close!))
    if (hasVolume) expect(volume!).toBeGreaterThanOrEqual(0)
  }
}

/** A print, or with `isMine` a fill of one's own. */
export function expectTrade(
  trade: Trade,
  symbol: string,
  { isLinear, fee }: { readonly isLinear: boolean; readonly fee: string | null },
): void {
  const what = `trade ${String(trade.id)}`
  expectText(trade.id, `${what}.id`)
  expect(trade.symbol).toBe(symbol)
  expectTime(trade, what)
  expect(['buy', 'sell']).toContain(trade.side)
  const [price, amount] = [expectNumber(trade.price, `${what}.price`), expectNumber(trade.amount, `${what}.amount`)]
  expect(amount).toBeGreaterThan(0)
  const cost = expectNumber(trade.cost, `${what}.cost`)
  // An inverse contract is worth a dollar: its cost is in coins. Values are rounded at the eighth decimal.
  expect(Math.abs(cost - (isLinear ? price * amount : amount / price)), `${what}.cost ${cost}`).toBeLessThan(
    1e-8 + cost * 1e-9,
  )
  if (fee === null) return
  expectText(trade.order, `${what}.order`)
  expect(['taker', 'maker']).toContain(trade.takerOrMaker)
  expect(['limit', 'market']).toContain(trade.type)
  expect(trade.fee!.currency).toBe(fee)
  const paid = expectNumber(trade.fee!.cost, `${what}.fee.cost`)
  // The fee's own rate times the value, rounded at the eighth decimal.
  expect(Math.abs(paid - cost * expectNumber(trade.fee!.rate, `${what}.fee.rate`))).toBeLessThan(2e-8)
}

const STATUSES = ['open', 'closed', 'canceled', 'expired', 'rejected']

export function expectOrder(
  order: Order,
  symbol: string,
  { isLinear, coin }: { readonly isLinear: boolean; readonly coin: string },
): void {
  const what = `order ${order.id}`
  expectText(order.id, `${what}.id`)
  expect(order.symbol).toBe(symbol)
  expectTime(order, what)
  expect(['limit', 'market']).toContain(order.type)
  expect(['buy', 'sell']).toContain(order.side)
  expect(STATUSES).toContain(order.status)
  expect(['GTC', 'IOC', 'FOK', 'PO']).toContain(order.timeInForce)
  expect(typeof order.reduceOnly).toBe('boolean')
  expect(order.postOnly).toBe(order.timeInForce === 'PO')
  const number = (field: 'amount' | 'filled' | 'remaining' | 'cost'): number =>
    expectNumber(order[field], `${what}.${field}`)
  const [amount, filled, cost] = [number('amount'), number('filled'), number('cost')]
  // Nothing is left to do of an order that is over: v5 says so, and the library passes it on.
  const leaves = order.status === 'open' ? amount - filled : 0
  expectNear(number('remaining'), leaves, `${what}: filled and remaining`)
  if (order.type === 'limit') expectNumber(order.price, `${what}.price`)
  if (order.status === 'closed') expect(filled).toBe(amount)
  if (order.status === 'canceled') expect(filled).toBeLessThan(amount)
  if (filled === 0) {
    expect([order.average, order.cost]).toEqual([undefined, 0])
    return
  }
  const average = expectNumber(order.average, `${what}.average`)
  // Averages have eight decimals, values too.
  const value = isLinear ? average * filled : filled / average
  expect(Math.abs(cost - value), `${what}.cost ${cost} for ${value}`).toBeLessThan(2e-8 + value * 1e-8)
  expect(order.fee, `${what}.fee`).toMatchObject({ currency: coin })
  expect(expectNumber(order.fee!.cost, `${what}.fee.cost`)).toBeGreaterThan(0)
  expectTime(
    { timestamp: order.lastUpdateTimestamp!, datetime: new Date(order.lastUpdateTimestamp!).toISOString() },
    what,
  )
}

export function expectPosition(position: Position, symbol: string, isLinear: boolean): void {
  const what = `position in ${symbol}`
  expect(position.symbol).toBe(symbol)
  expectTime(position as never, what)
  expect(['long', 'short']).toContain(position.side)
  const number = (field: keyof Position): number => expectNumber(position[field], `${what}.${String(field)}`)
  const [contracts, entry, mark] = [number('contracts'), number('entryPrice'), number('markPrice')]
  expect(contracts).toBeGreaterThan(0)
  expect(position.contractSize).toBe(1)
  expect(number('leverage')).toBeGreaterThanOrEqual(1)
  // The library leaves `marginMode` out: v5 tells it of the account (`fetchMarginMode`).
  const sign = position.side === 'long' ? 1 : -1
  const gain = isLinear ? (mark - entry) * contracts * sign : (contracts / entry - contracts / mark) * sign
  // The library leaves out what is zero.
  expect(Math.abs((position.unrealizedPnl ?? 0) - gain), `${what}.unrealizedPnl`).toBeLessThan(
    2e-8 + Math.abs(gain) * 1e-6,
  )
  expect(number('notional')).toBeGreaterThan(0)
  expect(number('initialMargin')).toBeGreaterThan(number('maintenanceMargin'))
  if (position.liquidationPrice !== undefined && position.liquidationPrice !== 0)
    expect((mark - position.liquidationPrice!) * sign, `${what}.liquidationPrice`).toBeGreaterThan(0)
}

export function expectBalance(balance: Balances, coins: readonly string[]): void {
  for (const coin of coins) {
    const { free, used, total } = balance[coin]!
    expectNear(
      expectNumber(free, `${coin}.free`) + expectNumber(used, `${coin}.used`),
      expectNumber(total, coin),
      `${coin}.total`,
    )
    expect(free!).toBeGreaterThanOrEqual(0)
    expect([balance.free, balance.used, balance.total].map((one) => (one as never)[coin])).toEqual([free, used, total])
  }
}

export function expectFundingRate(rate: FundingRate, symbol: string, nowMs: number): void {
  expect(rate.symbol).toBe(symbol)
  expect(Math.abs(expectNumber(rate.fundingRate, 'fundingRate'))).toBeLessThanOrEqual(0.00375)
  expectNumber(rate.markPrice, 'markPrice')
  expectNumber(rate.indexPrice, 'indexPrice')
  expectTime({ timestamp: rate.fundingTimestamp, datetime: rate.fundingDatetime }, 'funding')
  expect(rate.fundingTimestamp!).toBeGreaterThan(nowMs)
  expect(rate.interval).toMatch(/^\d+h$/)
}

/**
 * Of one coin, oldest first, from the account's beginning on: what came and went is what there is. (`before` of what went
 * is not looked at: the library adds where it should take off.)
 * @param total the balance now
 */
export function expectLedger(entries: readonly LedgerEntry[], coin: string, total: number): void {
  expectAscending(entries as never, 'ledger')
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  let sum = 0
  for (const entry of entries) {
    const what = `entry ${String(entry.id)}`
    expectTime(entry as never, what)
    expect(entry.currency).toBe(coin)
    expect(['in', 'out']).toContain(entry.direction)
    expectText(entry.type, `${what}.type`)
    const amount = expectNumber(entry.amount, `${what}.amount`)
    expect(amount).toBeGreaterThanOrEqual(0)
    sum += entry.direction === 'in' ? amount : -amount
    expectNumber(entry.after, `${what}.after`)
    if (entry.direction === 'in') expectNear(entry.after! - entry.before!, amount, `${what}.before`)
  }
  expectNear(sum, total, 'the sum of the ledger')
}

/** The library leaves the coin of a tier out. */
export function expectTiers(tiers: readonly LeverageTier[]): void {
  expect(tiers.length).toBeGreaterThan(1)
  for (const [i, tier] of tiers.entries()) {
    expect(tier.tier).toBe(i + 1)
    expect(expectNumber(tier.minNotional, 'minNotional')).toBeLessThan(expectNumber(tier.maxNotional, 'maxNotional'))
    expect(expectNumber(tier.maintenanceMarginRate, 'rate')).toBeGreaterThan(0)
    const before = tiers[i - 1]
    if (before === undefined) continue
    expect(tier.minNotional).toBe(before.maxNotional)
    expect(tier.maintenanceMarginRate!).toBeGreaterThan(before.maintenanceMarginRate!)
    expect(tier.maxLeverage!).toBeLessThanOrEqual(before.maxLeverage!)
  }
}
