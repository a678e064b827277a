import type { Locator, Page } from '@playwright/test'
import { servePages } from './lib/page-server'
import { expect, test } from './lib/trading'

/** The contract's tick is 0.1: two ticks and ten ticks to a row. Both are drawn from the stream of 200 levels. */
const FINE = { ticks: '2', step: 2 }
const COARSE = { ticks: '10', step: 10 }

interface Level {
  readonly side: string
  /** Whole ticks and thousandths of a bitcoin, so that sums are exact. */
  readonly ticks: number
  readonly lots: number
}

/** Levels of a book's accessible table, asks from the highest down, then bids. */
async function levels(book: Locator): Promise<readonly Level[]> {
  const rows = await book
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => ({
        side: row.getAttribute('data-side') ?? '',
        cells: [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent?.replaceAll(',', ''))),
      })),
    )
  return rows.map(({ side, cells: [price = 0, qty = 0] }) => ({
    side,
    ticks: Math.round(price * 10),
    lots: Math.round(qty * 1000),
  }))
}

/** The best level of a coarse book, as the levels of the fine one make it: asks go up to the next row, bids down. */
function grouped(fine: readonly Level[], side: 'ask' | 'bid', step: number): Level {
  const own = fine.filter((one) => one.side === side)
  const rowOf = (ticks: number): number => (side === 'ask' ? Math.ceil(ticks / step) : Math.floor(ticks / step)) * step
  const rows = own.map(({ ticks }) => rowOf(ticks))
  const best = side === 'ask' ? Math.min(...rows) : Math.max(...rows)
  const lots = own.filter(({ ticks }) => rowOf(ticks) === best).reduce((sum, one) => sum + one.lots, 0)
  return { side, ticks: best, lots }
}

function bookOf(page: Page, group: 'first' | 'second'): Locator {
  return page.locator(`[data-group="${group}"]`).getByRole('region', { name: 'Order book' })
}

function priceOf(page: Page, group: 'first' | 'second'): Locator {
  return page.locator(`[data-group="${group}"]`).getByLabel('Price', { exact: true })
}

test('two books of one contract, each with its own grouping and its own ticket; one goes, the other stays @long', async ({
  page,
  exchange,
  complaints,
}) => {
  complaints.watch(page)
  const { server, origin } = await servePages(exchange)
  try {
    await page.goto(`${origin}/tests/pages/two-books/index.html`)
    const [fine, coarse] = [bookOf(page, 'first'), bookOf(page, 'second')]
    await fine.getByLabel('Price grouping').selectOption(FINE.ticks, { timeout: 60_000 })
    await coarse.getByLabel('Price grouping').selectOption(COARSE.ticks)
    await expect(coarse.getByRole('table').locator('tbody tr').first()).toBeAttached()

    // Nothing more of the books: both show the same moment then.
    await exchange.control('mute', { topic: 'orderBook*' })
    await expect
      .poll(async () => {
        const [inFine, inCoarse] = [await levels(fine), await levels(coarse)]
        return {
          isFine: inFine.length > 10 && inFine.every(({ ticks }) => ticks % FINE.step === 0),
          isCoarse: inCoarse.length > 10 && inCoarse.every(({ ticks }) => ticks % COARSE.step === 0),
          hasSteps: inFine.some(({ ticks }) => ticks % COARSE.step !== 0),
          ask:
            JSON.stringify(grouped(inFine, 'ask', COARSE.step)) ===
            JSON.stringify(inCoarse.findLast((one) => one.side === 'ask')),
          bid:
            JSON.stringify(grouped(inFine, 'bid', COARSE.step)) ===
            JSON.stringify(inCoarse.find((one) => one.side === 'bid')),
        }
      })
      .toEqual({ isFine: true, isCoarse: true, hasSteps: true, ask: true, bid: true })

    // A price picked in one goes into the ticket of its own group.
    const before = await priceOf(page, 'first').inputValue()
    await coarse.locator('canvas').click({ position: { x: 40, y: 10 } })
    await expect(priceOf(page, 'second')).not.toHaveValue(before)
    expect(Number((await priceOf(page, 'second').inputValue()).replaceAll(',', '')) % 1).toBe(0)
    await expect(priceOf(page, 'first')).toHaveValue(before)
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])

    await exchange.control('reset')
    await page.locator('[data-group="second"]').getByRole('button', { name: 'Close' }).click()
    await expect(coarse).toHaveCount(0)
    const left = JSON.stringify(await levels(fine))
    await expect.poll(async () => JSON.stringify(await levels(fine))).not.toBe(left)
    expect((await levels(fine)).every(({ ticks }) => ticks % FINE.step === 0)).toBe(true)
    expect(complaints.lines()).toEqual([])
  } finally {
    await page.close()
    await server.close()
  }
})
