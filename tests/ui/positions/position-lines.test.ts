import { describe, expect, test, vi } from 'vitest'
import type { Money } from '../../../src/domain/decimal'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Position } from '../../../src/domain/position/position'
import { positionLines, type PositionLineTexts } from '../../../src/ui/positions/position-lines'
import type { LineSpec } from '../../../src/ui/trading-kit/chart-line'

const texts: PositionLineTexts = {
  position: (side, qty) => `${side} position ${qty}`,
  act: (action, line) => `${action} ${line}`,
  pull: (line) => `pull ${line}`,
  tpSlMark: () => 'TP/SL',
  closeMark: () => 'Close',
  liquidation: (side) => (side === null ? 'liq' : `${side} liq`),
  breakEven: (side) => (side === null ? 'even' : `${side} even`),
}
const instrument = { symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001', settleCoin: 'USDT' } as unknown as Contract
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

function lines(over: Partial<Parameters<typeof positionLines>[0]> = {}): readonly LineSpec[] {
  const unrealised = () => '-12.5' as Money
  return positionLines({ instrument, positions: [], unrealised, texts, act: () => undefined, ...over })
}

describe('positionLines (spec §3, chart lines)', () => {
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

  test('other symbols and what is flat have no line here', () => {
    const other = { ...long, symbol: 'ETHUSDT' } as unknown as Position
    const flat = { ...long, side: null, size: '0' } as unknown as Position
    expect(lines({ positions: [other, flat] })).toEqual([])
  })
})
