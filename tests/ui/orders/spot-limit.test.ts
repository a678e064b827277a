import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import { SPOT_PAIRS } from '../../../exchange/listings/spot-pairs'
import type { Price } from '../../../src/domain/decimal'
import type { ListedMarket } from '../../../src/domain/instrument/market-type'
import type { Ticker } from '../../../src/domain/market/market'
import { isBeyondSpotLimit, spotLimitOf } from '../../../src/ui/orders/spot-limit'
import { instrumentOf, orderOf } from '../fixtures'

const BTC = SPOT_PAIRS.find(({ symbol }) => symbol === 'BTC/USDT')!
/** Prices within 3 % (spec §9); last and index are those that the limit is between. */
const PAIR: ListedMarket = { ...BTC, limitOrderPriceLimit: '0.03' as never }
const ticker = { lastPrice: '60000', indexPrice: '60100' } as Ticker
const marketOf = (listed: ListedMarket) => ({ listed: signal(listed), ticker: signal(ticker) })
const buy = orderOf('a')
const sell = orderOf('b', { side: 'sell' })

/** Both orders are at 60,000. */
describe('the price that an order of a pair may be given', () => {
  test('a buy up to 3 % above the higher of last and index, a sale down to 3 % below the lower', () => {
    // 60,100 × 1.03 = 61,903; 60,000 × 0.97 = 58,200.
    expect(spotLimitOf(buy, marketOf(PAIR))).toBe('61903')
    expect(spotLimitOf(sell, marketOf(PAIR))).toBe('58200')
  })

  test('has no such limit of a contract, nor while the order waits for its trigger', () => {
    expect(spotLimitOf(buy, marketOf(instrumentOf()))).toBeNull()
    expect(spotLimitOf(orderOf('c', { status: 'untriggered' }), marketOf(PAIR))).toBeNull()
  })

  test.each([
    [buy, '61903', false],
    [buy, '61903.1', true],
    [buy, '1000', false],
    [sell, '58200', false],
    [sell, '58199.9', true],
    [sell, '90000', false],
  ] as const)('%# is refused where it is beyond', (order, price, refused) => {
    const bound = spotLimitOf(order, marketOf(PAIR))
    expect(isBeyondSpotLimit(order, price as Price, bound)).toBe(refused)
  })

  test('a price that stays as it is was taken already', () => {
    expect(isBeyondSpotLimit(buy, '60000' as Price, '58000' as Price)).toBe(false)
  })
})
