import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './lib/exchange-process'
import {
  ALL_CONTRACTS,
  confirmClose,
  expect,
  expectFeed,
  press,
  showTable,
  accountTest as test,
  test as ownTest,
  ticket,
  typeInto,
} from './lib/trading'

ownTest.use({ exchangeEnv: ALL_CONTRACTS })

test.describe.configure({ timeout: 90_000 })

/** Taker rate of an account that has not traded much. */
const TAKER_RATE = 0.00055

interface Fill {
  readonly execPrice: string
  readonly execQty: string
  readonly execFee: string
  readonly execValue: string
  readonly closedPnl?: string
}

async function open(page: Page, exchange: ExchangeProcess, path: string): Promise<void> {
  await page.goto(`${exchange.origin}${path}`)
  await expectFeed(page, 'live', 15_000)
}

async function buyAtMarket(page: Page, qty: string): Promise<void> {
  await press(page, { side: 'Buy / Long', price: null, qty })
}

/** Fills of a contract as the exchange has them, oldest first. */
async function fillsOf(page: Page, category: string, symbol: string): Promise<readonly Fill[]> {
  return page.evaluate(async (path) => {
    const answer = (await (await fetch(path)).json()) as { result: { list: Fill[] } }
    return answer.result.list.toReversed()
  }, `/v5/execution/list?category=${category}&symbol=${symbol}`)
}

async function positionRow(page: Page, symbol: string) {
  const region = await showTable(page, 'Positions')
  return region.locator(`tr[data-symbol="${symbol}"]`)
}

/** Average price of fills: linear Σqp/Σq, inverse Σq/Σ(q/p). */
function average(fills: readonly Fill[], isInverse: boolean): number {
  const qty = fills.reduce((sum, fill) => sum + Number(fill.execQty), 0)
  const value = fills.reduce((sum, { execQty: q, execPrice: p }) => sum + (isInverse ? +q / +p : +q * +p), 0)
  return isInverse ? qty / value : value / qty
}

test('an inverse perpetual: counted in USD, paid in its coin', async ({ context, exchange }) => {
  const page = await context.newPage()
  await open(page, exchange, '/trade/inverse/BTCUSD')
  const form = ticket(page)
  await expect(form.getByText(/2\.00000000 BTC/)).toBeVisible()
  await buyAtMarket(page, '1000')
  const row = await positionRow(page, 'BTCUSD')
  await expect(row).toContainText('1,000 USD')
  // After a reload the account is read from the exchange again, and what REST does not list is closed.
  await page.reload()
  await expectFeed(page, 'live', 15_000)
  await expect(row).toContainText('1,000 USD')
  const bought = await fillsOf(page, 'inverse', 'BTCUSD')
  const entry = average(bought, true)
  // The value is contracts over price, in BTC, and the fee its share of it.
  for (const fill of bought) {
    expect(Number(fill.execValue)).toBeCloseTo(Number(fill.execQty) / Number(fill.execPrice), 7)
    expect(Number(fill.execFee)).toBeCloseTo((Number(fill.execQty) / Number(fill.execPrice)) * TAKER_RATE, 7)
  }
  await row.getByRole('button', { name: 'Close market' }).click()
  await confirmClose(page)
  await expect(row).toHaveCount(0)
  const sold = (await fillsOf(page, 'inverse', 'BTCUSD')).slice(bought.length)
  // Closing 1000 contracts of a long pays 1000 · (1/entry − 1/exit) BTC.
  const worked = 1000 / entry - 1000 / average(sold, true)
  const region = await showTable(page, 'Trade history')
  const closing = region.locator('tr[data-side="sell"]')
  await expect(closing).toHaveCount(sold.length)
  const shown = (await closing.allTextContents()).map((text) => /([+−]\d+\.\d{8}) BTC/.exec(text)?.[1] ?? '0')
  const total = shown.reduce((sum, text) => sum + Number(text.replace('−', '-')), 0)
  expect(total).toBeCloseTo(worked, 7)
  await expect(closing.first()).toContainText('BTC')
})

test('a USDC perpetual: the balance, the fee and the result are USDC @long', async ({ context, exchange }) => {
  const page = await context.newPage()
  await open(page, exchange, '/trade/futures/usdc/BTCPERP')
  await expect(ticket(page).getByText(/100,000\.00 USDC/)).toBeVisible()
  await buyAtMarket(page, '0.01')
  const row = await positionRow(page, 'BTCPERP')
  await expect(row).toContainText('0.010 BTC')
  await expect(row).toContainText('USDC')
  const bought = await fillsOf(page, 'linear', 'BTCPERP')
  // The fee is the rate times quantity times price, in USDC.
  const fee = bought.reduce((sum, fill) => sum + Number(fill.execFee), 0)
  expect(fee).toBeCloseTo(0.01 * average(bought, false) * TAKER_RATE, 5)
  const history = await showTable(page, 'Trade history')
  await expect(history.locator('tr[data-side="buy"]').first()).toContainText(
    `${Number(bought.at(-1)?.execFee).toFixed(4)} USDC`,
  )
  await row
    .page()
    .getByRole('tab', { name: /^Positions/ })
    .click()
  // A limit half a per cent below the market takes the book: price and fee are those of its fill, not of the limit (issue 19.3).
  await row.getByRole('button', { name: 'Close limit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close at limit' })
  const limit = Math.floor(average(bought, false) * 0.995)
  await typeInto(dialog.getByLabel('Price', { exact: true }), String(limit))
  const figure = async (name: string): Promise<number> => {
    const [, text = ''] = new RegExp(`${name}([\\d,.]+)`).exec((await dialog.textContent()) ?? '') ?? []
    return Number(text.replaceAll(',', ''))
  }
  await expect.poll(async () => (await figure('Average fill price')) / limit).toBeGreaterThan(1.003)
  // The dialog's fee has four decimals.
  const wanted = 0.01 * (await figure('Average fill price')) * TAKER_RATE
  expect(Math.abs((await figure('Estimated fee')) - wanted)).toBeLessThan(0.001)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: 'Close market' }).click()
  await confirmClose(page)
  await expect(row).toHaveCount(0)
})

ownTest('a dated contract: delivery takes the position away and says so @long', async ({ context, exchange }) => {
  const answer = (await (
    await fetch(`${exchange.origin}/v5/market/instruments-info?category=linear&limit=1000`)
  ).json()) as { result: { list: { symbol: string; contractType: string; settleCoin: string }[] } }
  const dated = answer.result.list.filter(({ contractType }) => contractType === 'LinearFutures')
  const symbol = dated.findLast(
    ({ symbol: name, settleCoin }) => name.startsWith('BTC') && settleCoin === 'USDT',
  )?.symbol
  expect(symbol).toMatch(/^BTCUSDT-\d{2}[A-Z]{3}\d{2}$/)
  if (symbol === undefined) return
  const page = await context.newPage()
  await open(page, exchange, `/trade/usdt/${symbol}`)
  const header = page.getByRole('region', { name: `${symbol} market` })
  await expect(header.getByText('Delivery in')).toBeVisible()
  await expect(header.getByText('Funding / countdown')).toHaveCount(0)
  await buyAtMarket(page, '0.01')
  const row = await positionRow(page, symbol)
  await expect(row).toContainText('Futures')
  await exchange.control('expire', { symbol })
  await expect(row).toHaveCount(0)
  const history = await showTable(page, 'Trade history')
  const delivery = history.locator('tr', { hasText: 'Delivery' })
  await expect(delivery).toHaveCount(1)
  const fill = (await fillsOf(page, 'linear', symbol)).at(-1)
  expect(fill?.execQty).toBe('0.01')
  await expect(delivery).toContainText('USDT')
  // It ended: the page says the state, and the ticket why it is closed.
  await expect(header.getByText(/^(Delivering|Closed)$/)).toBeVisible()
  await expect(ticket(page).getByText(/This contract is (being delivered|delisted)/)).toBeVisible()
})

test('markets: lists by kind, an order that holds, marks that stay, keys, and every kind has its page @ci', async ({
  context,
  exchange,
}) => {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/markets`)
  const list = page.getByRole('table', { name: 'Markets' })
  const names = (): Promise<readonly string[]> => list.locator('tbody th a').allInnerTexts()
  await expect(list.locator('tr[data-symbol="BTCUSDT"] td[data-column="turnover"]')).toHaveText(/\d/)

  // What is shown is in the order that its head says, also while prices move and rows change places every two seconds:
  // 622.8K never above 10.11M.
  const price = list.locator('tr[data-symbol="BTCUSDT"] td[data-column="last"]')
  for (let look = 0; look < 5; look++) {
    const shown = (await list.locator('td[data-column="turnover"]').allInnerTexts()).map(compactNumber)
    expect(shown.length).toBeGreaterThan(15)
    expect(shown).toEqual(shown.toSorted((a, b) => b - a))
    await expect(price).not.toHaveText(await price.innerText())
  }
  await list.getByRole('button', { name: '24h change' }).click()
  await expect(list.getByRole('columnheader', { name: '24h change' })).toHaveAttribute('aria-sort', 'descending')
  const changes = (await list.locator('td[data-column="change"]').allInnerTexts()).map((text) =>
    Number.parseFloat(text.replace('−', '-')),
  )
  expect(changes).toEqual(changes.toSorted((a, b) => b - a))

  // A mark stays with the browser; its list has what is marked alone.
  await page.keyboard.press('f')
  await page.keyboard.type('ethusdt')
  await expect(list.locator('tr[data-symbol="BTCUSDT"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Favourite ETHUSDT', exact: true }).click()
  await page.reload()
  await page.getByRole('tab', { name: 'Favourites', exact: true }).click()
  await expect.poll(names).toEqual(['ETHUSDT'])

  // Arrows go through rows that are not in the page yet.
  await page.getByRole('tab', { name: 'All', exact: true }).click()
  await list.getByRole('button', { name: 'Market' }).click()
  await list.locator('tbody th a').first().focus()
  for (let press = 0; press < 60; press++) {
    const before = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toBe(before)
  }
  await expect(list.locator('tr[aria-rowindex="62"] a')).toBeFocused()

  await page.getByRole('tab', { name: 'Inverse', exact: true }).click()
  await expect(list.locator('tr[data-symbol="BTCUSD"]')).toBeVisible()
  await expect(list.locator('tr[data-symbol="BTCUSDT"]')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Futures', exact: true }).click()
  await page.keyboard.press('f')
  await page.getByRole('searchbox', { name: 'Search symbol' }).fill('BTCUSD')
  const first = list
    .locator('tr[data-symbol^="BTCUSDH"], tr[data-symbol^="BTCUSDM"], tr[data-symbol^="BTCUSDZ"]')
    .first()
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/\/trade\/inverse\/futures\/BTCUSD_(Q|BIQ|NBIQ)$/)
  await expect(page.getByRole('heading', { level: 1, name: /^BTCUSD[HMUZ]\d{2}$/ })).toBeVisible()
})

/** `10.11M` as a number. */
function compactNumber(text: string): number {
  const unit = { K: 1e3, M: 1e6, B: 1e9 }[text.at(-1) ?? ''] ?? 1
  return Number.parseFloat(text) * unit
}
