import { describe, expect, test } from 'vitest'
import { desk, mark, ofType, place, USDT, type Desk } from './engine-fixture'

/** Bob with 600 USDT, 10×, and a market to trade in. */
function withBob(): Desk {
  const one = desk(['ann'])
  one.run({ type: 'openAccount', account: 'bob', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  one.run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 600 * USDT })
  one.run(mark(500_000))
  return one
}

const leverageOf = ({ engine }: Desk): number => engine.positions('bob', 'BTCUSDT')[0]!.leverageE2
const freeOf = ({ engine }: Desk): number => engine.balances('bob')[0]!.availableE8

describe('an order that names its leverage (ADR-1084)', () => {
  test('is checked with it: one that it does not carry is refused, and nothing is changed or told', () => {
    const one = withBob()
    // 5,000 USDT at 5× are 1,000 of margin; at 10× the same order is 500, and taken.
    const { result, events } = one.run(place('bob', { leverageE2: 500 }))
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'insufficientBalance' } })
    expect(events).toEqual([])
    expect(leverageOf(one)).toBe(1_000)
    expect(freeOf(one)).toBe(600 * USDT)
    expect(one.order(place('bob')).status).toBe('new')
  })

  test('what is taken has it from then on, and those who listen hear of it', () => {
    const one = withBob()
    // At 5× 0.2 BTC are 2,000 of margin and more than there is; at 20× they are 500.
    const { result, events } = one.run(place('bob', { lots: 200, leverageE2: 2_000 }))
    expect(result.ok).toBe(true)
    expect(ofType(events, 'position')).toMatchObject([{ position: { account: 'bob', leverageE2: 2_000 } }])
    expect(leverageOf(one)).toBe(2_000)
  })

  test('one that no leverage would mend is refused for its own cause, and leaves it', () => {
    const one = withBob()
    expect(one.refused(place('bob', { lots: 0, leverageE2: 500 })).kind).toBe('qtyInvalid')
    expect(one.refused(place('bob', { reduceOnly: true, leverageE2: 500 })).kind).toBe('reduceOnlyRefused')
    // Above the 100× of the contract, too.
    expect(one.refused(place('bob', { lots: 0, leverageE2: 20_000 })).kind).toBe('qtyInvalid')
    expect(one.refused(place('bob', { leverageE2: 20_000 }))).toEqual({
      kind: 'leverageInvalid',
      maxLeverageE2: 10_000,
    })
    const trigger = { ticks: 490_000, by: 'last', direction: 2 } as const
    expect(one.refused(place('bob', { lots: 0, trigger, leverageE2: 500 })).kind).toBe('qtyInvalid')
    expect(leverageOf(one)).toBe(1_000)
  })

  test('what is there already may not carry it: that is the fault of the leverage', () => {
    const one = withBob()
    one.order(place('bob'))
    const free = freeOf(one)
    // At 2× what rests would be 2,500 of margin.
    expect(one.refused(place('bob', { lots: 1, leverageE2: 200 }))).toMatchObject({
      kind: 'insufficientBalance',
      ofLeverage: true,
    })
    expect(leverageOf(one)).toBe(1_000)
    expect(freeOf(one)).toBe(free)
  })

  test('with isolated margin the margin of the position stays what it was', () => {
    const one = withBob()
    one.run({ type: 'setMarginMode', account: 'bob', mode: 'isolated' })
    one.order(place('ann', { side: 'sell' }))
    one.order(place('bob'))
    const [before] = one.engine.positions('bob', 'BTCUSDT')
    const free = freeOf(one)
    // At 20× half of the 500 would be free, which an order of 0.4 BTC (1,000 at 20×) does not fit into.
    expect(one.refused(place('bob', { lots: 400, leverageE2: 2_000 })).kind).toBe('insufficientBalance')
    const { seq: _seq, ...after } = one.engine.positions('bob', 'BTCUSDT')[0]!
    expect(before).toMatchObject(after)
    expect(freeOf(one)).toBe(free)
  })

  test('with the leverage that is set it is an order like any other', () => {
    const one = withBob()
    const { events } = one.run(place('bob', { leverageE2: 1_000 }))
    expect(ofType(events, 'position')).toEqual([])
    expect(leverageOf(one)).toBe(1_000)
  })
})
