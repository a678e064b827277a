import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import type { EngineOutcome } from '../../../../exchange/engine/matching-engine'
import { ofType, USDT } from '../engine-fixture'
import { isConserved } from '../options/option-fixture'
import { KilledAtEachInput, restored, stateOf } from './kill-at-each-input'
import { desk, marksAt } from './portfolio-fixture'

/*
 * Calls bought and puts sold at one strike are the coin itself; futures sold against them leave nothing to lose: of twenty
 * coins the contingency of the futures alone, 0.6 % of 400,000 = 2,400. Without the futures twenty coins are long: 10 % of
 * 400,000 = 40,000, more than the 30,000 behind them.
 */
function conversion(dollars: number, rules = PRESENT_RULES) {
  const one = desk({ ann: dollars }, true, rules)
  for (let coins = 0; coins < 20; coins++) {
    one.deal('ann', 'mm', 'C20000', 1_900, 1)
    one.deal('mm', 'ann', 'P20000', 1_900, 1)
    one.deal('mm', 'ann', 'BTCUSDT', 20_000, 1)
  }
  // Whoever sells what the guard buys back.
  one.run(one.order('nn', 'sell', 'BTCUSDT', 20_010, 20))
  return one
}

type Guard = Pick<Extract<EngineCommand, { type: 'setTpSl' }>, 'mode' | 'takeProfit' | 'stopLoss' | 'trailing' | 'lots'>
const NONE = { takeProfit: null, stopLoss: null, trailing: null, lots: 0 } as const
const leg = (dollars: number) =>
  ({ ticks: dollars * 10, by: 'mark', orderType: 'market', limitTicks: 0, slippage: null }) as const
const guarded = (guard: Guard): EngineCommand => ({
  type: 'setTpSl',
  account: 'ann',
  symbol: 'BTCUSDT',
  ...guard,
  takeProfitId: null,
  stopLossId: null,
})

/** Each is reached when the mark is 200 dollars lower or higher. */
const GUARDS: readonly (readonly [name: string, guard: Guard, dollars: number])[] = [
  ['a take-profit', { ...NONE, mode: 'full', takeProfit: leg(19_850) }, 19_800],
  ['a stop-loss', { ...NONE, mode: 'full', stopLoss: leg(20_150) }, 20_200],
  ['a partial take-profit', { ...NONE, mode: 'partial', takeProfit: leg(19_850), lots: 20_000 }, 19_800],
]

describe.each(GUARDS)('%s of futures that hedge options (ADR-1041)', (_name, guard, reached) => {
  test('waits, says so once, and closes with enough behind it; killed before each input it does the same', () => {
    const one = conversion(30_000)
    expect(one.usdt('ann').maintenanceE8 / USDT).toBeCloseTo(2_400, 4)
    expect(one.run(guarded(guard)).result.ok).toBe(true)
    let nowMs = 1_000_000
    const killed = new KilledAtEachInput(one.engine)
    const run = (...commands: readonly EngineCommand[]): readonly EngineOutcome[] =>
      commands.map((command) => killed.handle(command, (nowMs += 1)))
    const toldOf = (outcomes: readonly EngineOutcome[]) =>
      outcomes.flatMap(({ events }) => ofType(events, 'order')).filter(({ order }) => order.account === 'ann')

    const told = toldOf(run(...marksAt(reached)))
    expect(told.map(({ order }) => [order.status, order.stop?.isHeldBack])).toEqual([['untriggered', true]])
    expect(toldOf(run(...marksAt(reached + 1), ...marksAt(reached - 1)))).toEqual([])
    expect(one.lots('ann', 'BTCUSDT')).toBe(-20_000)

    const [filled] = [
      run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 30_000 * USDT }, ...marksAt(reached)),
    ]
    expect(one.lots('ann', 'BTCUSDT')).toBe(0)
    expect(
      ofType(
        filled.flatMap(({ events }) => events),
        'liquidation',
      ),
    ).toEqual([])
    expect(one.engine.openOrders('ann')).toEqual([])
    expect(isConserved(one.engine)).toBe(true)
  })

  test('an exchange that began before closes it, and the options are liquidated', () => {
    const one = conversion(30_000, { ...PRESENT_RULES, checksGuards: false })
    one.run(guarded(guard))
    // Short puts lose more without the calls: they are what is closed.
    one.run(one.order('nn', 'sell', 'P20000', 2_300, 20))
    one.index(reached)
    expect(one.lots('ann', 'BTCUSDT')).toBe(0)
    expect(one.lots('ann', 'P20000')).toBeGreaterThan(-20 * 100)
  })
})

/*
 * An order at rest that closes all of them has counted that fill: 40,000 of the 41,000 behind it. 3 % up the coin is long for
 * 41,200, and a stop that is reached between two marks raises nothing beyond what the order counts.
 */
describe('a stop beside an order at rest that closes the same (ADR-1062)', () => {
  function besideAnOrder(rules = PRESENT_RULES) {
    const one = conversion(41_000, rules)
    one.run(guarded({ ...NONE, mode: 'full', stopLoss: leg(20_550) }))
    const resting = one.run({ ...one.order('ann', 'buy', 'BTCUSDT', 19_500, 20), reduceOnly: true } as EngineCommand)
    expect(resting.result.ok).toBe(true)
    one.run({ type: 'cancelAll', account: 'nn', symbol: null })
    one.run(one.order('nn', 'sell', 'BTCUSDT', 20_600, 20))
    one.run(one.order('nn', 'sell', 'P20000', 2_300, 20))
    const events = one.index(20_600).flatMap((outcome) => outcome.events)
    return { one, ended: ofType(events, 'order').filter(({ order }) => order.account === 'ann') }
  }

  test('waits, and the order ends', () => {
    const { one, ended } = besideAnOrder()
    expect([one.lots('ann', 'BTCUSDT'), one.lots('ann', 'P20000')]).toEqual([-20_000, -2_000])
    expect(ended.map(({ order }) => order.cancelType).at(-1)).toBe('CancelByPmTrialMmOverEquity')
    expect(one.engine.openOrders('ann')).toMatchObject([{ status: 'untriggered', stop: { isHeldBack: true } }])
  })

  test('an exchange that began before closes them, and the options are liquidated', () => {
    const { one } = besideAnOrder({ ...PRESENT_RULES, asksCountedFills: false })
    expect(one.lots('ann', 'BTCUSDT')).toBe(0)
    expect(one.lots('ann', 'P20000')).toBeGreaterThan(-2_000)
  })
})

describe('a trailing stop of futures that hedge options', () => {
  test('waits where it is reached, as it stood, over a kill', () => {
    const one = conversion(30_000)
    one.run(guarded({ ...NONE, mode: 'full', trailing: { distanceTicks: 1_000, rateE8: null, activationTicks: 0 } }))
    // It goes by last prices: from 20,000 a hundred dollars up reach it.
    one.run(one.order('nn', 'buy', 'BTCUSDT', 20_120, 20))
    one.run(one.order('mm', 'sell', 'BTCUSDT', 20_130, 40))
    one.run(one.order('nn', 'buy', 'BTCUSDT', 20_130, 1))
    const [waits] = one.engine.openOrders('ann')
    expect(waits).toMatchObject({ status: 'untriggered', stop: { isHeldBack: true, trailing: { stopTicks: 201_000 } } })
    const again = restored(stateOf(one.engine))
    expect(again.openOrders('ann')).toEqual([waits])
    expect(one.lots('ann', 'BTCUSDT')).toBe(-20_000)
  })
})

describe('a liquidation of futures and options with portfolio margin', () => {
  test.each([
    ['by steps, against a book', [19_600, 19_000, 18_600, 17_800, 17_000, 16_400, 16_000]],
    ['at once, past everything', [19_600, 12_000]],
    ['up, through short calls', [20_600, 21_200, 21_800, 22_400, 23_000]],
  ])('comes out the same when the exchange is killed before each input: %s', (_name, path) => {
    const one = desk({ ann: 8_000, bob: 12_000 })
    one.deal('ann', 'mm', 'BTCUSDT', 20_000, 2)
    one.deal('mm', 'ann', 'P18000', 1_150, 1)
    one.deal('mm', 'bob', 'C20000', 1_900, 3)
    one.deal('mm', 'bob', 'BTC-FUTURE', 20_000, 1)
    one.run(guarded({ ...NONE, mode: 'full', stopLoss: leg(18_500) }))
    one.run({ ...one.order('ann', 'sell', 'BTCUSDT', 20_500, 1), reduceOnly: true } as EngineCommand)
    const killed = new KilledAtEachInput(one.engine)
    let nowMs = 1_000_000
    let liquidated = 0
    const run = (command: EngineCommand) => {
      const { events } = killed.handle(command, (nowMs += 1))
      liquidated += ofType(events, 'liquidation').length
      liquidated += ofType(events, 'order').filter(({ order }) => order.createType === 'CreateByLiq').length
    }
    for (const dollars of path) {
      // A thin book: each step of a liquidation finds a part of what it needs.
      for (const [symbol, apart] of [
        ['BTCUSDT', 30],
        ['BTC-FUTURE', 30],
      ] as const) {
        run(one.order('nn', 'buy', symbol, dollars - apart, 0.4))
        run(one.order('nn', 'sell', symbol, dollars + apart, 0.4))
      }
      run(one.order('nn', 'sell', 'C20000', 3_300, 0.5))
      for (const command of marksAt(dollars)) run(command)
    }
    expect(liquidated).toBeGreaterThan(0)
    expect(isConserved(one.engine)).toBe(true)
    for (const account of ['ann', 'bob']) expect(one.usdt(account).walletE8).toBeGreaterThanOrEqual(0)
  })
})
