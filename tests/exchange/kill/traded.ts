import { Exact } from '../../../src/domain/decimal'
import type { Caller } from '../api/lib/client'

export interface ExecutionRow {
  readonly execId: string
  readonly side: string
  readonly execQty: string
  readonly execFee: string
  readonly execType: string
}

/** What a trader under load trades, and how the exchange's word of it is asked for. */
export interface Traded {
  /** Of every order's body. */
  readonly order: Readonly<Record<string, string>>
  readonly createPath: string
  readonly cancelPath: string
  /** The order of a link id, open or not, is in one of these. */
  findPaths(linkId: string): readonly string[]
  /** All that its fills move, as executions. */
  readonly executions: string
  /** What an execution adds to what is held. */
  moveOf(row: ExecutionRow): Exact
  /** Prices that rest, by side, with the market there. */
  readonly restsAt: (price: number) => { readonly Buy: string; readonly Sell: string }
  /** The market's last price. */
  price(caller: Caller): Promise<number>
  /** What the account holds by the exchange's word. */
  held(caller: Caller): Promise<Exact>
}

const NATIVE = { createPath: '/contract/v5/order/create', cancelPath: '/contract/v5/order/cancel' } as const
/** What an account begins with (decisions 21). */
const FIRST_BTC = 2

/** The perpetual, by v5's calls. */
export const LINEAR: Traded = {
  ...ofPosition('category=linear&symbol=BTCUSDT'),
  order: { category: 'linear', symbol: 'BTCUSDT', qty: '0.002' },
  createPath: '/v5/order/create',
  cancelPath: '/v5/order/cancel',
  restsAt: (price) => ({ Buy: (price * 0.99).toFixed(1), Sell: (price * 1.01).toFixed(1) }),
}

/** The pair of the same coin, by the native dialect: what is held is the wallet. */
export const PAIR: Traded = {
  ...NATIVE,
  order: { symbol: 'BTC/USDT', qty: '0.002' },
  findPaths: (linkId) => [`/v5/order/realtime?category=spot&symbol=BTCUSDT&orderLinkId=${linkId}`],
  executions: 'category=spot&symbol=BTCUSDT',
  // A buyer's fee is taken of the coin.
  moveOf: (row) => (row.side === 'Buy' ? new Exact(row.execQty).minus(row.execFee) : new Exact(row.execQty).negated()),
  restsAt: (price) => ({ Buy: (price * 0.99).toFixed(1), Sell: (price * 1.01).toFixed(1) }),
  price: (caller) => lastPrice(caller, 'category=spot&symbol=BTCUSDT'),
  async held(caller) {
    const { result } = await caller.get('/v5/account/wallet-balance?accountType=UNIFIED&coin=BTC')
    const [{ coin }] = result['list'] as [{ coin: { coin: string; walletBalance: string }[] }]
    return new Exact(coin.find((one) => one.coin === 'BTC')!.walletBalance).minus(FIRST_BTC)
  },
}

/** Perpetual against pair, by the native dialect: what is held is the leg's position. */
export const SPREAD: Traded = {
  ...ofPosition('category=linear&symbol=BTCUSDT'),
  ...NATIVE,
  order: { symbol: 'BTCUSDT_BTC/USDT', qty: '0.002' },
  findPaths: (linkId) => [
    `/v5/spread/order/realtime?orderLinkId=${linkId}`,
    `/v5/spread/order/history?orderLinkId=${linkId}`,
  ],
  restsAt: () => ({ Buy: '-600', Sell: '600' }),
}

/** A call about the money of the last expiry, which does not end meanwhile. */
export async function anOption(caller: Caller): Promise<Traded> {
  const { result } = await caller.get('/v5/market/instruments-info?category=option&baseCoin=BTC&limit=1000')
  const list = result['list'] as { symbol: string; settleCoin: string; optionsType: string; deliveryTime: string }[]
  const last = Math.max(...list.map((one) => Number(one.deliveryTime)))
  const calls = list.filter((one) => one.settleCoin === 'USDT' && one.optionsType === 'Call')
  const chain = calls.filter((one) => Number(one.deliveryTime) === last)
  const { symbol } = chain[Math.floor(chain.length / 2)]!
  return {
    ...ofPosition(`category=option&symbol=${symbol}`),
    ...NATIVE,
    order: { symbol, qty: '0.02' },
    restsAt: (price) => ({ Buy: '5', Sell: String(Math.ceil(price / 5) * 5 + 1_000) }),
    async price(one) {
      const ticker = (await one.get(`/v5/market/tickers?category=option&symbol=${symbol}`)).result
      return Number((ticker['list'] as { markPrice: string }[])[0]!.markPrice)
    },
  }
}

function ofPosition(query: string): Pick<Traded, 'findPaths' | 'executions' | 'moveOf' | 'price' | 'held'> {
  return {
    findPaths: (linkId) => [`/v5/order/realtime?${query}&orderLinkId=${linkId}`],
    executions: query,
    moveOf: (row) => new Exact(row.execQty).times(row.side === 'Buy' ? 1 : -1),
    price: (caller) => lastPrice(caller, query),
    async held(caller) {
      const { result } = await caller.get(`/v5/position/list?${query}`)
      const [position] = result['list'] as { side: string; size: string }[]
      return new Exact(position?.size ?? 0).times(position?.side === 'Sell' ? -1 : 1)
    },
  }
}

async function lastPrice(caller: Caller, query: string): Promise<number> {
  const { result } = await caller.get(`/v5/market/tickers?${query}`)
  return Number((result['list'] as { lastPrice: string }[])[0]!.lastPrice)
}
