import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import { accountTest, diary, keepDiary, openOrders, openThrough, test } from './lib/hostile'
import { headersOf, openAtExchange, placeMany } from './lib/many-orders'
import { connection, expect, expectFeed, farBelow, openTrade, press, showTable, ticket } from './lib/trading'

/** Longest way from a fault to the truth on the screen. */
const TRUTH_MS = 5_000

/** Rows that the table stands for, drawn or not. */
async function shownOrders(page: Page): Promise<number> {
  const tab = page.getByRole('region', { name: 'Positions and orders' }).getByRole('tab', { name: /^Open orders/ })
  return Number(/\d+/.exec((await tab.innerText()).replaceAll(/[,\s]/g, ''))?.[0] ?? 0)
}

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

/** In every contract of USDT, past the page and its line: with its cookie, from here. */
async function cancelAllByHand(page: Page, exchange: ExchangeProcess): Promise<number> {
  const answer = await fetch(`${exchange.origin}/v5/order/cancel-all`, {
    method: 'POST',
    headers: { ...(await headersOf(page)), 'client-tag': crypto.randomUUID() },
    body: JSON.stringify({ category: 'linear', settleCoin: 'USDT' }),
  })
  return ((await answer.json()) as { readonly retCode: number }).retCode
}

/** The longest time for which the page could do nothing else, milliseconds; 0 where none took 50. */
async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { halyardTasks: tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await act()
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { halyardTasks: number[] }).halyardTasks))
}

const cancelElsewhere = (page: Page, symbol: string, orderId: string) =>
  call(page, '/v5/order/cancel', { category: 'linear', symbol, orderId })

accountTest(
  'F4: a message is lost and the poll fails twice: the row is gone within 5 s, and nothing is live before @ci',
  async ({ context, exchange }) => {
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
  },
)

accountTest(
  'F22: REST fails while sockets work: the account is marked and nothing is sent, and it is live again by itself @long',
  async ({ page, wire }) => {
    await openThrough(page, wire)
    wire.refuseCalls()
    await expect(connection(page)).toHaveAttribute('data-feed-state', 'resync', { timeout: 12_000 })
    await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeDisabled()
    wire.heal()
    await expectFeed(page, 'live', TRUTH_MS)
    await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).toBeEnabled()
  },
)

/** What a page that says "Live" shows as open, at every change from now on. */
async function keepLiveCounts(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const seen = new Set<number>()
    Object.assign(globalThis, { halyardLiveCounts: seen })
    let wasLost = false
    new MutationObserver(() => {
      const state = document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state')
      if (state !== 'live') wasLost = true
      else if (wasLost) seen.add(document.querySelectorAll('tr[data-order-link-id]').length)
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-feed-state'] })
  })
  return () => page.evaluate(() => [...(globalThis as unknown as { halyardLiveCounts: Set<number> }).halyardLiveCounts])
}

/**
 * The most that an account may have open, 500 of each contract: 10,000 for `npm run chaos`. The gate takes fewer, still more
 * than a table draws whole (`WHOLE_UP_TO`, 1,000) and than one call lists or cancels (500).
 */
const [CONTRACTS, PER_CONTRACT] = process.env['HALYARD_CHAOS'] === 'full' ? [20, 500] : [3, 340]
const ORDERS = CONTRACTS * PER_CONTRACT
/** Those of the last contract are seen to come, and the table goes over the number that it draws whole. */
const AWAY = process.env['HALYARD_CHAOS'] === 'full' ? 0 : CONTRACTS - 1

test(`F4, F12: of ${ORDERS} open orders one message is lost; the exchange is killed; all are cancelled elsewhere while the line is cut: true within 5 s, and none stands under "Live" @long`, async ({
  page,
  exchange,
  wire,
}) => {
  // The exchange takes a hundred orders a second.
  test.setTimeout(420_000)
  await openThrough(page, wire)
  const ids = await placeMany(page, exchange, { symbols: CONTRACTS, perSymbol: PER_CONTRACT, away: AWAY })
  const rows = await openOrders(page)
  await expect.poll(() => shownOrders(page)).toBe(ORDERS)
  await expectFeed(page, 'live', TRUTH_MS)

  // Of the many rows some are drawn, and the table says of how many.
  const table = page.getByRole('table', { name: 'Open orders' })
  await expect(table).toHaveAttribute('aria-rowcount', String(ORDERS + 1))
  expect(await rows.count()).toBeLessThan(200)
  const oldest = page.locator(`tr[data-order-id="${ids[0]}"]`)
  await expect(oldest).toHaveCount(0)
  const longest = await longestTask(page, async () => {
    await table.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await expect(oldest).toBeVisible()
  })
  expect(longest).toBeLessThan(1_000)
  await expect(oldest.getByRole('button', { name: 'Cancel', exact: true })).toBeEnabled()

  await exchange.control('drop', { topic: 'user.order' })
  expect(await cancelElsewhere(page, 'BTCUSDT', ids[0]!)).toBe(0)
  await expect.poll(() => shownOrders(page), { timeout: TRUTH_MS }).toBe(ORDERS - 1)
  await expect(oldest).toHaveCount(0)
  await expectFeed(page, 'live', TRUTH_MS)
  expect(await openAtExchange(page)).toHaveLength(ORDERS - 1)

  await exchange.stop('SIGKILL')
  await exchange.resume()
  // From the moment the exchange is heard again.
  await expect(connection(page)).toHaveAttribute('data-feed-state', /resync|live/, { timeout: 10_000 })
  await expectFeed(page, 'live', TRUTH_MS)
  expect(await shownOrders(page)).toBe(ORDERS - 1)

  const liveCounts = await keepLiveCounts(page)
  wire.refuse()
  wire.cut('reset', 'http', 'public', 'private')
  await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live')
  for (let call = 0; call < CONTRACTS; call++) expect(await cancelAllByHand(page, exchange)).toBe(0)
  expect(openInLedger(exchange)).toBe(0)
  await exchange.stop('SIGKILL')
  await exchange.resume()
  wire.heal()
  await expect(connection(page)).toHaveAttribute('data-feed-state', /resync|live/, { timeout: 10_000 })
  await expectFeed(page, 'live', TRUTH_MS)
  expect(await shownOrders(page)).toBe(0)
  expect(await liveCounts()).toEqual([0])
  expect(await openAtExchange(page)).toEqual([])
  // And how they ended is found, as far as the screen keeps it.
  const region = await showTable(page, 'Order history')
  await expect(region.locator('tr[data-order-state="canceled"]')).toHaveCount(200, { timeout: 10_000 })
})
