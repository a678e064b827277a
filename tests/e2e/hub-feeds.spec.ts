import { showsTheBook, shownPrices } from './lib/book'
import {
  diary,
  keepDiary,
  openOrders,
  openThrough,
  placements,
  accountTest as test,
  test as ownTest,
} from './lib/hostile'
import { connection, expect, expectFeed, lastPrice, openTrade, press, showTable } from './lib/trading'

const BOOK = 'orderBook_50.H.BTCUSDT'

test('the line goes bad: F1, F2', async ({ page, wire }) => {
  await openThrough(page, wire)
  await test.step('F1: bytes stop and the socket stays: marked stale within 2 s, orders too; live soon after they flow', async () => {
    wire.silence('public', 'private')
    await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live', { timeout: 2_500 })
    await expect(page.locator('[data-stale]').first()).toBeVisible()
    await expect.poll(() => page.locator('[data-stale]').count()).toBeGreaterThanOrEqual(3)
    wire.heal()
    // 3 s after the last byte the socket is given up, and the new one comes within its first back-off.
    await expectFeed(page, 'live', 6_000)
  })
  await test.step('F2: connections are cut and refused for a while: said so, and live again by itself', async () => {
    for (const how of ['reset', 'end'] as const) {
      wire.refuse()
      wire.cut(how, 'public', 'private', 'http')
      await expect(connection(page)).toHaveAttribute('data-feed-state', /offline|connecting/, { timeout: 2_000 })
      wire.heal()
      await expectFeed(page, 'live', 4_000)
    }
  })
})

// On a line that was never refused: refusals make the pauses between its trials longer.
test('F2: six cuts in a row leave one socket of each kind @long', async ({ page, exchange, wire }) => {
  await openThrough(page, wire)
  for (let i = 0; i < 6; i++) {
    await keepDiary(page)
    wire.cut(i % 2 === 0 ? 'reset' : 'end', i % 3 === 0 ? 'private' : 'public')
    await expect.poll(async () => (await diary(page)).length).toBeGreaterThan(1)
    await expectFeed(page, 'live', 4_000)
  }
  await expect.poll(async () => (await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
})

test('messages go astray: F3, F5, F6, F7, F13, F16, I8 @ci', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  const region = page.getByRole('region', { name: 'Positions and orders' })
  const row = region.getByRole('table', { name: 'Positions' }).locator('tr[data-symbol="BTCUSDT"]')
  await test.step('F3, F5, F6, F7: book messages lost, wrong, repeated, late or counted anew: soon live, and the right book', async () => {
    await keepDiary(page)
    for (const action of ['drop', 'corrupt', 'duplicate', 'reorder', 'reset-sequence']) {
      await exchange.control(action, { topic: BOOK })
      const before = (await shownPrices(page)).join()
      await expect.poll(async () => (await shownPrices(page)).join(), { message: action }).not.toBe(before)
      await expect.poll(() => showsTheBook(page, exchange), { message: action }).toBe(true)
      await expectFeed(page, 'live', 4_000)
    }
    expect(await diary(page)).not.toContain('offline')
  })
  await test.step('F5, I8: every private message comes twice and out of order: each fill once, the order ends as it ended', async () => {
    for (const topic of ['user.order', 'user.execution', 'user.position']) {
      await exchange.control('duplicate', { topic, n: 20 })
      await exchange.control('reorder', { topic, n: 5 })
    }
    await press(page, { side: 'Buy / Long', price: null, qty: '0.03' })
    await showTable(page, 'Positions')
    await expect(row).toContainText('0.030')
    await expect(await openOrders(page)).toHaveCount(0)
    const fills = await page.evaluate(async () => {
      const answer = (await (await fetch('/v5/execution/list?category=linear&limit=100')).json()) as {
        result: { list: unknown[] }
      }
      return answer.result.list.length
    })
    await showTable(page, 'Trade history')
    await expect(region.getByRole('table', { name: 'Trade history' }).locator('tbody tr')).toHaveCount(fills)
    await exchange.control('reset')
  })
  await test.step('F16: only the ticker falls silent: what is reckoned from its mark price is marked, and the book stays live', async () => {
    await showTable(page, 'Positions')
    await expect(row).toHaveCount(1)
    await expect(row.locator('[data-stale]')).toHaveCount(0)
    await exchange.control('mute', { topic: 'instrument_info*' })
    // Nor does asking again help, for a while.
    for (let i = 0; i < 2; i++) await exchange.control('swallow-subscribe', { topic: 'instrument_info.H.BTCUSDT' })
    // Mark price, value, result and its share.
    await expect(row.locator('[data-stale]')).toHaveCount(4, { timeout: 12_000 })
    await expect(connection(page)).toHaveAttribute('data-feed-state', 'live')
    await expect(page.getByRole('region', { name: 'Order book' }).getByRole('table')).not.toHaveAttribute('data-stale')
    await exchange.control('mute', { topic: 'instrument_info*', off: true })
    await expect(row.locator('[data-stale]')).toHaveCount(0, { timeout: 12_000 })
    await exchange.control('reset')
  })
  await test.step('F13: REST lags two seconds behind push: an order never flaps back', async () => {
    await exchange.control('delay', { call: '/v5/order/realtime', ms: 2_000 })
    const price = String(Math.floor((await lastPrice(exchange)) * 0.995))
    await press(page, { side: 'Buy / Long', price, qty: '0.01' })
    const rows = await openOrders(page)
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    await exchange.control('disconnect', { channel: 'private' })
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click({ trial: true })
    await expectFeed(page, 'live', 10_000)
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows).toHaveCount(0)
    await exchange.control('disconnect', { channel: 'private' })
    await expect(connection(page)).not.toHaveAttribute('data-feed-state', 'live')
    await expectFeed(page, 'live', 10_000)
    await expect(rows).toHaveCount(0)
  })
})

ownTest(
  'F4: private messages are lost: order, fill and position are right within 10 s',
  async ({ context, exchange }) => {
    const page = await openTrade(context, exchange)
    // The whole answer of the account is lost, and no later message shows the hole.
    for (const topic of ['user.order', 'user.execution', 'user.position', 'user.wallet'])
      await exchange.control('drop', { topic, n: topic === 'user.execution' ? 1 : 2 })
    await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
    const region = await showTable(page, 'Positions')
    const row = region.getByRole('table', { name: 'Positions' }).locator('tr[data-symbol="BTCUSDT"]')
    await expect(row).toContainText('0.020', { timeout: 10_000 })
    await expect(await openOrders(page)).toHaveCount(0)
    await showTable(page, 'Trade history')
    const fills = region.getByRole('table', { name: 'Trade history' }).locator('tbody tr')
    const inLedger = exchange.ledger().filter((line) => line.execId !== undefined && line.takerOrderId !== undefined)
    expect(inLedger.length).toBeGreaterThan(0)
    await expect.poll(() => fills.count()).toBeGreaterThan(0)
  },
)

test('F9, F10: a subscription that nobody answers, and one-time tokens refused twice: live all the same, book and prices are there @long', async ({
  context,
  exchange,
}) => {
  await exchange.control('swallow-subscribe', { topic: BOOK })
  await exchange.control('token-fault', { kind: 'expired', n: 2 })
  const page = await openTrade(context, exchange)
  await expect(page.getByLabel('Last price').first()).not.toBeEmpty()
  await expect(
    page.getByRole('region', { name: 'Order book' }).getByRole('table').getByRole('row').nth(5),
  ).toBeAttached()
})

test('F11: the account is opened elsewhere: said so, no fight, and back by the user’s own press @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  // Five more channels of the same account: the exchange closes the oldest, which is ours.
  await page.evaluate(async () => {
    const held: WebSocket[] = []
    Object.assign(globalThis, { held })
    for (let i = 0; i < 5; i++) {
      const answer = await fetch('/user/private/ott', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
        body: '{}',
      })
      const { result } = (await answer.json()) as { result: { token: string } }
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/realtime_private?v=2`)
      held.push(socket)
      await new Promise((done) => socket.addEventListener('open', done))
      socket.send(JSON.stringify({ op: 'login', args: [result.token], req_id: '1' }))
      await new Promise((done) => socket.addEventListener('message', done, { once: true }))
    }
  })
  await expectFeed(page, 'elsewhere', 5_000)
  // No order leaves a page that does not hear of it, and nothing reconnects by itself.
  const before = placements(exchange)
  await expect(page.getByRole('button', { name: /take over|use here/i })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expectFeed(page, 'elsewhere', 1_000)
  expect(placements(exchange)).toBe(before)
  await page.evaluate(() => (globalThis as unknown as { held: WebSocket[] }).held.forEach((one) => one.close()))
  await page.getByRole('button', { name: /take over|use here/i }).click()
  await expectFeed(page, 'live', 5_000)
})
