import type { EngineCommand } from '../../../../exchange/engine/commands'
import type { MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { BTC, ETH, USDT } from '../engine-fixture'

/** Who and what the random walks are about: one contract of each kind, few users who meet each other and themselves. */

const LINEAR: EngineInstrument = { ...BTC, allowsHedge: true }
/** A USDC perpetual: settles its session with the funding. */
const PERP: EngineInstrument = { ...ETH, symbol: 'ETHPERP', settleCoin: 'USDC', settlesSessions: true }
/** An inverse one: tick 0.1, lot 1 USD, so value = lots / ticks × 10 BTC. */
const INVERSE: EngineInstrument = {
  ...BTC,
  symbol: 'BTCUSD',
  settleCoin: 'BTC',
  payoff: 'inverse',
  valueUnitE8: 1_000_000_000,
  minNotionalE8: 0,
  tiers: BTC.tiers.map((tier, index) => ({
    ...tier,
    limitE8: (index + 1) * 150 * USDT,
    // 150 × (0.56 % − 0.5 %) = 0.09.
    deductionE8: index * 9_000_000,
  })),
}
export const MARKETS: readonly EngineInstrument[] = [LINEAR, PERP, INVERSE]
export const SYMBOLS: readonly string[] = MARKETS.map((market) => market.symbol)
export const COINS = ['USDT', 'USDC', 'BTC'] as const

/** The last two begin with little money at 100×, so that they are liquidated now and then. */
export const USERS = ['ann', 'bob', 'cat', 'dan', 'eve', 'poor', 'weak'] as const
/** Who begins with isolated margin. */
const ISOLATED = ['cat', 'dan', 'weak']
export const isSmall = (user: string) => user === 'poor' || user === 'weak'
/** 50,000.0: where every walk begins and comes back to. */
export const MIDDLE = 500_000

/** Dollars' worth of a coin in E8, at 50,000 a Bitcoin. */
export function worth(coin: string, dollars: number): number {
  return coin === 'BTC' ? Math.round((dollars * USDT) / 50_000) : dollars * USDT
}

/** @param maker whose orders are told as books and trades alone */
export function openWorld(maker: string | null = null): MatchingEngine {
  const engine = createEngine(MARKETS)
  for (const account of USERS) {
    const defaultLeverageE2 = isSmall(account) ? 10_000 : 1_000
    const role = account === maker ? 'maker' : 'user'
    engine.handle({ type: 'openAccount', account, role, kind: 'uta2', defaultLeverageE2 }, 1)
    for (const coin of COINS) {
      engine.handle({ type: 'credit', account, coin, amountE8: worth(coin, isSmall(account) ? 200 : 150_000) }, 1)
    }
  }
  for (const account of ISOLATED) engine.handle({ type: 'setMarginMode', account, mode: 'isolated' }, 1)
  for (const symbol of SYMBOLS) engine.handle(markAt(symbol, MIDDLE), 1)
  return engine
}

export function markAt(symbol: string, markTicks: number, indexTicks = markTicks): EngineCommand {
  return { type: 'mark', symbol, markTicks, indexTicks }
}
