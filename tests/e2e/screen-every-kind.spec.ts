import { EveryKind, type Category } from './lib/every-kind'
import { CALM_PACE_MS, type ExchangeProcess } from './lib/exchange-process'
import { expect, expectFeed, test } from './lib/trading'
import type { BrowserContext } from '@playwright/test'

// Nothing here is about how fast a market is, and all markets at once cost a good part of a processor.
const PACE_MS = 900
test.use({ exchangeEnv: { HALYARD_MARKETS: 'all' }, hasServiceWorker: false, marketPaceMs: PACE_MS })

const BUY = 'Buy / Long'
const SELL = 'Sell / Short'

async function open(context: BrowserContext, exchange: ExchangeProcess, path: string, category: Category) {
  const page = await context.newPage()
  await page.goto(`${exchange.origin}/trade/${path}`)
  await expectFeed(page, 'live', 30_000)
  const kind = new EveryKind(page, exchange, category)
  return kind
}

/** A share of the market's price, on a whole tick of all that are traded here. */
async function sharesOf(exchange: ExchangeProcess, category: Category, symbol: string) {
  const answer = await fetch(`${exchange.origin}/v5/market/tickers?category=${category}&symbol=${symbol}`)
  const { result } = (await answer.json()) as { readonly result: { readonly list: readonly { lastPrice: string }[] } }
  const last = Number(result.list[0]!.lastPrice)
  return (share: number): number => Math.round(last * share)
}

/** Limit, market and conditional orders of a contract, each on both sides. */
async function tradeContract(kind: EveryKind, at: (share: number) => number, [one, two]: readonly [string, string]) {
  const sides = [
    [BUY, 0.98, 1.002, 1.02],
    [SELL, 1.02, 0.998, 0.98],
  ] as const
  await kind.tab('Limit')
  for (const [side, resting, crossing] of sides) {
    await kind.type('Quantity', one)
    await kind.type('Price', at(resting))
    await kind.press(side)
    await kind.tick('Post-only')
    await kind.press(side)
    await kind.tick('Post-only', false)
    for (const timeInForce of ['IOC', 'FOK']) {
      await kind.select('Time in force', timeInForce)
      await kind.type('Price', at(resting))
      await kind.press(side)
      await kind.type('Price', at(crossing))
      await kind.press(side)
    }
    await kind.select('Time in force', 'GTC')
  }
  await kind.tab('Market')
  await kind.type('Quantity', two)
  await kind.press(BUY)
  await kind.press(BUY)
  await kind.type('Quantity', one)
  await kind.press(SELL)
  await kind.tick('Reduce-only')
  await kind.press(/^Sell/)
  await kind.tab('Limit')
  await kind.type('Price', at(1.03))
  await kind.press(/^Sell/)
  await kind.tab('Conditional')
  await kind.type('Trigger price', at(0.97))
  await kind.type('Price', at(0.969))
  await kind.press(/^Sell/)
  await kind.tick('Reduce-only', false)
  for (const [side, , , beyond] of sides)
    for (const by of ['Last', 'Mark', 'Index']) {
      await kind.select('Trigger by', by)
      await kind.choose('Order when triggered', 'Limit')
      await kind.type('Trigger price', at(beyond))
      await kind.type('Price', at(beyond))
      await kind.press(side)
      // Ten that wait are the most of one contract.
      if (by !== 'Last') continue
      await kind.choose('Order when triggered', 'Market')
      await kind.press(side)
    }
  await kind.choose('Order when triggered', 'Market')
  await kind.tick('Close on trigger')
  await kind.type('Trigger price', at(0.96))
  await kind.press(/^Sell/)
  await kind.tick('Close on trigger', false)
  await kind.cancelAll()
}

/** All of one product, on one page. @param count how many orders are compared; a hundred and more in all */
function walk(path: string, category: Category, count: number, steps: (kind: EveryKind) => Promise<void>): void {
  test(`${count} orders of every kind of ${category} (${path}), placed through the ticket: ledger, REST and row agree field by field @long`, async ({
    context,
    exchange,
    complaints,
  }) => {
    test.setTimeout(300_000)
    const kind = await open(context, exchange, path, category)
    complaints.watch(kind.page)
    await steps(kind)
    expect(kind.compared).toBe(count)
    expect(kind.silent).toEqual([])
    expect(complaints.lines()).toEqual([])
  })
}

walk('usdt/BTCUSDT', 'linear', 36, async (kind) => {
  await kind.touch()
  const at = await sharesOf(kind.exchange, 'linear', 'BTCUSDT')
  await tradeContract(kind, at, ['0.01', '0.05'])
  await kind.tab('Limit')
  for (const [way, label, size] of [
    ['Value', 'Order value', 1_000],
    ['Cost', 'Order cost', 100],
  ] as const) {
    await kind.choose('Size by', way)
    await kind.type('Price', at(0.98))
    await kind.type(label, size)
    await kind.press(BUY)
  }
  await kind.choose('Size by', 'Risk')
  await kind.type('Risk', '0.1')
  await kind.type('Stop price', at(0.95))
  await kind.press(BUY)
  await kind.choose('Size by', 'Qty')
  await kind.type('Quantity', '0.01')
  await kind.tick('TP/SL')
  for (const mode of ['Entire', 'Partial']) {
    await kind.choose('TP/SL mode', mode)
    await kind.type('Take profit price', at(1.03))
    await kind.type('Stop loss price', at(0.95))
    await kind.press(BUY)
  }
  await kind.select('Take profit closes', 'At limit')
  await kind.type('Take profit limit price', at(1.031))
  await kind.press(BUY)
  await kind.tick('TP/SL', false)
  await kind.tab('Strategy')
  await kind.choose('Kind of strategy', 'TWAP')
  // Two minutes between two parts: the second one comes after the test.
  await kind.select('Interval', 'every 120 s')
  await kind.type('Quantity', '0.05')
  await kind.press(BUY)
  await kind.choose('Kind of strategy', 'Iceberg')
  await kind.type('Price', at(0.98))
  await kind.type('Shown quantity', '0.012')
  await kind.press(BUY)
  await kind.trail(at(0.02))
})

walk('usdt/ICPUSDT', 'linear', 8, async (kind) => {
  await kind.touch()
  const price = kind.form.getByRole('textbox', { name: 'Price', exact: true })
  const last = Number(await price.inputValue())
  // Its largest limit order is 1,500 coins: two of those, and 200.
  for (const [side, share] of [
    [BUY, 0.99],
    [SELL, 1.01],
  ] as const) {
    await kind.type('Price', (last * share).toFixed(3))
    await kind.type('Quantity', '3200')
    await kind.tick('Split order')
    await kind.press(side, 3)
  }
  await kind.tab('Strategy')
  await kind.choose('Kind of strategy', 'Chase limit')
  await kind.type('Quantity', '20')
  await kind.pressChase(BUY, PACE_MS)
  await kind.pressChase(SELL, PACE_MS)
})

walk('inverse/BTCUSD', 'inverse', 27, async (kind) => {
  await kind.touch()
  await tradeContract(kind, await sharesOf(kind.exchange, 'inverse', 'BTCUSD'), ['100', '500'])
})

walk('spot/BTC/USDT', 'spot', 30, async (kind) => {
  await kind.touch()
  const at = await sharesOf(kind.exchange, 'spot', 'BTCUSDT')
  for (const [side, press, resting, crossing] of [
    ['Buy', 'Buy BTC', 0.98, 1.002],
    ['Sell', 'Sell BTC', 1.02, 0.998],
  ] as const) {
    const beyond = 2 - resting
    await kind.choose('Buy or sell', side)
    await kind.tab('Limit')
    await kind.type('Price', at(resting))
    await kind.type('Quantity', '0.01')
    await kind.press(press)
    await kind.tick('Post-only')
    await kind.press(press)
    await kind.tick('Post-only', false)
    await kind.type('Price', at(crossing))
    for (const timeInForce of ['IOC', 'FOK']) {
      await kind.select('Time in force', timeInForce)
      await kind.press(press)
    }
    await kind.select('Time in force', 'GTC')
    await kind.type('Price', at(resting))
    await kind.tick('TP/SL')
    await kind.type('Take profit', at(side === 'Buy' ? 1.04 : 0.96))
    await kind.type('Stop loss', at(side === 'Buy' ? 0.95 : 1.05))
    await kind.press(press)
    await kind.tick('TP/SL', false)
    await kind.tab('Market')
    await kind.press(press)
    await kind.choose('Size in', 'USDT')
    await kind.type(side === 'Buy' ? 'Amount to pay' : 'Amount to receive, before fee', '700')
    await kind.press(press)
    await kind.choose('Size in', 'BTC')
    await kind.tab('OCO')
    await kind.type(side === 'Buy' ? 'Limit buy, below the price' : 'Limit sell, above the price', at(resting))
    await kind.type('Stop trigger', at(beyond))
    await kind.type('Quantity', '0.01')
    await kind.press(press, 2)
    await kind.tab('Conditional')
    await kind.select('Wait for', 'A price')
    await kind.choose('Then', 'At limit')
    await kind.type('Trigger price', at(beyond))
    await kind.type('Limit price', at(beyond))
    await kind.press(press)
    await kind.choose('Then', 'At market')
    await kind.press(press)
    await kind.select('Wait for', 'Take profit or stop loss')
    await kind.type('Take profit', at(resting))
    await kind.type('Stop loss', at(beyond))
    await kind.press(press, 2)
    await kind.select('Wait for', 'A turn back from the best price')
    await kind.type('Distance', '5')
    await kind.press(press)
    await kind.select('Wait for', 'A price, then a turn back')
    await kind.type('Activation price', at(resting))
    await kind.type('Distance', '3')
    await kind.press(press)
    await kind.cancelAll()
  }
})

walk('option/usdt/BTC', 'option', 11, async (kind) => {
  const { page, form } = kind
  await page.getByRole('tablist', { name: 'Expiry' }).getByRole('tab').nth(1).click()
  const calls = page.getByRole('link', { name: /-C-USDT / })
  await calls.nth(Math.floor((await calls.count()) / 2)).click()
  await expect(page).toHaveURL(/-C-USDT$/)
  await expectFeed(page, 'live', 30_000)
  await kind.touch()
  const price = form.getByRole('textbox', { name: 'Price', exact: true })
  /** Four ticks away from a side of its book: with the arrow that leads off the market it rests, with the other it fills. */
  const priceFrom = async (side: RegExp, arrow: string): Promise<void> => {
    await form.getByRole('button', { name: side }).click()
    for (let n = 0; n < 4; n++) await price.press(arrow)
  }
  await kind.type('Quantity', '0.1')
  for (const [press, own, other, away, towards] of [
    ['Buy option', /^Bid /, /^Ask /, 'ArrowDown', 'ArrowUp'],
    ['Sell option', /^Ask /, /^Bid /, 'ArrowUp', 'ArrowDown'],
  ] as const) {
    await priceFrom(own, away)
    await kind.press(press)
    await kind.tick('Post-only')
    await kind.press(press)
    await kind.tick('Post-only', false)
    await kind.select('Time in force', 'IOC')
    await priceFrom(other, towards)
    await kind.press(press)
    await kind.select('Time in force', 'GTC')
    await kind.tab('Market')
    await kind.press(press)
    await kind.tab('Limit')
  }
  await kind.choose('Price given by', 'Volatility')
  const volatility = form.getByRole('textbox', { name: 'Implied volatility (IV)' })
  await form.getByRole('button', { name: /^Bid / }).click()
  await kind.type('Implied volatility (IV)', (Number(await volatility.inputValue()) * 0.97).toFixed(2))
  await kind.press('Buy option')
  await kind.choose('Price given by', 'Price')
  await kind.tab('Market')
  await kind.type('Quantity', '0.2')
  await kind.press('Buy option')
  await kind.tab('Limit')
  await kind.type('Quantity', '0.1')
  await kind.tick('Reduce-only')
  await priceFrom(/^Ask /, 'ArrowUp')
  await kind.press('Sell option')
})

test.describe('at the pace of other tests', () => {
  // At a slower one the book of a spread is older than two seconds now and then, and the ticket waits.
  test.use({ marketPaceMs: CALM_PACE_MS })

  walk('spread/BTCUSDT_BTC%2FUSDT', 'spread', 10, async (kind) => {
    await kind.touch()
    await kind.type('Quantity of each leg', '0.01')
    for (const [press, resting, crossing] of [
      ['Buy spread', -150, 90],
      ['Sell spread', 150, -90],
    ] as const) {
      await kind.choose('Side', press)
      await kind.tab('Limit')
      await kind.type('Price (A − B)', resting)
      await kind.press(press)
      await kind.tick('Post-only')
      await kind.press(press)
      await kind.tick('Post-only', false)
      await kind.type('Price (A − B)', crossing)
      for (const timeInForce of ['IOC', 'FOK']) {
        await kind.select('Time in force', timeInForce)
        await kind.press(press)
      }
      await kind.select('Time in force', 'GTC')
      await kind.tab('Market')
      await kind.press(press)
    }
  })
})
