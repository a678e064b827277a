import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { Exact, type Leverage, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import { fillsFrom, orderOutlay } from '../../../src/domain/risk/order-outlay'
import { NO_ORDERS } from '../../../src/domain/risk/order-margin'
import { desk, mark, place, USDT } from './engine-fixture'

const price = (ticks: number) => new Exact(ticks).div(10).toFixed() as Price
const qty = (lots: number) => new Exact(lots).div(1_000).toFixed() as Qty

/** The cost that the ticket shows against what the engine then takes. */
describe('what an order takes from the available balance', () => {
  test('a sell far below the market is filled at the market, and costs what a sell there costs', () => {
    // 0.1 at the bid 64,200, 10×, mark 64,250: fee 3.531; margin 642.5; to close 6420 · 1.1 · 0.00055 = 3.8841; 5 lost.
    const { fills, leavesQty } = fillsFrom([{ qty: '1' as Qty, price: '64200' as Price }], {
      side: 'sell',
      qty: '0.1' as Qty,
      limit: '60000' as Price,
    })
    expect(leavesQty).toBe('0')
    const outlay = orderOutlay({
      payoff: 'linear',
      side: 'sell',
      leverage: '10' as Leverage,
      takerFeeRate: '0.00055' as Rate,
      marginMode: 'cross',
      markPrice: '64250' as Price,
      held: null,
      orders: NO_ORDERS,
      reduceOnly: false,
      fills,
      rest: null,
    })
    expect(outlay).toBe('654.9151')
  })

  test.each(['cross', 'isolated'] as const)('2,000 random orders in %s margin take what the ticket says', (mode) => {
    const random = createRandom(20_261_124)
    const below = (count: number): number => Math.floor(random.next() * count)
    let filled = 0
    let rested = 0
    for (let i = 0; i < 2_000; i++) {
      const { engine, run } = desk(['ann', 'bob'], 1_000_000 * USDT)
      run({ type: 'setMarginMode', account: 'ann', mode })
      run(mark(500_000))
      const side = random.next() < 0.5 ? 'buy' : 'sell'
      const other = side === 'buy' ? 'sell' : 'buy'
      const sign = side === 'buy' ? 1 : -1
      const levels = Array.from({ length: 1 + below(4) }, (_, k) => ({
        ticks: 500_000 + sign * (below(500) + 500 * k - 200),
        lots: 1 + below(300),
      }))
      for (const { ticks, lots } of levels) run(place('bob', { side: other, ticks, lots }))
      // Half of them add to a position.
      const first = 1 + below(50)
      if (random.next() < 0.5) run(place('ann', { side, ticks: 500_000 + sign * 3_000, lots: first }))
      const [asked, ticks] = [10 + below(600), 500_000 + sign * (below(3_000) - 1_000)]
      const book = engine.book('BTCUSDT', 50)
      const known = (side === 'buy' ? book.asks : book.bids).map(([at, lots]) => ({ qty: qty(lots), price: price(at) }))
      const before = engine.balances('ann')[0]!.availableE8
      const openBefore = engine.openOrders('ann').length
      if (openBefore > 0) continue
      const { result } = run(place('ann', { side, ticks, lots: asked }))
      if (!result.ok) continue
      const order = engine.findOrder('ann', { orderId: result.orderId! })!
      const { fills, leavesQty } = fillsFrom(known, { side, qty: qty(asked), limit: price(order.ticks) })
      const outlay = orderOutlay({
        payoff: 'linear',
        side,
        leverage: '10' as Leverage,
        takerFeeRate: '0.00055' as Rate,
        marginMode: mode,
        markPrice: price(500_000),
        held: null,
        orders: NO_ORDERS,
        reduceOnly: false,
        fills,
        rest: leavesQty === '0' ? null : { qty: leavesQty, price: price(order.ticks) },
      })
      if (order.status === 'canceled') continue
      if (fills.length > 0) filled++
      if (leavesQty !== '0') rested++
      const taken = before - engine.balances('ann')[0]!.availableE8
      // Fee, margin and fee to close are rounded apart, of each fill and of the position before and after.
      expect(Math.abs(new Exact(outlay).times(1e8).toNumber() - Math.max(0, taken)), `order ${i}`).toBeLessThanOrEqual(
        12,
      )
    }
    expect(Math.min(filled, rested)).toBeGreaterThan(200)
  })
})
