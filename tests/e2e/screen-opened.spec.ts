import { expect, expectFeed, accountTest as test } from './lib/trading'

test('a text shared from another app opens the market that it names, one that names none says so (issue 22.8) @ci', async ({
  context,
  exchange,
}) => {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/open?text=${encodeURIComponent('web+halyard:ethusdt')}`)
  await expect(page).toHaveURL(/\/trade\/usdt\/ETHUSDT$/)
  await expectFeed(page, 'live', 30_000)
  await page.goto(`${exchange.origin}/open?title=A+chart&text=${encodeURIComponent('<b>nothing</b>')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No market is named there')
  await expect(page.getByText(/^%3Cb%3Enothing/)).toBeVisible()
})
