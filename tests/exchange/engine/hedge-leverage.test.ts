import { expect, test } from 'vitest'
import { createEngine } from '../../../exchange/engine/create-engine'
import { PRESENT_RULES, type EngineRules } from '../../../exchange/engine/engine-rules'
import { place, USDT } from './engine-fixture'
import { LINEAR } from './modes-fixture'

/** Ann is short by 42,000 lots at 50,000 USDT, which are 2,100,000: the second tier, up to 90×. Long she has nothing: 100×. */
function hedgedAt(rules: EngineRules, mode: 'cross' | 'isolated' = 'cross') {
  const engine = createEngine([LINEAR], [], rules)
  let nowMs = 1_000
  const run: typeof engine.handle = (command) => engine.handle(command, (nowMs += 1))
  for (const account of ['ann', 'bob']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 5_000 }, 0)
    run({ type: 'credit', account, coin: 'USDT', amountE8: 1_000_000 * USDT }, 0)
  }
  run({ type: 'setPositionMode', account: 'ann', symbol: 'BTCUSDT', coin: null, mode: 'hedge' }, 0)
  run(place('bob', { ticks: 500_000, lots: 42_000 }), 0)
  expect(run(place('ann', { side: 'sell', ticks: 500_000, lots: 42_000, positionIdx: 2 }), 0).result.ok).toBe(true)
  if (mode === 'isolated') expect(run({ type: 'setMarginMode', account: 'ann', mode }, 0).result).toEqual({ ok: true })
  return (leverageE2: number, sides: { readonly sellLeverageE2?: number } = {}) =>
    run({ type: 'setLeverage', account: 'ann', symbol: 'BTCUSDT', leverageE2, ...sides }, 0).result
}

test('one leverage for both sides of a hedge is told the maximum that both of them take, and that is taken (ADR-1106)', () => {
  const set = hedgedAt(PRESENT_RULES)
  const refused = { ok: false, refusal: { kind: 'leverageInvalid', maxLeverageE2: 9_000 } }
  expect([set(10_100), set(9_100)]).toEqual([refused, refused])
  expect(set(9_000)).toEqual({ ok: true })
})

test('an exchange that began before edition 19 goes on to tell that of the first side that refuses', () => {
  const set = hedgedAt({ ...PRESENT_RULES, boundsBothSides: false })
  expect([set(10_100), set(9_100)]).toMatchObject([
    { refusal: { maxLeverageE2: 10_000 } },
    { refusal: { maxLeverageE2: 9_000 } },
  ])
})

test.each([
  [PRESENT_RULES, { side: 'sell' }, { side: 'buy' }],
  [{ ...PRESENT_RULES, boundsBothSides: false }, {}, {}],
])('a leverage for each side is told whose maximum it is since edition 19', (rules, ofSell, ofBuy) => {
  const set = hedgedAt(rules, 'isolated')
  const refused = { kind: 'leverageInvalid' }
  expect(set(10_000, { sellLeverageE2: 9_100 })).toEqual({
    ok: false,
    refusal: { ...refused, maxLeverageE2: 9_000, ...ofSell },
  })
  expect(set(10_100, { sellLeverageE2: 9_100 })).toEqual({
    ok: false,
    refusal: { ...refused, maxLeverageE2: 10_000, ...ofBuy },
  })
  expect(set(10_000, { sellLeverageE2: 9_000 })).toEqual({ ok: true })
})
