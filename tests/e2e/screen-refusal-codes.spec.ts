import type { Locator, Page } from '@playwright/test'
import { ERROR_CATALOGUE, type CatalogueRow } from '../data/error-catalogue'
import type { ExchangeProcess } from './lib/exchange-process'
import { confirmClose, expect, farBelow, openTrade, press, showTable, accountTest as test } from './lib/trading'

/**
 * What a trader reads of each row of the error catalogue (spec §8), in a browser: the exchange answers with the code, and the
 * text stands on the page. That the exchange says each of its codes for cause is `without-real.test.ts`'s.
 */

/** Rows that the tests of the session, of the compliance wall and of unknown orders hold; a bot's codes are of calls that the app has not. */
const ELSEWHERE: ReadonlySet<CatalogueRow['behaviour']> = new Set(['clearsSession', 'wall', 'timeOut'])
const isOfBot = ({ codes }: CatalogueRow): boolean => codes.some((code) => code >= 400 && code <= 503)
/** Split in part: it has a message of its own, with its quantities. */
const SPLIT_IN_PART = 39303

function rejects(exchange: ExchangeProcess, call: string, retCode: number, extMap: CatalogueRow['ext'] = {}) {
  return exchange.control('reject', { call, phase: 'before-commit', retCode, extMap })
}

const alerts = (page: Page): Locator => page.getByRole('alert')

/** What one code says: the words of its row, or the code itself before the exchange's own message. */
const saidOf = ({ words }: CatalogueRow, code: number): string | RegExp => words ?? new RegExp(`\\b${code}: `)

async function dismissAll(page: Page): Promise<void> {
  for (;;) {
    const toast = alerts(page).getByRole('button', { name: 'Dismiss' }).first()
    if ((await toast.count()) === 0) return
    await toast.click()
  }
}

test('each row of the error catalogue is read on the page of an order that it refuses @long', async ({
  context,
  exchange,
}) => {
  test.setTimeout(180_000)
  const page = await openTrade(context, exchange)
  const price = await farBelow(exchange)
  const rows = ERROR_CATALOGUE.filter((row) => !ELSEWHERE.has(row.behaviour) && !isOfBot(row))
  let told = 0
  for (const [at, row] of rows.entries()) {
    const code = row.codes.find((one) => one !== SPLIT_IN_PART)!
    await test.step(`${code} ${JSON.stringify(row.ext ?? {})}`, async () => {
      await rejects(exchange, 'order/create', code, row.ext)
      // Another quantity each time: an order of its own, however soon.
      await press(page, { side: 'Buy / Long', price, qty: `0.${String(11 + at).padStart(3, '0')}` })
      if (row.behaviour === 'nothing') {
        await expect(page.getByRole('button', { name: 'Buy / Long' })).not.toHaveAttribute('aria-busy', 'true')
        await expect(alerts(page)).toHaveCount(0)
      } else
        await expect(
          alerts(page)
            .filter({ hasText: saidOf(row, code) })
            .first(),
        ).toBeVisible()
      await dismissAll(page)
      told += 1
    })
  }
  expect(told).toBe(rows.length)
  // None of them was taken.
  expect(exchange.ledger().filter(({ command }) => command?.type === 'place')).toEqual([])
})

/** Rows that every way of trading may hear: with words and their figures, with words, by code and message, in silence. */
const SOME = ERROR_CATALOGUE.filter(({ codes, ext }) => {
  const [code] = codes
  return code === 39401 || code === 30099 || code === 110017 || (code === 30031 && ext !== undefined)
})

test('dialogs and rows say what their call is refused with, and keep what was typed @long', async ({
  context,
  exchange,
}) => {
  test.setTimeout(180_000)
  const page = await openTrade(context, exchange)
  const price = await farBelow(exchange)
  await press(page, { side: 'Buy / Long', price, qty: '0.02' })
  const orders = await showTable(page, 'Open orders')
  await expect(orders.getByRole('button', { name: 'Amend' })).toHaveCount(1)
  await press(page, { side: 'Buy / Long', price: null, qty: '0.01' })
  const positions = await showTable(page, 'Positions')
  await expect(positions.getByRole('button', { name: 'Trailing stop' })).toHaveCount(1)

  /** In the dialog, or in a message where it has closed. */
  const expectSaid = async (row: CatalogueRow, dialog: Locator | null): Promise<void> => {
    const said = saidOf(row, row.codes[0]!)
    const places = dialog === null ? alerts(page) : dialog.getByText(said).or(alerts(page).filter({ hasText: said }))
    if (row.behaviour === 'nothing') await expect(alerts(page).filter({ hasText: /\d{5}/ })).toHaveCount(0)
    else await expect(places.filter({ hasText: said }).first()).toBeVisible()
  }
  for (const row of SOME) {
    const [code] = row.codes
    await test.step(`an amendment: ${code}`, async () => {
      await showTable(page, 'Open orders')
      await orders.getByRole('button', { name: 'Amend' }).click()
      const dialog = page.getByRole('dialog', { name: 'Amend order' })
      await dialog.getByLabel('Quantity', { exact: true }).fill('0.03')
      await rejects(exchange, 'order/replace', code!, row.ext)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expectSaid(row, dialog)
      if (await dialog.isVisible()) {
        await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue(/^0\.030?$/)
        await page.keyboard.press('Escape')
      }
      await dismissAll(page)
    })
    await test.step(`a cancel: ${code}`, async () => {
      await rejects(exchange, 'order/cancel', code!, row.ext)
      await orders.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expectSaid(row, null)
      await dismissAll(page)
    })
    await test.step(`a close at market: ${code}`, async () => {
      await showTable(page, 'Positions')
      await rejects(exchange, 'order/create', code!, row.ext)
      await positions.getByRole('button', { name: 'Close market' }).first().click()
      await confirmClose(page)
      await expectSaid(row, page.getByRole('dialog'))
      await page.keyboard.press('Escape')
      await dismissAll(page)
    })
    await test.step(`take-profit and stop-loss: ${code}`, async () => {
      await positions.getByRole('button', { name: 'TP/SL', exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('textbox', { name: /take profit/i }).first()
      await field.fill('70000')
      await rejects(exchange, 'position/set-tp-sl-ts', code!, row.ext)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expectSaid(row, dialog)
      if (await dialog.isVisible()) {
        await expect(field).toHaveValue(/^70000/)
        await page.keyboard.press('Escape')
      }
      await dismissAll(page)
    })
  }
  const types = exchange.ledger().map(({ command }) => command?.type)
  // Two orders were taken, and of what was refused nothing.
  expect(types.filter((type) => type === 'place')).toHaveLength(2)
  expect(types.filter((type) => type === 'amend' || type === 'cancel' || type === 'setTpSl')).toEqual([])
})
