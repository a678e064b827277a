import { describe, expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { parseCandleRow, parseCandles } from '../../../src/wire/push/candle'
import { parseIndexQuote } from '../../../src/wire/push/index-quote'
import { parseTrades } from '../../../src/wire/push/trade'
import { parsePosition, writePosition } from '../../../src/wire/shape/position'
import { positionOf } from '../../ui/fixtures'

const BTCUSDT = 'BTCUSDT' as InstrumentSymbol
const SPREAD = 'SOLUSDT_SOL/USDT' as InstrumentSymbol
/** What no price can be: also what is no number at all, or more than text. */
const IMPOSSIBLE = ['0', '-0', '0.00', '-64000', '', 'NaN', '1e5', 'Infinity', 64_000, null]

const trade = (change: object = {}) => [{ i: 't1', s: 'BTCUSDT', S: 'Buy', p: '64000', v: '0.001', T: 1, ...change }]
const BAR = { start: 0, end: 59_999, open: '64000', high: '64010', low: '63990', close: '64005' }
const bar = (change: object = {}) => [{ ...BAR, volume: '0', turnover: '0', confirm: false, ...change }]

describe('a print', () => {
  test.each(IMPOSSIBLE)('has no price of %j', (p) => expect(() => parseTrades(trade({ p }))).toThrow(/^p:/))
  test.each(IMPOSSIBLE)('has no quantity of %j', (v) => expect(() => parseTrades(trade({ v }))).toThrow(/^v:/))
  test('of a spread may have any price, and no other quantity', () => {
    expect(parseTrades(trade({ s: SPREAD, p: '-0.35' }))).toMatchObject([{ price: '-0.35' }])
    expect(() => parseTrades(trade({ s: SPREAD, v: '0' }))).toThrow(/^v:/)
  })
  test('may have the smallest that there is', () =>
    expect(parseTrades(trade({ p: '0.00000001', v: '0.00000001' }))).toMatchObject([
      { price: '0.00000001', qty: '0.00000001' },
    ]))
})

describe('a bar', () => {
  test.each(['open', 'high', 'low', 'close'].flatMap((field) => IMPOSSIBLE.map((price) => [field, price] as const)))(
    'has no %s of %j',
    (field, price) => expect(() => parseCandles(bar({ [field]: price }), BTCUSDT)).toThrow(new RegExp(`^${field}:`)),
  )
  test.each([
    ['a high below its open', { high: '63999' }, 'high'],
    ['a high below its close', { high: '64004.9' }, 'high'],
    ['a low above its open', { low: '64000.1' }, 'low'],
    ['a low above its close', { open: '64010', low: '64005.1' }, 'low'],
  ])('has not %s', (_name, change, field) =>
    expect(() => parseCandles(bar(change), BTCUSDT)).toThrow(new RegExp(`^${field}:`)),
  )
  test('may stand still, and a spread’s may be below zero', () => {
    const still = { open: '64000', high: '64000', low: '64000', close: '64000' }
    expect(parseCandles(bar(still), BTCUSDT)).toMatchObject([still])
    const below = { open: '-0.1', high: '0', low: '-0.35', close: '-0.2' }
    expect(parseCandles(bar(below), SPREAD)).toMatchObject([below])
  })
  test('of REST is held to the same', () => {
    const read = (cells: readonly string[]) => () => parseCandleRow(cells, BTCUSDT, (startMs) => startMs + 59_999, 1)
    expect(read(['0', '64000', '64010', '63990', '64005', '1', '64000'])()).toMatchObject({ high: '64010' })
    expect(read(['0', '64000', '63999', '63990', '64005'])).toThrow(/^high:/)
    expect(read(['0', '64000', '64010', '-1', '64005'])).toThrow(/^low:/)
  })
})

describe('a position', () => {
  const open = writePosition(positionOf())
  /** Empty and null are "not set". */
  const NO_PRICE = IMPOSSIBLE.filter((one) => one !== '' && one !== null)
  test.each(['markPrice', 'sessionAvgPrice'].flatMap((field) => NO_PRICE.map((price) => [field, price] as const)))(
    'has no %s of %j',
    (field, price) => expect(() => parsePosition({ ...open, [field]: price })).toThrow(new RegExp(`^${field}:`)),
  )
  test('that is closed was entered at no price: the wire says 0', () =>
    expect(parsePosition({ ...open, side: '', size: '0', sessionAvgPrice: '0' })).toMatchObject({ entryPrice: null }))
})

test.each(IMPOSSIBLE)('an index is not at %j', (indexPrice) =>
  expect(() => parseIndexQuote({ symbol: 'BTCUSDT', indexPrice })).toThrow(/^indexPrice:/),
)
