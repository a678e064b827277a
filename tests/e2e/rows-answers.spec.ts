import type { NewOrder } from '../../src/domain/order/new-order'
import type { Locator, Page } from '@playwright/test'
import type { Price, Qty } from '../../src/domain/decimal'
import type { InstrumentSymbol, OrderLinkId } from '../../src/domain/order/order'
import { CODE } from '../../src/wire/rest/codes'
import type { OrderIntent } from '../../src/workers/presses'
import { NodeHub } from '../chaos/lib/node-hub'
import { expectAgreement, restHoldings } from './lib/agreement'
import { createByHand } from './lib/by-hand'
import { keepOrderDiary, openOrders } from './lib/hostile'
import { accountTest as test, expect, farBelow, openTrade, press, ticket, typeInto } from './lib/trading'

/** What the toasts say that tell of a failure. */
function failures(page: Page): Locator {
  return page.getByRole('alert').filter({ hasText: /not placed|refused|failed|exists already/i })
}

test('answers that are partial, odd or refusals: O15, O19, O20 @ci', async ({ context, exchange }) => {
  const page = await openTrade(context, exchange)
  const rows = await openOrders(page)
  await test.step('O20: the exchange calls the id a duplicate: the order is found by it, and nothing is told to have failed', async () => {
    const price = await farBelow(exchange)
    const states = await keepOrderDiary(page)
    await exchange.control('drop', { topic: 'user.order' })
    await exchange.control('reject', { call: 'order/create', phase: 'after-commit', retCode: CODE.duplicateLinkId })
    await press(page, { side: 'Buy / Long', price, qty: '0.01' })
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    expect(await states()).not.toContain('rejected')
    await expect(failures(page)).toHaveCount(0)
    // The id a second time, by hand: with the same words it is the same order, with others it is refused.
    const orderLinkId = (await rows.getAttribute('data-order-link-id')) ?? ''
    expect(await createByHand(page, { price, orderLinkId, qty: '0.02' })).toBe(CODE.duplicateLinkId)
    await expect(rows).toHaveCount(1)
    await expectAgreement(page, exchange, { orders: 1 })
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows).toHaveCount(0)
  })
  await test.step('O15: a cancel of seven orders takes four: four are gone, three are told to be open, and stay', async () => {
    const price = Number(await farBelow(exchange))
    for (let i = 0; i < 7; i++) await createByHand(page, { price: String(price - i), orderLinkId: `seven-${i}` })
    await expect(rows).toHaveCount(7)
    await exchange.control('partial', { call: 'order/cancel-all' })
    const cancelAll = page.getByRole('button', { name: 'Cancel all', exact: true })
    await cancelAll.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 7 orders' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Cancelled orders: 4 of 7. 3 were not cancelled' }),
    ).toBeVisible()
    await expect(rows).toHaveCount(3)
    await expectAgreement(page, exchange, { orders: 3 })
    await cancelAll.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 orders' }).click()
    await expect(rows).toHaveCount(0)
    await expectAgreement(page, exchange, { orders: 0 })
  })
  await test.step('O19: a storm of refusals for haste is one toast, and a cancel still goes out', async () => {
    const price = Number(await farBelow(exchange))
    await press(page, { side: 'Buy / Long', price: String(price), qty: '0.01' })
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    await exchange.control('reject', { call: 'order/create', retCode: CODE.rateLimited, n: 4 })
    const storm = page.getByRole('alert').filter({ hasText: 'Too many requests' })
    // Each ticket is another one, and each is answered before the next.
    for (let i = 1; i <= 4; i++) {
      await press(page, { side: 'Buy / Long', price: String(price - i), qty: '0.01' })
      await expect(ticket(page).getByRole('button', { name: 'Buy / Long' })).not.toHaveAttribute('aria-busy')
    }
    expect(await storm.count()).toBeLessThanOrEqual(1)
    await expect(rows).toHaveCount(1)
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows).toHaveCount(0)
    await expectAgreement(page, exchange, { orders: 0 })
  })
})

test('O15: of a split order half the parts are taken: those stand, and the rest is told exactly @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange, 'SANDUSDT')
  const rows = await openOrders(page)
  const form = ticket(page)
  await typeInto(form.getByLabel('Price', { exact: true }), await farBelow(exchange, 'SANDUSDT'))
  // The largest order is 140,000: four parts.
  await typeInto(form.getByLabel('Quantity', { exact: true }), '560000')
  // Straight from the field: what is then said of the largest order moves the option away under the press.
  await form.getByRole('checkbox', { name: 'Split order' }).check()
  await exchange.control('partial', { call: 'order/create' })
  await form.getByRole('button', { name: 'Buy / Long' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '2 of 4 orders were placed' })).toContainText(
    /280,?000 of 560,?000 SAND/,
  )
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await expect(row).toContainText('140,000')
  const shown = await rows.evaluateAll((all) => all.map((row) => row.dataset['orderId'] ?? ''))
  const rest = (await restHoldings(page)).orders
  expect(rest.map((order) => order.split(' ')[0])).toEqual(shown.toSorted())
  expect(rest.map((order) => order.split(' ')[2])).toEqual(['140000', '140000'])
  const placed = exchange.ledger().filter((line) => line.command?.type === 'place')
  expect(placed.map((line) => line.result)).toMatchObject([{ ok: true }])
  expect(shown).toContain((placed[0]!.result as { readonly orderId?: string }).orderId)
})

test('O19: five hundred presses at once: as many leave as the account is allowed, the others are told, a cancel passes @long', async ({
  exchange,
}) => {
  const hub = new NodeHub(exchange.origin, 'storm')
  const { account } = await hub.start(20_000)
  const price = (await farBelow(exchange)) as Price
  const pressOf = (id: string, timeInForce: NewOrder['timeInForce']): OrderIntent => ({
    id: id as OrderLinkId,
    account,
    pressedAtMs: Date.now(),
    order: {
      symbol: 'BTCUSDT' as InstrumentSymbol,
      side: 'buy',
      type: 'limit',
      price,
      qty: '0.001' as Qty,
      timeInForce,
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
    },
  })
  const resting = await hub.tab.placeOrder(pressOf('storm-rests', 'goodTillCancel'))
  if (resting.kind !== 'accepted') throw new Error(`the first order is ${resting.kind}`)
  // Far from the market each is taken and cancelled at once.
  const storm = Array.from({ length: 500 }, (_, i) => hub.tab.placeOrder(pressOf(`storm-${i}`, 'immediateOrCancel')))
  const reference = { symbol: 'BTCUSDT' as InstrumentSymbol, orderId: resting.value, orderLinkId: null }
  const cancel = await hub.tab.cancelOrder('storm-cancel' as OrderLinkId, reference)
  expect(cancel).toEqual({ kind: 'accepted', value: resting.value })
  const outcomes = await Promise.all(storm)
  const accepted = outcomes.flatMap((one) => (one.kind === 'accepted' ? [one.value] : []))
  const refused = outcomes.flatMap((one) => (one.kind === 'refused' ? [one.rejection.reason] : []))
  expect(accepted.length + refused.length).toBe(500)
  expect(new Set(refused)).toEqual(new Set(['rateLimited']))
  // Fifty a second, of which ten are kept for cancels; the bucket fills while the storm is handed over.
  expect(accepted.length).toBeGreaterThanOrEqual(39)
  expect(accepted.length).toBeLessThan(100)
  const inLedger = exchange.ledger().flatMap(({ command, orderLinkId = '', result }) => {
    const { orderId = '' } = (result ?? {}) as { readonly orderId?: string }
    return command?.type === 'place' && orderLinkId.startsWith('storm-') ? [orderId] : []
  })
  expect(inLedger.toSorted()).toEqual([resting.value, ...accepted].toSorted())
  const read = await hub.tab.orderHistory({ symbol: null, limit: 100, cursor: null })
  if (read.hasError) throw new Error(read.message)
  expect(read.value.rows.map((order) => order.id as string).toSorted()).toEqual(inLedger.toSorted())
  await hub.stop()
})
