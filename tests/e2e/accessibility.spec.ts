import { AxeBuilder } from '@axe-core/playwright'
import { expect, openTrade, accountTest as test } from './lib/trading'

for (const theme of ['dark', 'light'] as const) {
  test(`the trade page has no accessibility violation that axe can see, ${theme}`, async ({ context, exchange }) => {
    await context.addInitScript((value) => localStorage.setItem('BYBIT_THEME_KEY', value), theme)
    const page = await openTrade(context, exchange)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    // axe writes its own style element, which the page's policy rightly refuses; it copes without.
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
      [],
    )
  })
}
