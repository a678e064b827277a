import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCoin } from '../../../../exchange/engine/lending/engine-coin'
import type { AccountLending, CoinLending } from '../../../../exchange/engine/lending/lending-info'
import type { EngineOutcome, MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { EngineOrder } from '../../../../exchange/engine/records/order-records'
import type { EngineRefusal } from '../../../../exchange/engine/result'
import type { Money, Qty, Rate } from '../../../../src/domain/decimal'
import { BTC, mark, USDT } from '../engine-fixture'
import { COIN, PAIR } from '../spot-fixture'

const LOAN_TIERS = [{ limit: '100000000' as Money, maintenanceMarginRate: '0.04' as Rate }]

/** A dollar, lent at 0.00001 an hour, and bitcoin, of which 95 % count up to 10 coins and 90 % up to 20. */
export const COINS: readonly EngineCoin[] = [
  {
    coin: 'USDT',
    pair: null,
    isOptional: false,
    tiers: [{ upTo: null, ratio: '1' as Rate }],
    loan: {
      hourlyRate: '0.00001' as Rate,
      maxBorrow: '200000' as Money,
      freeLimit: '500' as Money,
      tiers: LOAN_TIERS,
    },
  },
  {
    coin: 'BTC',
    pair: PAIR.symbol,
    isOptional: true,
    tiers: [
      { upTo: '10' as Qty, ratio: '0.95' as Rate },
      { upTo: '20' as Qty, ratio: '0.9' as Rate },
    ],
    loan: { hourlyRate: '0.000002' as Rate, maxBorrow: '3' as Money, freeLimit: '0' as Money, tiers: LOAN_TIERS },
  },
]

export interface LendingDesk {
  readonly engine: MatchingEngine
  run(command: EngineCommand): EngineOutcome
  ok(command: EngineCommand): EngineOutcome
  order(command: EngineCommand & { type: 'place' }): EngineOrder
  refused(command: EngineCommand): EngineRefusal
  wallet(account: string, coin: string): number
  lending(account: string): AccountLending
  coin(account: string, coin: string): CoinLending
  /** The pair's price and the perpetual's, USDT. */
  price(dollars: number): EngineOutcome
}

/** The pair beside the perpetual; ann has 10,000 USDT and spot margin, bob and cid 1,000,000 USDT and 20 BTC. At 50,000. */
export function lendingDesk(coins: readonly EngineCoin[] = COINS): LendingDesk {
  const engine = createEngine([BTC, PAIR], coins)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  const ok = (command: EngineCommand) => {
    const outcome = run(command)
    if (!outcome.result.ok) throw new Error(`refused: ${JSON.stringify(outcome.result.refusal)}`)
    return outcome
  }
  const desk: LendingDesk = {
    engine,
    run,
    ok,
    order(command) {
      const { result } = ok(command)
      return engine.findOrder(command.account, { orderId: result.ok ? result.orderId! : '' })!
    },
    refused(command) {
      const { result } = run(command)
      if (result.ok) throw new Error('accepted, though a refusal was expected')
      return result.refusal
    },
    wallet: (account, coin) => engine.balances(account).find((one) => one.coin === coin)?.walletE8 ?? 0,
    lending: (account) => engine.lending(account)!,
    coin: (account, coin) => engine.lending(account)!.coins.find((one) => one.coin === coin)!,
    price(dollars) {
      run(mark(dollars * 10))
      return run(mark(dollars * 10, dollars * 10, PAIR.symbol))
    },
  }
  for (const account of ['ann', 'bob', 'cid']) {
    ok({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  }
  ok({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 10_000 * USDT })
  for (const account of ['bob', 'cid']) {
    ok({ type: 'credit', account, coin: 'USDT', amountE8: 1_000_000 * USDT })
    ok({ type: 'credit', account, coin: 'BTC', amountE8: 20 * COIN })
  }
  desk.price(50_000)
  ok({ type: 'setSpotMargin', account: 'ann', isOn: true })
  return desk
}
