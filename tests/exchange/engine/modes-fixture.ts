import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineOutcome, MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { EnginePosition } from '../../../exchange/engine/records/position-records'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { createEngine } from '../../../exchange/engine/create-engine'
import { BTC, ETH, place, USDT } from './engine-fixture'

/** BTCUSDT with hedge mode. */
export const LINEAR: EngineInstrument = { ...BTC, allowsHedge: true }
/** A USDC perpetual: settles its session with the funding. */
export const PERP: EngineInstrument = { ...BTC, symbol: 'BTCPERP', settleCoin: 'USDC', settlesSessions: true }
/** An inverse one: tick 0.1, lot 1 USD, so value = lots / ticks × 10 BTC; the published first tier (semantics.md §2.9). */
export const INVERSE: EngineInstrument = {
  ...ETH,
  symbol: 'BTCUSD',
  settleCoin: 'BTC',
  payoff: 'inverse',
  valueUnitE8: 1_000_000_000,
  maxPriceTicks: 9_999_990,
  maxLimitLots: 1_000_000,
  maxMarketLots: 1_000_000,
  minNotionalE8: 0,
  tiers: [{ ...BTC.tiers[0]!, limitE8: 150 * USDT }],
}

export interface Room {
  readonly engine: MatchingEngine
  run(command: EngineCommand): EngineOutcome
  /** `buyer` takes from `seller` at a price. */
  deal(buyer: string, seller: string, ticks: number, lots: number, symbol?: string): void
  position(account: string, symbol?: string): EnginePosition
}

/** Ann, bob and cat with 100,000 USDT, 100,000 USDC and 10 BTC each at 50×; no mark yet, so no band. */
export function room(): Room {
  const engine = createEngine([LINEAR, PERP, INVERSE])
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const account of ['ann', 'bob', 'cat']) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 5_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: 100_000 * USDT })
    run({ type: 'credit', account, coin: 'USDC', amountE8: 100_000 * USDT })
    run({ type: 'credit', account, coin: 'BTC', amountE8: 10 * USDT })
  }
  return {
    engine,
    run,
    deal(buyer, seller, ticks, lots, symbol = 'BTCUSDT') {
      const common = { symbol, ticks, lots }
      for (const command of [place(seller, { ...common, side: 'sell' }), place(buyer, common)]) {
        const { result } = run(command)
        if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`)
      }
    },
    position: (account, symbol = 'BTCUSDT') => engine.positions(account, symbol)[0]!,
  }
}

export const isolate = (account: string): EngineCommand => ({ type: 'setMarginMode', account, mode: 'isolated' })
