import { expect } from 'vitest'
import { Exact } from '../../../src/domain/decimal'
import { type Answer, type Caller } from '../../exchange/api/lib/client'
import { RealGateway } from '../../exchange/api/lib/real-gateway'

export type Json = Readonly<Record<string, unknown>>
export type Row = Readonly<Record<string, unknown>>
export type Query = Readonly<Record<string, string | number>>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const RATE_LIMITED = 10_006

/** Contracts that the account of the lists traded, each bought and sold twice, and the quantity of a trade. */
const TRADED = [
  ['BTCUSDT', '0.01'],
  ['ETHUSDT', '0.1'],
  ['BTCPERP', '0.01'],
  ['BTCUSD', '500'],
  ['ETHUSD', '200'],
] as const

/** The whole exchange, standing still between the steps that a proof asks for, with an account that has a past. */
export class World {
  private constructor(
    private readonly gateway: RealGateway,
    /** Its lists have rows of every kind; proofs that change something take another one. */
    readonly holder: Caller,
  ) {}

  static async open(): Promise<World> {
    const gateway = await RealGateway.open({ markets: 'all', stepMs: 0 })
    const world = new World(gateway, await gateway.caller())
    await world.#live()
    return world
  }

  close(): Promise<void> {
    return this.gateway.close()
  }

  /** Another account of the sandbox. */
  fresh(): Promise<Caller> {
    return this.gateway.caller()
  }

  /** Steps of the market, a tenth of a second each. */
  async tick(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) await this.gateway.advance(100)
  }

  now(): number {
    return this.gateway.journal.now()
  }

  get(path: string, query: Query = {}, caller = this.holder): Promise<Answer> {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
    return patient(() => caller.get(text === '' ? path : `${path}?${text}`))
  }

  post(caller: Caller, path: string, body: Json): Promise<Answer> {
    return patient(() => caller.post(path, body))
  }

  /** The same of what has to succeed. @returns its result */
  async done(caller: Caller, path: string, body: Json): Promise<Json> {
    const answer = await this.post(caller, path, body)
    expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject({ retCode: 0 })
    return answer.result
  }

  /** Every page of a list. */
  async all(path: string, query: Query = {}, caller = this.holder): Promise<readonly Row[]> {
    const rows: Row[] = []
    for (let cursor = ''; ;) {
      const answer = await this.get(path, cursor === '' ? query : { ...query, cursor }, caller)
      expect(answer, `${path} ${JSON.stringify(query)}`).toMatchObject({ retCode: 0 })
      rows.push(...rowsOf(answer))
      cursor = String(answer.result['nextPageCursor'] ?? '')
      if (cursor === '') return rows
    }
  }

  /** The order as its list shows it. */
  async order(caller: Caller, orderId: unknown): Promise<Row | undefined> {
    const [row] = await this.all('/v5/order/realtime', { category: 'all', orderId: String(orderId) }, caller)
    return row
  }

  /** A price that rests this far below the market, in ticks of ten cents. */
  async below(symbol = 'BTCUSDT', share = 0.995): Promise<string> {
    const category = symbol.endsWith('USD') ? 'inverse' : 'linear'
    const [ticker] = await this.all('/v5/market/tickers', { category, symbol })
    const price = new Exact(String(ticker!['bid1Price'])).times(share)
    return price.toDecimalPlaces(symbol.startsWith('BTC') ? 0 : 1).toString()
  }

  async #live(): Promise<void> {
    for (let round = 0; round < 2; round++)
      for (const [symbol, qty] of TRADED)
        for (const side of ['Buy', 'Sell']) await this.trade(this.holder, symbol, side, qty)
    const dated = await this.all('/v5/market/instruments-info', { category: 'linear', limit: 1000 })
    const first = (coin: string) =>
      dated
        .filter(
          (one) => one['contractType'] === 'LinearFutures' && one['baseCoin'] === coin && one['settleCoin'] === 'USDT',
        )
        .toSorted((a, b) => Number(a['deliveryTime']) - Number(b['deliveryTime']))[0]!
    const delivered = [first('BTC'), first('ETH')]
    for (const one of delivered) await this.trade(this.holder, String(one['symbol']), 'Buy', '0.1')
    await this.trade(this.holder, 'BTCPERP', 'Buy', '0.1')
    await this.trade(this.holder, 'ETHPERP', 'Sell', '1')
    await this.trade(this.holder, 'BTCUSDT', 'Buy', '0.01')
    await this.#settle()
    const lastMs = Math.max(...delivered.map((one) => Number(one['deliveryTime'])))
    while (this.now() <= lastMs) {
      await this.gateway.advance(Math.min(DAY_MS, lastMs - this.now() + 1))
      await this.tick(20)
    }
    await this.tick(200)
    await this.trade(this.holder, 'BTCUSDT', 'Sell', '0.01')
    await this.trade(this.holder, 'BTCPERP', 'Sell', '0.1')
    await this.trade(this.holder, 'ETHPERP', 'Buy', '1')
    await this.#order()
    for (const symbol of ['BTCUSDT', 'BTCPERP']) await this.trade(this.holder, symbol, 'Buy', '0.01')
    await this.tick(5)
  }

  /** The end of a session of eight hours; prices move, as a session without a result has no row. */
  async #settle(): Promise<void> {
    for (const symbol of ['BTCPERP', 'ETHPERP']) {
      const [ticker] = await this.all('/v5/market/tickers', { category: 'linear', symbol })
      const price = new Exact(String(ticker!['lastPrice'])).times('1.01').toDecimalPlaces(1).toString()
      await this.holder.raw('POST', '/control/price', { symbol, index: price, last: price })
    }
    await this.gateway.advance(8 * HOUR_MS)
    for (let i = 0; i < 200; i++) {
      await this.tick(5)
      if ((await this.all('/v5/asset/settlement-record', { category: 'linear' })).length === 2) return
    }
    throw new Error('no session ended')
  }

  /** Orders of every kind, open and over. */
  async #order(): Promise<void> {
    const { holder } = this
    for (const [symbol, qty] of TRADED) {
      const order = { ...named(symbol), side: 'Buy', orderType: 'Limit', qty, price: await this.below(symbol) }
      await this.done(holder, '/v5/order/create', order)
      const { orderId } = await this.done(holder, '/v5/order/create', { ...order, orderLinkId: `gone-${symbol}` })
      await this.done(holder, '/v5/order/cancel', { ...named(symbol), orderId })
    }
    const rise = await this.below('BTCUSDT', 1.1)
    const waits = {
      ...named('BTCUSDT'),
      side: 'Buy',
      orderType: 'Market',
      qty: '0.01',
      triggerPrice: rise,
      triggerDirection: 1,
    }
    await this.done(holder, '/v5/order/create', waits)
    const { orderId } = await this.done(holder, '/v5/order/create', waits)
    await this.done(holder, '/v5/order/cancel', { ...named('BTCUSDT'), orderId })
    await this.trade(holder, 'ETHUSDT', 'Buy', '0.1')
    await this.trade(holder, 'BTCUSD', 'Buy', '500')
    await this.done(holder, '/v5/position/trading-stop', {
      ...named('ETHUSDT'),
      tpslMode: 'Full',
      positionIdx: 0,
      takeProfit: await this.below('ETHUSDT', 1.2),
    })
  }

  async trade(caller: Caller, symbol: string, side: string, qty: string): Promise<void> {
    await this.done(caller, '/v5/order/create', { ...named(symbol), side, orderType: 'Market', qty })
    await this.tick(2)
  }
}

export function named(symbol: string): { readonly category: string; readonly symbol: string } {
  return { category: symbol.endsWith('USD') ? 'inverse' : 'linear', symbol }
}

export function rowsOf({ result }: Answer): readonly Row[] {
  const list = ['list', 'rows', 'balance', 'accounts', 'b'].map((name) => result[name]).find(Array.isArray)
  return (list ?? []) as readonly Row[]
}

/** An account has so many calls a second: the proof waits for its turn. */
async function patient(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.retCode !== RATE_LIMITED) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
