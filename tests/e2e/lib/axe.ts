import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './trading'

export type Theme = 'dark' | 'light'

/**
 * What axe finds wrong on the page, by rule and place. It writes its own style element, which the page's policy rightly
 * refuses; it copes without.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  return found(axeOf(page))
}

/** All but colours, which do not change with a page's width, and are half of what axe costs. */
export async function misbuilt(page: Page): Promise<readonly string[]> {
  return found(axeOf(page).disableRules('color-contrast'))
}

/** The one rule of axe that a change of theme can break: a theme changes colours and nothing else. */
export async function unreadable(page: Page): Promise<readonly string[]> {
  return found(axeOf(page).withRules('color-contrast'))
}

/**
 * Axe with all its rules. It works in the page itself: there is no frame, whose results a further page of the browser would
 * have to join. Of what is right it says nothing: the paths to those elements would be half of its work.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

/** Looks a second time at a page that changed under the first look: what it took away then has no colour any more. */
async function found(axe: AxeBuilder): Promise<readonly string[]> {
  const first = await lookOnce(axe)
  return first.length === 0 ? first : lookOnce(axe)
}

async function lookOnce(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations: all } = await axe.analyze()
  return all.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Changes the theme as another tab of the browser does. */
export async function chooseTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('BYBIT_THEME_KEY', newValue)
    dispatchEvent(new StorageEvent('storage', { key: 'BYBIT_THEME_KEY', newValue }))
  }, theme)
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}
