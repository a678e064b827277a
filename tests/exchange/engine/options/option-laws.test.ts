import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '../../../../src/base/random'
import { createEngine, restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { BTC, USDT } from '../engine-fixture'
import { CALL, COIN, DOLLAR, isConserved, PUT } from './option-fixture'

const INSTRUMENTS = [{ ...BTC, minNotionalE8: 0 }, CALL, PUT]
const USERS = ['ann', 'bob', 'cat', 'poor', 'weak'] as const
const OPTIONS = ['BTC-C', 'BTC-P'] as const

function opened(): MatchingEngine {
  const engine = createEngine(INSTRUMENTS)
  for (const account of USERS) {
    engine.handle({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 }, 1)
    const dollars = account === 'poor' || account === 'weak' ? 3_000 : 200_000
    engine.handle({ type: 'credit', account, coin: 'USDT', amountE8: dollars * USDT }, 1)
  }
  engine.handle({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 50_000 * USDT }, 1)
  return engine
}

/** A world of one index: the perpetual stands on it, the options are worth about what they would pay and some time. */
class Walk {
  readonly #random: Random
  #index = 20_000

  constructor(seed: number) {
    this.#random = createRandom(seed)
  }

  next(): readonly EngineCommand[] {
    const draw = this.#random.next()
    if (draw < 0.12)
      return this.#prices(0.01 * this.#random.normal() + (draw < 0.004 ? 0.25 * this.#random.normal() : 0))
    if (draw < 0.8) return [this.#order()]
    if (draw < 0.9) return [{ type: 'cancelAll', account: this.#user(), symbol: this.#symbol() }]
    if (draw < 0.92) return [{ type: 'funding', symbol: 'BTCUSDT', rateE8: this.#random.int(-100_000, 100_000) }]
    if (draw < 0.925) {
      const ticks = Math.round(this.#index * DOLLAR)
      return [{ type: 'deliver', symbol: this.#pick(OPTIONS), ticks, feeRateE8: 15_000 }]
    }
    return [{ type: 'credit', account: this.#user(), coin: 'USDT', amountE8: this.#random.int(1, 100) * USDT }]
  }

  #prices(change: number): readonly EngineCommand[] {
    this.#index = Math.max(2_000, Math.min(90_000, this.#index * Math.exp(change)))
    const perpetual = Math.round(this.#index * 10)
    const option = (symbol: string): EngineCommand => ({
      type: 'mark',
      symbol,
      markTicks: Math.round(this.#worth(symbol) * DOLLAR),
      indexTicks: Math.round(this.#index * DOLLAR),
    })
    return [
      { type: 'mark', symbol: 'BTCUSDT', markTicks: perpetual, indexTicks: perpetual },
      ...OPTIONS.map((symbol) => option(symbol)),
    ]
  }

  #worth(symbol: string): number {
    const inside = Math.max(0, symbol === 'BTC-C' ? this.#index - 20_000 : 18_500 - this.#index)
    return inside + 900 * Math.exp(-Math.abs(this.#index - 19_000) / 3_000)
  }

  #order(): EngineCommand {
    const random = this.#random
    const symbol = this.#symbol()
    const isOption = symbol !== 'BTCUSDT'
    const side = random.next() < 0.5 ? 'buy' : 'sell'
    const isMarket = random.next() < 0.3
    const near = isOption ? this.#worth(symbol) : this.#index
    const price = near * (1 + 0.15 * random.normal() * (isOption ? 1 : 0.05))
    const ticks = isOption ? Math.max(1, Math.round(price / 5)) * 5 * DOLLAR : Math.round(price * 10)
    return {
      type: 'place',
      account: this.#user(),
      linkId: '',
      symbol,
      side,
      orderType: isMarket ? 'market' : 'limit',
      ticks,
      lots: random.int(1, isOption ? 3 * COIN : 2_000),
      timeInForce: isMarket
        ? 'immediateOrCancel'
        : this.#pick(['goodTillCancel', 'goodTillCancel', 'fillOrKill', 'postOnly']),
      reduceOnly: random.next() < 0.15,
      closeOnTrigger: false,
      selfMatch: this.#pick(['cancelMaker', 'cancelTaker']),
      createType: 'CreateByUser',
    }
  }

  #user(): string {
    return this.#pick(USERS)
  }

  #symbol(): string {
    return this.#pick(['BTCUSDT', 'BTC-C', 'BTC-C', 'BTC-P'] as const)
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#random.int(0, values.length - 1)]!
  }
}

/** What has to hold after every command. @returns the first law that does not */
function broken(engine: MatchingEngine): string | null {
  if (!isConserved(engine)) return 'money came from nowhere, or went there'
  for (const symbol of OPTIONS) {
    const held = USERS.flatMap((account) => engine.positions(account, symbol)).reduce((sum, { lots }) => sum + lots, 0)
    const insured = engine.positions('insurance', symbol).reduce((sum, { lots }) => sum + lots, 0)
    if (held + insured !== 0) return `${symbol}: ${held} held, ${insured} insured`
  }
  for (const account of USERS) {
    const flat = engine.positions(account).length === 0
    const wallet = engine.balances(account).find(({ coin }) => coin === 'USDT')!.walletE8
    if (flat && wallet < 0) return `${account} owes ${wallet} and holds nothing`
  }
  return null
}

describe('options beside a perpetual, over random commands', () => {
  test.each([1, 2, 3, 4, 5, 6])('keep every coin and every lot, and leave no debt: seed %i', (seed) => {
    const engine = opened()
    const walk = new Walk(seed)
    const seen = { option: 0, liquidation: 0, delivery: 0 }
    for (let n = 0; n < 3_000; n++) {
      for (const command of walk.next()) {
        const { events } = engine.handle(command, 1_000 + n)
        for (const event of events) {
          if (event.type === 'liquidation') seen.liquidation += 1
          if (event.type !== 'execution' || event.execution.symbol === 'BTCUSDT') continue
          seen[event.execution.execType === 'Delivery' ? 'delivery' : 'option'] += 1
        }
      }
      const law = broken(engine)
      if (law !== null) throw new Error(`after ${n}: ${law}`)
    }
    // The walk came where it was to come.
    expect(seen.option).toBeGreaterThan(200)
    expect(seen.delivery).toBeGreaterThan(5)
  })

  test('the same commands give the same events, from a snapshot on too', () => {
    const [one, other] = [opened(), opened()]
    const [walk, again] = [new Walk(9), new Walk(9)]
    let restored: MatchingEngine | null = null
    for (let n = 0; n < 1_500; n++) {
      if (n === 700) restored = restoreEngine(INSTRUMENTS, JSON.parse(JSON.stringify(one.snapshot())))
      const commands = walk.next()
      expect(again.next()).toEqual(commands)
      for (const command of commands) {
        const text = JSON.stringify(one.handle(command, 1_000 + n))
        expect(JSON.stringify(other.handle(command, 1_000 + n))).toBe(text)
        if (restored !== null) expect(JSON.stringify(restored.handle(command, 1_000 + n))).toBe(text)
      }
    }
  })
})
