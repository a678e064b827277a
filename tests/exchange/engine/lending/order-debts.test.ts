import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { type EngineRules, PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { createRandom } from '../../../../src/base/random'
import { BTC, mark, place, USDT } from '../engine-fixture'
import { CALL, DOLLAR, PUT } from '../options/option-fixture'
import { COIN, PAIR } from '../spot-fixture'
import { COINS } from './lending-fixture'

/** A perpetual, a call and a put, all in USDT, at 20,250; ann has 10,000 USDT and so many bitcoins, with spot margin on. */
function room(bitcoins: number, rules: EngineRules = PRESENT_RULES, dollars = 10_000) {
  const engine = createEngine([BTC, PAIR, CALL, PUT], COINS, rules)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  const refusal = (command: EngineCommand) => {
    const { result } = run(command)
    return result.ok ? null : result.refusal
  }
  for (const account of ['ann', 'bob']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: (account === 'ann' ? dollars : 10_000_000) * USDT })
  }
  run({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: bitcoins * COIN })
  run(mark(202_500))
  run(mark(202_500, 202_500, PAIR.symbol))
  run(mark(1_000 * DOLLAR, 20_250 * DOLLAR, CALL.symbol))
  run(mark(500 * DOLLAR, 20_250 * DOLLAR, PUT.symbol))
  run({ type: 'setSpotMargin', account: 'ann', isOn: true })
  const free = () => engine.lending('ann')!.figures!.availableE8
  const owed = () => engine.lending('ann')!.coins.find(({ coin }) => coin === 'USDT')!.borrowedE8
  return { engine, run, refusal, free, owed }
}

/** So many hundredths of a coin. */
const buyCall = (lots: number) => place('ann', { symbol: CALL.symbol, ticks: 1_000 * DOLLAR, lots })

const OFF = { ...PRESENT_RULES, countsOrderDebts: false }

describe('ADR-999: an order of a contract or an option is asked with the debt that it makes', () => {
  test('an option’s: what it holds back beyond the coins is owed, and has a margin', () => {
    // A bitcoin counts 0.95 × 20,250 = 19,237.5 beside 10,000 dollars: 29,237.5. A call at 1,000 holds that, and a fee of
    // 0.03 % of 20,250, 6.075: 10.06075 a lot. h + 20 % of (h − 10,000) is 29,237.5 at h = 26,031.25: 2,587.4 lots.
    const { engine, refusal, owed, free } = room(1)
    expect(engine.mostLots(buyCall(1))).toBe(2_587)
    // 26,037.221 are held; 16,037.221 owed hold 3,207.4442.
    expect(refusal(buyCall(2_588))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 29_244_6652_0000,
      availableE8: 29_237_5000_0000,
    })
    expect(refusal(buyCall(2_587))).toBeNull()
    expect(owed()).toBe(16_027_1602_5000)
    expect(free()).toBe(29_237_5000_0000 - 26_027_1602_5000 - 3_205_4320_5000)
  })

  test('and no more of it than may be borrowed of the coin', () => {
    // 200,000 may be: with the 10,000 that are there 20,873.19 lots. The 20 bitcoins would carry more.
    const { engine, refusal, owed } = room(20)
    expect(engine.mostLots(buyCall(1))).toBe(20_873)
    // 20,874 × 10.06075 − 10,000.
    expect(refusal(buyCall(20_874))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 200_008_0955_0000,
      availableE8: 200_000 * USDT,
    })
    expect(refusal(buyCall(20_000))).toBeNull()
    expect(owed()).toBe(191_215 * USDT)
    // 8,785 are left: 873 lots of 10.06075.
    expect(engine.mostLots(buyCall(1))).toBe(873)
  })

  test('a contract’s: its fill may lose and pay more of the coin than is there', () => {
    const free = (rules: EngineRules) => {
      const { engine, run, refusal, free } = room(2, rules, 100)
      run(place('bob', { side: 'sell', ticks: 204_500, lots: 40_000 }))
      const buy = place('ann', { ticks: 204_500, lots: 1 })
      const lots = engine.mostLots(buy)
      if (typeof lots !== 'number') throw new Error(JSON.stringify(lots))
      expect(refusal({ ...buy, lots })).toBeNull()
      expect(engine.positions('ann')[0]!.lots).toBe(lots)
      return free()
    }
    expect(free(OFF)).toBeLessThan(0)
    const left = free(PRESENT_RULES)
    expect(left).toBeGreaterThanOrEqual(0)
    // Less than two lots more would have taken: each some 2.1 dollars.
    expect(left).toBeLessThan(5 * USDT)
  })

  test('what it was before is taken as it was where the exchange began before, so that its ledger replays', () => {
    const { refusal, free } = room(1, OFF)
    expect(refusal(buyCall(2_900))).toBeNull()
    expect(free()).toBeLessThan(0)
    const { refusal: beyond, owed } = room(20, OFF)
    expect(beyond(buyCall(25_000))).toBeNull()
    expect(owed()).toBeGreaterThan(200_000 * USDT)
  })

  test('800 random orders at sizes up to the largest leave the account neither below zero nor beyond the limit, and previews agree', () => {
    const beyond = (rules: EngineRules): number => {
      const { engine, run, owed, free } = room(2, rules, 1_000)
      const random = createRandom(20_261_127)
      const below = (count: number): number => Math.floor(random.next() * count)
      let count = 0
      for (let i = 0; i < 800; i++) {
        const account = i % 3 === 0 ? 'bob' : 'ann'
        const { symbol } = [BTC, CALL, PUT][below(3)]!
        const ticks =
          symbol === BTC.symbol
            ? 202_300 + below(400)
            : (symbol === CALL.symbol ? 1_000 : 500) * DOLLAR + (below(20) - 10) * 5 * DOLLAR
        const asked = place(account, { symbol, side: below(2) === 0 ? 'buy' : 'sell', ticks, lots: 1 + below(1_500) })
        if (account === 'ann' && below(3) === 0) run({ type: 'cancelAll', account, symbol: null })
        const most = account === 'ann' && below(3) === 0 ? engine.mostLots(asked) : 0
        const command = typeof most === 'number' && most > 0 ? { ...asked, lots: most } : asked
        const foretold = engine.preview(command)!.refusal
        const [freeBefore, owedBefore] = [free(), owed()]
        const held = engine.positions('ann').find((one) => one.symbol === symbol)?.lots ?? 0
        const buysBack = symbol !== BTC.symbol && command.side === 'buy' && held < 0
        const { result } = run(command)
        expect(foretold).toEqual(result.ok ? null : result.refusal)
        // What buys back a short option raises no margin while that covers it, and always passes.
        if (account !== 'ann' || !result.ok || freeBefore < 0 || buysBack) continue
        if (free() < 0 || (owed() > 200_000 * USDT && owed() > owedBefore)) count++
      }
      return count
    }
    expect(beyond(OFF)).toBeGreaterThan(10)
    expect(beyond(PRESENT_RULES)).toBe(0)
  })
})
