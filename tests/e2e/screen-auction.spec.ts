import type { Locator, Page } from '@playwright/test'
import { chooseTheme, unreadable, violations } from './lib/axe'
import type { ExchangeProcess } from './lib/exchange-process'
import {
  ALL_CONTRACTS,
  confirmClose,
  expect,
  FULL_PACE_MS,
  openTrade,
  press,
  showTable,
  test,
  ticket,
} from './lib/trading'

// An auction looks at its orders with every tenth step.
test.use({ exchangeEnv: ALL_CONTRACTS, marketPaceMs: FULL_PACE_MS })

test.describe.configure({ timeout: 120_000 })

/** The contract whose call auction begins with the exchange: fifty minutes, then five without cancelling, then five of filling. */
const SYMBOL = 'BIOUSDT'
const MINUTE_MS = 60_000

interface Ticker {
  readonly curPreListingPhase: string
  readonly preOpenPrice: string
  readonly preQty: string
}

async function ticker(exchange: ExchangeProcess): Promise<Ticker> {
  const answer = (await (
    await fetch(`${exchange.origin}/v5/market/tickers?category=linear&symbol=${SYMBOL}`)
  ).json()) as { readonly result: { readonly list: readonly Ticker[] } }
  return answer.result.list[0]!
}

/** A list of the session's own account, as REST has it. */
async function listOf<T>(page: Page, path: string): Promise<readonly T[]> {
  return page.evaluate(async (url) => {
    const answer = (await (await fetch(url)).json()) as { readonly result: { readonly list: T[] } }
    return answer.result.list
  }, `${path}?category=linear&symbol=${SYMBOL}`)
}

/** Both themes at the desk's and the phone's width: nothing that axe can see, nothing sideways, no figure cut off. */
async function expectSound(page: Page, header: Locator, where: string, { withAxe = true } = {}): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const wrong = theme === 'dark' ? violations : unreadable
      if (withAxe) expect(await wrong(page), `${where}, ${theme}, ${width}`).toEqual([])
      // The page of the other width stands until the browser has told of the new one.
      const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(sideways, `${where}, ${width}: sideways`).toBeLessThanOrEqual(0)
      await expect.poll(() => cut(header), `${where}, ${width}: cut off`).toEqual([])
    }
  }
}

/** Texts of the header that are seen and do not lie whole within it. */
function cut(header: Locator): Promise<readonly string[]> {
  return header.evaluate((section) => {
    const box = section.getBoundingClientRect()
    const found: string[] = []
    for (const one of section.querySelectorAll('h1, [class*="tag"], output, dt > span, dd')) {
      const { left, right, top, bottom, width } = one.getBoundingClientRect()
      const row = one.closest('dl')?.getBoundingClientRect()
      // The figures that have no room wrap out of sight as a whole.
      if (width === 0 || (row !== undefined && top >= row.bottom)) continue
      const isInside = left >= box.left && right <= box.right && top >= box.top - 1 && bottom <= box.bottom + 1
      if (!isInside || one.scrollWidth > one.clientWidth + 1)
        found.push(`${one.textContent} ${left}–${right} ${top}–${bottom}`)
    }
    return found
  })
}

test('a contract before its listing: the phases of its auction, what the ticket takes in each, one price for all @long', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange, SYMBOL)
  complaints.watch(page)
  const header = page.getByRole('region', { name: `${SYMBOL} market` })
  const form = ticket(page)
  await expect(header.getByText('Call auction', { exact: true })).toBeVisible()
  await expect(header.getByText('Cancel until')).toBeVisible()
  // Two orders a second come in; the first two that meet make a price.
  const figure = (name: string) => header.locator(`[data-figure="${name}"] dd`)
  await expect(figure('funding')).toHaveText(/^0\.\d{4}$/)
  await expect(figure('basis')).toHaveText(/\d BIO$/)
  await expect
    .poll(async () => (await ticker(exchange)).preOpenPrice === (await figure('funding').innerText()))
    .toBe(true)

  // Cancelling phase: an order that waits is taken and taken back; what would be refused is not offered, and
  // the ticket says why.
  const price = Number((await ticker(exchange)).preOpenPrice)
  // The crowd's opinion drifts by a few per cent until then: far above it, all of the order is filled first.
  const high = (price * 1.25).toFixed(4)
  await press(page, { side: 'Buy / Long', price: (price * 0.9).toFixed(4), qty: '500' })
  const region = await showTable(page, 'Open orders')
  const rows = region.locator('tr[data-order-state="live"]')
  await expect(rows).toHaveCount(1)
  const amend = rows.getByRole('button', { name: 'Amend', exact: true })
  await expect(amend).toBeDisabled()
  await expect(amend).toHaveAttribute('title', /^Orders can't be amended in a call auction/)
  await expect(rows.getByRole('button', { name: 'TP/SL', exact: true })).toBeDisabled()
  await rows.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(rows).toHaveCount(0)
  const why = 'Call auction: only GTC limit orders without TP/SL or trigger.'
  await expect(form.getByText(why)).toBeVisible()
  for (const name of ['Market', 'Conditional']) {
    const tab = form.getByRole('tab', { name, exact: true })
    await expect(tab).toBeDisabled()
    await expect(tab).toHaveAccessibleDescription(new RegExp(`^${why}`))
  }
  const gated = [
    form.getByRole('checkbox', { name: 'TP/SL' }),
    form.getByRole('checkbox', { name: 'Post-only' }),
    form.getByRole('combobox', { name: 'Time in force' }),
  ]
  for (const one of gated) await expect(one).toBeDisabled()
  // The arrow passes over what is disabled.
  const strategy = form.getByRole('tab', { name: 'Strategy' })
  await form.getByRole('tab', { name: 'Limit', exact: true }).press('ArrowRight')
  await expect(strategy).toBeFocused()
  await expect(form.getByRole('radio', { name: 'TWAP' })).toBeDisabled()
  await expect(form.getByRole('radio', { name: 'Iceberg' })).toBeChecked()
  await strategy.press('ArrowRight')
  await expect(form.getByRole('tab', { name: 'Limit', exact: true })).toBeFocused()
  await press(page, { side: 'Buy / Long', price: high, qty: '1000' })
  await expect(rows).toHaveCount(1)
  await expectSound(page, header, 'open')

  // Then nothing is taken back, and orders are still taken.
  await exchange.control('advance', { ms: 50 * MINUTE_MS })
  await expect(header.getByText('Call auction, no cancelling')).toBeVisible()
  await expect(header.getByText('Orders until')).toBeVisible()
  await expect.poll(async () => (await ticker(exchange)).curPreListingPhase).toBe('CallAuctionNoCancel')
  await expectSound(page, header, 'noCancel', { withAxe: false })
  await showTable(page, 'Open orders')
  for (const button of [
    rows.getByRole('button', { name: 'Cancel', exact: true }),
    region.getByRole('button', { name: 'Cancel all' }),
  ]) {
    await expect(button).toBeDisabled()
    await expect(button).toHaveAttribute('title', "Orders can't be cancelled in this phase of the call auction.")
  }

  // All that meets is filled at once, at the price that was told, without a fee; the ticket is closed while it lasts.
  const told = (await ticker(exchange)).preOpenPrice
  await exchange.control('advance', { ms: 5 * MINUTE_MS })
  await expect(header.getByText('Auction matching')).toBeVisible()
  await expect(form.getByText('The call auction is matching.', { exact: false })).toBeVisible()
  await expect(form.getByText('This contract is not trading.')).toHaveCount(0)
  // The fills make the first bar.
  await expect(page.getByText('This market has no trades yet', { exact: false })).toHaveCount(0)
  await expect(rows).toHaveCount(0)
  const fills = await listOf<{ execPrice: string; execQty: string; execFee: string }>(page, '/v5/execution/list')
  expect(fills.map(({ execPrice }) => execPrice)).toEqual(fills.map(() => told))
  expect(fills.reduce((sum, { execQty }) => sum + Number(execQty), 0)).toBe(1000)
  expect(fills.map(({ execFee }) => Number(execFee))).toEqual(fills.map(() => 0))
  const positions = await showTable(page, 'Positions')
  const held = positions.locator(`tr[data-symbol="${SYMBOL}"]`)
  await expect(held).toContainText('1,000 BIO')
  await expect(held).toContainText(told)
  const [position] = await listOf<{ size: string; avgPrice: string }>(page, '/v5/position/list')
  expect(position).toMatchObject({ size: '1000', avgPrice: told })
  await expectSound(page, header, 'matching')

  // And then it is traded like another, at most 5×.
  await exchange.control('advance', { ms: 5 * MINUTE_MS })
  await expect(header.getByText('Pre-market', { exact: true })).toBeVisible()
  await expect(header.getByText('Listing in')).toBeVisible()
  await expect(form.getByText(why)).toHaveCount(0)
  for (const one of gated) await expect(one).toBeEnabled()
  await form.getByRole('tab', { name: 'Market', exact: true }).click()
  await expect(form.getByRole('tab', { name: 'Market', exact: true, selected: true })).toBeVisible()
  await expectSound(page, header, 'continuous', { withAxe: false })
  await showTable(page, 'Positions')
  await held.getByRole('button', { name: 'Close market' }).click()
  await confirmClose(page)
  await expect(held).toHaveCount(0)
  expect(complaints.lines()).toEqual([])
})
