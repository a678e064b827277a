import { expect, test } from 'vitest'
import type { FirstPicture } from '../../../src/domain/market/first-picture'
import type { App } from '../../../src/ui/state/app-context'
import { readPicture, showPicture } from '../../../src/ui/app/first-picture'
import { CatalogueModel } from '../../../src/ui/state/catalogue-model'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import { MarketModel } from '../../../src/ui/state/market-model'
import type { BookView } from '../../../src/workers/hub-events'
import { BTCUSDT, instrumentOf, tickerOf } from '../fixtures'
import { CALL_60K } from '../option-fixtures'
import { BTC_USDT } from '../spot-fixtures'

const PATH = '/trade/usdt/BTCUSDT'
const NOW_MS = 1_795_600_000_000
const contract = instrumentOf()
const pictureAt = (lastPrice: string, timeMs: number): FirstPicture => ({
  listed: contract,
  ticker: tickerOf(lastPrice, { timeMs }),
  bids: [640_000, 5],
  asks: [640_001, 7],
})
/** What a page finds: what the server wrote at `arrivedMs`, and what the browser keeps. */
const found = (served: string, kept: string | null, path: string, arrivedMs: number | null) =>
  readPicture({ served, arrivedMs, kept: { getItem: () => kept }, path, build: 'test' })
const keptText = (asOfMs: number, change: object = {}): string =>
  JSON.stringify({ build: 'test', path: PATH, asOfMs, texts: [], picture: pictureAt('63000', asOfMs), ...change })

/** The models of a page that has just begun. */
function begun() {
  const catalogue = new CatalogueModel()
  const connection = new ConnectionModel(() => NOW_MS)
  const market = new MarketModel(BTCUSDT, catalogue.listed(BTCUSDT))
  return { catalogue, connection, btc: market, app: { catalogue, connection, market: () => market } as unknown as App }
}

const bookAt = (timeMs: number): BookView => ({
  symbol: BTCUSDT,
  group: 1,
  bids: Float64Array.of(1, 1),
  asks: Float64Array.of(2, 1),
  updateId: 1,
  timeMs,
})

test('what the server put into the page is as old as the page; out of a cache it is of no known age, and is left', () => {
  const served = JSON.stringify(pictureAt('64000', NOW_MS))
  expect(found(served, null, PATH, NOW_MS - 300)).toMatchObject({ asOfMs: NOW_MS - 300 })
  expect(found(served, null, PATH, null)).toBeNull()
  expect(found(served, null, '/trade/usdt/ETHUSDT', NOW_MS)).toBeNull()
})

test('the last visit’s market keeps its own time; of another market, another build or another program it is left', () => {
  const twoDays = 2 * 86_400_000
  expect(found('', keptText(NOW_MS - twoDays), PATH, null)).toMatchObject({ asOfMs: NOW_MS - twoDays })
  expect(found('', keptText(NOW_MS), '/trade/usdt/ETHUSDT', null)).toBeNull()
  expect(found('', keptText(NOW_MS, { build: 'other' }), PATH, null)).toBeNull()
  for (const text of ['{', 'null', '7', '', '{}', keptText(NOW_MS, { asOfMs: 'x' }), keptText(NOW_MS, { picture: {} })])
    expect(found(text, text, PATH, NOW_MS)).toBeNull()
})

test('it is shown as old, with its age, and its rules are confirmed by nothing', () => {
  const { app, btc, catalogue, connection } = begun()
  showPicture(app, { asOfMs: NOW_MS - 600_000, picture: pictureAt('64000', 5_000) })
  expect(btc.lastPrice.value).toBe('64000')
  expect(btc.instrument.value).toEqual(contract)
  expect([...btc.book.value!.bids, ...btc.book.value!.asks]).toEqual([640_000, 5, 640_001, 7])
  expect([btc.tickerStale.value, btc.bookStale.value, catalogue.confirmed.value]).toEqual([true, true, false])
  expect(connection.marketAgeMs(NOW_MS)).toBe(600_000)
  // The list itself is still to come: no other name is unknown yet.
  expect(catalogue.instruments.value.size).toBe(0)
})

test('a pair and an option are shown so too, until their own list has come', () => {
  const catalogue = new CatalogueModel()
  for (const listed of [BTC_USDT, CALL_60K]) {
    catalogue.setFirst(listed)
    expect(catalogue.listed(listed.symbol).value).toEqual(listed)
    expect(catalogue.isConfirmed(listed)).toBe(false)
  }
  const { symbol } = CALL_60K
  const model = catalogue.listed(symbol)
  catalogue.apply({ type: 'singles', markets: [], confirmed: [], missing: [symbol] })
  expect(model.value).toBeNull()
})

test('what the hub kept from before it is left, what is newer or live takes its place', () => {
  const { app, btc } = begun()
  showPicture(app, { asOfMs: NOW_MS, picture: pictureAt('64000', 5_000) })
  btc.apply({ type: 'ticker', ticker: tickerOf('60000', { timeMs: 4_000 }), stale: true })
  btc.apply({ type: 'book', book: bookAt(4_000), stale: true })
  expect([btc.lastPrice.value, btc.book.value?.bids[0]]).toEqual(['64000', 640_000])
  // A venue that was set back says an earlier time, and is live.
  btc.apply({ type: 'ticker', ticker: tickerOf('61000', { timeMs: 4_500 }), stale: false })
  btc.apply({ type: 'book', book: bookAt(4_500), stale: false })
  expect([btc.lastPrice.value, btc.book.value?.bids[0], btc.tickerStale.value]).toEqual(['61000', 1, false])
})
