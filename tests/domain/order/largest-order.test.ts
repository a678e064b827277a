import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import type { Leverage, Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import { largestQty, type LargestTerms } from '../../../src/domain/order/largest-order'
import { NO_ORDERS } from '../../../src/domain/risk/order-margin'

const btc = catalogue('global')[0]!
const money = (text: string) => text as Money
const fill = (qty: string, price: string) => ({ qty: qty as Qty, price: price as Price })

/** A buy at 101 with the mark at 100 and 10×, and 10,000 to pay for it. */
const terms: LargestTerms = {
  payoff: 'linear',
  side: 'buy',
  leverage: '10' as Leverage,
  takerFeeRate: '0.00055' as Rate,
  marginMode: 'cross',
  markPrice: '100' as Price,
  instrument: btc,
  held: null,
  orders: NO_ORDERS,
  available: money('10000'),
  most: '1190' as Qty,
  levels: [],
  isCoarse: false,
  limit: '101' as Price,
  beyond: '101' as Price,
  best: null,
  isInOwnWay: false,
}
const sell = { ...terms, side: 'sell', limit: '99' as Price, beyond: '99' as Price } as const

describe('the largest order that the exchange takes', () => {
  it('leaves room for what a price beyond the mark loses at once', () => {
    // 10.1 margin, 0.05555 to open, 0.049995 to close, and 0.9 of the loss of 1, because a tenth of it comes back as
    // margin: 10,000 / 11.105545 = 900.451.
    expect(largestQty(terms)).toBe('900.451')
    // With isolated margin nothing is held for the loss: 10,000 / 10.205545 = 979.859.
    expect(largestQty({ ...terms, marginMode: 'isolated' })).toBe('979.859')
    // A sale at 99: 9.9, 0.05445, 0.059895 to close at 108.9, and 1.1 of the loss of 1. 10,000 / 11.114345 = 899.738.
    expect(largestQty(sell)).toBe('899.738')
  })

  it('counts the loss of what fills at the prices that stand in the book', () => {
    // One at the mark loses nothing, two at 100.5 lose 1 together, what is beyond them 1 each:
    // 10.205545·q + 0.9·(1 + q − 3) = 10,000, so q = 10,001.8 / 11.105545 = 900.613.
    const levels = [fill('1', '100'), fill('2', '100.5')]
    expect(largestQty({ ...terms, levels, best: '100' as Price })).toBe('900.613')
    // All of it fills at 100: 10,000 / 10.205545.
    expect(largestQty({ ...terms, levels: [fill('5000', '100')], best: '100' as Price })).toBe('979.859')
    // An own order is in the way, and makes room: all of it is charged at its own price.
    expect(largestQty({ ...terms, levels, best: '100' as Price, isInOwnWay: true })).toBe('900.451')
  })

  it('asks a sale below the bid for what it is worth there, with isolated margin', () => {
    // At 100: 10 margin, 0.055 to open, 0.0605 to close at 110. 10,000 / 10.1155 = 988.581; at its own price it would be
    // 10,000 / 10.014345 = 998.567.
    const isolated = { ...sell, marginMode: 'isolated', levels: [fill('5000', '100')], best: '100' as Price } as const
    expect(largestQty(isolated)).toBe('988.581')
  })

  it('is charged at the worst price that it reaches, at market', () => {
    // 900 at 100 and the rest at 101: beyond 900 the order is charged at 101 whole, 10.205545·q + 0.9·(q − 900) =
    // 10,000 is q = 973.40…
    const levels = [fill('900', '100'), fill('5000', '101')]
    const market = { ...terms, limit: null, beyond: '102' as Price, levels, best: '100' as Price }
    // 10,810 / 11.105545 = 973.387.
    expect(largestQty(market)).toBe('973.387')
    // 900 alone cost 10.1045·900 = 9,094.05; beyond what is seen all counts at 102, 10.30659·q + 1.8·(q − 900) = 10,000 is
    // q = 11,620 / 12.10659 = 959.807.
    expect(largestQty({ ...market, levels: levels.slice(0, 1) })).toBe('959.807')
  })

  it('is worth no less than at the best price where it is not seen at which it ends', () => {
    // A sale at market: 980 at 100 are seen, what is beyond counts its loss at 98 and its value at 100, as it may end right
    // behind them. 10.1155·q + 1.1·2·(q − 980) = 10,000 is q = 12,156 / 12.3155 = 987.048; charged at 98 whole it would be
    // 10,000 + 2,156 over 9.91319 + 2.2 = 1,003.534, which the exchange refuses where its book goes on at 99.9.
    const market = { ...sell, limit: null, beyond: '98' as Price, levels: [fill('980', '100')], best: '100' as Price }
    expect(largestQty(market)).toBe('987.048')
  })

  it('lets what closes go free, and asks at once for all that opens', () => {
    // Short of 500: a coin beyond it costs 11.105545 of which the loss counts by the extra share of all.
    // 10.205545·(q − 500) + 0.9·q·(q − 500)/q = 11.105545·(q − 500) = 10,000: 500 + 900.451.
    const held = { side: 'sell', qty: '500' as Qty, entryValue: money('50000'), extraMargin: money('0') } as const
    expect(largestQty({ ...terms, held, most: '5000' as Qty })).toBe('1400.451')
    // With nothing free all of the position may be bought back, and not a lot more.
    expect(largestQty({ ...terms, held, available: money('0') })).toBe('500')
    // More of the same side has to be paid for.
    expect(largestQty({ ...sell, held, available: money('0') })).toBe('0')
  })

  it('stays within the largest order and the risk tier of its leverage', () => {
    expect(largestQty({ ...terms, available: money('1000000') })).toBe('1190')
    const [tier] = btc.riskTiers
    const instrument = { ...btc, riskTiers: [{ ...tier!, limit: money('50000') }] }
    // 50,000 / 101 = 495.049; of 300 held at the mark of 100 there is room for 20,000 / 101 = 198.019.
    expect(largestQty({ ...terms, instrument })).toBe('495.049')
    const held = { side: 'buy', qty: '300' as Qty, entryValue: money('30000'), extraMargin: money('0') } as const
    expect(largestQty({ ...terms, instrument, held })).toBe('198.019')
  })

  it('is none below the least that is taken', () => {
    // 5 of value is the least: 0.05 at 101 is 5.05 and costs 0.555; 0.5 pays for 0.045.
    expect(largestQty({ ...terms, available: money('0.6') })).toBe('0.054')
    expect(largestQty({ ...terms, available: money('0.5') })).toBe('0')
  })
})
