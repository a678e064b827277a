import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import { standingInstruments } from '../../../exchange/listings/families'
import type { TradedMarket } from '../../../src/domain/instrument/market-type'
import { percent, tierMoney, times, tradingRules } from '../../../src/ui/markets/trading-rules'

/** The values that go into a text, so that they can be read without its words. */
const said = (key: string, values: Readonly<Record<string, unknown>> = {}): string =>
  Object.keys(values).length === 0 ? key : Object.values(values).join(' | ')

const LISTED = [...catalogue('global', 'all', 'specified'), ...standingInstruments('global', ['spot'])]

function rulesOf(symbol: string): ReadonlyMap<string, string> {
  const market = LISTED.find((one) => one.symbol === symbol) as TradedMarket
  return new Map(
    tradingRules(market, said as never).flatMap(({ id, rows }) => rows.map((row) => [`${id}.${row.id}`, row.text])),
  )
}

describe('the trading rules of a market', () => {
  test('a linear perpetual as published (semantics.md §2.9: BTCUSDT)', () => {
    const rules = rulesOf('BTCUSDT')
    expect(rules.get('price.tick')).toBe('0.1')
    expect(rules.get('price.prices')).toBe('0.1 | 1,999,999.8')
    // X 0.01 and Y 0.02 (semantics.md §1.9).
    expect(rules.get('price.band')).toBe('1.00% | 2.00%')
    expect(rules.get('quantity.lot')).toBe('0.001 BTC')
    expect(rules.get('quantity.least')).toBe('0.001 BTC')
    expect(rules.get('quantity.mostLimit')).toBe('1,190.000 BTC')
    expect(rules.get('quantity.mostMarket')).toBe('500.000 BTC')
    expect(rules.get('quantity.leastValue')).toBe('5 USDT')
    expect(rules.get('margin.leverage')).toBe('1× | 100× | 0.01')
    // The first tier of 2026: 300,000 at 0.66 and 0.33 %, its leverage (150) cut to that of the contract.
    expect(rules.get('margin.initial')).toBe('0.66%')
    expect(rules.get('margin.maintenance')).toBe('0.33%')
    expect(rules.get('life.funding')).toBe('8')
    expect(rules.has('life.ends')).toBe(false)
  })

  test('an inverse perpetual counts units of its quote coin', () => {
    expect(rulesOf('BTCUSD').get('quantity.least')).toMatch(/ USD$/)
  })

  test('a pair has amounts and limits of price, and no margin but what is lent', () => {
    const rules = rulesOf('BTC/USDT')
    // The defaults of spec §9: 3 per cent.
    expect(rules.get('price.limitBand')).toBe('3.00%')
    expect(rules.get('price.marketBand')).toBe('3.00%')
    expect(rules.has('quantity.mostValue')).toBe(true)
    expect([...rules.keys()].filter((key) => key.startsWith('margin.'))).toEqual(['margin.loan'])
    expect(rules.has('life.funding')).toBe(false)
  })
})

test('rates keep every decimal that they have, and money of a coin no more than it has', () => {
  expect(percent('0.00055' as never)).toBe('0.055%')
  expect(percent('0.5' as never)).toBe('50.00%')
  expect(times('12.5' as never)).toBe('12.5×')
  expect(tierMoney('2000000' as never, 'USDT')).toBe('2,000,000')
  expect(tierMoney('0.12345678' as never, 'BTC')).toBe('0.12345678')
})
