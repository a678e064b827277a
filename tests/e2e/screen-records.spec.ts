import type { Page } from '@playwright/test'
import { ask, fillAccount } from './lib/full-account'
import { layoutFaults } from './lib/layout'
import { ALL_CONTRACTS, expect, lastPrice, openTrade, showTable, test } from './lib/trading'

test.describe.configure({ timeout: 180_000 })
test.use({ actionTimeout: 10_000, exchangeEnv: ALL_CONTRACTS })

/** Where to keep pictures of what is measured; none unless named. */
const PICTURES = process.env['HALYARD_PICTURES']

/** The gate takes one of each arrangement of the page, `npm run chaos` all. */
const WINDOWS: readonly (readonly [width: number, height: number])[] =
  process.env['HALYARD_CHAOS'] === 'full'
    ? [
        [1920, 1080],
        [1440, 900],
        [1280, 800],
        [1100, 800],
        [800, 900],
      ]
    : [
        [1440, 900],
        [1280, 800],
        [800, 900],
      ]
const HAND_HELD = [
  [390, 844],
  [844, 390],
] as const
const TABLES = ['Positions', 'Open orders', 'Order history', 'Trade history', 'Assets'] as const

/** Messages come and go, and are measured by themselves. */
async function dismissAll(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: /^Dismiss/ })
  while (await dismiss.first().isVisible()) await dismiss.first().click()
}

/** Of both themes. */
async function keepPictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (let n = 0; n < 2; n++) {
    const button = page.getByRole('button', { name: /^Switch to the (dark|light) theme$/ })
    if (await button.isVisible()) await button.click()
    const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
    await page.screenshot({ path: `${PICTURES}/${name}-${theme}.png`, scale: 'css' })
  }
}

async function measure(page: Page, [width, height]: readonly [number, number], least: number): Promise<string[]> {
  await page.setViewportSize({ width, height })
  const faults: string[] = []
  if (width < 768) await page.getByRole('tab', { name: /^Positions/ }).click()
  for (const name of TABLES) {
    const region = await showTable(page, name)
    await expect(region.getByRole('table', { name })).toBeVisible()
    // Two frames: laid out, and drawn.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await dismissAll(page)
    const found = await layoutFaults(region, least)
    for (const [kind, lines] of Object.entries(found))
      faults.push(...lines.map((line: string) => `${width}×${height} ${name}: ${kind}: ${line}`))
    await region.getByRole('tabpanel').evaluate((panel) => panel.scrollTo(0, 0))
    await keepPictures(page, `${width}-${name.replace(' ', '-')}`)
  }
  return faults
}

test('nothing of the tables is cut, covered or too small at the widths of desks @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await fillAccount(page, exchange)
  const faults: string[] = []
  for (const size of WINDOWS) faults.push(...(await measure(page, size, 24)))
  expect(faults).toEqual([])
})

test('nothing of the tables is cut, covered or too small on a phone, either way it is held @long', async ({
  browser,
  exchange,
}) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  })
  const page = await openTrade(context, exchange)
  await fillAccount(page, exchange)
  const faults: string[] = []
  for (const size of HAND_HELD) faults.push(...(await measure(page, size, 40)))
  expect(faults).toEqual([])
  await context.close()
})

test('the records say what an order was for and why it ended, and funding is a payment with its sign @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const last = await lastPrice(exchange)
  const at = (share: number): string => (last * share).toFixed(1)
  const linear = { category: 'linear', symbol: 'BTCUSDT' }
  await ask(page, '/v5/order/create', { ...linear, side: 'Buy', orderType: 'Market', qty: '0.5' })
  const guards = { takeProfit: at(1.1), stopLoss: at(0.99), tpslMode: 'Full' }
  await ask(page, '/v5/position/trading-stop', { ...linear, ...guards, trailingStop: '1500' })
  await exchange.control('funding', { symbol: 'BTCUSDT', rate: '0.001' })
  const due = await page.evaluate(async () => {
    const answer = await fetch('/v5/market/tickers?category=linear&symbol=BTCUSDT')
    const { result, time } = (await answer.json()) as {
      result: { list: { nextFundingTime: string }[] }
      time: number
    }
    return Number(result.list[0]!.nextFundingTime) - time
  })
  await exchange.control('advance', { ms: due + 1_000 })
  const region = await showTable(page, 'Trade history')
  const funding = region.locator('tr[data-exec-kind="funding"]').first()
  await expect(funding).toContainText('Funding')
  await expect(funding).toContainText('Long')
  await expect(funding).toContainText('0.500 BTC')
  await expect(funding.locator('[data-column="kind"]')).toHaveText(/^FundingRate −?\d\.\d{4}%$/)
  await expect(funding.locator('[data-column="fee"]')).toHaveText('--')
  // A long pays where the rate is above zero.
  const paid = await funding.locator('[data-column="kind"]').innerText()
  await expect(funding.locator('[data-column="grossPnl"]')).toHaveText(
    paid.includes('−') ? /^\+[\d.,]+ USDT\s?received$/ : /^−[\d.,]+ USDT\s?paid$/,
  )

  await exchange.control('price', { symbol: 'BTCUSDT', index: at(0.985) })
  await showTable(page, 'Order history')
  const row = (kind: string) =>
    region.locator('tr[data-order-id]').filter({ has: page.locator('[data-column="type"]', { hasText: kind }) })
  await expect(row('Stop loss')).toContainText('Filled')
  await expect(row('Stop loss').locator('[data-column="type"]')).toHaveText('Stop lossMarket · IOC · Reduce-only')
  await expect(row('Stop loss').locator('[data-column="trigger"]')).toContainText('≤')
  await expect(row('Stop loss').locator('[data-column="trigger"]')).toContainText('Last')
  await expect(row('Take profit').locator('[data-column="trigger"]')).toContainText('≥')
  await expect(row('Take profit').locator('[data-column="state"]')).toHaveText(/^Cancelled.{10,}/)
  await expect(row('Trailing stop').locator('[data-column="trigger"]')).toContainText('Distance 1,500.0')
  await expect(region).not.toContainText(/EC_|CancelBy|CreateBy/)
  for (const [width, height] of [...WINDOWS, ...HAND_HELD]) {
    if (PICTURES === undefined || width < 768) continue
    await page.setViewportSize({ width, height })
    for (const name of ['Order history', 'Trade history']) {
      await showTable(page, name)
      await keepPictures(page, `${width}-${name.replace(' ', '-')}-kinds`)
    }
  }
  expect(complaints.lines()).toEqual([])
})

test('a chart whose interval changes says so until its bars are painted, and labels lie apart @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await fillAccount(page, exchange)
  const chart = page.getByRole('region', { name: 'Chart' })
  const loading = chart.getByText(/^Loading /)
  await expect(chart.locator('[data-chip][data-kind="breakeven"]')).toHaveCount(2)
  await expect(chart.getByText(/^Long break-even/)).toBeVisible()
  await expect(chart.getByText(/^Short break-even/)).toBeVisible()
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => chart.evaluate(chipsThatMeet), { message: `labels at ${width}` }).toEqual([])
    await keepPictures(page, `${width}-chart`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await exchange.control('delay', { call: 'market/kline', ms: 2_000 })
  await chart.getByRole('button', { name: '4h', exact: true }).click()
  await expect(loading).toHaveText('Loading 4h…', { timeout: 500 })
  await expect(chart.locator('[data-loading]')).toHaveCount(1)
  await keepPictures(page, '1440-loading')
  await expect(loading).toHaveCount(0)
  await expect(chart.locator('[data-loading]')).toHaveCount(0)
  await exchange.control('delay', { call: 'market/kline', ms: 0 })

  await exchange.control('http-status', { call: 'market/kline', status: 503, n: 9 })
  await chart.getByRole('button', { name: '1D', exact: true }).click()
  await expect(chart.getByRole('alert')).toContainText('The 1D bars could not be loaded.')
  await exchange.control('reset')
  await chart.getByRole('button', { name: 'Try again' }).click()
  await expect(chart.getByRole('alert')).toHaveCount(0)
  await expect(chart.locator('[data-loading]')).toHaveCount(0)
})

/** Labels of lines that share pixels. */
function chipsThatMeet(chart: Element): readonly string[] {
  const chips = [...chart.querySelectorAll<HTMLElement>('[data-chip]:not([hidden])')]
  // A chip is as wide as its line: what covers something are its parts.
  const boxes = chips.map((chip) =>
    [...chip.querySelectorAll('span, button')].map((part) => part.getBoundingClientRect()),
  )
  const isOver = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
  return chips.flatMap((chip, i) =>
    chips.slice(i + 1).flatMap((other, n) => {
      const meets = boxes[i]!.some((a) => boxes[i + 1 + n]!.some((b) => isOver(a, b)))
      return meets ? [`${chip.textContent} / ${other.textContent}`] : []
    }),
  )
}

test('messages keep clear of the axis, the tables and the buttons that order, and are summed @long', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const price = String(Math.floor((await lastPrice(exchange)) * 0.99))
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001', price }
  const rain = async (): Promise<void> => {
    for (let n = 0; n < 6; n++) await ask(page, '/v5/order/create', order)
    await ask(page, '/v5/order/cancel-all', { category: 'linear', symbol: 'BTCUSDT' })
  }
  const more = page.getByText(/more messages?/)
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await rain()
    await expect(more).toBeVisible()
    await keepPictures(page, `${width}-messages`)
    const [chart, tables, ticketBox] = await boxes(page, ['Chart', 'Positions and orders', 'Order entry'])
    const stack = await more.locator('xpath=../..').boundingBox()
    const box = stack!
    // The axis takes some 60 px of the chart's right edge.
    expect(box.x + box.width, `${width}: axis`).toBeLessThan(chart!.x + chart!.width - 56)
    expect(box.y + box.height, `${width}: tables`).toBeLessThanOrEqual(tables!.y)
    expect(box.x + box.width, `${width}: ticket`).toBeLessThan(ticketBox!.x)
    expect((box.width * box.height) / (chart!.width * chart!.height), `${width}: share of the chart`).toBeLessThan(0.22)
    await page.getByRole('button', { name: 'Dismiss all' }).click()
    await expect(more).toHaveCount(0)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await rain()
  await expect(more).toBeVisible()
  await keepPictures(page, '390-messages')
  const box = (await more.locator('xpath=../..').boundingBox())!
  for (const name of ['Buy / Long', 'Sell / Short']) {
    const button = (await page.getByRole('button', { name }).boundingBox())!
    expect(box.y + box.height, name).toBeLessThanOrEqual(button.y)
  }
})

function boxes(page: Page, regions: readonly string[]) {
  return Promise.all(regions.map((name) => page.getByRole('region', { name, exact: true }).boundingBox()))
}

test('what the exchange did of itself is in the trade history: a session’s settlement, a delivery, a liquidation (issue 19.8) @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  const listed = (await page.evaluate(async () => {
    const answer = await fetch('/v5/market/instruments-info?category=linear&baseCoin=BTC&limit=1000')
    const { result } = (await answer.json()) as {
      result: { list: { symbol: string; contractType: string; settleCoin: string }[] }
    }
    return result.list.filter((one) => one.contractType === 'LinearFutures' && one.settleCoin === 'USDT')
  })) as readonly { readonly symbol: string }[]
  const dated = listed[0]!.symbol
  const linear = { category: 'linear', side: 'Buy', orderType: 'Market' }
  await ask(page, '/v5/order/create', { ...linear, symbol: 'BTCPERP', qty: '0.02' })
  await ask(page, '/v5/order/create', { ...linear, symbol: dated, qty: '0.1' })
  await ask(page, '/v5/account/set-margin-mode', { setMarginMode: 'ISOLATED_MARGIN' })
  await ask(page, '/v5/position/set-leverage', {
    category: 'linear',
    symbol: 'ETHUSDT',
    buyLeverage: '100',
    sellLeverage: '100',
  })
  await ask(page, '/v5/order/create', { ...linear, symbol: 'ETHUSDT', qty: '2' })

  // At a hundredfold leverage three per cent are more than the margin.
  await exchange.control('price', {
    symbol: 'ETHUSDT',
    index: ((await lastPrice(exchange, 'ETHUSDT')) * 0.97).toFixed(2),
  })
  await exchange.control('price', {
    symbol: 'BTCPERP',
    index: ((await lastPrice(exchange, 'BTCPERP')) * 1.01).toFixed(1),
  })
  await exchange.control('expire', { symbol: dated })
  const region = await showTable(page, 'Trade history')
  const row = (kind: string) => region.locator(`tr[data-exec-kind="${kind}"]`).first()
  const cell = (kind: string, column: string) => row(kind).locator(`[data-column="${column}"]`)
  await expect(row('liquidation')).toContainText('ETHUSDT', { timeout: 20_000 })
  await expect(cell('liquidation', 'kind')).toContainText('Liquidation')
  await expect(cell('liquidation', 'grossPnl')).toHaveText(/^−[\d.,]+ USDT$/)
  await expect(row('delivery')).toContainText(dated, { timeout: 20_000 })
  await expect(row('delivery')).toContainText('Long')
  await expect(cell('delivery', 'kind')).toHaveText('Delivery')
  await expect(cell('delivery', 'fee')).toHaveText(/^[\d.,]+ USDT/)

  // Sessions end at 00:00, 08:00 and 16:00.
  await exchange.control('advance', { ms: 8 * 3_600_000 })
  await expect(row('settlement')).toContainText('BTCPERP', { timeout: 30_000 })
  await expect(row('settlement')).toContainText('Long')
  await expect(cell('settlement', 'kind')).toHaveText('Session settlement')
  await expect(cell('settlement', 'fee')).toHaveText('--')
  // The price rose by a hundredth of what a long of 0.02 holds: above zero.
  await expect(cell('settlement', 'grossPnl')).toHaveText(/^\+[\d.,]+ USDC\s?received$/)
  await expect(region).not.toContainText(/BustTrade|Settle\b|CreateBy|EC_/)
  await keepPictures(page, 'records-of-the-exchange')
  expect(complaints.lines()).toEqual([])
})
