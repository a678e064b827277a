import { describe, expect, test, vi } from 'vitest'
import type { Money, Price } from '../../../src/domain/decimal'
import type { Instrument } from '../../../src/domain/instrument/instrument'
import type { Order } from '../../../src/domain/order/order'
import type { Position } from '../../../src/domain/position/position'
import { chartLines, LineSync, type LineTexts } from '../../../src/ui/chart/chart-lines'
import type { LineSpec } from '../../../src/ui/chart/chart-port'

const texts: LineTexts = {
  order: (side, qty) => `${side} ${qty}`,
  cancel: (side, qty, price) => `cancel ${side} ${qty} ${price}`,
  position: (side, qty) => `${side} position ${qty}`,
  liquidation: 'liq',
  breakEven: 'even',
  mark: 'mark',
}
const instrument = { symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001', settleCoin: 'USDT' } as unknown as Instrument
const sell = {
  id: '7',
  symbol: 'BTCUSDT',
  side: 'sell',
  type: 'limit',
  price: '64560',
  leavesQty: '0.2',
} as unknown as Order
const long = {
  symbol: 'BTCUSDT',
  positionIdx: 0,
  side: 'buy',
  size: '0.85',
  entryPrice: '63740.2',
  liquidationPrice: '31204.5',
  breakEvenPrice: null,
  unrealisedPnl: '-12.5',
} as unknown as Position

function lines(over: Partial<Parameters<typeof chartLines>[0]> = {}): readonly LineSpec[] {
  return chartLines({
    instrument,
    orders: [],
    positions: [],
    unrealised: () => '-12.5' as Money,
    markPrice: null,
    texts,
    cancel: () => undefined,
    ...over,
  })
}

describe('chartLines (spec §3, chart lines)', () => {
  test('an open limit order is a dashed line that can be cancelled by name', () => {
    const cancel = vi.fn()
    const [line] = lines({ orders: [sell], cancel })
    expect(line).toMatchObject({
      id: 'order/7',
      price: 64_560,
      priceText: '64,560.0',
      text: 'sell 0.200',
      tone: 'sell',
    })
    expect(line?.actions).toEqual([{ id: 'cancel', label: 'cancel sell 0.200 64,560.0' }])
    line?.onAction?.('cancel')
    expect(cancel).toHaveBeenCalledWith(sell)
  })

  test('a position shows entry with its profit, and its liquidation price', () => {
    expect(lines({ positions: [long] }).map((line) => line.id)).toEqual(['liquidation/0', 'position/0'])
    expect(lines({ positions: [long] })[1]?.detail).toEqual({ text: '−12.50', tone: 'loss' })
  })

  test('other symbols and market orders have no line here', () => {
    const other = { ...sell, symbol: 'ETHUSDT' } as unknown as Order
    const market = { ...sell, type: 'market' } as unknown as Order
    expect(lines({ orders: [other, market] })).toEqual([])
  })

  test('the mark price is a line only when asked for', () => {
    expect(lines({ markPrice: '64216.9' as Price })).toMatchObject([{ kind: 'mark', price: 64_216.9 }])
  })
})

describe('LineSync (spec §4: created or updated per id, removed when the id is gone)', () => {
  test('draws, changes and removes; leaves alone what says the same', () => {
    const handles: { update: ReturnType<typeof vi.fn>; remove: ReturnType<typeof vi.fn> }[] = []
    const line = vi.fn(() => {
      const handle = { update: vi.fn(), remove: vi.fn() }
      handles.push(handle)
      return handle
    })
    const sync = new LineSync({ line })
    sync.show(lines({ orders: [sell] }))
    sync.show(lines({ orders: [sell] }))
    expect(line).toHaveBeenCalledTimes(1)
    expect(handles[0]?.update).not.toHaveBeenCalled()
    sync.show(lines({ orders: [{ ...sell, price: '64500' as Price } as Order] }))
    expect(handles[0]?.update).toHaveBeenCalledTimes(1)
    sync.show([])
    expect(handles[0]?.remove).toHaveBeenCalledTimes(1)
  })
})
