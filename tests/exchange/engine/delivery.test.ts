import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../exchange/engine/commands'
import { BTC, desk, ETH, mark, ofType, place, USDT } from './engine-fixture'

const deliver = (ticks: number): EngineCommand => ({ type: 'deliver', symbol: 'BTCUSDT', ticks, feeRateE8: 50_000 })

/** ann long and bob short 0.1 BTC at 50,000, ten times. */
function dealt(walletE8?: number) {
  const one = desk(['ann', 'bob'], walletE8)
  one.run(mark(500_000))
  one.order(place('bob', { side: 'sell', ticks: 500_000, lots: 100 }))
  one.order(place('ann', { side: 'buy', ticks: 500_000, lots: 100 }))
  return one
}

describe('delivery', () => {
  test('truncates the fee at 8 decimals', () => {
    const { run } = dealt()
    // 0.1 × 50,000.1 = 5,000.01; × 0.00000033 = 0.0016500033, cut to 0.00165000.
    const { events } = run({ ...deliver(500_001), feeRateE8: 33 } as EngineCommand)
    expect(ofType(events, 'execution').map(({ execution }) => execution.feeE8)).toEqual([165_000, 165_000])
  })

  test('what an isolated position lost beyond its margin is the insurance pool’s', () => {
    const { run, engine } = desk(['ann', 'bob'])
    run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 10_000 * USDT })
    run({ type: 'setMarginMode', account: 'ann', mode: 'isolated' })
    run(mark(500_000))
    run(place('bob', { side: 'sell', ticks: 500_000, lots: 100 }))
    run(place('ann', { side: 'buy', ticks: 500_000, lots: 100 }))
    const [position] = engine.positions('ann', 'BTCUSDT')
    const before = engine.balances('ann')[0]!.walletE8
    // No mark came between: 0.1 × (40,000 − 50,000) = −1,000, twice the margin of about 500.
    run(deliver(400_000))
    expect(engine.balances('ann')[0]!.walletE8).toBe(before - position!.initialMarginE8)
    const lost = 1_000 * USDT + 2 * USDT
    expect(engine.insurancePool('USDT').balanceE8).toBe(10_000 * USDT - (lost - position!.initialMarginE8))
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('a cross account without other positions owes nothing after it', () => {
    const { run, engine } = dealt(600 * USDT)
    run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 10_000 * USDT })
    run(deliver(400_000))
    expect(engine.balances('ann')[0]!.walletE8).toBe(0)
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test.each(['as it is', 'restored'])('what another position covers is owed until that is delivered too: %s', (how) => {
    const { run, engine } = dealt(600 * USDT)
    run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 10_000 * USDT })
    run(mark(25_000, 25_000, 'ETHUSDT'))
    run(place('bob', { symbol: 'ETHUSDT', side: 'sell', ticks: 25_000, lots: 10 }))
    run(place('ann', { symbol: 'ETHUSDT', side: 'buy', ticks: 25_000, lots: 10 }))
    // Ten times the price: the one position earns what the other one loses, and more.
    run(mark(250_000, 250_000, 'ETHUSDT'))
    run(deliver(400_000))
    const wallet = engine.balances('ann')[0]!.walletE8
    expect(wallet).toBeLessThan(0)
    const after = how === 'restored' ? restoreEngine([BTC, ETH], structuredClone(engine.snapshot())) : engine
    after.handle({ ...deliver(25_000), symbol: 'ETHUSDT' } as EngineCommand, 1_000_000)
    expect(after.balances('ann')[0]!.walletE8).toBe(0)
    for (const { sumE8, creditedE8 } of after.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('in the half hour before it the expected price liquidates as the mark does, and is no mark', () => {
    const { run, engine } = dealt(600 * USDT)
    run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 10_000 * USDT })
    const { events } = run({ ...mark(500_000), deliveryTicks: 440_000 } as EngineCommand)
    expect(ofType(events, 'liquidation')).toMatchObject([{ account: 'ann', stage: 'takeover' }])
    expect(engine.positions('bob', 'BTCUSDT')[0]!.markTicks).toBe(500_000)
  })
})

describe('retiring a contract', () => {
  test('forgets its book, its empty positions and its finished orders, and no money', () => {
    const { run, engine, order } = dealt()
    const rest = order(place('ann', { side: 'buy', ticks: 490_000, lots: 100, linkId: 'kept' }))
    run(deliver(510_000))
    engine.updateInstrument({ ...BTC, isTrading: false }, 1)
    const before = engine.balances('ann')
    engine.retireInstrument('BTCUSDT')
    expect(engine.balances('ann')).toEqual(before)
    expect(engine.findOrder('ann', { orderId: rest.id })).toBeNull()
    expect(engine.findOrder('ann', { linkId: 'kept' })).toBeNull()
    expect(engine.positions('ann')).toEqual([])
    for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
    const state = engine.snapshot()
    expect(restoreEngine([ETH], JSON.parse(JSON.stringify(state))).snapshot()).toEqual(state)
  })

  test('is a mistake while somebody holds it', () => {
    const { engine } = dealt()
    expect(() => engine.retireInstrument('BTCUSDT')).toThrow('no positions')
  })
})

describe('the price band with its premium', () => {
  const banded = (premiumE4: number, markTicks = 500_000) => {
    const { run, engine } = desk()
    run({ ...mark(markTicks, 500_000), premiumE4 } as EngineCommand)
    return engine.priceBand('BTCUSDT')
  }

  test('widens the inner edge on the side of the premium, up to the outer one', () => {
    // X 1 %, Y 2 % of 500,000: 505,000 and 495,000 inside, 510,000 and 490,000 outside.
    expect(banded(0)).toEqual({ maxBuyTicks: 505_000, minSellTicks: 495_000 })
    expect(banded(12_345_678)).toEqual({ maxBuyTicks: 506_234, minSellTicks: 495_000 })
    expect(banded(-12_345_678)).toEqual({ maxBuyTicks: 505_000, minSellTicks: 493_766 })
    expect(banded(90_000_000)).toEqual({ maxBuyTicks: 510_000, minSellTicks: 495_000 })
  })

  test('rounds inward', () => {
    // 500,003 × 1.01 = 505,003.03 and × 0.99 = 495,002.97; 0.97 ticks more do not make a whole one, 0.9701 do not either.
    expect(banded(9_600, 500_003)).toEqual({ maxBuyTicks: 505_003, minSellTicks: 495_003 })
    expect(banded(9_700, 500_003)!.maxBuyTicks).toBe(505_004)
  })
})
