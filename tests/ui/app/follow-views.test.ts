import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { followViews } from '../../../src/ui/app/follow-views'
import type { HubLife, HubLink } from '../../../src/ui/hub-link/hub-link'
import { CatalogueModel } from '../../../src/ui/state/catalogue-model'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import { MarketModel } from '../../../src/ui/state/market-model'
import { isPriceStale } from '../../../src/ui/trading-kit/is-market-live'
import type { HubEvent, HubStatus } from '../../../src/workers/hub-events'
import { BTCUSDT, tickerOf } from '../fixtures'

const ETHUSDT = 'ETHUSDT' as InstrumentSymbol

/** A link of which the test is the hub and the screen. */
function scene() {
  let life: HubLife = 'attached'
  let lifeChanged: (life: HubLife) => void = () => {}
  const unpainted: (() => void)[] = []
  const link = {
    life: () => life,
    epoch: () => 'e',
    onLife: (listener: typeof lifeChanged) => (lifeChanged = listener),
    afterPaint: (call: () => void) => unpainted.push(call),
  } as unknown as HubLink
  const connection = new ConnectionModel()
  const catalogue = new CatalogueModel()
  const [btc, eth] = [BTCUSDT, ETHUSDT].map((symbol) => new MarketModel(symbol, signal(null))) as [
    MarketModel,
    MarketModel,
  ]
  const markets = [btc, eth]
  const applied = followViews(link, {
    connection,
    catalogue,
    markets: new Map(markets.map((market) => [market.symbol, market])),
  })
  const channel = { state: 'live', lastDataAtMs: 1, lastDataLocalMs: 1, seq: 1, reconnects: 0, latencyMs: null }
  const status = { publicChannel: channel, privateChannel: channel, state: 'live' } as unknown as HubStatus
  const price = (symbol: InstrumentSymbol, last: string): HubEvent => ({
    type: 'ticker',
    ticker: tickerOf(last, { symbol }),
    stale: false,
  })
  const enter = (next: HubLife): void => {
    life = next
    lifeChanged(next)
  }
  const paint = (): void => unpainted.splice(0).forEach((call) => call())
  const tell = (...told: readonly HubEvent[]): void => {
    for (const event of [{ type: 'status', status } as const, ...told])
      for (const model of [connection, catalogue, ...markets]) model.apply(event)
    applied()
  }
  return { app: { connection, catalogue }, btc, eth, price, enter, paint, tell }
}

test('a page that is back is live, and a contract whose price did not come yet is old and takes no order (H19)', () => {
  const { app, btc, eth, price, enter, paint, tell } = scene()
  tell(price(BTCUSDT, '64000'), price(ETHUSDT, '3200'))
  expect(isPriceStale(app, btc)).toBe(false)
  // Out of the back-forward cache: the first batch is there before the prices are asked for again.
  enter('returning')
  tell()
  enter('attached')
  expect([btc, eth].map((market) => isPriceStale(app, market))).toEqual([true, true])
  expect([btc, eth].map((market) => market.isFromBefore.value)).toEqual([true, true])
  expect([BTCUSDT, ETHUSDT].map((symbol) => app.catalogue.tickers.of(symbol).value.isStale)).toEqual([true, true])
  tell(price(BTCUSDT, '69000'))
  // It is in the models and not yet on the screen.
  expect(isPriceStale(app, btc)).toBe(false)
  expect(btc.isFromBefore.value).toBe(true)
  paint()
  expect(btc.isFromBefore.value).toBe(false)
  expect(eth.isFromBefore.value).toBe(true)
})

test('prices that came with the batch of the return count with it', () => {
  const { btc, price, enter, tell } = scene()
  tell(price(BTCUSDT, '64000'))
  enter('returning')
  tell(price(BTCUSDT, '69000'))
  expect(btc.isFromBefore.value).toBe(true)
  // The link says so once that batch is painted.
  enter('attached')
  expect(btc.isFromBefore.value).toBe(false)
})

test('a contract that was never shown has nothing from before', () => {
  const { btc, enter } = scene()
  enter('returning')
  enter('attached')
  expect(btc.isFromBefore.value).toBe(false)
})
