import type { Locator } from '@playwright/test'
import { keepDiary, keepOrderDiary, openOrders, openThrough, placements, accountTest as test } from './lib/hostile'
import { expect, expectFeed, farBelow, openTrade, openWindow, press, showTable, ticket, typeInto } from './lib/trading'

/** Ends a step: the next one begins without orders. */
async function cancelShown(rows: Locator): Promise<void> {
  await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(rows).toHaveCount(0)
}

test('one press on a bad wire: O1, O4, O5, O6, O10', async ({ page, exchange, wire }) => {
  await openThrough(page, wire)
  const rows = await openOrders(page)
  await test.step('O1: the answer is lost: unknown within 2 s, never a failure, then live; sent once', async () => {
    const price = await farBelow(exchange)
    // The stream is mute, too: only the look-up can tell.
    await exchange.control('mute', { topic: 'user.*' })
    wire.loseAnswer('/contract/v5/order/create')
    await press(page, { side: 'Buy / Long', price, qty: '0.01' })
    await expect(rows).toHaveAttribute('data-order-state', /unknown|live/, { timeout: 2_500 })
    expect(wire.struck).toBe(1)
    await expect(rows).toHaveAttribute('data-order-state', 'live', { timeout: 5_000 })
    await expect(page.getByRole('alert').filter({ hasText: /fail|reject/i })).toHaveCount(0)
    await expect(rows).toHaveCount(1)
    expect(placements(exchange)).toBe(1)
    await exchange.control('reset')
    await cancelShown(rows)
  })
  await test.step('O4: push is faster than the answer: live at once, and it stays', async () => {
    exchange.beginLedgerHere()
    const price = await farBelow(exchange)
    await exchange.control('hold', { call: 'order/create', phase: 'after-commit', ms: 3_000 })
    await press(page, { side: 'Buy / Long', price, qty: '0.01' })
    await expect(rows).toHaveAttribute('data-order-state', 'live', { timeout: 1_500 })
    const states = await keepOrderDiary(page)
    await expect.poll(() => wire.answered('/contract/v5/order/create')).toBe(1)
    const cancel = rows.getByRole('button', { name: 'Cancel', exact: true })
    await expect(cancel).toBeEnabled()
    expect((await states()).filter((state) => state !== 'live')).toEqual([])
    expect(placements(exchange)).toBe(1)
    await cancelShown(rows)
  })
  await test.step('O6: a definite refusal closes the press and keeps the ticket', async () => {
    exchange.beginLedgerHere()
    const price = await farBelow(exchange)
    await exchange.control('reject', { call: 'order/create', retCode: 30031 })
    await press(page, { side: 'Buy / Long', price, qty: '0.01' })
    await expect(page.getByRole('alert').filter({ hasText: 'Insufficient' }).first()).toBeVisible()
    await expect(ticket(page).getByLabel('Quantity', { exact: true })).toHaveValue(/^0\.010?$/)
    await expect(rows).toHaveCount(0)
    expect(placements(exchange)).toBe(0)
  })
  for (const phase of ['before-commit', 'after-commit'] as const)
    await test.step(`O5: 502 ${phase}: unknown, never "failed", and nothing is sent again`, async () => {
      exchange.beginLedgerHere()
      const price = await farBelow(exchange)
      if (phase === 'after-commit') await exchange.control('mute', { topic: 'user.*' })
      await exchange.control('http-status', { call: 'order/create', status: 502, phase })
      const states = await keepOrderDiary(page)
      await press(page, { side: 'Buy / Long', price, qty: '0.01' })
      // A look-up may end it before the page has drawn that it is unknown.
      const ends = phase === 'after-commit' ? ['unknown', 'live'] : ['unknown']
      await expect.poll(async () => (await states()).some((one) => ends.includes(one))).toBe(true)
      if (phase === 'after-commit') await expect(rows).toHaveAttribute('data-order-state', 'live')
      else await expect(rows).toHaveAttribute('data-order-state', 'notPlaced', { timeout: 30_000 })
      expect(placements(exchange)).toBe(phase === 'after-commit' ? 1 : 0)
      if (phase === 'after-commit') {
        await exchange.control('reset')
        await cancelShown(rows)
        return
      }
      // O2: the user, and nobody else, may have it sent after all; under the same id.
      const id = await rows.getAttribute('data-order-link-id')
      await rows.getByRole('button', { name: 'Send again' }).click()
      await expect(rows).toHaveAttribute('data-order-state', 'live')
      expect(await rows.getAttribute('data-order-link-id')).toBe(id)
      expect(placements(exchange)).toBe(1)
      await cancelShown(rows)
    })
  await test.step('O10: the answer to a cancel is lost: not painted as gone before it is, and gone when proven', async () => {
    exchange.beginLedgerHere()
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    // The cancel itself is lost: the order lives on, and has to be shown so.
    wire.loseRequest('/contract/v5/order/cancel')
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows.getByText(/cancel/i).first()).toBeVisible()
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    await expect(page.getByRole('alert').filter({ hasText: 'may still be open' })).toBeVisible({ timeout: 15_000 })
    await expect(rows).toHaveCount(1)
    // The next one arrives and only its answer is lost.
    await exchange.control('mute', { topic: 'user.order' })
    wire.loseAnswer('/contract/v5/order/cancel')
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows).toHaveCount(0, { timeout: 15_000 })
    expect(exchange.ledger().filter((line) => line.command?.type === 'cancel')).toHaveLength(1)
  })
})

test('O9: the page moves to another market in the turn of the press: the order is the one that was on the screen @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  await typeInto(form.getByLabel('Price', { exact: true }), await farBelow(exchange))
  await typeInto(form.getByLabel('Quantity', { exact: true }), '0.01')
  await page.evaluate(() => {
    document.addEventListener('click', () => {
      history.pushState(null, '', '/trade/usdt/ETHUSDT')
      dispatchEvent(new PopStateEvent('popstate'))
    })
  })
  await form.getByRole('button', { name: 'Buy / Long' }).click()
  await expect(page).toHaveURL(/ETHUSDT/)
  await expect.poll(() => placements(exchange)).toBe(1)
  const [line] = exchange.ledger().filter((one) => one.command?.type === 'place')
  expect(JSON.stringify(line)).toContain('BTCUSDT')
})

test('O18: the tab is closed right after the press: ledger and screen agree on return, and nothing is sent twice @long', async ({
  context,
  exchange,
}) => {
  // The last tab takes the hub with it: what was pressed is only in the journal, and perhaps at the exchange.
  let page = await openTrade(context, exchange)
  const price = await farBelow(exchange)
  for (const delayMs of [0, 5, 40]) {
    await press(page, { side: 'Buy / Long', price, qty: '0.01' })
    if (delayMs > 0) await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), delayMs)
    await page.close()
    page = await openTrade(context, exchange)
  }
  const rows = await openOrders(page)
  // A press that was written down and never sent is told as not placed; none stays in doubt.
  const states = async () =>
    (await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-order-state')))).filter(
      (state) => state !== 'notPlaced',
    )
  await expect.poll(states).toEqual(Array.from({ length: placements(exchange) }, () => 'live'))
  const ids = exchange.ledger().flatMap((line) => (line.command?.type === 'place' ? [line.orderLinkId] : []))
  expect(new Set(ids).size).toBe(ids.length)
})

test('O8: two tabs press at the same moment: two deliberate orders, each shown once in both @long', async ({
  context,
  exchange,
}) => {
  const first = await openTrade(context, exchange)
  const second = await openWindow(first, exchange)
  const price = await farBelow(exchange)
  await Promise.all([first, second].map((tab) => press(tab, { side: 'Buy / Long', price, qty: '0.01' })))
  for (const tab of [first, second]) await expect(await openOrders(tab)).toHaveCount(2)
  expect(placements(exchange)).toBe(2)
})

test('F14: forty orders that happened while the line was cut come back without a storm of toasts @long', async ({
  page,
  exchange,
  wire,
}) => {
  await openThrough(page, wire)
  const price = await farBelow(exchange)
  await keepDiary(page)
  wire.refuse()
  wire.cut('reset', 'private', 'public')
  await expect(page.locator('[data-feed-state]')).not.toHaveAttribute('data-feed-state', 'live')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (let i = 0; i < 20; i++) {
    for (const call of ['create', 'cancel']) {
      const answer = await fetch(`${exchange.origin}/contract/v5/order/${call}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'test',
          cookie: rename(cookie, exchange.port),
        },
        body: JSON.stringify(
          call === 'create'
            ? {
                symbol: 'BTCUSDT',
                side: 'Buy',
                orderType: 'Limit',
                price,
                qty: '0.01',
                timeInForce: 'GoodTillCancel',
                positionIdx: 0,
                orderLinkId: `away-${i}`,
              }
            : { symbol: 'BTCUSDT', orderLinkId: `away-${i}` },
        ),
      })
      expect(((await answer.json()) as { retCode: number }).retCode).toBe(0)
    }
  }
  wire.heal()
  await expectFeed(page, 'live', 10_000)
  const region = await showTable(page, 'Order history')
  await expect(
    region.getByRole('table', { name: 'Order history' }).locator('tr[data-order-link-id="away-19"]'),
  ).toHaveCount(1)
  expect(await page.locator('[role="status"]').filter({ hasText: /order/i }).count()).toBeLessThanOrEqual(1)
})

/** Cookies are named by port; the exchange's own port reads the same ones under its own name. */
function rename(cookie: string, port: number): string {
  return cookie.replaceAll(/halyard-\d+/g, `halyard-${port}`)
}
