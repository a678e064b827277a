import { createEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import { BTC, USDT } from '../engine-fixture'

/** A future of the same coin as `BTC`: tick 0.5, lot 0.001, so five ticks of the perpetual are one of it. */
export const FUTURE: EngineInstrument = {
  ...BTC,
  symbol: 'BTCUSDT-26MAR27',
  valueUnitE8: 50_000,
  maxPriceTicks: 3_999_999,
}

/** Future against perpetual: tick 0.5, lot 0.01, so that one lot is ten of each leg. From −2,000 to 2,000 USDT. */
export const SPREAD_SYMBOL = 'BTCUSDT-26MAR27_BTCUSDT'
export const SPREAD: EngineInstrument = {
  symbol: SPREAD_SYMBOL,
  settleCoin: 'USDT',
  // 0.5 × 0.01.
  valueUnitE8: 500_000,
  minPriceTicks: -4_000,
  maxPriceTicks: 4_000,
  minLots: 1,
  maxLimitLots: 10_000,
  maxMarketLots: 10_000,
  minNotionalE8: 0,
  maxLeverageE2: 100,
  takerRateE8: 0,
  makerRateE8: 0,
  bandXE8: 0,
  bandYE8: 0,
  tiers: [],
  terms: { kind: 'spread', legs: [FUTURE.symbol, BTC.symbol], ticksPerLeg: [1, 5], lotsPerLeg: [10, 10] },
}
export const INSTRUMENTS = [BTC, FUTURE, SPREAD] as const

/** Perpetual at 50,000.0 USDT, future at 50,100.0: the marks differ by 100, which is 200 ticks of the spread. */
export function openSpreads(
  users: readonly string[],
  walletE8 = 100_000 * USDT,
  engine: MatchingEngine = createEngine(INSTRUMENTS),
): MatchingEngine {
  for (const account of users) {
    engine.handle({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 }, 1)
    engine.handle({ type: 'credit', account, coin: 'USDT', amountE8: walletE8 }, 1)
  }
  engine.handle({ type: 'mark', symbol: BTC.symbol, markTicks: 500_000, indexTicks: 500_000 }, 1)
  engine.handle({ type: 'mark', symbol: FUTURE.symbol, markTicks: 100_200, indexTicks: 100_000 }, 1)
  return engine
}

type Place = Extract<EngineCommand, { type: 'place' }>

/** One lot (0.01 BTC of each leg) at the difference of the marks, changed as given. */
export function spreadOrder(account: string, changes: Partial<Place> = {}): Place {
  return {
    type: 'place',
    account,
    linkId: '',
    symbol: SPREAD_SYMBOL,
    side: 'buy',
    orderType: 'limit',
    ticks: 200,
    lots: 1,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: 'cancelMaker',
    createType: 'CreateByUser',
    ...changes,
  }
}
