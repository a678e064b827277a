import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './exchange-process'
import { expect, lastPrice } from './trading'

/** A call with the page's own session. @throws when the exchange refuses it */
export async function ask(page: Page, path: string, body: object): Promise<{ readonly [field: string]: unknown }> {
  const { retCode, retMsg, result } = await page.evaluate(
    async ([url, text]) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'test' }
      return (await fetch(url, { method: 'POST', headers, body: text })).json()
    },
    [path, JSON.stringify(body)] as const,
  )
  expect([path, retCode, retMsg]).toEqual([path, 0, expect.anything()])
  return result
}

/**
 * An account with something of everything: a long and a short of one contract in hedge mode, both guarded, beside a
 * position that is settled in BTC; orders that rest and that wait; results of six digits.
 */
export async function fillAccount(page: Page, exchange: ExchangeProcess): Promise<void> {
  const linear = { category: 'linear', symbol: 'BTCUSDT' }
  const inverse = { category: 'inverse', symbol: 'BTCUSD' }
  const last = await lastPrice(exchange)
  const at = (share: number): string => (last * share).toFixed(1)
  const order = (fields: object) => ask(page, '/v5/order/create', { orderType: 'Market', ...fields })
  await ask(page, '/v5/position/switch-mode', { category: 'linear', symbol: 'BTCUSDT', mode: 3 })
  await order({ ...linear, side: 'Buy', qty: '2.125', positionIdx: 1 })
  await order({ ...linear, side: 'Sell', qty: '1.875', positionIdx: 2 })
  await order({ ...inverse, side: 'Buy', qty: '98765', positionIdx: 0 })
  const guard = (fields: object) => ask(page, '/v5/position/trading-stop', { tpslMode: 'Full', ...fields })
  await guard({ ...linear, positionIdx: 1, takeProfit: at(1.2), stopLoss: at(0.8), trailingStop: '1234.5' })
  await guard({ ...linear, positionIdx: 2, takeProfit: at(0.8), stopLoss: at(1.2) })
  await guard({ ...inverse, positionIdx: 0, takeProfit: at(1.2), stopLoss: at(0.8) })
  const limit = { orderType: 'Limit', timeInForce: 'GTC' }
  await order({ ...linear, ...limit, side: 'Buy', qty: '0.25', price: at(0.995), positionIdx: 1 })
  await order({
    ...linear,
    ...limit,
    side: 'Sell',
    qty: '0.25',
    price: at(1.005),
    positionIdx: 2,
    takeProfit: at(0.9),
    stopLoss: at(1.1),
  })
  await order({ ...linear, side: 'Buy', qty: '0.1', triggerPrice: at(1.02), triggerDirection: 1, positionIdx: 1 })
  await exchange.control('price', { symbol: 'BTCUSDT', index: at(0.985) })
}
