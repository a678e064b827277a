import { expect, lastPrice, test as trading } from '../e2e/lib/trading'
import type { ExchangeProcess } from '../e2e/lib/exchange-process'
import { WebKit, type WebKitPaths, type WebKitWindow } from './lib/webkit'

/**
 * The core journeys in WebKitGTK, as far as its driver goes. It cannot read the console (reports of the content policy
 * are counted by the exchange instead), take a worker or a tab away, or run a script before the page's own.
 */
const test = trading.extend<{ readonly webkit: WebKit }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture's first parameter has to be a pattern, even an empty one
  webkit: async ({}, use) => {
    const paths = JSON.parse(process.env['HALYARD_WEBKIT'] ?? '{}') as WebKitPaths
    const webkit = await WebKit.start(paths)
    await use(webkit)
    await webkit.close()
  },
})

const TICKET = 'Order entry'
const TABLES = 'Positions and orders'
const BOOK_ROWS = '[aria-label="Order book"] table tr'

test('a newcomer sees a moving BTCUSDT market', async ({ webkit, exchange }) => {
  const page = await webkit.firstWindow()
  await page.goto(`${exchange.origin}/`)
  await expectFeed(page, 'live', 10_000)
  expect(await page.evaluate<string>('return location.pathname')).toBe('/trade/usdt/BTCUSDT')
  await expect.poll(async () => (await page.texts(BOOK_ROWS)).length).toBeGreaterThanOrEqual(20)
  const first = await page.texts(BOOK_ROWS)
  await expect.poll(() => page.texts(BOOK_ROWS), { timeout: 5_000 }).not.toEqual(first)
  await expect.poll(() => page.attribute('[aria-label="Chart"] canvas', 'width')).toMatch(/^[1-9]/)
  expect((await exchange.state()).cspViolations ?? 0).toBe(0)
})

test('two windows share one hub: an order, its cancel and a fill are in both, and the first may close', async ({
  webkit,
  exchange,
}) => {
  const first = await openTrade(await webkit.firstWindow(), exchange)
  const second = await openTrade(await webkit.newWindow(), exchange)
  const epoch = await first.attribute('[data-hub-epoch]', 'data-hub-epoch')
  expect(await second.attribute('[data-hub-epoch]', 'data-hub-epoch')).toBe(epoch)
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })

  await press(first, { price: await farBelow(exchange), qty: '0.01' })
  for (const one of [first, second]) await expect.poll(() => openOrderIds(one)).toHaveLength(1)
  expect(await openOrderIds(second)).toEqual(await openOrderIds(first))
  await second.click('button', 'Cancel', TABLES)
  for (const one of [first, second]) await expect.poll(() => openOrderIds(one)).toEqual([])

  await press(second, { price: null, qty: '0.05' })
  for (const one of [first, second]) {
    await one.click('tab', /^Positions/, TABLES)
    await expect.poll(() => one.texts('tr[data-symbol="BTCUSDT"]')).toEqual([expect.stringContaining('0.050')])
  }
  await first.close()
  await expectFeed(second, 'live', 5_000)
  expect(await second.texts('tr[data-symbol="BTCUSDT"]')).toHaveLength(1)
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
  expect(placements(exchange)).toBe(2)
})

test('the exchange stops: stale within 2 s, nothing is sent, what was typed stays; live again when it is back', async ({
  webkit,
  exchange,
}) => {
  const page = await openTrade(await webkit.firstWindow(), exchange)
  await page.typeInto('Price', '61000', TICKET)
  await page.typeInto('Quantity', '0.123', TICKET)
  await exchange.stop('SIGKILL')
  await expect.poll(() => page.feed(), { timeout: 2_000 }).not.toBe('live')
  await expect.poll(() => page.attribute('[data-stale]', 'data-stale'), { timeout: 2_000 }).not.toBeNull()
  await page.click('button', 'Buy / Long', TICKET)
  expect(await page.value('Price', TICKET)).toMatch(/^61,?000/)
  expect(await page.value('Quantity', TICKET)).toBe('0.123')
  await exchange.resume()
  await expectFeed(page, 'live', 15_000)
  expect(await page.value('Quantity', TICKET)).toBe('0.123')
  // Nothing was queued for later.
  expect(placements(exchange)).toBe(0)
})

test('a reload without the exchange shows shell, symbols and the last known market with its age', async ({
  webkit,
  exchange,
}) => {
  const page = await openTrade(await webkit.firstWindow(), exchange)
  await page.evaluate('await navigator.serviceWorker.ready')
  // A second visit is under the service worker's control and has written a snapshot of the market.
  await page.reload()
  await expectFeed(page, 'live', 10_000)
  await expect
    .poll(() => page.evaluate<boolean>('return navigator.serviceWorker.controller !== null'), { timeout: 10_000 })
    .toBe(true)
  // The hub writes what it last knew every few seconds.
  await expect.poll(() => page.evaluate<number>('return performance.now()')).toBeGreaterThan(6_000)
  await exchange.stop('SIGKILL')
  await page.reload()
  await expectFeed(page, 'offline', 10_000)
  await expect.poll(async () => (await page.texts(BOOK_ROWS)).length).toBeGreaterThanOrEqual(20)
  expect(await page.attribute('[data-stale]', 'data-stale')).not.toBeNull()
  await page.goto(`${exchange.origin}/markets`)
  await expect.poll(() => page.texts('[aria-label="Markets"] a')).toContainEqual(expect.stringContaining('ETHUSDT'))
})

async function openTrade(page: WebKitWindow, exchange: ExchangeProcess): Promise<WebKitWindow> {
  await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
  await expectFeed(page, 'live', 30_000)
  return page
}

async function expectFeed(page: WebKitWindow, state: string, timeoutMs: number): Promise<void> {
  await expect.poll(() => page.feed(), { timeout: timeoutMs }).toBe(state)
}

async function press(
  page: WebKitWindow,
  order: { readonly price: string | null; readonly qty: string },
): Promise<void> {
  await page.click('tab', order.price === null ? 'Market' : 'Limit', TICKET)
  if (order.price !== null) await page.typeInto('Price', order.price, TICKET)
  await page.typeInto('Quantity', order.qty, TICKET)
  await page.click('button', 'Buy / Long', TICKET)
}

async function openOrderIds(page: WebKitWindow): Promise<readonly string[]> {
  await page.click('tab', /^Open orders/, TABLES)
  return page.evaluate(
    'return Array.from(document.querySelectorAll("tr[data-order-id]"), (row) => row.dataset.orderId)',
  )
}

/** A price that rests: below the market, inside the price band. */
async function farBelow(exchange: ExchangeProcess): Promise<string> {
  return String(Math.floor((await lastPrice(exchange)) * 0.995))
}

function placements(exchange: ExchangeProcess): number {
  return exchange.ledger().filter((line) => line.command?.type === 'place').length
}
