import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { spotCoverOf } from '../../../src/ui/trading-kit/spot-cover'
import { orderOf } from '../fixtures'
import { spotDeskOf } from '../spot-fixtures'

/** 10,000 USDT and 0.5 BTC, last price 60,000. */
const desk = spotDeskOf()
const waiting = (change: Partial<Omit<Order, 'type' | 'price'>>): Order =>
  orderOf('o', { symbol: desk.market.symbol, status: 'untriggered', stopOrderType: 'stop', ...change })

function coverOf(order: Order, qty: string, price: string | null = null) {
  const asked = { qty: qty as Qty, price: price as Price | null }
  return spotCoverOf(order, asked, desk.market, desk.account.wallet.value)
}

describe('what a waiting order that holds nothing back would need (ADR-358, ADR-412)', () => {
  test('a sale needs its coins: 0.5 are enough for 0.5, not for 3', () => {
    const sale = waiting({ side: 'sell', planType: 'trailingStop' })
    expect(coverOf(sale, '0.5')).toEqual({ coin: 'BTC', needed: '0.5', available: '0.5', isShort: false })
    expect(coverOf(sale, '3')).toEqual({ coin: 'BTC', needed: '3', available: '0.5', isShort: true })
  })

  test('a purchase that trails is counted at the last price, another at its own', () => {
    // 0.2 × 60,000 = 12,000; 0.2 × 50,000 = 10,000.
    expect(coverOf(waiting({ planType: 'trailingProfit' }), '0.2')).toMatchObject({ needed: '12000', isShort: true })
    expect(coverOf(waiting({ planType: 'plan' }), '0.2', '50000')).toMatchObject({ needed: '10000', isShort: false })
  })

  test('nothing is said of what the exchange holds back or lends for, nor once it has triggered', () => {
    expect(coverOf(waiting({ side: 'sell', planType: 'oco' }), '3')).toBeNull()
    expect(coverOf(waiting({ side: 'sell', planType: 'trailingStop', isLeverage: true }), '3')).toBeNull()
    expect(coverOf(waiting({ side: 'sell', planType: 'trailingStop', status: 'new' }), '3')).toBeNull()
  })
})
