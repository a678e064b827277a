import { expect } from 'vitest'
import { ExchangeUnderTest } from './exchange'
import { HttpLine } from './http'
import { num, type Num } from './numbers'
import type { OrderRow, PositionRow, WalletRow } from './picture'
import { RestReader, type Envelope } from './rest'
import type { ExecutionRow, TransactionRow } from './statement'

/** An exchange two hours old, on which BIOUSDT trades, with five minutes of market behind it: what the mark's mean is over. */
export class TradedExchange {
  private constructor(
    private readonly exchange: ExchangeUnderTest,
    readonly line: HttpLine,
    readonly open: RestReader,
  ) {}

  static async open(seed: number): Promise<TradedExchange> {
    const exchange = await ExchangeUnderTest.open(seed)
    const line = new HttpLine(exchange.port)
    const traded = new TradedExchange(exchange, line, new RestReader(line))
    await traded.steps(7_200_000, 1)
    await traded.steps(1000, 300)
    return traded
  }

  async steps(ms: number, count: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.exchange.step(ms)
  }

  async movePrice(symbol: string, prices: { readonly index?: string; readonly last?: string }): Promise<void> {
    expect(await this.open.control('price', { symbol, ...prices })).toBe(true)
  }

  async priceOf(symbol: string): Promise<{ readonly index: Num; readonly mark: Num; readonly ask: string }> {
    const path = `/v5/market/tickers?category=${categoryOf(symbol)}&symbol=${symbol}`
    const row = (await this.open.get<{ list: Record<string, string>[] }>(path)).list[0]!
    return { index: num(row['indexPrice']!), mark: num(row['markPrice']!), ask: row['ask1Price']! }
  }

  async trader(): Promise<Trader> {
    const trader = new Trader(this.line)
    await trader.rest.signIn()
    return trader
  }

  async close(): Promise<void> {
    this.line.close()
    await this.exchange.close()
  }
}

/** A trader in a scenario: what he does has to be taken. */
export class Trader {
  readonly rest: RestReader

  constructor(line: HttpLine) {
    this.rest = new RestReader(line)
  }

  async done(path: string, body: unknown): Promise<Envelope> {
    const answer = await this.rest.post(path, body)
    expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject({ retCode: 0 })
    return answer
  }

  order(symbol: string, side: 'Buy' | 'Sell', qty: string, more: Record<string, unknown> = {}): Promise<Envelope> {
    const orderType = 'price' in more ? 'Limit' : 'Market'
    return this.done('/v5/order/create', { category: categoryOf(symbol), symbol, side, orderType, qty, ...more })
  }

  async leverage(symbol: string, leverage: string): Promise<void> {
    const body = { category: categoryOf(symbol), symbol, buyLeverage: leverage, sellLeverage: leverage }
    // 110043: it is so already.
    expect([0, 110043]).toContain((await this.rest.post('/v5/position/set-leverage', body)).retCode)
  }

  isolate(): Promise<Envelope> {
    return this.done('/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  }

  async faucet(coin: string, amount: string): Promise<void> {
    await this.done('/sandbox/faucet', { coin, amount })
  }

  async position(symbol: string): Promise<PositionRow> {
    const path = `/v5/position/list?category=${categoryOf(symbol)}&symbol=${symbol}`
    return (await this.rest.get<{ list: PositionRow[] }>(path)).list[0]!
  }

  async orders(symbol: string): Promise<readonly OrderRow[]> {
    const path = `/v5/order/realtime?category=${categoryOf(symbol)}&symbol=${symbol}&limit=500`
    return (await this.rest.get<{ list: OrderRow[] }>(path)).list
  }

  async coin(coin: string): Promise<{ readonly wallet: Num; readonly equity: Num }> {
    const { list } = await this.rest.get<{ list: WalletRow[] }>('/v5/account/wallet-balance?accountType=UNIFIED')
    const row = list[0]!.coin.find((one) => one.coin === coin)!
    return { wallet: num(row.walletBalance), equity: num(row.equity) }
  }

  async executions(symbol: string): Promise<readonly ExecutionRow[]> {
    const path = `/v5/execution/list?category=${categoryOf(symbol)}&symbol=${symbol}&limit=100`
    return (await this.rest.get<{ list: ExecutionRow[] }>(path)).list
  }

  /** The newest hundred at most. */
  async log(query: string): Promise<readonly TransactionRow[]> {
    const rows: TransactionRow[] = []
    for (let cursor = ''; ;) {
      const path = `/v5/account/transaction-log?${query}&limit=50${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      const page = await this.rest.get<{ list: TransactionRow[]; nextPageCursor: string }>(path)
      rows.push(...page.list)
      cursor = page.nextPageCursor
      if (cursor === '' || rows.length >= 100) return rows
    }
  }
}

function categoryOf(symbol: string): 'linear' | 'inverse' {
  return symbol.endsWith('USD') ? 'inverse' : 'linear'
}

/** @param part of one: 1.01 is one per cent above; to the tick */
export function at(price: Num, part: number, tick: string): string {
  return price.times(part).div(tick).round().times(tick).toFixed()
}
