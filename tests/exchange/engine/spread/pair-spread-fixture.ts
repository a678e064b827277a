import { createEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { EngineRules } from '../../../../exchange/engine/engine-rules'
import type { EngineCoin } from '../../../../exchange/engine/lending/engine-coin'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { BTC, USDT } from '../engine-fixture'
import { COIN, PAIR } from '../spot-fixture'
import { SPREAD, spreadOrder } from './spread-fixture'

/** Perpetual against the pair: ticks of 0.1 and lots of 0.001 in both, so that one lot at one tick is 0.0001 USDT. */
export const BASIS: EngineInstrument = {
  ...SPREAD,
  symbol: 'BTCUSDT_BTC/USDT',
  valueUnitE8: BTC.valueUnitE8,
  minPriceTicks: -20_000,
  maxPriceTicks: 20_000,
  terms: { kind: 'spread', legs: [BTC.symbol, PAIR.symbol], ticksPerLeg: [1, 1], lotsPerLeg: [1, 1] },
}
export const PAIR_INSTRUMENTS = [BTC, PAIR, BASIS] as const

/** Both legs stand at 50,000.0, so that the difference is zero. Each user has so many USDT and two bitcoins, and 10×. */
export function openPairSpreads(
  users: readonly string[],
  dollars = 100_000,
  coins: readonly EngineCoin[] = [],
  rules?: EngineRules,
): MatchingEngine {
  const engine = createEngine(PAIR_INSTRUMENTS, coins, rules)
  for (const account of users) {
    engine.handle({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 }, 1)
    engine.handle({ type: 'credit', account, coin: 'USDT', amountE8: dollars * USDT }, 1)
    engine.handle({ type: 'credit', account, coin: 'BTC', amountE8: 2 * COIN }, 1)
  }
  markBoth(engine, 500_000)
  return engine
}

export function markBoth(engine: MatchingEngine, perpetual: number, pair = perpetual): void {
  engine.handle({ type: 'mark', symbol: BTC.symbol, markTicks: perpetual, indexTicks: perpetual }, 1)
  engine.handle({ type: 'mark', symbol: PAIR.symbol, markTicks: pair, indexTicks: pair }, 1)
}

/** 0.1 bitcoins of each leg at no difference, changed as given. Who buys it buys the perpetual and sells the coin. */
export function basisOrder(account: string, changes: Partial<Extract<EngineCommand, { type: 'place' }>> = {}) {
  return spreadOrder(account, { symbol: BASIS.symbol, ticks: 0, lots: 100, ...changes })
}

export interface Held {
  readonly walletE8: number
  readonly lockedE8: number
  readonly marginE8: number
  readonly freeE8: number
}

export function heldOf(engine: MatchingEngine, account: string, coin: string): Held {
  const row = engine.balances(account).find((one) => one.coin === coin)!
  const { walletE8, lockedE8, orderMarginE8: marginE8, availableE8: freeE8 } = row
  return { walletE8, lockedE8, marginE8, freeE8 }
}
