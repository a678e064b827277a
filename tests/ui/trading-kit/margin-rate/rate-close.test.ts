import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Position } from '../../../../src/domain/position/position'
import type { Leverage, Money, Price, Qty, Rate } from '../../../../src/domain/decimal'
import { hasOptionsBeside, priceOfRate, rateNow } from '../../../../src/ui/trading-kit/margin-rate/position-rate'
import { RateForm } from '../../../../src/ui/trading-kit/margin-rate/rate-form'
import { rateClose } from '../../../../src/ui/trading-kit/margin-rate/send-rate-close'
import { writeCreateOrder, writeReplaceOrder } from '../../../../src/wire/rest/create-order'
import { coinOf, instrumentOf, orderOf, positionOf, walletOf } from '../../fixtures'

const mark = '49800' as Price
// 1 BTC at 50,000 and 100×: 500 of margin; at 49,800 249 are asked of the 300 that are left.
const isolated = positionOf({
  marginMode: 'isolated',
  size: '1' as Qty,
  entryPrice: '50000' as Price,
  value: '50000' as Money,
  leverage: '100' as Leverage,
})

describe('the rate that a close at a margin rate waits for', () => {
  test('is the position’s own in isolated margin, whatever the account has', () => {
    expect(rateNow(isolated, instrumentOf(), null, mark)).toBe('0.83')
    const added = { ...isolated, extraMargin: '198' as Money }
    // 249 / 498.
    expect(rateNow(added, instrumentOf(), null, mark)).toBe('0.5')
  })

  test('is that of the account’s coin in cross margin: Σ MM / (wallet + unrealised)', () => {
    const coin = coinOf('1000', { unrealisedPnl: '-200' as Money, maintenanceMargin: '400' as Money })
    const cross = { ...isolated, marginMode: 'cross' } as const
    expect(rateNow(cross, instrumentOf(), walletOf(coin), mark)).toBe('0.5')
    const own = { ...walletOf(coin), maintenanceMarginRate: '0.5' as Rate }
    expect(rateNow(cross, instrumentOf(), own, mark)).toBe('0.5')
    // 400 of 800 is not a tenth: other coins back it as well.
    const shared = { ...own, maintenanceMarginRate: '0.1' as Rate }
    expect(rateNow(cross, instrumentOf(), shared, mark)).toBe('0.1')
  })

  test('is reached at the price that the exchange’s rule gives, and at none with portfolio margin', () => {
    expect(Number(priceOfRate('0.83' as Rate, isolated, instrumentOf(), null, '50000' as Price))).toBeCloseTo(49_800, 6)
    const portfolio = { ...isolated, isPortfolio: true }
    expect(priceOfRate('0.83' as Rate, portfolio, instrumentOf(), walletOf(coinOf('1000')), mark)).toBeNull()
  })
})

describe('options beside it', () => {
  const cross = { ...isolated, symbol: 'BTCUSDT', marginMode: 'cross' } as Position
  const held = (symbol: string, size = '1') => [{ symbol, size }] as unknown as readonly Position[]
  // Each coin by itself, as in the test of the rate; 400 of 800 is not a tenth, so there others back it as well.
  const coin = coinOf('1000', { unrealisedPnl: '-200' as Money, maintenanceMargin: '400' as Money })
  const own = { ...walletOf(coin), maintenanceMarginRate: '0.5' as Rate }
  const shared = { ...own, maintenanceMarginRate: '0.1' as Rate }
  const isTold = (options: readonly Position[], wallet = own, position = cross) =>
    hasOptionsBeside(position, instrumentOf(), wallet, options)

  test('are told where they are on its coin and stand behind the rate that it goes by', () => {
    expect(isTold(held('BTC-25DEC26-80000-C-USDT'))).toBe(true)
    expect(isTold(held('BTC-25DEC26-80000-C-USDT', '0'))).toBe(false)
    expect(isTold(held('ETH-25DEC26-4000-P-USDT'))).toBe(false)
    expect(isTold(held('BTCUSDT-26MAR27'))).toBe(false)
    expect(isTold(held('BTC-25DEC26-80000-C-USDT'), own, { ...cross, marginMode: 'isolated' })).toBe(false)
    // Settled in USDC: beside USDT where both back each other.
    expect(isTold(held('BTC-25DEC26-80000-C'))).toBe(false)
    expect(isTold(held('BTC-25DEC26-80000-C'), shared)).toBe(true)
  })
})

describe('its form', () => {
  const formAt = (now: string | null, known: string | null = null) =>
    new RateForm(signal(now as Rate | null), known as Rate | null)

  test('begins with 80 %, with the rate that is asked for, or with nothing where 80 % is passed', () => {
    expect([formAt('0.2').rate.value, formAt('0.85').text.value]).toEqual(['0.8', ''])
    expect([formAt('0.2', '0.905').text.value, formAt('0.2', '0.905').rate.value]).toEqual(['90.5', null])
  })

  test.each([
    ['20', 'notAboveNow', null],
    ['20.01', null, '0.2001'],
    ['99.99', null, '0.9999'],
    ['100', 'tooHigh', null],
    ['', 'missing', null],
    ['0', 'missing', null],
  ] as const)('%s per cent beside a rate of 20: %s', (typed, problem, rate) => {
    const form = formAt('0.2')
    form.setText(typed)
    expect([form.problem.value, form.rate.value]).toEqual([problem, rate])
  })

  test('sends a whole close of the other side, and a change of the rate alone', () => {
    const body = writeCreateOrder(rateClose(isolated, '0.8' as Rate))
    expect(body).toMatchObject({ type: 'MmRateClose', mmRate: '0.8', side: 'Sell', orderType: 'Market', qtyX: '0' })
    const { id: orderId, linkId: orderLinkId, symbol } = orderOf('a')
    const change = writeReplaceOrder({ symbol, orderId, orderLinkId, price: null, qty: null, mmRate: '0.9' as Rate })
    expect(change).toEqual({ symbol, orderId, orderLinkId, mmRate: '0.9' })
  })
})
