import { expect, lastPrice, openTrade, press, showTable, accountTest as test, ticket } from './lib/trading'

interface WalletAnswer {
  readonly result: {
    readonly list: readonly {
      readonly coin: readonly {
        readonly coin: string
        readonly walletBalance: string
        readonly totalPositionIM: string
      }[]
    }[]
  }
}

test('before the press the ticket says what is far off, the slider counts in steps, and a touched price stays (N8, N9); then its orders cost and show what they are @ci', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  await test.step('a price half off the market says both numbers before the press (N8)', async () => {
    const form = ticket(page)
    const last = await lastPrice(exchange)
    await form.getByLabel('Price', { exact: true }).fill((last / 2).toFixed(1))
    await form.getByLabel('Price', { exact: true }).press('Tab')
    await expect(form.getByText(/below the mark price/)).toContainText(/\d.*\d.*%/)
    await form.getByRole('button', { name: 'Last' }).click()
    await expect(form.getByText(/below the mark price/)).toHaveCount(0)
  })
  await test.step('the size slider goes by one per cent at each press of an arrow, from either end (issue 19)', async () => {
    const form = ticket(page)
    const slider = form.getByRole('slider', { name: 'Order size' })
    const qty = form.getByLabel('Quantity', { exact: true })
    // It stands still until the wallet has come.
    await expect(async () => {
      await slider.press('Home')
      for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
      await expect(qty).not.toHaveValue('', { timeout: 500 })
    }).toPass()
    const three = Number(await qty.inputValue())
    await page.keyboard.press('End')
    const all = Number(await qty.inputValue())
    // Three per cent of all, down to the lot; the price that it is reckoned by moves a little meanwhile.
    expect(three / all).toBeGreaterThan(0.027)
    expect(three / all).toBeLessThan(0.031)
    for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowDown')
    expect(Number(await qty.inputValue()) / all).toBeCloseTo(0.98, 1)
  })
  await test.step('a touched price moves by keys only, however the book moves (N9)', async () => {
    const price = ticket(page).getByLabel('Price', { exact: true })
    await price.fill('50000')
    const before = await page.getByLabel('Last price').textContent()
    await expect(page.getByLabel('Last price')).not.toHaveText(before ?? '')
    for (let press = 0; press < 7; press++) await price.press('ArrowUp')
    await price.press('ArrowDown')
    await expect(price).toHaveValue('50000.6')
  })
  await test.step('a market order costs what the ticket says', async () => {
    /** What is left of the wallet beside the margin of positions: unlike the totals it does not move with other coins. */
    const free = async (): Promise<number> => {
      const answer = await page.evaluate(
        async () => (await fetch('/v5/account/wallet-balance?accountType=UNIFIED')).json() as Promise<WalletAnswer>,
      )
      const { walletBalance, totalPositionIM } = answer.result.list[0]!.coin.find(({ coin }) => coin === 'USDT')!
      return Number(walletBalance) - Number(totalPositionIM)
    }
    const form = ticket(page)
    await form.getByRole('tab', { name: 'Market' }).click()
    await form.getByLabel('Quantity', { exact: true }).fill('0.003')
    const cost = form.getByRole('row', { name: /^Cost/ }).getByRole('cell').first()
    await expect(cost).not.toHaveText(/^(--|0\.00)$/)
    const said = Number(await cost.textContent())
    const before = await free()
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    await expect.poll(free).toBeLessThan(before - said / 2)
    // A tenth of 0.003 BTC and two fees, about 19.5; the market moves by less than one per cent meanwhile.
    expect(Math.abs(before - (await free()) - said)).toBeLessThan(said / 100)
  })
  await test.step('a price beyond the band is told as it was taken', async () => {
    const form = ticket(page)
    exchange.beginLedgerHere()
    const last = await lastPrice(exchange)
    await form.getByRole('tab', { name: 'Limit', exact: true }).click()
    await form.getByLabel('Price', { exact: true }).fill((last * 1.08).toFixed(1))
    await form.getByLabel('Quantity', { exact: true }).fill('0.001')
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    // So far beyond the market it asks first.
    await page.getByRole('dialog').getByRole('button', { name: 'Buy 0.001 BTC' }).click()
    await expect.poll(() => exchange.ledger().filter((line) => line.command?.type === 'place').length).toBe(1)
    await expect(form.getByText(/The exchange changed the price|outside the range/)).toBeVisible()
  })
  await test.step('every order row says its ids and its state, in each table (decisions 36)', async () => {
    const form = ticket(page)
    const last = await lastPrice(exchange)
    await form.getByLabel('Price', { exact: true }).fill((last * 0.995).toFixed(1))
    await form.getByLabel('Quantity', { exact: true }).fill('0.001')
    await form.getByRole('button', { name: 'Buy / Long' }).click()
    const region = await showTable(page, 'Open orders')
    const row = region.locator('tr[data-order-state="live"]')
    await expect(row).toHaveAttribute('data-order-id', /.+/)
    await expect(row).toHaveAttribute('data-order-link-id', /.+/)
    const id = await row.getAttribute('data-order-id')

    // A dialog's confirming button is disabled while a press may still be meant for what stood there before.
    await row.getByRole('button', { name: 'Amend' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await dialog.getByLabel('Quantity', { exact: true }).fill('0.002')
    await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(row.getByRole('button', { name: 'Amend' })).toBeFocused()

    await row.getByRole('button', { name: 'Cancel' }).click()
    await showTable(page, 'Order history')
    await expect(region.locator(`tr[data-order-id="${id}"]`)).toHaveAttribute('data-order-state', 'canceled')
  })
})

/** What of a new order the ledger has. */
interface TicketOrder {
  readonly price: string
  readonly qty: string
  readonly tpSl: { readonly stopLoss: { readonly price: string } }
}

test('one per cent of the equity at risk, at a price that follows the book: what stands there is what the ledger has', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  await form.getByRole('button', { name: 'Bid', exact: true }).click()
  const price = form.getByLabel('Price', { exact: true }).first()
  await expect(form.getByText('Follows the book: Best bid')).toBeVisible()
  const first = await price.inputValue()
  await expect(price).not.toHaveValue(first)

  await form.getByText('Risk', { exact: true }).first().click()
  const stop = Math.floor(Number(await price.inputValue()) * 0.98)
  const risk = form.getByRole('textbox', { name: 'Risk', exact: true })
  await risk.fill('1')
  await form.getByRole('textbox', { name: 'Stop price', exact: true }).fill(String(stop))
  // Nothing at risk is no quantity that is missing.
  await risk.fill('0')
  await form.getByRole('button', { name: 'Buy / Long' }).click()
  await expect(form.getByText('Risk: enter how much may be lost.')).toBeVisible()
  await expect(form.getByText('Quantity: enter a quantity.')).toHaveCount(0)
  // Half of 100,000 over two per cent is 2.5 million, more than ten times the equity: what is cut is said in view of the press.
  await risk.fill('50')
  await expect(form.getByText(/^Cut to what your margin pays for/)).toBeInViewport()
  await form.getByRole('button', { name: 'Buy / Long' }).scrollIntoViewIfNeeded()
  await expect(form.getByText(/^Cut to what your margin pays for/)).toBeInViewport()
  await risk.fill('1')
  await expect(form.getByText(/^Cut to what your margin pays for/)).toHaveCount(0)
  await form.getByRole('button', { name: '2 R' }).click()
  const buy = form.getByRole('button', { name: 'Buy / Long' })
  await expect(buy).toContainText(/0\.\d{3} BTC/)
  // The risk is 1,000 of 100,000 USDT, a lot less at most.
  await expect(form.getByText(/risks 99\d\.\d\d USDT/)).toBeVisible()
  // A stop below the price is no short's.
  await expect(form.getByRole('button', { name: 'Sell / Short' })).not.toContainText('BTC')
  await buy.click()
  const placed = () => exchange.ledger().filter((line) => line.command?.type === 'place')
  await expect.poll(() => placed().length).toBe(1)
  const { order: command } = placed()[0]!.command as unknown as { readonly order: TicketOrder }
  expect(command.tpSl.stopLoss.price).toBe(String(stop))
  // Distance and both fees of 0.055 % a coin; the quantity is the largest whose risk is not above 1,000.
  const entry = Number(command.price)
  const perCoin = entry - stop + (entry + stop) * 0.00055
  expect(Number(command.qty) * perCoin).toBeLessThanOrEqual(1_000)
  expect((Number(command.qty) + 0.002) * perCoin).toBeGreaterThan(1_000)
})

test('of two maxima that are far apart the one that the slider ends at says so (issue 23.1)', async ({
  context,
  exchange,
}) => {
  const page = await openTrade(context, exchange)
  const form = ticket(page)
  await press(page, { side: 'Sell / Short', price: null, qty: '5' })
  // 100,000 USDT at ten times are some 15 BTC; who is short of 5 has 10 more, and 15 in the other direction.
  await expect(form.getByText(/^Max short [\d.]+ BTC = 100%/)).toBeVisible()
  await expect(form.getByText(/^Max long [\d.]+ BTC$/)).toBeVisible()
  await form.getByRole('slider', { name: 'Order size' }).press('End')
  const quantity = form.getByLabel('Quantity', { exact: true })
  await expect.poll(async () => Math.round(Number(await quantity.inputValue()))).toBe(10)
})
