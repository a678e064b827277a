import type { Answer } from '../../exchange/api/lib/client'

type Row = Readonly<Record<string, string>>

/** What trades a spread: the calls, as `Player` makes them, and the steps of the market. */
export interface SpreadCalls {
  get(path: string, query?: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  tick(count: number): Promise<void>
}

const SYMBOL = 'BTCUSDT_BTC/USDT'

/**
 * A spread that rests, changes, is cancelled, fills against the makers and is sold back, and every list of spreads read
 * while it has rows.
 */
export async function playSpreads(calls: SpreadCalls): Promise<void> {
  const rowsOf = async (path: string, query = ''): Promise<readonly Row[]> =>
    (await calls.get(path, query)).result['list'] as Row[]
  await calls.tick(30)
  await calls.get('spread/instrument', 'limit=500')
  await calls.get('spread/tickers', `symbol=${SYMBOL}`)
  await calls.get('spread/orderbook', `symbol=${SYMBOL}&limit=5`)
  await calls.get('spread/max-qty', `symbol=${SYMBOL}&side=1&orderPrice=0`)
  const far = { symbol: SYMBOL, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '-600', timeInForce: 'GTC' }
  const { orderId } = (await calls.post('spread/order/create', far)).result
  await calls.post('spread/order/amend', { symbol: SYMBOL, orderId, price: '-610', qty: '0.02' })
  await calls.get('spread/order/realtime', `symbol=${SYMBOL}`)
  await calls.post('spread/order/cancel', { orderId })
  await calls.post('spread/order/create', { ...far, orderLinkId: 'spread-rest' })
  await calls.post('spread/order/cancel-all', { symbol: SYMBOL })
  const taking = { symbol: SYMBOL, orderType: 'Market', qty: '0.02', timeInForce: 'IOC' }
  const bought = await calls.post('spread/order/create', { ...taking, side: 'Buy', orderLinkId: 'spread-buy' })
  await calls.get('spread/recent-trade', `symbol=${SYMBOL}`)
  const [ended] = await rowsOf('spread/order/history', `orderId=${String(bought.result['orderId'])}`)
  await calls.get('spread/execution/list', `orderId=${ended!['orderId']}`)
  await calls.post('spread/order/create', { ...taking, side: 'Sell', orderLinkId: 'spread-sell' })
}
