import { expectAgreement } from './lib/agreement'
import type { ExchangeProcess } from './lib/exchange-process'
import { openOrders, openThrough, placements, accountTest as test, test as ownTest } from './lib/hostile'
import { expect, farBelow, openTrade, press } from './lib/trading'

test('O2: a press is lost on its way: unknown, then not placed, and sent only by the user, under the same id', async ({
  page,
  exchange,
  wire,
}) => {
  await openThrough(page, wire)
  const price = await farBelow(exchange)
  const rows = await openOrders(page)
  wire.loseRequest('/contract/v5/order/create')
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(rows).toHaveAttribute('data-order-state', 'unknown', { timeout: 2_500 })
  const id = await rows.getAttribute('data-order-link-id')
  await expect(rows).toHaveAttribute('data-order-state', 'notPlaced', { timeout: 15_000 })
  expect(placements(exchange)).toBe(0)
  await expectAgreement(page, exchange, { orders: 0 })
  await rows.getByRole('button', { name: 'Send again' }).click()
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  expect(await rows.getAttribute('data-order-link-id')).toBe(id)
  expect(wire.struck).toBe(1)
  expect(placements(exchange)).toBe(1)
  await expectAgreement(page, exchange, { orders: 1 })
})

test.describe('O11: a cancel races a fill', () => {
  /** The market falls to the resting buy order: its makers sell where it waits. */
  async function fallTo(exchange: ExchangeProcess, price: string): Promise<void> {
    const below = String(Math.floor(Number(price) * 0.998))
    await exchange.control('price', { symbol: 'BTCUSDT', index: below, last: below })
  }

  ownTest(
    'and comes second: the fill is shown, the cancel is told to be too late @long',
    async ({ context, exchange }) => {
      const page = await openTrade(context, exchange)
      const price = await farBelow(exchange)
      const rows = await openOrders(page)
      await press(page, { side: 'Buy / Long', price, qty: '0.01' })
      await expect(rows).toHaveAttribute('data-order-state', 'live')
      await exchange.control('hold', { call: 'order/cancel', phase: 'before-commit', ms: 1_200 })
      await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
      await fallTo(exchange, price)
      await expect(page.getByRole('alert').filter({ hasText: 'The order is already finished' })).toBeVisible()
      await expect(rows).toHaveCount(0)
      // 0.01 in thousandths.
      await expectAgreement(page, exchange, { orders: 0, positions: ['BTCUSDT 10'] })
    },
  )

  ownTest(
    'on its way with nobody answering: it is proven to be too late by the order itself @long',
    async ({ page, exchange, wire }) => {
      await openThrough(page, wire)
      const price = await farBelow(exchange)
      const rows = await openOrders(page)
      await press(page, { side: 'Buy / Long', price, qty: '0.01' })
      await expect(rows).toHaveAttribute('data-order-state', 'live')
      wire.loseRequest('/contract/v5/order/cancel')
      await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
      await fallTo(exchange, price)
      await expect(page.getByRole('alert').filter({ hasText: 'already finished' })).toBeVisible()
      await expect(rows).toHaveCount(0)
      expect(wire.struck).toBe(1)
      await expectAgreement(page, exchange, { orders: 0, positions: ['BTCUSDT 10'] })
    },
  )
})
