import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { diary, keepDiary, openOrders, openThrough, test } from './lib/hostile'
import { openAtExchange, placeMany } from './lib/many-orders'
import { connection, expect, expectFeed, farBelow, openTrade, press, ticket } from './lib/trading'

/** Longest way from a fault to the truth on the screen. */
const TRUTH_MS = 5_000

/** Open orders as the ledger's lines add up. */
function openInLedger(exchange: ExchangeProcess): number {
  const open = new Set<string>()
  for (const { command, result } of exchange.ledger() as readonly LedgerLine[]) {
    if (result?.ok !== true) continue
    if (command?.type === 'place') open.add(result.orderId ?? '')
    if (command?.type === 'cancel') open.delete(result.orderId ?? '')
    if (command?.type === 'cancelAll') for (const id of result.orderIds ?? []) open.delete(id)
  }
  return open.size
}

interface LedgerLine {
  readonly command?: { readonly type: string }
  readonly result?: { readonly ok: boolean; readonly orderId?: string; readonly orderIds?: readonly string[] }
}

/** Another program of the account, past the page's hub. */
function call(page: Page, path: string, body: object): Promise<number> {
  return page.evaluate(
    async ([to, text]) => {
      const headers = {
        'content-type': 'application/json',
        'x-requested-with': 'test',
        'client-tag': crypto.randomUUID(),
      }
      const answer = await fetch(to, { method: 'POST', headers, body: text })
      return ((await answer.json()) as { readonly retCode: number }).retCode
    },
    [path, JSON.stringify(body)] as const,
  )
}

const cancelElsewhere = (page: Page, symbol: string, orderId: string) =>
  call(page, '/v5/order/cancel', { category: 'linear', symbol, orderId })

test('F4: of 620 open orders one is cancelled elsewhere and its message is lost: gone within 5 s', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const ids = await placeMany(page, { symbols: 2, perSymbol: 310 })
  const rows = await openOrders(page)
  await expect(rows).toHaveCount(620)
  // The second contract's, in the middle of its own.
  const gone = ids[465]!
  const symbol = await page.locator(`tr[data-order-id="${gone}"]`).getAttribute('data-symbol')
  await exchange.control('drop', { topic: 'user.order' })
  expect(await cancelElsewhere(page, symbol!, gone)).toBe(0)
  await expect(page.locator(`tr[data-order-id="${gone}"]`)).toHaveCount(0, { timeout: TRUTH_MS })
  await expectFeed(page, 'live', TRUTH_MS)
  await expect(rows).toHaveCount(619)
  expect(await openAtExchange(page)).toHaveLength(619)
  expect(openInLedger(exchange)).toBe(619)
})

test('F4: a message is lost and the poll fails twice: the row is gone within 5 s, and nothing is live before', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  for (const path of ['/v5/order/realtime', '/v5/execution/list', '/contract/v5/twap/list']) {
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
    const rows = await openOrders(page)
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    const id = (await rows.getAttribute('data-order-id'))!
    await keepDiary(page)
    await exchange.control('drop', { topic: 'user.order' })
    await exchange.control('http-status', { call: path, status: 503, n: 2 })
    expect(await cancelElsewhere(page, 'BTCUSDT', id)).toBe(0)
    await expect(rows).toHaveCount(0, { timeout: TRUTH_MS })
    await expectFeed(page, 'live', TRUTH_MS)
    expect(await diary(page)).toContain('resync')
    await exchange.control('reset')
  }
})

test('F22: REST fails while sockets work: the account is marked and nothing is sent, calls stay few, and it is live again by itself', async ({
  page,
  wire,
}) => {
  await openThrough(page, wire)
  wire.refuseCalls()
  await expect(connection(page)).toHaveAttribute('data-feed-state', 'resync', { timeout: 12_000 })
  await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeDisabled()
  const asked = wire.asked('GET /v5/order/realtime')
  await page.waitForTimeout(10_000)
  // Every 2 to 4 s one.
  expect(wire.asked('GET /v5/order/realtime') - asked).toBeLessThanOrEqual(6)
  wire.heal()
  await expectFeed(page, 'live', TRUTH_MS)
  await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeEnabled()
})
