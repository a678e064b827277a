import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { InstrumentSymbol, Order } from '../../../../src/domain/order/order'
import { meetBook, notesOf, ownOrdersFor, type MetLevel } from '../../../../src/ui/trading-kit/ticket/meet-book'
import { orderOf } from '../../fixtures'

const at = (price: string, qty: string): MetLevel => ({ price: price as Price, qty: qty as Qty })
/** Sellers: 1 at 100, 2 at 101, 3 at 102. */
const ASKS = [at('100', '1'), at('101', '2'), at('102', '3')]
const UNKNOWN: MetLevel = { ...at('102', '9'), isUnknown: true }
const buy = (qty: string, limit: string | null, own: readonly MetLevel[] = []) =>
  meetBook([...ASKS, UNKNOWN], { side: 'buy', qty: qty as Qty, limit: limit as Price | null, own })

describe('what an order meets', () => {
  test('a fill goes past own orders, whose size is in the levels', () => {
    // 0.5 of the 2 at 101 are the account's: 1 at 100, 1.5 at 101, 0.5 of 2.5 at 102.
    const own = [at('101', '0.5')]
    const met = buy('3', null, own)
    expect(met.fills).toEqual([at('100', '1'), at('101', '1.5'), at('102', '0.5')])
    expect([met.canceled, met.maybeCanceled, met.leavesQty]).toEqual([own, [], '0'])
  })

  test('at the price where it ends the queue decides', () => {
    const own = [at('101', '0.5')]
    expect(notesOf(buy('2', null, own))).toEqual({
      canceled: 0,
      maybeCanceled: 1,
      beyond: '0',
      outgrows: false,
      unpaid: '0',
    })
    expect(notesOf(buy('1', null, own))).toEqual({
      canceled: 0,
      maybeCanceled: 0,
      beyond: '0',
      outgrows: false,
      unpaid: '0',
    })
  })

  test('an own order beyond the book that is known may be in its way, as far as the price lets it', () => {
    // 6 of others are known; the rest of 10 fills somewhere from 102 on.
    const own = [at('105', '1'), at('111', '1')]
    expect(buy('10', null, own).maybeCanceled).toEqual(own)
    expect(buy('10', '110', own).maybeCanceled).toEqual([own[0]])
    expect(buy('6', null, own).maybeCanceled).toEqual([])
  })

  test('a limit order that is not filled whole goes through all that its price lets it', () => {
    // One of them the book that is shown does not have yet.
    const own = [at('100.5', '4'), at('101', '2'), at('102', '1')]
    const met = buy('5', '101', own)
    expect(met.fills).toEqual([at('100', '1')])
    expect([met.leavesQty, met.canceled]).toEqual(['4', [own[1], own[0]]])
  })

  test('a market order beyond the book says how much nobody is seen for; a limit order has its own price', () => {
    expect(notesOf(buy('10', null)).beyond).toBe('4')
    expect(notesOf(buy('10', '110')).beyond).toBe('0')
    // More of the book is worth seeing for both.
    expect([buy('10', null).outgrows, buy('10', '110').outgrows, buy('6', null).outgrows]).toEqual([true, true, false])
    // What is not seen lies beyond 102: a limit there takes the 6 that are.
    expect(buy('10', '102').leavesQty).toBe('4')
    // Where nothing of the book is known, nothing is said.
    const blind = meetBook([UNKNOWN], { side: 'buy', qty: '9' as Qty, limit: null, own: [] })
    expect(notesOf(blind).beyond).toBe('0')
  })

  test('own orders: those of the position count for its margin, all of the other side are in the way', () => {
    const symbol = 'BTCUSDT' as InstrumentSymbol
    const open = [
      { ...orderOf('1', { side: 'sell', leavesQty: '1' as Qty, positionIdx: 0 }), price: '101' as Price } as Order,
      {
        ...orderOf('2', { side: 'sell', leavesQty: '2' as Qty, positionIdx: 0, reduceOnly: true }),
        price: '102' as Price,
      } as Order,
      { ...orderOf('3', { side: 'buy', leavesQty: '3' as Qty, positionIdx: 0 }), price: '99' as Price } as Order,
      orderOf('4', { symbol: 'ETHUSDT' as InstrumentSymbol, side: 'sell', positionIdx: 0 }),
    ]
    const { orders, own } = ownOrdersFor(open, { symbol, side: 'buy', positionIdx: 0 })
    expect(own).toEqual([at('101', '1'), at('102', '2')])
    expect(orders).toEqual({ buy: [at('99', '3')], sell: [at('101', '1')] })
    // The same object, so that what is cancelled is known among what holds margin.
    expect(own[0]).toBe(orders.sell[0])
  })
})
