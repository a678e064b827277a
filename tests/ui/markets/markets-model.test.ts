import { signal } from '@preact/signals-react'
import { expect, test, vi } from 'vitest'
import type { ListedMarket } from '../../../src/domain/instrument/market-type'
import type { DecimalText, Money, Rate } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { MarketsModel } from '../../../src/ui/markets/markets-model'
import type { App } from '../../../src/ui/state/app-context'
import { ConnectionModel } from '../../../src/ui/state/connection-model'
import { keptApart } from '../../../src/ui/state/kept'
import { liveClock } from '../../../src/ui/state/clock'
import { TickerTable } from '../../../src/ui/state/ticker-table'
import { instrumentOf, tickerOf } from '../fixtures'

const coin = (base: string, tags?: readonly string[]): ListedMarket =>
  instrumentOf({ symbol: `${base}USDT` as InstrumentSymbol, baseCoin: base, ...(tags !== undefined && { tags }) })

/** @param tickers of the markets that have figures */
function opening(markets: readonly ListedMarket[], tickers = new TickerTable()): MarketsModel {
  return new MarketsModel({
    catalogue: { markets: signal(markets), tickers },
    connection: new ConnectionModel(),
    kept: keptApart(),
    clock: liveClock,
  } as unknown as App)
}

/** A list that waits for no figures any more. */
function listOf(...markets: readonly ListedMarket[]): MarketsModel {
  const model = opening(markets)
  model.search('')
  return model
}

const shown = (model: MarketsModel): readonly string[] =>
  model.rows.value.map(({ instrument }) => instrument.baseCoin).toSorted()

test('a list is told which kinds of coins it has, and shows those of one', () => {
  const model = listOf(coin('BTC', ['Layer 1']), coin('UNI', ['DeFi']), coin('CRV', ['DeFi']), coin('NEW'))
  expect(model.tags.value).toEqual(['DeFi', 'Layer 1'])
  model.chooseTag('DeFi')
  expect(shown(model)).toEqual(['CRV', 'UNI'])
  model.chooseTag(null)
  expect(shown(model)).toEqual(['BTC', 'CRV', 'NEW', 'UNI'])
})

test('a kind that another list had hides nothing of one that has none of it', () => {
  const model = listOf(coin('BTC', ['Layer 1']), coin('UNI', ['DeFi']))
  model.chooseTag('DeFi')
  model.chooseKind('favourites')
  expect(model.tag.value).toBeNull()
  model.chooseKind('usdt')
  expect(shown(model)).toEqual(['UNI'])
})

test('a list that opens stands once the figures of all that is traded are there, in their order', () => {
  const tickers = new TickerTable()
  const announced: ListedMarket = { ...coin('NEW'), status: 'comingSoon' }
  const model = opening([coin('BTC'), coin('ETH'), announced], tickers)
  const stop = model.waitForFigures(60_000)
  const told = (base: string, turnover: string): void =>
    tickers.set(
      tickerOf('100', { symbol: `${base}USDT` as InstrumentSymbol, turnover24h: turnover as DecimalText as Money }),
      false,
    )
  told('BTC', '1000')
  expect([model.isLoading.value, shown(model), model.counts.value.all]).toEqual([true, [], 3])
  told('ETH', '2000')
  expect(model.isLoading.value).toBe(false)
  expect(model.rows.value.map(({ instrument }) => instrument.baseCoin)).toEqual(['ETH', 'BTC', 'NEW'])
  stop()
})

test('what does not come is not waited for, nor by who looks for a name', () => {
  vi.useFakeTimers()
  const [late, searched] = [opening([coin('BTC')]), opening([coin('BTC')])]
  const stops = [late, searched].map((model) => model.waitForFigures(1_500))
  searched.search('bt')
  expect([shown(late), shown(searched)]).toEqual([[], ['BTC']])
  vi.advanceTimersByTime(1_500)
  expect(shown(late)).toEqual(['BTC'])
  for (const stop of stops) stop()
  vi.useRealTimers()
})

/** Two markets by their change of a day, of which the second overtakes the first when the list is ordered anew. */
function aboutToChange() {
  const tickers = new TickerTable()
  const change = (base: string, of: string): void =>
    tickers.set(
      tickerOf('100', { symbol: `${base}USDT` as InstrumentSymbol, price24hChange: of as DecimalText as Rate }),
      false,
    )
  change('BTC', '0.02')
  change('ETH', '0.01')
  const model = opening([coin('BTC'), coin('ETH')], tickers)
  model.search('')
  model.sortBy('change')
  const order = (): readonly string[] => model.rows.value.map(({ instrument }) => instrument.baseCoin)
  expect(order()).toEqual(['BTC', 'ETH'])
  change('ETH', '0.03')
  return { model, order }
}

test('rows keep their places while somebody points at one, and change them behind it', () => {
  vi.useFakeTimers()
  const { model, order } = aboutToChange()
  model.hold(5_000)
  vi.advanceTimersByTime(4_900)
  model.reorder((call) => call())
  expect(order()).toEqual(['BTC', 'ETH'])
  vi.advanceTimersByTime(100)
  model.reorder((call) => call())
  expect(order()).toEqual(['ETH', 'BTC'])
  vi.useRealTimers()
})

test('a press behind a change of places means the market that stood there, until its hand can have seen the change', () => {
  vi.useFakeTimers()
  const { model } = aboutToChange()
  let paint = (): void => {}
  model.reorder((call) => (paint = call))
  const meant = (atMs: number) => [0, 1, 2].map((place) => model.meantAt(place, atMs))
  const [before, behind] = [
    ['BTCUSDT', 'ETHUSDT', null],
    ['ETHUSDT', 'BTCUSDT', null],
  ]
  // A busy page paints late.
  vi.advanceTimersByTime(600)
  expect(meant(performance.now())).toEqual(before)
  paint()
  const paintedAtMs = performance.now()
  expect([meant(paintedAtMs + 399), meant(paintedAtMs + 400)]).toEqual([before, behind])
  vi.useRealTimers()
})

test('a market that is no favourite any more keeps its place until the list is ordered anew', () => {
  const model = listOf(coin('BTC'), coin('ETH'), coin('SOL'))
  for (const base of ['BTC', 'ETH', 'SOL']) model.favourites.toggle(`${base}USDT` as InstrumentSymbol)
  model.chooseKind('favourites')
  expect(shown(model)).toEqual(['BTC', 'ETH', 'SOL'])
  model.favourites.toggle('BTCUSDT' as InstrumentSymbol)
  expect([shown(model), model.counts.value.favourites]).toEqual([['BTC', 'ETH', 'SOL'], 2])
  model.reorder((call) => call())
  expect(shown(model)).toEqual(['ETH', 'SOL'])
  model.favourites.toggle('ETHUSDT' as InstrumentSymbol)
  model.chooseKind('all')
  model.chooseKind('favourites')
  expect(shown(model)).toEqual(['SOL'])
})

test('who orders the list means what then stands there', () => {
  const { model } = aboutToChange()
  model.reorder((call) => call())
  // The same column again: the least change first, so BTC with 0.02 before ETH with 0.03.
  model.sortBy('change')
  expect([0, 1].map((place) => model.meantAt(place, performance.now()))).toEqual(['BTCUSDT', 'ETHUSDT'])
})
