import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/domain/order/order'
import { parseOrder, writeOrder } from '../../../src/wire/shape/order'
import { orderOf } from '../../ui/fixtures'

const read = (order: Order) => parseOrder(JSON.parse(JSON.stringify(writeOrder(order, 'native'))))

describe('slippage of a waiting order and of what an order brings (spec §3, §7; decisions 23)', () => {
  test('is read as it was written', () => {
    const slippage = { unit: 'tick', value: '50' } as never
    const guard = orderOf('a', { status: 'untriggered', stopOrderType: 'stopLoss', slippage })
    expect(writeOrder(guard, 'native')).toMatchObject({ maxSlippageType: 'TickSize', maxSlippage: '50' })
    expect(read(guard).slippage).toEqual(slippage)
    const tpSlippage = { unit: 'percent', value: '0.5' } as never
    const bringing = orderOf('b', { tpSlMode: 'full', takeProfit: '61000' as never, tpSlippage })
    expect(read(bringing)).toMatchObject({ tpSlippage, slSlippage: null })
  })

  test('leaves no field on an order without one', () => {
    const json = writeOrder(orderOf('a', { status: 'untriggered', stopOrderType: 'stopLoss' }), 'native')
    expect(Object.keys(json).filter((name) => name.includes('lippage'))).toEqual([])
  })
})

describe('how far a trailing stop stays behind (semantics.md §2.5; ADR-023)', () => {
  const trailing = { status: 'untriggered', stopOrderType: 'trailingStop' } as const

  test('a distance is a price, a share goes out in per cent; each is read as it was written', () => {
    const byDistance = orderOf('a', { ...trailing, trailingStop: '150.5' as never })
    expect(writeOrder(byDistance, 'native')).toMatchObject({ trailingStop: '150.5' })
    expect(read(byDistance).trailingStop).toBe('150.5')
    // 0.005 of the best price is 0.5 %.
    const byShare = orderOf('b', { ...trailing, trailingRate: '0.005' as never })
    expect(writeOrder(byShare, 'v5')).toMatchObject({ trailingPercent: '0.5' })
    expect(read(byShare).trailingRate).toBe('0.005')
  })

  test('other orders, and those of an exchange that does not say it, have neither', () => {
    expect(Object.keys(read(orderOf('a', { ...trailing })))).not.toContain('trailingStop')
    expect(Object.keys(writeOrder(orderOf('b'), 'native')).filter((name) => name.startsWith('trailing'))).toEqual([])
  })
})

describe('the rate that a close at a margin rate waits for (spec §3 `MmRateClose`; ADR-424)', () => {
  test('is read as it was written, and of no other order', () => {
    const rateClose = orderOf('a', { status: 'untriggered', stopOrderType: 'mmRateClose', mmRate: '0.8' as never })
    expect(writeOrder(rateClose, 'native')).toMatchObject({ stopOrderType: 'MmRateClose', mmRate: '0.8' })
    expect(read(rateClose).mmRate).toBe('0.8')
    expect(read(orderOf('b', { status: 'untriggered', stopOrderType: 'stop' }))).not.toHaveProperty('mmRate')
  })
})
