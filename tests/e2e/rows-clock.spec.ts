import type { Page } from '@playwright/test'
import { expectAgreement } from './lib/agreement'
import type { ExchangeProcess } from './lib/exchange-process'
import { keepDiary, diary, openOrders, test } from './lib/hostile'
import { expect, expectFeed, farBelow, openTrade, press } from './lib/trading'

const HOUR_MS = 3_600_000

/** Seconds to the next funding by the exchange's own clock. */
async function fundingLeft(exchange: ExchangeProcess): Promise<number> {
  const answer = (await (
    await fetch(`${exchange.origin}/v5/market/tickers?category=linear&symbol=BTCUSDT`)
  ).json()) as { readonly time: number; readonly result: { readonly list: { readonly nextFundingTime: string }[] } }
  return (Number(answer.result.list[0]?.nextFundingTime) - answer.time) / 1_000
}

/** Seconds that the header's countdown shows. */
async function shownLeft(page: Page): Promise<number> {
  const text = await page
    .getByText(/^\d\d:\d\d:\d\d$/)
    .first()
    .innerText()
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}

for (const hours of [1, -1]) {
  test(`N1: the exchange's clock is ${hours} h off this computer's: live, countdowns right, orders accepted @long`, async ({
    context,
    exchange,
  }) => {
    await exchange.control('clock', { offsetMs: hours * HOUR_MS })
    const page = await openTrade(context, exchange)
    await expect
      .poll(async () => Math.abs((await shownLeft(page)) - (await fundingLeft(exchange))))
      .toBeLessThanOrEqual(2)
    await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
    const rows = await openOrders(page)
    await expect(rows).toHaveAttribute('data-order-state', 'live')
    await press(page, { side: 'Buy / Long', price: null, qty: '0.02' })
    await expectAgreement(page, exchange, { orders: 1, positions: ['BTCUSDT 20'] })
    await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(rows).toHaveCount(0)
    await expectFeed(page, 'live', 2_000)
    await expectAgreement(page, exchange, { orders: 0, positions: ['BTCUSDT 20'] })
  })
}

test('N2: the exchange’s clock steps back by 90 s: it stays live, later is later, and orders go out @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const price = await farBelow(exchange)
  const rows = await openOrders(page)
  await press(page, { side: 'Buy / Long', price, qty: '0.01' })
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  await keepDiary(page)
  await exchange.control('clock', { offsetMs: -90_000 })
  // A change of the order, with a time before its own birth, or at it.
  await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(rows).toHaveCount(0)
  await press(page, { side: 'Buy / Long', price, qty: '0.02' })
  await expect(rows).toHaveAttribute('data-order-state', 'live')
  await press(page, { side: 'Sell / Short', price: null, qty: '0.03' })
  await expectAgreement(page, exchange, { orders: 1, positions: ['BTCUSDT -30'] })
  // Prices go on.
  const last = page.getByLabel('Last price').first()
  const before = (await last.textContent()) ?? ''
  await expect(last).not.toHaveText(before)
  await expectFeed(page, 'live', 2_000)
  expect(await diary(page)).not.toContain('offline')
})
