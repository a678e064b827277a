import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import { fromSteps, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { AuctionPhase } from '../../../src/domain/instrument/auction-phase'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { checkOrder, type OrderDraft } from '../../../src/domain/order/order-check'
import { orderStatusView } from '../../../src/domain/order/order-status-view'
import { percentOfQty, qtyAtPercent, qtyFromCost, qtyFromValue } from '../../../src/domain/order/sizing'
import { orderCost } from '../../../src/domain/risk/order-cost'
import { compare, Exact } from '../../../src/domain/decimal'

const btc = catalogue('global')[0]!
const draft: OrderDraft = {
  symbol: btc.symbol,
  side: 'buy',
  type: 'limit',
  price: '64000.5',
  qty: '0.01',
  timeInForce: 'goodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
}
const problemOf = (part: Partial<OrderDraft>, expected: Price | null = null) => {
  const result = checkOrder({ ...draft, ...part }, btc, expected)
  return result.ok ? null : result.error
}

describe('checkOrder', () => {
  it('gives the order that is sent', () => {
    expect(checkOrder({ ...draft, price: ' 64000.50', qty: '0.010' }, btc, null)).toEqual({
      ok: true,
      value: { ...draft, price: '64000.5', qty: '0.01' },
    })
    expect(checkOrder({ ...draft, type: 'market', price: 'left over' }, btc, null)).toMatchObject({
      ok: true,
      value: { price: null },
    })
  })

  it.each([
    [{ symbol: 'ETHUSDT' as InstrumentSymbol }, { field: 'symbol', kind: 'otherSymbol' }],
    [{ price: '' }, { field: 'price', kind: 'empty' }],
    [{ price: '1e5' }, { field: 'price', kind: 'notANumber' }],
    [{ price: '0' }, { field: 'price', kind: 'belowMin', bound: '0.1' }],
    [{ price: '2000000' }, { field: 'price', kind: 'aboveMax', bound: '1999999.8' }],
    [{ price: '64000.55' }, { field: 'price', kind: 'notMultiple', bound: '0.1' }],
    [{ qty: ' ' }, { field: 'qty', kind: 'empty' }],
    [{ qty: 'x' }, { field: 'qty', kind: 'notANumber' }],
    [{ qty: '0' }, { field: 'qty', kind: 'belowMin', bound: '0.001' }],
    [{ qty: '-0.01' }, { field: 'qty', kind: 'belowMin', bound: '0.001' }],
    [{ qty: '0.0005' }, { field: 'qty', kind: 'notMultiple', bound: '0.001' }],
    [{ qty: '1190.001' }, { field: 'qty', kind: 'aboveMax', bound: '1190' }],
    [
      { type: 'market', qty: '500.001' },
      { field: 'qty', kind: 'aboveMax', bound: '500' },
    ],
    [
      { type: 'market', timeInForce: 'postOnly' },
      { field: 'timeInForce', kind: 'postOnlyMarket' },
    ],
    // 0.001 × 1,000 is 1 USDT; 5 USDT needs 0.005.
    [
      { price: '1000', qty: '0.001' },
      { field: 'qty', kind: 'belowMinNotional', bound: '5', minQty: '0.005' },
    ],
  ] as const)('refuses %j', (part, problem) => {
    expect(problemOf(part)).toEqual(problem)
  })

  it('lets an order that reduces be small, and judges a market order by what it will likely fill at', () => {
    expect(problemOf({ price: '1000', qty: '0.001', reduceOnly: true })).toBeNull()
    expect(problemOf({ type: 'market', qty: '0.001' })).toBeNull()
    expect(problemOf({ type: 'market', qty: '0.001' }, '1000' as Price)).toMatchObject({ kind: 'belowMinNotional' })
  })

  describe('before a listing (v5 enums, curAuctionPhase)', () => {
    const before = (phase: AuctionPhase): Contract => ({
      ...btc,
      status: 'preLaunch',
      preListing: {
        phase,
        phases: [],
        auctionFeeRate: '0' as Rate,
        takerFeeRate: '0.00055' as Rate,
        makerFeeRate: '0.0002' as Rate,
      },
    })
    const kindOf = (phase: AuctionPhase, change: Partial<OrderDraft> = {}) => {
      const checked = checkOrder({ ...draft, ...change }, before(phase), null)
      return checked.ok ? null : checked.error.kind
    }

    it('takes limit orders that wait in the auction, any in continuous trading, and none in between', () => {
      expect(kindOf('callAuction')).toBeNull()
      expect(kindOf('callAuctionNoCancel')).toBeNull()
      for (const change of [{ type: 'market' }, { timeInForce: 'postOnly' }, { timeInForce: 'fillOrKill' }] as const) {
        expect(kindOf('callAuction', change)).toBe('auctionGtcOnly')
      }
      expect(kindOf('continuousTrading', { timeInForce: 'postOnly' })).toBeNull()
      for (const phase of ['notStarted', 'crossMatching', 'finished'] as const) expect(kindOf(phase)).toBe('notTrading')
    })
  })

  it('does not trade what is not trading', () => {
    expect(checkOrder(draft, { ...btc, status: 'closed' }, null)).toMatchObject({ error: { kind: 'notTrading' } })
  })
})

describe('sizing', () => {
  const terms = {
    instrument: btc,
    side: 'buy',
    type: 'limit',
    price: '50000' as Price,
    leverage: '10' as Leverage,
    takerFeeRate: '0.00055' as Rate,
  } as const

  it('turns a cost into the lots it pays for', () => {
    // One bitcoin at 50,000 and 10× costs 5,052.25 (5,000 + 27.5 + 24.75).
    expect(qtyFromCost('5052.25' as Money, terms)).toBe('1')
    expect(qtyFromCost('5052.24' as Money, terms)).toBe('0.999')
    expect(qtyFromCost('-1' as Money, terms)).toBe('0')
    expect(qtyFromValue('12345' as Money, terms)).toBe('0.246')
  })

  it('never gives a quantity that costs more than what is there, nor one lot less than could be had', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 10_000, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (cents, ticks, leverage, side) => {
          const available = fromSteps<Money>(cents, '0.01' as Money)
          const one = {
            ...terms,
            side,
            price: fromSteps<Price>(ticks, btc.tickSize),
            leverage: String(leverage) as Leverage,
          }
          const qty = qtyFromCost(available, one)
          const costOf = (some: Qty) => orderCost({ ...one, payoff: 'linear', qty: some }).cost
          expect(compare(costOf(qty), available)).toBeLessThanOrEqual(0)
          const more = new Exact(qty).plus(btc.lotSize).toFixed() as Qty
          expect(compare(costOf(more), available)).toBe(1)
        },
      ),
    )
  })

  it('goes between the slider and the quantity', () => {
    expect(qtyAtPercent(25, '0.01' as Qty, btc.lotSize)).toBe('0.002')
    expect(qtyAtPercent(100, '0.01' as Qty, btc.lotSize)).toBe('0.01')
    expect(percentOfQty('0.002' as Qty, '0.01' as Qty)).toBe(20)
    expect(percentOfQty('0.5' as Qty, '0.01' as Qty)).toBe(100)
    expect(percentOfQty('9.999' as Qty, '10' as Qty)).toBe(99)
    expect(percentOfQty(null, '10' as Qty)).toBe(0)
    expect(percentOfQty('1' as Qty, '0' as Qty)).toBe(0)
  })
})

describe('orderStatusView', () => {
  it.each([
    ['filled', null, 'filled'],
    ['partiallyFilledCanceled', null, 'partiallyFilledCanceled'],
    ['partiallyFilled', 'oco', 'partiallyFilled'],
    ['deactivated', null, 'orderCanceled'],
    ['triggered', null, 'orderFilled'],
    ['untriggered', 'plan', 'orderNew'],
    ['new', 'plan', 'new'],
    ['canceled', null, 'canceled'],
    ['canceled', 'limitAndMarket', 'canceled'],
    ['canceled', 'trailingStop', 'orderCanceled'],
    ['rejected', null, 'rejected'],
    ['rejected', 'takeProfitStopLoss', 'orderRejected'],
  ] as const)('%s of %s reads %s', (status, plan, view) => {
    expect(orderStatusView(status, plan)).toBe(view)
  })
})
