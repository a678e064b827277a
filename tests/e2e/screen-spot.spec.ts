import type { ExchangeProcess } from './lib/exchange-process'
import { expect, expectFeed, test, ticket, typeInto } from './lib/trading'
import type { BrowserContext, Page } from '@playwright/test'

test.use({ exchangeEnv: { HALYARD_MARKETS: 'all' }, hasServiceWorker: false })

async function openPair(context: BrowserContext, exchange: ExchangeProcess): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/trade/spot/BTC/USDT`)
  await expectFeed(page, 'live', 30_000)
  return page
}

interface WalletAnswer {
  readonly result: {
    readonly list: readonly { readonly coin: readonly { readonly coin: string; readonly walletBalance: string }[] }[]
  }
}

/** What the exchange says over REST that the page's account holds of a coin. */
async function walletOf(page: Page, coin: string): Promise<string> {
  const { result } = await page.evaluate(
    async () => (await fetch('/v5/account/wallet-balance?accountType=UNIFIED')).json() as Promise<WalletAnswer>,
  )
  return result.list[0]?.coin.find((one) => one.coin === coin)?.walletBalance ?? ''
}

test('a pair is traded: a limit order rests, is amended and cancelled; a market buy by amount fills; a refusal names its bound', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openPair(context, exchange)
  complaints.watch(page)
  const form = ticket(page)
  const account = page.getByRole('region', { name: 'Positions and orders' })

  await test.step('a refusal names the bound before anything is sent', async () => {
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.01')
    await typeInto(form.getByLabel('Price', { exact: true }), '90000')
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await expect(form.getByText(/Price: a buy can't be above [\d,]+(?:\.\d)? now\./)).toBeVisible()
  })

  await test.step('a limit order rests, is amended and cancelled', async () => {
    await form.getByRole('button', { name: 'Last', exact: true }).click()
    const last = Number(await form.getByLabel('Price', { exact: true }).inputValue())
    await typeInto(form.getByLabel('Price', { exact: true }), String(Math.floor(last * 0.98)))
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await account.getByRole('tab', { name: /^Open orders/ }).click()
    const row = account.getByRole('row', { name: /BTC\/USDT Buy/ })
    await expect(row).toContainText('0.010000 BTC')
    await expect(row).toContainText('Live')
    await row.getByRole('button', { name: /^Amend/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Amend order' })
    await typeInto(dialog.getByLabel('Quantity', { exact: true }), '0.02')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(row).toContainText('0.020000 BTC')
    await row.getByRole('button', { name: /^Cancel/ }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('each plan is placed under its name, and cancelled', async () => {
    const last = Number(
      (await page.getByRole('status', { name: 'Last price' }).first().innerText()).replaceAll(',', ''),
    )
    const price = (share: number): string => String(Math.round(last * share))
    await form.getByRole('tab', { name: 'Conditional' }).click()
    const kind = form.getByRole('combobox', { name: 'Wait for' })
    const plans: readonly (readonly [option: string, name: string, fields: Readonly<Record<string, string>>])[] = [
      ['A price', 'Conditional', { 'Trigger price': price(1.02), 'Limit price': price(1.02) }],
      ['Take profit or stop loss', 'Take profit', { 'Take profit': price(0.97), 'Stop loss': price(1.03) }],
      ['A turn back from the best price', 'Trailing stop', { Distance: '5' }],
      ['A price, then a turn back', 'Trailing profit', { 'Activation price': price(0.97), Distance: '5' }],
    ]
    for (const [option, name, fields] of plans) {
      await kind.selectOption(option)
      for (const [label, text] of Object.entries(fields))
        await typeInto(form.getByRole('textbox', { name: label, exact: true }), text)
      await typeInto(form.getByLabel('Quantity', { exact: true }), '0.01')
      await form.getByRole('button', { name: 'Buy BTC' }).click()
      const rows = account.getByRole('row', { name: /BTC\/USDT Buy/ })
      await expect(rows.filter({ hasText: name })).toContainText('0.010000 BTC')
      // Of two legs each has a row of its own; a cancel of one asks, and both is chosen.
      const isPair = name === 'Take profit'
      await expect(rows).toHaveCount(isPair ? 2 : 1)
      await rows
        .first()
        .getByRole('button', { name: /^Cancel/ })
        .click()
      if (isPair)
        await page.getByRole('dialog', { name: 'Cancel order' }).getByRole('button', { name: 'Cancel both' }).click()
      await expect(rows).toHaveCount(0)
    }
    await form.getByRole('tab', { name: 'Market' }).click()
  })

  await test.step('a market buy by amount fills, and the table says what REST says', async () => {
    await form.getByRole('tab', { name: 'Market' }).click()
    await form.getByRole('radio', { name: 'USDT' }).check()
    await typeInto(form.getByLabel('Amount to pay', { exact: true }), '1000')
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await account.getByRole('tab', { name: /^Order history/ }).click()
    const filled = account.getByRole('row', { name: /BTC\/USDT Buy/ }).filter({ hasText: 'Filled' })
    await expect(filled).toContainText('BTC')
    await account.getByRole('tab', { name: /^Assets/ }).click()
    const bitcoin = account.getByRole('row', { name: /^BTC/ })
    await expect(bitcoin).not.toContainText('2.00000000')
    await expect(bitcoin.getByRole('cell').nth(1)).toHaveText(await walletOf(page, 'BTC'))
  })
  expect(complaints.lines()).toEqual([])
})
