import { expectAgreement } from './lib/agreement'
import { showsTheBook } from './lib/book'
import { openOrders, test } from './lib/hostile'
import {
  CHROMIUM_ONLY,
  connection,
  expect,
  expectFeed,
  FULL_PACE_MS,
  lastPrice,
  openTrade,
  openWindow,
  press,
} from './lib/trading'

// How soon a page is right again is promised of a market as a user has it.
test.use({ marketPaceMs: FULL_PACE_MS })

test('H6: a frozen tab costs nothing, and is right within 1 s of its return @long', async ({
  context,
  exchange,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', CHROMIUM_ONLY.crashesTab)
  const frozen = await openTrade(context, exchange)
  const other = await openWindow(frozen, exchange)
  await openOrders(frozen)
  const epoch = await frozen.locator('[data-hub-epoch]').getAttribute('data-hub-epoch')
  const session = await context.newCDPSession(frozen)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  // What happens meanwhile: the market leaps, an order is placed, another is filled.
  const price = Math.floor((await lastPrice(exchange)) * 1.01)
  await exchange.control('price', { symbol: 'BTCUSDT', index: String(price), last: String(price) })
  await expect.poll(async () => Math.abs((await lastPrice(exchange)) / price - 1)).toBeLessThan(0.004)
  await press(other, { side: 'Buy / Long', price: String(Math.floor(price * 0.995)), qty: '0.01' })
  await expect(await openOrders(other)).toHaveAttribute('data-order-state', 'live')
  await press(other, { side: 'Buy / Long', price: null, qty: '0.02' })
  await expectAgreement(other, exchange, { orders: 1, positions: ['BTCUSDT 20'] })
  await expectFeed(other, 'live', 1_000)
  // Nothing waits for the frozen tab at the exchange, and it has neither been given a hub of its own nor lost this one.
  const { sockets, queues } = (await exchange.state()) as never as {
    readonly sockets: object
    readonly queues: { readonly worstBytes: number }
  }
  expect(sockets).toMatchObject({ public: 1, private: 1 })
  expect(queues.worstBytes).toBeLessThan(1_000_000)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await frozen.bringToFront()
  // Live is only what is right.
  await expect(connection(frozen)).toHaveAttribute('data-feed-state', 'live', { timeout: 1_000 })
  await expect(frozen.locator('tr[data-order-link-id]')).toHaveCount(1, { timeout: 1_000 })
  await expect.poll(() => showsTheBook(frozen, exchange)).toBe(true)
  expect(await frozen.locator('[data-hub-epoch]').getAttribute('data-hub-epoch')).toBe(epoch)
  await expectAgreement(frozen, exchange, { orders: 1, positions: ['BTCUSDT 20'] })
})
