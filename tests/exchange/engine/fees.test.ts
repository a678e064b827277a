import { expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, desk, ETH, ofType, place, USDT } from './engine-fixture'

test('a fill costs what the account pays at that moment, as maker and as taker, a snapshot later too', () => {
  const { engine, run } = desk()
  run({ type: 'setFees', account: 'ann', fees: { takerRateE8: 40_000, makerRateE8: 18_000 } })
  const again = restoreEngine([BTC, ETH], JSON.parse(JSON.stringify(engine.snapshot())))
  again.handle(place('ann', { side: 'sell' }), 2_000)
  const { events } = again.handle(place('bob'), 2_001)
  const fees = ofType(events, 'execution').map(({ execution }) => [execution.account, execution.feeE8])
  // 5,000 USDT: ann makes at 0.018 % = 0.9, bob takes at 0.055 % = 2.75.
  expect(fees).toEqual([
    ['ann', 0.9 * USDT],
    ['bob', 2.75 * USDT],
  ])
})

test('margin counts with the fees of the account', () => {
  const { engine, run } = desk()
  const margin = () => engine.balances('ann').find((one) => one.coin === 'USDT')!.orderMarginE8
  run(place('ann'))
  // 5,000 / 10 + 5,000 × f + 5,000 × 0.9 × f (order cost, semantics.md §1.2), f = 0.055 %.
  expect(margin()).toBe((500 + 2.75 + 2.475) * USDT)
  run({ type: 'setFees', account: 'ann', fees: { takerRateE8: 40_000, makerRateE8: 18_000 } })
  expect(margin()).toBe((500 + 2 + 1.8) * USDT)
})

test.each([-1, 0.5, 1_000_001])('a rate of %s is refused', (takerRateE8) => {
  const { refused } = desk()
  expect(refused({ type: 'setFees', account: 'ann', fees: { takerRateE8, makerRateE8: 0 } })).toEqual({
    kind: 'amountInvalid',
  })
})
