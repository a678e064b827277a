import { RawChromium } from './lib/raw-chromium'
import { expect, lastPrice, test } from './lib/trading'

/** The gate hides a tab for seconds; `HALYARD_HIDDEN_SECONDS=400` goes beyond the five minutes after which timers sleep. */
const HIDDEN_MS = Number(process.env['HALYARD_HIDDEN_SECONDS'] ?? 6) * 1_000

const STATE = `document.querySelector('[data-feed-state]')?.getAttribute('data-feed-state')`
/** Counts the changes of the last price from now on. The page's clocks and ages go on without the market. */
const COUNT = `globalThis.halyardPrices = 0; new MutationObserver((changes) => { halyardPrices += changes.length })
  .observe(document.querySelector('[aria-label="Last price"]'), { subtree: true, characterData: true, childList: true })`

test('H8: a tab that is hidden for long gets no market data, and is right as soon as it is seen again @long', async ({
  exchange,
}) => {
  const xvfb = process.env['HALYARD_XVFB'] ?? ''
  test.skip(xvfb === '', 'a headless browser hides no tab, and there is no Xvfb here')
  test.setTimeout(HIDDEN_MS + 60_000)
  const browser = await RawChromium.start(xvfb)
  try {
    const tab = await browser.tab(`${exchange.origin}/trade/usdt/BTCUSDT`)
    await tab.until(`${STATE} === 'live'`, 20_000)
    const other = await browser.tab('about:blank')
    await tab.until(`document.visibilityState === 'hidden'`, 5_000)
    // What was on its way when it was hidden may still come.
    await other.evaluate('new Promise((done) => setTimeout(done, 1000))')
    await tab.evaluate(COUNT)
    await exchange.control('price', {
      symbol: 'BTCUSDT',
      index: String(Math.round((await lastPrice(exchange)) * 1.01)),
    })
    await other.evaluate(`new Promise((done) => setTimeout(done, ${HIDDEN_MS}))`)
    expect(await tab.evaluate<number>('halyardPrices')).toBe(0)
    const epoch = await tab.evaluate(`document.querySelector('[data-hub-epoch]').dataset.hubEpoch`)
    await tab.activate()
    await tab.until(`document.visibilityState === 'visible' && ${STATE} === 'live'`, 2_000)
    // Both best prices of the book on the screen are the exchange's own of this moment.
    await tab.until(
      `(async () => {
        const answer = await (await fetch('/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=1')).json()
        const shown = [...document.querySelectorAll('table[aria-label="Order book"] td')]
          .map(({ textContent }) => Number(textContent.replaceAll(',', '')))
        return [answer.result.a[0], answer.result.b[0]].every(([price]) => shown.includes(Number(price)))
      })()`,
      5_000,
    )
    // The same hub all the while, and one connection of each kind.
    expect(await tab.evaluate(`document.querySelector('[data-hub-epoch]').dataset.hubEpoch`)).toBe(epoch)
    expect((await exchange.state()).sockets).toMatchObject({ public: 1, private: 1 })
  } finally {
    await browser.close()
  }
})
