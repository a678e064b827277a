import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './exchange-process'

interface Contract {
  readonly symbol: string
  readonly priceFilter: { readonly tickSize: string }
  readonly lotSizeFilter: { readonly minOrderQty: string; readonly qtyStep: string; readonly minNotionalValue: string }
}

export interface ManyOrders {
  /** Open orders of one contract are 500 at most. */
  readonly perSymbol: number
  /** Contracts, BTCUSDT first. */
  readonly symbols: number
  /** How many of them are filled while the page is away and draws none of it. */
  readonly away: number
}

/** The exchange takes a hundred orders of an account a second; a refused call counts what it could not do. */
const BETWEEN_CALLS_MS = 210

/**
 * Places so many resting buys past the page, as another program of the account would: twenty a call, as fast as the
 * exchange takes them.
 *
 * @returns the ids that the exchange gave, contract by contract
 */
export async function placeMany(
  page: Page,
  exchange: ExchangeProcess,
  { perSymbol, symbols, away }: ManyOrders,
): Promise<readonly string[]> {
  const plans = await plansOf(page, symbols)
  const headers = await headersOf(page)
  const ids: string[] = []
  let nextAt = performance.now()
  const back = page.url()
  if (away > 0) await page.goto('about:blank')
  for (const [at, { symbol, price, qty }] of plans.entries()) {
    if (at === away && away > 0) await page.goto(back)
    for (let placed = 0; placed < perSymbol; placed += 20) {
      await new Promise((done) => setTimeout(done, nextAt - performance.now()))
      nextAt = Math.max(nextAt, performance.now() - BETWEEN_CALLS_MS) + BETWEEN_CALLS_MS
      const order = { symbol, side: 'Buy', orderType: 'Limit', price, qty, timeInForce: 'GTC', positionIdx: 0 }
      const request = Array.from({ length: Math.min(20, perSymbol - placed) }, (_, i) => ({
        ...order,
        orderLinkId: `${symbol}-${placed + i}`,
      }))
      const answer = await fetch(`${exchange.origin}/v5/order/create-batch`, {
        method: 'POST',
        headers: { ...headers, 'client-tag': `${symbol}-${placed}` },
        body: JSON.stringify({ category: 'linear', request }),
      })
      const { retCode, retMsg, result, retExtInfo } = (await answer.json()) as BatchAnswer
      const refused = retExtInfo.list?.find(({ code }) => code !== 0)
      if (retCode !== 0 || refused !== undefined) throw new Error(`${symbol}: ${retMsg} ${JSON.stringify(refused)}`)
      ids.push(...result.list.map(({ orderId }) => orderId))
    }
  }
  if (away === plans.length) await page.goto(back)
  return ids
}

interface BatchAnswer {
  readonly retCode: number
  readonly retMsg: string
  readonly result: { readonly list: readonly { readonly orderId: string }[] }
  readonly retExtInfo: { readonly list?: readonly { readonly code: number; readonly msg: string }[] }
}

/** What a call past the page carries: the page's own session. */
export async function headersOf(page: Page): Promise<Readonly<Record<string, string>>> {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { 'content-type': 'application/json', 'x-requested-with': 'test', cookie }
}

/** A price 4 % below the market on a whole tick, and the least that may be bought there. */
async function plansOf(page: Page, count: number) {
  const lists = await page.evaluate(async () => {
    const list = async (call: string): Promise<unknown[]> =>
      ((await (await fetch(`/v5/market/${call}`)).json()) as { readonly result: { readonly list: unknown[] } }).result
        .list
    return [await list('instruments-info?category=linear&limit=200'), await list('tickers?category=linear')] as const
  })
  const last = new Map((lists[1] as { symbol: string; lastPrice: string }[]).map((one) => [one.symbol, one.lastPrice]))
  return (lists[0] as Contract[])
    .filter(({ symbol }) => symbol.endsWith('USDT') && last.has(symbol))
    .toSorted((a, b) => Number(b.symbol === 'BTCUSDT') - Number(a.symbol === 'BTCUSDT'))
    .slice(0, count)
    .map(({ symbol, priceFilter: { tickSize }, lotSizeFilter: { minOrderQty, qtyStep, minNotionalValue } }) => {
      const ticks = Math.floor((Number(last.get(symbol)) * 0.96) / Number(tickSize))
      const price = ticks * Number(tickSize)
      const lots = Math.ceil(Math.max(Number(minOrderQty), (Number(minNotionalValue) * 1.1) / price) / Number(qtyStep))
      return {
        symbol,
        price: price.toFixed(placesOf(tickSize)),
        qty: (lots * Number(qtyStep)).toFixed(placesOf(qtyStep)),
      }
    })
}

function placesOf(step: string): number {
  return /\.(\d+)$/.exec(step)?.[1]?.length ?? 0
}

/** Every id that the exchange calls open, page by page. */
export function openAtExchange(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const ids: string[] = []
    let cursor = ''
    do {
      const answer = await fetch(
        `/v5/order/realtime?category=all&limit=500${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      const { result } = (await answer.json()) as {
        readonly result: { readonly list: readonly { readonly orderId: string }[]; readonly nextPageCursor: string }
      }
      ids.push(...result.list.map(({ orderId }) => orderId))
      cursor = result.nextPageCursor
    } while (cursor !== '')
    return ids
  })
}
