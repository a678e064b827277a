import { ask } from './lib/full-account'
import { expect, lastPrice, openTrade, test, ticket, typeInto } from './lib/trading'

test('with portfolio margin the ticket of a perpetual has the exchange’s cost, rates and largest order, and says what is in its way @ci', async ({
  context,
  exchange,
  complaints,
}) => {
  const page = await openTrade(context, exchange)
  complaints.watch(page)
  await ask(page, '/v5/account/set-margin-mode', { setMarginMode: 'PORTFOLIO_MARGIN' })
  const form = ticket(page)
  await expect(form.getByText('Portfolio margin')).toBeVisible()
  const last = await lastPrice(exchange)
  const figures = form.getByRole('table', { name: 'Estimate' })

  await test.step('without a quantity the largest order is there, and the slider is a share of it', async () => {
    await typeInto(form.getByLabel('Price', { exact: true }), (last * 0.99).toFixed(1))
    await expect(form.getByText(/^Max long [\d.]+ BTC/)).toBeVisible()
    await expect(figures.getByRole('row', { name: /^IM after/ })).toContainText('--')
  })

  await test.step('with one the exchange says what it takes and what the account’s rates become', async () => {
    await typeInto(form.getByLabel('Quantity', { exact: true }), '0.5')
    await expect(figures.getByRole('row', { name: /^IM after/ })).toContainText(/\d+\.\d\d → \d+\.\d\d%/)
    await expect(figures.getByRole('row', { name: /^Cost/ })).toContainText(/\d,\d{3}\.\d\d/)
    await expect(form.getByRole('slider')).not.toHaveValue('0')
  })

  await test.step('an own order in its way beyond the book that is seen is said before it is sent', async () => {
    const sell = { category: 'linear', symbol: 'BTCUSDT', side: 'Sell', orderType: 'Limit', qty: '0.01' }
    await ask(page, '/v5/order/create', { ...sell, price: (last * 1.005).toFixed(1) })
    await typeInto(form.getByLabel('Price', { exact: true }), (last * 1.02).toFixed(1))
    // More than the deepest book that is streamed.
    await typeInto(form.getByLabel('Quantity', { exact: true }), '900')
    await expect(form.getByText('Your own sell order may be in the way of this buy')).toBeVisible()
  })

  await test.step('what the exchange would refuse it says, with the most that it would take', async () => {
    await expect(form.getByText('The exchange would refuse the buy now.')).toBeVisible()
    await expect(form.getByText(/^Max long [\d.]+ BTC/)).toBeVisible()
  })

  expect(complaints.lines()).toEqual([])
})
