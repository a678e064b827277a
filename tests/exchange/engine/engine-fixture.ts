import type { EngineCommand } from '../../../exchange/engine/commands'
import type { EngineOutcome, MatchingEngine } from '../../../exchange/engine/matching-engine'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import type { EngineRefusal } from '../../../exchange/engine/result'
import { createEngine } from '../../../exchange/engine/create-engine'

/** One USDT in E8. */
export const USDT = 100_000_000

/**
 * BTCUSDT by semantics.md §2.9: tick 0.1, lot 0.001, so one tick × one lot is 0.0001 USDT = 10,000 E8.
 * Prices below are in ticks: 500,000 is 50,000 USDT. Two tiers of the 2024 row.
 */
export const BTC: EngineInstrument = {
  symbol: 'BTCUSDT',
  settleCoin: 'USDT',
  valueUnitE8: 10_000,
  minPriceTicks: 1,
  maxPriceTicks: 19_999_998,
  minLots: 1,
  maxLimitLots: 1_190_000,
  maxMarketLots: 500_000,
  minNotionalE8: 5 * USDT,
  maxLeverageE2: 10_000,
  takerRateE8: 55_000,
  makerRateE8: 20_000,
  bandXE8: 1_000_000,
  bandYE8: 2_000_000,
  tiers: [
    {
      limitE8: 2_000_000 * USDT,
      initialRateE8: 1_000_000,
      maintenanceRateE8: 500_000,
      maxLeverageE2: 10_000,
      deductionE8: 0,
    },
    {
      limitE8: 2_600_000 * USDT,
      initialRateE8: 1_110_000,
      maintenanceRateE8: 560_000,
      maxLeverageE2: 9_000,
      deductionE8: 1_200 * USDT,
    },
  ],
}

/** ETHUSDT: tick 0.01, lot 0.01: one tick × one lot is 0.0001 USDT as well. */
export const ETH: EngineInstrument = {
  ...BTC,
  symbol: 'ETHUSDT',
  maxPriceTicks: 1_999_998,
  maxLimitLots: 150_000,
  maxMarketLots: 60_000,
}

type Place = Extract<EngineCommand, { type: 'place' }>

/** A plain limit order of 0.1 BTC at 50,000 USDT, changed as given. */
export function place(account: string, changes: Partial<Place> = {}): Place {
  return {
    type: 'place',
    account,
    linkId: '',
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    ticks: 500_000,
    lots: 100,
    timeInForce: 'goodTillCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: 'cancelMaker',
    createType: 'CreateByUser',
    ...changes,
  }
}

export interface Desk {
  readonly engine: MatchingEngine
  /** Runs a command; time rises by a millisecond each. */
  run(command: EngineCommand): EngineOutcome
  /** Runs a command that must be accepted, and gives its order as it is afterwards. */
  order(command: Place): EngineOrder
  /** Runs a command that must be refused. */
  refused(command: EngineCommand): EngineRefusal
}

/** An engine with the named users, each with 100,000 USDT and 10×; no mark yet, so no band. */
export function desk(users: readonly string[] = ['ann', 'bob'], walletE8 = 100_000 * USDT): Desk {
  const engine = createEngine([BTC, ETH])
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const account of users) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    if (walletE8 > 0) run({ type: 'credit', account, coin: 'USDT', amountE8: walletE8 })
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
  }
}

export function mark(markTicks: number, indexTicks = markTicks, symbol = 'BTCUSDT'): EngineCommand {
  return { type: 'mark', symbol, markTicks, indexTicks }
}

export function ofType<T extends EngineEvent['type']>(
  events: readonly EngineEvent[],
  type: T,
): readonly Extract<EngineEvent, { type: T }>[] {
  return events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type)
}

export function walletOf(engine: MatchingEngine, account: string): number {
  return engine.balances(account).find((row) => row.coin === 'USDT')?.walletE8 ?? 0
}

/** Ann's change of an order in BTCUSDT: what is not named is left out. */
export function amend(orderId: string, changes: Partial<Amend> = {}): Amend {
  return {
    type: 'amend',
    account: 'ann',
    symbol: 'BTCUSDT',
    orderId,
    linkId: null,
    ticks: null,
    lots: null,
    ...changes,
  }
}
type Amend = Extract<EngineCommand, { type: 'amend' }>
