import { describe, expect, test } from 'vitest'
import type { PositionIdx } from '../../../exchange/engine/accounts/account-settings'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineRefusal } from '../../../exchange/engine/result'
import { mark, place, USDT } from '../engine/engine-fixture'
import { isolate, room, type Room } from '../engine/modes-fixture'
import { codeOf } from './code-of'

/**
 * semantics.md §2.8, one test a row:
 *
 * | row | what holds |
 * |---|---|
 * | positionIdx | 0 one-way; 1 long and 2 short in hedge mode, where one is required |
 * | USDT perpetuals | alone have hedge mode |
 * | with a position | the mode does not change: 110024 |
 * | with orders | nor then: 110028 |
 * | symbol beats coin | and coin beats the default, one-way |
 * | leverage step | 0.01×, from 1× to the maximum: 110013 beyond |
 * | one-way | both sides have one leverage |
 * | hedge | sides differ in isolated margin only |
 * | unchanged | 110043 |
 * | above tier | the tier of position and orders bounds it: 110013 |
 * | would liquidate | a leverage that would is refused: 110011 |
 * | margin mode | isolated and back; refused with a list of reasons |
 * | auto-add-margin | isolated only: 110076 |
 * | margin | isolated only: 110015; a position: 110033; four decimals |
 */
type Mode = Extract<EngineCommand, { type: 'setPositionMode' }>['mode']

const setMode = (mode: Mode, symbol: string | null = 'BTCUSDT', coin: string | null = null): EngineCommand => ({
  type: 'setPositionMode',
  account: 'ann',
  symbol,
  coin,
  mode,
})
const setLeverage = (leverageE2: number, sellLeverageE2?: number): EngineCommand => ({
  type: 'setLeverage',
  account: 'ann',
  symbol: 'BTCUSDT',
  leverageE2,
  ...(sellLeverageE2 === undefined ? {} : { sellLeverageE2 }),
})
const addMargin = (amountE8: number, positionIdx: PositionIdx = 0): EngineCommand => ({
  type: 'addMargin',
  account: 'ann',
  symbol: 'BTCUSDT',
  positionIdx,
  amountE8,
})

function refusal({ run }: Room, command: EngineCommand): EngineRefusal {
  const { result } = run(command)
  if (result.ok) throw new Error('accepted, though a refusal was expected')
  return result.refusal
}
const code = (one: Room, command: EngineCommand) => codeOf(refusal(one, command))
const leverages = ({ engine }: Room) => engine.positions('ann', 'BTCUSDT').map(({ leverageE2 }) => leverageE2)

/** Ann and bob in a market at 20,000; ann holds 0.1 BTC long if asked. */
function opened(lots = 0): Room {
  const one = room()
  if (lots > 0) one.deal('ann', 'bob', 200_000, lots)
  one.run(mark(200_000))
  return one
}

describe('position index and mode (semantics.md §2.8)', () => {
  test.each([
    ['oneWay', 0, [1, 2]],
    ['hedge', 1, [0]],
    ['hedge', 2, [0]],
  ] as const)('positionIdx: in %s mode %i is taken, %j are not', (mode, taken, wrong) => {
    const one = opened()
    if (mode === 'hedge') one.run(setMode(mode))
    const side = taken === 2 ? 'sell' : 'buy'
    const at = (positionIdx: PositionIdx) => place('ann', { side, ticks: 199_000, positionIdx })
    for (const positionIdx of wrong) expect(refusal(one, at(positionIdx))).toEqual({ kind: 'positionIdxInvalid' })
    expect(one.run(at(taken)).result.ok).toBe(true)
  })

  test('USDT perpetuals: an inverse or a USDC contract has one-way mode only', () => {
    const one = opened()
    for (const symbol of ['BTCUSD', 'BTCPERP']) {
      expect(refusal(one, setMode('hedge', symbol))).toEqual({ kind: 'hedgeNotAllowed' })
    }
  })

  test('with a position: 110024', () => {
    expect(code(opened(100), setMode('hedge'))).toBe(110_024)
  })

  test('with orders: 110028', () => {
    const one = opened()
    one.run(place('ann', { ticks: 199_000 }))
    expect(code(one, setMode('hedge'))).toBe(110_028)
  })

  test('symbol beats coin, and coin beats the default', () => {
    const one = opened()
    const mode = () => one.engine.positionMode('ann', 'BTCUSDT')
    expect(mode()).toBe('oneWay')
    one.run(setMode('hedge', null, 'USDT'))
    expect(mode()).toBe('hedge')
    one.run(setMode('oneWay', 'BTCUSDT'))
    expect(mode()).toBe('oneWay')
    one.run(setMode('hedge', null, 'USDT'))
    expect(mode()).toBe('oneWay')
  })
})

describe('leverage (semantics.md §2.8)', () => {
  test('leverage step: hundredths from 1× to the maximum', () => {
    const one = opened()
    for (const leverageE2 of [100, 101, 10_000]) expect(one.run(setLeverage(leverageE2)).result.ok).toBe(true)
    for (const leverageE2 of [99, 10_001, 100.5]) expect(code(one, setLeverage(leverageE2))).toBe(110_013)
  })

  test('one-way: buy and sell cannot differ', () => {
    expect(refusal(opened(), setLeverage(1_000, 2_000))).toEqual({ kind: 'leverageSidesDiffer' })
  })

  test('hedge: sides differ in isolated margin only', () => {
    const one = opened()
    one.run(setMode('hedge'))
    expect(refusal(one, setLeverage(1_000, 2_000))).toEqual({ kind: 'leverageSidesDiffer' })
    one.run(isolate('ann'))
    expect(one.run(setLeverage(1_000, 2_000)).result.ok).toBe(true)
    expect(leverages(one)).toEqual([1_000, 2_000])
  })

  test('unchanged: 110043', () => {
    expect(code(opened(), setLeverage(5_000))).toBe(110_043)
  })

  test('above tier: 90× is the most that 2,200,000 of orders allow', () => {
    const one = opened()
    one.run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 1_000_000 * USDT })
    // 110 BTC at 20,000: the second tier, which allows 90×.
    one.run(place('ann', { ticks: 200_000, lots: 110_000 }))
    expect(code(one, setLeverage(9_001))).toBe(110_013)
    expect(one.run(setLeverage(9_000)).result.ok).toBe(true)
  })

  test('would liquidate: 110011, and the leverage stays', () => {
    const one = room()
    one.run(isolate('ann'))
    one.deal('ann', 'bob', 200_000, 1_000)
    // At 100× a long from 20,000 is liquidated at (20,000 − 200) / 0.995 = 19,899.5.
    one.run(mark(198_995))
    expect(code(one, setLeverage(10_000))).toBe(110_011)
    expect(leverages(one)).toEqual([5_000])
    one.run(mark(198_996))
    expect(one.run(setLeverage(10_000)).result.ok).toBe(true)
  })
})

describe('margin mode and margin (semantics.md §2.8)', () => {
  test('margin mode: isolated and back, and the same again is refused', () => {
    const one = opened(100)
    expect(one.run(isolate('ann')).result.ok).toBe(true)
    expect(code(one, isolate('ann'))).toBe(110_025)
    expect(one.run({ type: 'setMarginMode', account: 'ann', mode: 'cross' }).result.ok).toBe(true)
  })

  test('margin mode: refused with a list of reasons', () => {
    const one = opened(1_000)
    one.run(mark(196_000))
    expect(refusal(one, isolate('ann'))).toEqual({
      kind: 'marginModeRefused',
      reasons: [{ kind: 'wouldLiquidate', symbol: 'BTCUSDT' }],
    })
  })

  test('auto-add-margin: isolated only, 110076', () => {
    const one = opened(100)
    const auto = { type: 'setAutoAddMargin', account: 'ann', symbol: 'BTCUSDT', positionIdx: 0, isOn: true } as const
    expect(code(one, auto)).toBe(110_076)
    one.run(isolate('ann'))
    expect(one.run(auto).result.ok).toBe(true)
  })

  test('margin: 110015 with cross margin, 110033 without a position', () => {
    const one = opened()
    expect(code(one, addMargin(USDT))).toBe(110_015)
    one.run(isolate('ann'))
    expect(code(one, addMargin(USDT))).toBe(110_033)
  })

  test('margin: four decimals are taken, five are not', () => {
    const one = opened(100)
    one.run(isolate('ann'))
    expect(one.run(addMargin(10_000)).result.ok).toBe(true)
    expect(refusal(one, addMargin(11_000))).toEqual({ kind: 'amountInvalid' })
    expect(one.position('ann').extraMarginE8).toBe(10_000)
  })
})
