import type { Page } from '@playwright/test'
import type { ExchangeProcess } from './exchange-process'

/** Prices of the accessible book table, as plain numbers. */
export async function shownPrices(page: Page): Promise<readonly string[]> {
  const cells = page.getByRole('region', { name: 'Order book' }).getByRole('table').getByRole('cell')
  return (await cells.allTextContents())
    .map((text) => text.replaceAll(',', ''))
    .filter((text) => /^\d+\.\d+$/.test(text))
}

/** Whether both best prices of the exchange's own book are on the screen. */
export async function showsTheBook(page: Page, exchange: ExchangeProcess): Promise<boolean> {
  const answer = (await (
    await fetch(`${exchange.origin}/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=1`)
  ).json()) as { result: { a: [string, string][]; b: [string, string][] } }
  const shown = (await shownPrices(page)).map(Number)
  return [answer.result.a[0], answer.result.b[0]].every((row) => row !== undefined && shown.includes(Number(row[0])))
}
