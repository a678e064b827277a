import { describe, expect, test, vi } from 'vitest'
import type { Money, Price, Qty } from '../../../../src/domain/decimal'
import type { Contract } from '../../../../src/domain/instrument/contract'
import type { Order } from '../../../../src/domain/order/order'
import type { Position } from '../../../../src/domain/position/position'
import { chartLines, LineSync, type LineTexts } from '../../../../src/ui/chart/lines/chart-lines'
import type { LineSpec } from '../../../../src/ui/chart/port/chart-port'

const texts: LineTexts = {
  order: (side, qty, origin) => [origin, side, qty].filter((one) => one !== null).join(' '),
  trigger: (side, qty) => `if ${side} ${qty}`,
  guard: (kind, qty) => `${kind} ${qty}`,
  takeProfitAt: (price) => `tp ${price}`,
  stopLossAt: (price) => `sl ${price}`,
  limitAt: (price) => `limit ${price}`,
  cancel: (line, price) => `cancel ${line} ${price}`,
  position: (side, qty) => `${side} position ${qty}`,
  act: (action, line) => `${action} ${line}`,
  tpSlMark: 'TP/SL',
  closeMark: 'Close',
  draft: (kind, qty) => `draft ${kind} ${qty}`,
  liquidation: (side) => (side === null ? 'liq' : `${side} liq`),
  breakEven: (side) => (side === null ? 'even' : `${side} even`),
  mark: 'mark',
}
const instrument = { symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001', settleCoin: 'USDT' } as unknown as Contract
const sell = {
  id: '7',
  symbol: 'BTCUSDT',
  side: 'sell',
  type: 'limit',
  price: '64560',
  leavesQty: '0.2',
  status: 'new',
  createType: 'CreateByUser',
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
    drafts: [],
    texts,
    cancel: () => undefined,
    act: () => undefined,
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
    expect(line?.actions).toEqual([{ id: 'cancel', mark: '×', label: 'cancel sell 0.200 64,560.0' }])
    line?.onAction?.('cancel')
    expect(cancel).toHaveBeenCalledWith(sell)
  })

  test('in a call auction it has its button for as long as orders are taken back', () => {
    const buttons = (phase: string) => {
      const auction = { ...instrument, preListing: { phase } } as unknown as Contract
      return lines({ instrument: auction, orders: [sell] })[0]?.actions?.map(({ id }) => id)
    }
    expect(buttons('callAuction')).toEqual(['cancel'])
    expect(buttons('callAuctionNoCancel')).toEqual([])
    expect(buttons('crossMatching')).toEqual([])
    expect(buttons('continuousTrading')).toEqual(['cancel'])
  })

  test('in hedge mode break-even and liquidation price say whose they are', () => {
    const both = [
      { ...long, positionIdx: 1, breakEvenPrice: '63775.3' },
      { ...long, positionIdx: 2, side: 'sell', breakEvenPrice: '63705.1' },
    ] as unknown as readonly Position[]
    expect(lines({ positions: both }).flatMap(({ kind, text }) => (kind === 'position' ? [] : [text]))).toEqual([
      'buy liq',
      'buy even 63,775.3',
      'sell liq',
      'sell even 63,705.1',
    ])
    const [only] = lines({ positions: [{ ...long, breakEvenPrice: '63775.3' } as unknown as Position] })
    expect(only?.text).toBe('liq')
  })

  test('a position shows entry with its profit, and its liquidation price', () => {
    expect(lines({ positions: [long] }).map((line) => line.id)).toEqual(['liquidation/0', 'position/0'])
    expect(lines({ positions: [long] })[1]?.detail).toEqual({ text: '−12.50', tone: 'loss' })
  })

  test('a position is guarded, turned over and closed from its line, each by name', () => {
    const act = vi.fn()
    const line = lines({ positions: [long], act })[1]
    expect(line?.actions).toEqual([
      { id: 'tpSl', mark: 'TP/SL', label: 'tpSl buy position 0.850' },
      { id: 'reverse', mark: '⇅', label: 'reverse buy position 0.850' },
      { id: 'close', mark: 'Close', label: 'close buy position 0.850' },
    ])
    line?.onAction?.('close')
    expect(act).toHaveBeenCalledWith('close', long)
  })

  test('what stands in the ticket is a line of its own, told from what was sent, without a button', () => {
    const drafts = [
      { kind: 'limit', price: '64000' as Price, qty: '0.01' as Qty },
      { kind: 'stopLoss', price: '63000' as Price, qty: '0.01' as Qty },
    ] as const
    const shown = lines({ drafts })
    expect(shown.map(({ kind, dash, tone, text, price }) => [kind, dash, tone, text, price])).toEqual([
      ['preorder', 'dotted', 'muted', 'draft limit 0.010', 64_000],
      ['preorder', 'dotted', 'loss', 'draft stopLoss 0.010', 63_000],
    ])
    expect(shown.every(({ actions }) => actions === undefined)).toBe(true)
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

describe('what waits for a trigger (spec §3, chart lines)', () => {
  const waiting = (change: object): Order => ({ ...sell, status: 'untriggered', ...change }) as unknown as Order
  const shown = (change: object) => {
    const [line] = lines({ orders: [waiting(change)] })
    return line === undefined ? null : [line.kind, line.dash, line.tone, line.text, line.price, line.detail?.text ?? '']
  }

  test('a conditional limit order stands where it fires, not at its limit price, and is told from one in the book', () => {
    expect(shown({ stopOrderType: 'stop', triggerPrice: '64000' })).toEqual([
      'trigger',
      'dotted',
      'sell',
      'if sell 0.200',
      64_000,
      'limit 64,560.0',
    ])
    // The same order once it has fired rests at its limit price.
    const fired = lines({ orders: [waiting({ stopOrderType: 'stop', triggerPrice: '64000', status: 'new' })] })
    expect(fired).toMatchObject([{ kind: 'order', dash: 'dashed', price: 64_560 }])
  })

  test.each([
    ['takeProfit', 'profit', 'takeProfit 0.200'],
    ['partialTakeProfit', 'profit', 'takeProfit 0.200'],
    ['stopLoss', 'loss', 'stopLoss 0.200'],
    ['partialStopLoss', 'loss', 'stopLoss 0.200'],
  ])('a %s is a line of its own, at market', (stopOrderType, tone, text) => {
    expect(shown({ stopOrderType, type: 'market', triggerPrice: '63000' })).toEqual([
      'trigger',
      'dotted',
      tone,
      text,
      63_000,
      '',
    ])
  })

  test('a trailing stop stands at its activation, then where the stop is now', () => {
    const trailing = { stopOrderType: 'trailingStop', type: 'market', triggerPrice: '65000' }
    expect(shown(trailing)?.slice(3, 5)).toEqual(['trailingStart 0.200', 65_000])
    expect(shown({ ...trailing, stopPrice: '64200' })?.slice(3, 5)).toEqual(['trailingStop 0.200', 64_200])
    expect(shown({ ...trailing, triggerPrice: null })).toBeNull()
  })

  test('each can be cancelled from its line, by name', () => {
    const cancel = vi.fn()
    const stopLoss = waiting({ stopOrderType: 'stopLoss', triggerPrice: '63000' })
    const [line] = lines({ orders: [stopLoss], cancel })
    expect(line?.actions).toEqual([{ id: 'cancel', mark: '×', label: 'cancel stopLoss 0.200 63,000.0' }])
    line?.onAction?.('cancel')
    expect(cancel).toHaveBeenCalledWith(stopLoss)
  })

  test('an order in the book says what sent it, and which guards it brings', () => {
    const order = { ...sell, createType: 'CreateByIceberg', takeProfit: '63000', stopLoss: '66000' } as unknown as Order
    expect(lines({ orders: [order] })).toMatchObject([
      { text: 'iceberg sell 0.200', detail: { text: 'tp 63,000.0 · sl 66,000.0', tone: 'muted' } },
    ])
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
