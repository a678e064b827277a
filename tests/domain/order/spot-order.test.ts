import { describe, expect, test } from 'vitest'
import { SPOT_GROUPS } from '../../../exchange/listings/spot-pairs'
import type { Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { SpotPair } from '../../../src/domain/instrument/spot-pair'
import { spotPriceLimit } from '../../../src/domain/market/spot-price-limit'
import { checkSpotOrder, qtyAtPrice, settleAmount, type SpotDraft } from '../../../src/domain/order/spot-order'

const LISTED = SPOT_GROUPS.flatMap(({ pairs }) => pairs).find(({ symbol }) => symbol === 'BTC/USDT')!
/** BTC/USDT with bounds that are easy to reckon with: tick 0.1, lot 0.001, 0.01 to 10 BTC, 5 to 1,000,000 USDT, 3 %. */
const PAIR: SpotPair = {
  ...LISTED,
  lotSize: '0.001' as Qty,
  minQty: '0.01' as Qty,
  maxLimitQty: '10' as Qty,
  maxMarketQty: '5' as Qty,
  minNotional: '600' as Money,
  maxAmount: '400000' as Money,
  quoteStep: '0.01' as Money,
  limitOrderPriceLimit: '0.03' as Rate,
}
const PRICES = { lastPrice: '50000' as Price, indexPrice: '50100' as Price }
const LIMIT: SpotDraft = {
  side: 'buy',
  type: 'limit',
  price: '50000' as Price,
  qty: '0.1' as Qty,
  amount: null,
  timeInForce: 'postOnly',
  marketPrice: '50000' as Price,
}
const MARKET: SpotDraft = { ...LIMIT, type: 'market', price: null }
const check = (draft: Partial<SpotDraft>, pair = PAIR) => checkSpotOrder({ ...LIMIT, ...draft }, pair, PRICES)
const error = (draft: object, pair = PAIR) => {
  const checked = check(draft as Partial<SpotDraft>, pair)
  return checked.ok ? null : checked.error
}

describe('a pair’s order that may be sent', () => {
  test('a limit order says its price and how it may behave, and no unit', () => {
    expect(check({})).toEqual({
      ok: true,
      value: {
        symbol: 'BTC/USDT',
        side: 'buy',
        type: 'limit',
        price: '50000',
        qty: '0.1',
        timeInForce: 'postOnly',
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
      },
    })
  })

  test('a market order says which coin its size counts', () => {
    expect(check(MARKET)).toMatchObject({
      value: { type: 'market', price: null, qty: '0.1', marketUnit: 'base', timeInForce: 'immediateOrCancel' },
    })
    expect(check({ ...MARKET, amount: '1000.5' as Money })).toMatchObject({
      value: { qty: '1000.5', marketUnit: 'quote' },
    })
  })
})

describe('the first thing wrong with it, and its bound', () => {
  test.each([
    [{}, { kind: 'notTrading' }, { ...PAIR, status: 'closed' as const }],
    [{}, { kind: 'sideBanned', side: 'buy' }, { ...PAIR, isBuyBanned: true }],
    [{ ...MARKET, marketPrice: null }, { kind: 'noMarketPrice' }],
    [{ price: null }, { kind: 'priceMissing' }],
    [{ price: '0.05' }, { kind: 'priceBelowMin', bound: '0.1' }],
    [{ price: '50000.05' }, { kind: 'priceStep', bound: '0.1' }],
    // 50,100 × 1.03 = 51,603.
    [{ price: '51603.1' }, { kind: 'priceBeyondLimit', side: 'buy', bound: '51603' }],
    // 50,000 × 0.97 = 48,500.
    [
      { side: 'sell', price: '48499.9' },
      { kind: 'priceBeyondLimit', side: 'sell', bound: '48500' },
    ],
    [{ qty: null }, { kind: 'sizeMissing' }],
    [{ qty: '0' }, { kind: 'sizeMissing' }],
    [{ qty: '0.0105' }, { kind: 'qtyStep', bound: '0.001' }],
    [{ qty: '0.009' }, { kind: 'qtyBelowMin', bound: '0.01' }],
    [{ qty: '10.001' }, { kind: 'qtyAboveMax', bound: '10' }],
    [
      { ...MARKET, qty: '5.001' },
      { kind: 'qtyAboveMax', bound: '5' },
    ],
    // 0.011 × 50,000 = 550; 600 / 50,000 = 0.012.
    [{ qty: '0.011' }, { kind: 'amountBelowMin', bound: '600', minQty: '0.012' }],
    // 8.001 × 50,000 = 400,050.
    [{ qty: '8.001' }, { kind: 'amountAboveMax', bound: '400000' }],
    [{ ...MARKET, amount: '0' }, { kind: 'sizeMissing' }],
    [
      { ...MARKET, amount: '700.005' },
      { kind: 'amountStep', bound: '0.01' },
    ],
    [
      { ...MARKET, amount: '599.99' },
      { kind: 'amountBelowMin', bound: '600', minQty: null },
    ],
    [
      { ...MARKET, amount: '400000.01' },
      { kind: 'amountAboveMax', bound: '400000' },
    ],
  ] as const)('%o', (draft, problem, pair: SpotPair = PAIR) => {
    expect(error(draft, pair)).toEqual(problem)
  })

  test.each([{ price: '51603' }, { side: 'sell', price: '48500' }, { qty: '8' }, { qty: '0.012' }])(
    'at the bound it may be sent: %o',
    (draft) => {
      expect(error(draft)).toBeNull()
    },
  )
})

test('the limit follows what is known, within the pair’s range', () => {
  const known = (lastPrice: string | null, indexPrice: string | null) => ({
    lastPrice: lastPrice as Price | null,
    indexPrice: indexPrice as Price | null,
  })
  // 33.3 × 1.03 = 34.299 down, × 0.97 = 32.301 up, to a tenth.
  expect(spotPriceLimit('buy', PAIR, known('33.3', null))).toBe('34.2')
  expect(spotPriceLimit('sell', PAIR, known(null, '33.3'))).toBe('32.4')
  expect(spotPriceLimit('buy', PAIR, known(null, null))).toBe(PAIR.maxPrice)
  expect(spotPriceLimit('sell', PAIR, known(null, null))).toBe('0.1')
  expect(spotPriceLimit('sell', PAIR, known('0.1', '0.1'))).toBe('0.1')
})

test('an amount goes down to its step, a quantity for it down to the lot', () => {
  expect(settleAmount('100.009' as Money, PAIR)).toBe('100')
  expect(qtyAtPrice('1000' as Money, '30000' as Price, PAIR.lotSize)).toBe('0.033')
})
