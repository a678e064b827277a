import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { PRESENT_RULES, type EngineRules } from '../../../../exchange/engine/engine-rules'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import { BTC, mark, place, USDT } from '../engine-fixture'
import { COINS } from '../lending/lending-fixture'
import { COIN, PAIR } from '../spot-fixture'

/*
 * Portfolio margin of coins that back each other (ADR-960). Everything stands at 20,000 dollars and has no fees, so a coin
 * loses 2,000 at −10 %, and of contracts 0.6 % of the value, 120 a coin, is contingency.
 */
const FREE = { takerRateE8: 0, makerRateE8: 0, minNotionalE8: 0, underlying: 'BTC' }
const LINEAR: EngineInstrument = { ...BTC, ...FREE, allowsHedge: true }
const PERP: EngineInstrument = { ...LINEAR, symbol: 'BTCPERP', settleCoin: 'USDC', allowsHedge: false }
/** 100 dollars a lot: value in coins is lots × 100 ÷ price, a tick being 0.1. */
const INVERSE: EngineInstrument = {
  ...LINEAR,
  symbol: 'BTCUSD',
  settleCoin: 'BTC',
  payoff: 'inverse',
  valueUnitE8: 100_000_000_000,
  allowsHedge: false,
  tiers: [{ ...BTC.tiers[0]!, limitE8: 100_000 * COIN }],
}
export const INSTRUMENTS = [LINEAR, PERP, INVERSE, { ...PAIR, takerRateE8: 0, makerRateE8: 0 }]
export const LENT = COINS.flatMap((one) => (one.pair === null ? [one, { ...one, coin: 'USDC' }] : [one]))
export const COIN_LOTS = 1_000

interface Terms {
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly lots: number
}

/**
 * Ann has portfolio margin and 10,000 of both dollars; mm takes the other side of everything.
 * @param pairRateE8 what both pay of a fill of the pair
 */
export function desk(bitcoin = 0, isAccountWide = true, rules: EngineRules = PRESENT_RULES, pairRateE8 = 0) {
  const listed = INSTRUMENTS.map((one) =>
    one.symbol === PAIR.symbol ? { ...one, takerRateE8: pairRateE8, makerRateE8: pairRateE8 } : one,
  )
  const engine = createEngine(listed, LENT, rules)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  const ok = (command: EngineCommand) => {
    const outcome = run(command)
    if (!outcome.result.ok) throw new Error(JSON.stringify(outcome.result.refusal))
    return outcome
  }
  const at = (dollars: number) => {
    for (const { symbol } of INSTRUMENTS) run(mark(dollars * 10, dollars * 10, symbol))
    return run({ type: 'reviewAccounts' })
  }
  for (const account of ['ann', 'mm'])
    ok({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  for (const coin of ['USDT', 'USDC']) {
    ok({ type: 'credit', account: 'ann', coin, amountE8: 10_000 * USDT })
    ok({ type: 'credit', account: 'mm', coin, amountE8: 10_000_000 * USDT })
  }
  ok({ type: 'credit', account: 'mm', coin: 'BTC', amountE8: 1_000 * COIN })
  if (bitcoin > 0) ok({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: bitcoin * COIN })
  at(20_000)
  ok({
    type: 'setMarginMode',
    account: 'ann',
    mode: 'portfolio',
    ...(isAccountWide ? { accountWide: true as const } : {}),
  })
  const order = (account: string, terms: Terms) => place(account, { ...terms, ticks: 200_000 })
  return {
    engine,
    run,
    ok,
    at,
    order,
    deal(side: 'buy' | 'sell', symbol: string, lots: number) {
      ok(order('mm', { side: side === 'buy' ? 'sell' : 'buy', symbol, lots }))
      ok(order('ann', { side, symbol, lots }))
    },
    refusal(command: EngineCommand) {
      const { result } = run(command)
      if (result.ok) throw new Error('accepted')
      return result.refusal
    },
    /** Whole dollars: what the account's equity carries. */
    margins() {
      const { maintenanceE8, initialE8 } = engine.lending('ann')!.figures!
      return [maintenanceE8 / USDT, initialE8 / USDT]
    },
    report: () => engine.portfolio('ann')!,
  }
}
