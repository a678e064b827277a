import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { CALM_PACE_MS, ExchangeProcess } from './exchange-process'
import { whyLeftOut } from './weaker-venue'

/** What a page said that a trader should never cause: console errors and warnings, uncaught errors, CSP reports. */
export class Complaints {
  readonly #lines: string[] = []

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#lines.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.#lines.push(`uncaught: ${error.message}`))
  }

  lines(): readonly string[] {
    return this.#lines
  }
}

export interface Fixtures {
  readonly exchange: ExchangeProcess
  readonly complaints: Complaints
}

export interface Kept {
  /** One exchange for all tests of a runner's process that ask for it. */
  readonly sharedExchange: ExchangeProcess
}

/** Whether the browser is to know no shared worker, so that a leader tab runs the hub (H9): every test is to hold then, too. */
export const NO_SHARED_WORKER = process.env['HALYARD_NO_SHARED_WORKER'] === '1'

/** Why a test is not for Firefox: what `npm run test:browsers` prints beside its name. */
export const CHROMIUM_ONLY = {
  killsWorker: 'kills or stops a worker, which takes the DevTools protocol',
  crashesTab: 'crashes a tab, which takes the DevTools protocol',
  steersStorage: 'empties storage under an open page, which takes the DevTools protocol',
} as const

export interface Options {
  readonly exchangeEnv: Readonly<Record<string, string>>
  /** Whether the browser knows service workers. The install keeps every file of the build, which costs as much as a fifth of opening the app. */
  readonly hasServiceWorker: boolean
  /** How often the exchange's market steps. */
  readonly marketPaceMs: number
}

/** Of an exchange for one test: a third less to start, and to keep, than one of all contracts. */
const LINEAR_ONLY = { HALYARD_MARKETS: 'linear' } as const

/** What `test.use` takes as `exchangeEnv` where a test trades others than linear perpetuals. */
export const ALL_CONTRACTS = { HALYARD_MARKETS: 'contracts' } as const

/** What `test.use` takes as `marketPaceMs` where a test is about how fast a market is: ten steps a second, as a user has it. */
export const FULL_PACE_MS = 100

/** A test with an exchange of its own. Options can be set with `test.use`. */
export const test = base.extend<Fixtures & Options, Kept>({
  sharedExchange: [
    // oxlint-disable-next-line no-empty-pattern -- a fixture's first parameter has to be a pattern, even an empty one
    async ({}, use) => {
      const exchange = await ExchangeProcess.start()
      await use(exchange)
      await exchange.close()
    },
    { scope: 'worker' },
  ],
  hasServiceWorker: [true, { option: true }],
  context: async ({ context, hasServiceWorker }, use, info) => {
    const why = whyLeftOut(info.title)
    info.skip(why !== null, why ?? '')
    if (NO_SHARED_WORKER)
      await context.addInitScript(() => {
        Reflect.deleteProperty(globalThis, 'SharedWorker')
      })
    if (!hasServiceWorker)
      await context.addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
      })
    await use(context)
  },
  exchangeEnv: [{}, { option: true }],
  marketPaceMs: [CALM_PACE_MS, { option: true }],
  exchange: async ({ exchangeEnv, marketPaceMs }, use) => {
    const exchange = await ExchangeProcess.start({ ...LINEAR_ONLY, ...exchangeEnv })
    if (marketPaceMs !== CALM_PACE_MS) await exchange.setPace(marketPaceMs)
    await use(exchange)
    await exchange.close()
  },
  // oxlint-disable-next-line no-empty-pattern -- a fixture's first parameter has to be a pattern, even an empty one
  complaints: async ({}, use) => {
    await use(new Complaints())
  },
})

/**
 * A test that needs no more of the exchange than an account of its own, as each browser context gets one: it neither
 * stops it nor moves its clock, its prices or its contracts. Faults it may ask for: the next test begins without them,
 * and when nobody is connected any more. `ledger()` begins with the test. Its browser knows no service worker, unless
 * `hasServiceWorker` says so: what is about files kept for later, or about the exchange being away, is not about an account.
 */
export const accountTest = test.extend({
  hasServiceWorker: false,
  exchange: async ({ sharedExchange, marketPaceMs }, use) => {
    await expect.poll(async () => (await sharedExchange.state()).sockets).toMatchObject({ public: 0, private: 0 })
    await sharedExchange.control('reset')
    await sharedExchange.setPace(marketPaceMs)
    sharedExchange.beginLedgerHere()
    await use(sharedExchange)
    // It is there for as long as the runner's process: meanwhile others work.
    await sharedExchange.setPace(0)
  },
})

export { expect }

/** Opens the trade page and waits until it says that it is live: how soon is promised in `first-minute`, on a machine that does nothing else. */
export async function openTrade(context: BrowserContext, exchange: ExchangeProcess, symbol = 'BTCUSDT'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/trade/usdt/${symbol}`)
  await expectFeed(page, 'live', 30_000)
  return page
}

/**
 * Opens another trade page in a window of its own. Tabs behind the front one paint once a second here; windows side by
 * side are all painted, as on a desk with several screens.
 */
export async function openWindow(from: Page, exchange: ExchangeProcess, symbol = 'BTCUSDT'): Promise<Page> {
  const [page] = await Promise.all([
    from.context().waitForEvent('page'),
    from.evaluate((url) => {
      window.open(url, '_blank', 'popup,width=1440,height=900,noopener')
    }, `${exchange.origin}/trade/usdt/${symbol}`),
  ])
  await expectFeed(page, 'live', 30_000)
  return page
}

/** A second visit: the service worker has kept the page's files and controls it. */
export async function openControlled(context: BrowserContext, exchange: ExchangeProcess): Promise<Page> {
  const page = await openTrade(context, exchange)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await expectFeed(page, 'live', 10_000)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 10_000 })
    .toBe(true)
  return page
}

export function connection(page: Page): Locator {
  return page.getByLabel('Connection', { exact: true }).and(page.locator('[data-feed-state]'))
}

export async function expectFeed(page: Page, state: string, timeoutMs: number): Promise<void> {
  await expect(connection(page)).toHaveAttribute('data-feed-state', state, { timeout: timeoutMs })
}

export function ticket(page: Page): Locator {
  return page.getByRole('region', { name: 'Order entry' })
}

/** Order rows of the open-orders table, by the id of the press. */
export function orderRow(page: Page, linkId: string): Locator {
  return page.locator(`tr[data-order-link-id="${linkId}"], li[data-order-link-id="${linkId}"]`)
}

/**
 * Empties a field and types, key by key. In Firefox `fill` with a text sets the value past React, which then knows nothing
 * of it and puts the old one back; emptied, the field gets a real key.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  // A page that has just been opened may still move the focus: keys that came while it did went elsewhere.
  await expect(async () => {
    await field.fill('')
    await field.pressSequentially(text)
    expect(await field.inputValue()).not.toBe('')
  }).toPass()
}

export interface Press {
  readonly side: 'Buy / Long' | 'Sell / Short' | 'Buy / Close short' | 'Sell / Close long'
  readonly price: string | null
  readonly qty: string
}

/** Fills the ticket in and presses. @returns the press's orderLinkId, taken from the request itself */
export async function press(page: Page, order: Press): Promise<void> {
  const form = ticket(page)
  await form.getByRole('tab', { name: order.price === null ? 'Market' : 'Limit', exact: true }).click()
  if (order.price !== null) await typeInto(form.getByLabel('Price', { exact: true }), order.price)
  await typeInto(form.getByLabel('Quantity', { exact: true }), order.qty)
  await form.getByRole('button', { name: order.side }).click()
}

/** The newest price of the book's own side, as the page's exchange says it over REST. */
export async function lastPrice(exchange: ExchangeProcess, symbol = 'BTCUSDT'): Promise<number> {
  const answer = (await (
    await fetch(`${exchange.origin}/v5/market/tickers?category=linear&symbol=${symbol}`)
  ).json()) as {
    result: { list: { lastPrice: string }[] }
  }
  return Number(answer.result.list[0]?.lastPrice)
}

/** A buyer's price that rests: below the market, inside the price band, on a whole tick. */
export async function farBelow(exchange: ExchangeProcess, symbol = 'BTCUSDT', share = 0.995): Promise<string> {
  const price = (await lastPrice(exchange, symbol)) * share
  return symbol === 'BTCUSDT' ? String(Math.floor(price)) : price.toFixed(4)
}

/** Answers the question before a position is closed at market: all of it. */
export async function confirmClose(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Close at market' })
    .getByRole('button', { name: /^Close \d/ })
    .click()
}

export async function showTable(page: Page, name: string): Promise<Locator> {
  const region = page.getByRole('region', { name: 'Positions and orders' })
  await region.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  return region
}
