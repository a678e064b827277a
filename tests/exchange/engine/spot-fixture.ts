import { type EngineRules, PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import { createEngine } from '../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import type { EngineOutcome, MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { SpotTerms } from '../../../exchange/engine/products/product-terms'
import type { EngineRefusal } from '../../../exchange/engine/result'
import { BTC, place, USDT } from './engine-fixture'

/** One bitcoin in E8. */
export const COIN = 100_000_000

export const TERMS: SpotTerms = {
  kind: 'spot',
  lotE8: 100_000,
  limitRateE8: 3_000_000,
  marketRateE8: 3_000_000,
  maxAmountE8: 1_000_000 * USDT,
  isBuyBanned: false,
  isSellBanned: false,
}

/**
 * BTC/USDT by semantics.md §2.9, with a coarser lot: tick 0.1, lot 0.001, so one tick × one lot is 0.0001 USDT. Fees
 * 0.1 % (§1.2), prices within 3 % of the last (spec §9).
 */
export const PAIR: EngineInstrument = {
  symbol: 'BTC/USDT',
  settleCoin: 'USDT',
  baseCoin: 'BTC',
  valueUnitE8: 10_000,
  minPriceTicks: 1,
  maxPriceTicks: 19_999_998,
  minLots: 1,
  maxLimitLots: 83_000,
  maxMarketLots: 41_500,
  minNotionalE8: 5 * USDT,
  maxLeverageE2: 100,
  takerRateE8: 100_000,
  makerRateE8: 100_000,
  bandXE8: 0,
  bandYE8: 0,
  tiers: [],
  terms: TERMS,
}

export interface SpotDesk {
  readonly engine: MatchingEngine
  run(command: EngineCommand): EngineOutcome
  order(command: EngineCommand & { type: 'place' }): EngineOrder
  refused(command: EngineCommand): EngineRefusal
  wallet(account: string, coin: string): { readonly walletE8: number; readonly heldE8: number; readonly freeE8: number }
}

/** The pair beside the perpetual of the same coin; each user has 100,000 USDT and 2 BTC. */
export function spotDesk(
  users: readonly string[] = ['ann', 'bob'],
  pair: EngineInstrument = PAIR,
  rules: EngineRules = PRESENT_RULES,
): SpotDesk {
  const engine = createEngine([BTC, pair], [], rules)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const account of users) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: 100_000 * USDT })
    run({ type: 'credit', account, coin: 'BTC', amountE8: 2 * COIN })
  }
  return {
    engine,
    run,
    order(command) {
      const { result } = run(command)
      if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
      return engine.findOrder(command.account, { orderId: result.orderId! })!
    },
    refused(command) {
      const { result } = run(command)
      if (result.ok) throw new Error('accepted, though a refusal was expected')
      return result.refusal
    },
    wallet(account, coin) {
      const row = engine.balances(account).find((one) => one.coin === coin)!
      return { walletE8: row.walletE8, heldE8: row.lockedE8, freeE8: row.availableE8 }
    },
  }
}

/** A limit order of 0.1 BTC at 50,000 USDT, changed as given. */
export function pair(account: string, changes: Partial<Extract<EngineCommand, { type: 'place' }>> = {}) {
  return place(account, { symbol: 'BTC/USDT', ...changes })
}
