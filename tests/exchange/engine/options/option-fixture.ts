import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { type EngineRules, PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import type { EngineOutcome, MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { EngineRefusal } from '../../../../exchange/engine/result'
import { BTC, place, USDT } from '../engine-fixture'

/** One dollar in ticks of the options here: their mark is counted in cents, their orders in steps of 5 dollars. */
export const DOLLAR = 100
/** One coin in lots. */
export const COIN = 100

/** An option on BTC by semantics.md §2.9: lot 0.01, prices in steps of 5 dollars; a cent × a lot is 0.0001 dollars. */
export function option(symbol: string, strike: number, isCall: boolean): EngineInstrument {
  return {
    ...BTC,
    symbol,
    minPriceTicks: 5 * DOLLAR,
    maxPriceTicks: 1_110_000 * DOLLAR,
    maxLimitLots: 500 * COIN,
    maxMarketLots: 500 * COIN,
    minNotionalE8: 0,
    maxLeverageE2: 100,
    takerRateE8: 30_000,
    makerRateE8: 30_000,
    bandXE8: 0,
    bandYE8: 0,
    tiers: [],
    terms: {
      kind: 'option',
      strikeTicks: strike * DOLLAR,
      isCall,
      expiryMs: 1_000_000,
      initialRateE8: 15_000_000,
      leastInitialRateE8: 10_000_000,
      maintenanceRateE8: 3_000_000,
      liquidationFeeRateE8: 200_000,
      feeCapE8: 12_500_000,
      lotE8: 1_000_000,
      priceStepTicks: 5 * DOLLAR,
    },
  }
}

export const CALL = option('BTC-C', 20_000, true)
export const PUT = option('BTC-P', 18_500, false)

export interface Floor {
  readonly engine: MatchingEngine
  run(command: EngineCommand): EngineOutcome
  /** Places, and throws where that is refused. */
  trade(account: string, side: 'buy' | 'sell', dollars: number, coins: number, symbol?: string): void
  refused(command: EngineCommand): EngineRefusal
  mark(symbol: string, mark: number, index: number): void
  walletE8(account: string): number
}

/** BTCUSDT, a call of 20,000 and a put of 18,500; each user has 100,000 USDT. */
export function floor(
  users: readonly string[] = ['ann', 'bob'],
  dollars = 100_000,
  rules: EngineRules = PRESENT_RULES,
): Floor {
  const engine = createEngine([BTC, CALL, PUT], [], rules)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const account of users) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: dollars * USDT })
  }
  run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 1_000_000 * USDT })
  const mark = (symbol: string, at: number, index: number) =>
    void run({
      type: 'mark',
      symbol,
      markTicks: Math.round(at * DOLLAR),
      indexTicks: Math.round(index * DOLLAR),
    })
  mark('BTC-C', 1_000, 20_250)
  mark('BTC-P', 290, 20_250)
  return {
    engine,
    run,
    mark,
    trade(account, side, price, coins, symbol = 'BTC-C') {
      const order = place(account, { symbol, side, ticks: price * DOLLAR, lots: Math.round(coins * COIN) })
      const { result } = run(order)
      if (!result.ok) throw new Error(JSON.stringify(result.refusal))
    },
    refused(command) {
      const { result } = run(command)
      if (result.ok) throw new Error('accepted')
      return result.refusal
    },
    walletE8: (account) => engine.balances(account).find((one) => one.coin === 'USDT')!.walletE8,
  }
}

/** Every coin's money is what came in. */
export function isConserved(engine: MatchingEngine): boolean {
  return engine.conservation().every(({ sumE8, creditedE8 }) => sumE8 === creditedE8)
}
