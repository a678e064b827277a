import type { Page } from '@playwright/test'
import { chooseTheme, unreadable, violations } from './lib/axe'
import { ownProfile } from './lib/own-profile'
import {
  expect,
  expectFeed,
  farBelow,
  openControlled,
  openTrade,
  press,
  showTable,
  test,
  ticket,
  typeInto,
} from './lib/trading'

const KEPT = ['account/last', 'book/BTCUSDT', 'candle/BTCUSDT/30/last', 'ticker/BTCUSDT', 'trades/BTCUSDT'] as const

/** How old the data is made; `npm run chaos` takes an age of each unit. */
const AGES_MS = process.env['HALYARD_CHAOS'] === 'full' ? [10_000, 10 * 60_000, 2 * 86_400_000] : [10 * 60_000]
const PLACES = ['header', 'Chart', 'Order book', 'Recent trades', 'Positions and orders', 'Account'] as const
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

interface KeptRow {
  readonly key: string
  readonly asOfMs?: number
}

/** What the hub has written down. */
function keptRows(page: Page): Promise<readonly KeptRow[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('halyard')
    await new Promise((done, fail) => {
      opening.addEventListener('success', done)
      opening.addEventListener('error', fail)
    })
    const reading = opening.result.transaction('snapshots').objectStore('snapshots').getAll()
    await new Promise((done) => reading.addEventListener('success', done))
    opening.result.close()
    return reading.result as KeptRow[]
  })
}

/** Makes all that the hub has written down so old. @returns the time that it is of then */
function makeKept(page: Page, ageMs: number): Promise<number> {
  return page.evaluate(async (age) => {
    const opening = indexedDB.open('halyard')
    await new Promise((done) => opening.addEventListener('success', done))
    const store = opening.result.transaction('snapshots', 'readwrite').objectStore('snapshots')
    const reading = store.getAll()
    await new Promise((done) => reading.addEventListener('success', done))
    const asOfMs = Date.now() - age
    for (const row of reading.result) {
      const asOf = { orders: asOfMs, positions: asOfMs, wallets: asOfMs }
      store.put({ ...row, asOfMs, value: row.key === 'account/last' ? { ...row.value, asOf } : row.value })
    }
    await new Promise((done) => store.transaction.addEventListener('complete', done))
    opening.result.close()
    return asOfMs
  }, ageMs)
}

/** Every widget says how old it is: within 5 %, or the second in which that is written anew. */
async function expectAges(page: Page, asOfMs: number): Promise<void> {
  for (const place of PLACES) {
    const name = place === 'header' ? 'BTCUSDT market' : place
    const region = page.getByRole('region', { name, exact: true })
    // The tape's stands beside its tab.
    const text = (
      place === 'Recent trades' ? page.getByRole('tablist', { name: 'Trades and ladder' }).locator('xpath=..') : region
    ).getByText(/ old$/)
    await expect
      .poll(
        async () => {
          const said = [...(await text.innerText()).matchAll(/(\d+)\s?([smhd])\w*(?= .*old$)/g)]
          const saidMs = said.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? NaN), 0)
          const ageMs = Date.now() - asOfMs
          return said.length > 0 && Math.abs(saidMs - ageMs) <= Math.max(1_500, ageMs * 0.05)
        },
        { message: `the age of ${place}` },
      )
      .toBe(true)
  }
}

/** Whatever would ask something of the exchange cannot be pressed, and says why. */
async function expectNothingSends(page: Page): Promise<void> {
  const why = /offline/i
  const form = ticket(page)
  await expect(form.getByRole('button', { name: 'Buy / Long' })).toBeDisabled()
  await expect(form.getByText(why)).toBeVisible()
  const region = await showTable(page, 'Open orders')
  await expect(region.locator('tr[data-order-id]')).toHaveCount(1)
  for (const name of ['Cancel', 'Cancel all']) {
    const button = region.getByRole('button', { name, exact: true })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', why)
  }
  await expect(region.getByText('Was live')).toBeVisible()
  await showTable(page, 'Positions')
  for (const name of ['Close market', 'Reverse']) {
    const button = region.getByRole('button', { name, exact: true })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', why)
  }
  await expect(region.getByText(why)).toBeVisible()
}

test.describe('the exchange stops (F2, O17, S8, I4)', () => {
  test('the page says so within 2 s, marks values stale and readable, refuses to send, and keeps what was typed', async ({
    context,
    exchange,
  }) => {
    const page = await openTrade(context, exchange)
    await expect(page.getByRole('region', { name: 'Recent trades' }).getByRole('row').nth(3)).toBeAttached()
    const form = ticket(page)
    await typeInto(form.getByLabel('Price', { exact: true }), '61000')
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.123')
    await exchange.stop('SIGKILL')
    await expect(page.locator('[data-feed-state]')).not.toHaveAttribute('data-feed-state', 'live', { timeout: 2_000 })
    await expect(page.locator('[data-stale]').first()).toBeVisible({ timeout: 2_000 })
    // What is stale still reads at 4.5:1, in both themes.
    await chooseTheme(page, 'dark')
    expect(await violations(page), 'stale, dark').toEqual([])
    await chooseTheme(page, 'light')
    expect(await unreadable(page), 'stale, light').toEqual([])
    const buy = form.getByRole('button', { name: 'Buy / Long' })
    if (await buy.isEnabled()) await buy.click()
    await expect(form.getByLabel('Price', { exact: true })).toHaveValue(/61,?000/)
    await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue('0.123')
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(0)

    await exchange.resume()
    await expectFeed(page, 'live', 15_000)
    await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue('0.123')
    // Nothing was queued for later.
    expect(exchange.ledger().filter((line) => line.command?.type === 'place')).toHaveLength(0)
  })

  test('a new browser without the exchange shows market and account, each with its age, and is live again without a reload @ci', async ({
    exchange,
    playwright,
    browserName,
    launchOptions,
    complaints,
  }) => {
    const { browse, remove } = ownProfile(playwright[browserName], launchOptions)
    let context = await browse()
    try {
      let page = await openControlled(context, exchange)
      await press(page, { side: 'Buy / Long', price: null, qty: '0.05' })
      await press(page, { side: 'Buy / Long', price: await farBelow(exchange), qty: '0.01' })
      const open = await showTable(page, 'Open orders')
      await expect(open.locator('tr[data-order-state="live"]')).toHaveCount(1)
      const markets = await context.newPage()
      await markets.goto(`${exchange.origin}/markets`)
      // The hub writes what it last knew every few seconds, and at once when the exchange goes.
      await expect
        .poll(async () => (await keptRows(page)).map(({ key }) => key), { timeout: 15_000 })
        .toEqual(expect.arrayContaining([...KEPT, 'tickers/allTickers']))
      await markets.close()
      await exchange.stop('SIGKILL')
      await expectFeed(page, 'offline', 10_000)
      await expectNothingSends(page)

      for (const ageMs of AGES_MS) {
        await context.close()
        context = await browse()
        page = await context.newPage()
        // A file of the app without the app, whose hub would remember what it has read.
        await page.goto(`${exchange.origin}/icons/icon.svg`)
        const asOfMs = await makeKept(page, ageMs)
        await page.goto(`${exchange.origin}/trade/usdt/BTCUSDT`)
        await expectFeed(page, 'offline', 10_000)
        await expectAges(page, asOfMs)
        // What is read again is no news, however often it is.
        await page.reload()
        await expectAges(page, asOfMs)
      }
      complaints.watch(page)
      await page.reload()
      await expectFeed(page, 'offline', 10_000)
      await expect(
        page.getByRole('region', { name: 'Order book' }).getByRole('table').getByRole('row').nth(20),
      ).toBeAttached()
      const region = await showTable(page, 'Positions')
      await expect(region.locator('tr[data-symbol="BTCUSDT"]')).toContainText('0.050')
      await expectNothingSends(page)
      await expect(page.getByText(/ old$/)).toHaveCount(PLACES.length)
      // It asks for the lists of options and spreads, too, which the browser notes.
      const list = await context.newPage()
      await list.goto(`${exchange.origin}/markets`)
      const eth = list.getByRole('table', { name: 'Markets' }).getByRole('row', { name: 'Favourite ETHUSDT' })
      await expect(eth).toContainText(/\d,\d{3}\.\d{2}/)
      await expect(eth).toContainText(/ old/)
      await list.close()
      expect(complaints.lines()).toEqual([])
      const before = exchange.ledger().length

      await exchange.resume()
      await expectFeed(page, 'live', 15_000)
      await expect(page.getByText(/ old$/)).toHaveCount(0)
      await expect(page.locator('[data-stale]')).toHaveCount(0)
      const rows = await showTable(page, 'Open orders')
      await expect(rows.locator('tr[data-order-id]')).toHaveCount(1)
      await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(rows.locator('tr[data-order-id]')).toHaveCount(0)
      // Nothing was queued for later.
      expect(
        exchange
          .ledger()
          .slice(before)
          .filter((line) => line.command?.type === 'place'),
      ).toHaveLength(0)
      await page.goto(`${exchange.origin}/markets`)
      await expect(
        page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: 'ETHUSDT', exact: true }),
      ).toBeVisible()
    } finally {
      await context.close()
      remove()
    }
  })
})
