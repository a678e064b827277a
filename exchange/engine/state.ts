import { Account, HOUSE_ACCOUNT, Market } from './accounts'
import type { EngineInstrument } from './contract'
import { OrderRegistry } from './orders'
import { Outbox } from './outbox'

/** Everything the engine knows. Functions that change it take it as their first argument. */
export interface EngineState {
  readonly markets: Map<string, Market>
  readonly accounts: Map<string, Account>
  readonly house: Account
  readonly orders: OrderRegistry
  readonly outbox: Outbox
  lastOrderNumber: number
  lastExecNumber: number
}

export function createState(instruments: readonly EngineInstrument[]): EngineState {
  const house = new Account(HOUSE_ACCOUNT, 'house', 'uta2', 100)
  return {
    markets: new Map(instruments.map((instrument) => [instrument.symbol, new Market(instrument)])),
    accounts: new Map([[house.id, house]]),
    house,
    orders: new OrderRegistry(),
    outbox: new Outbox(),
    lastOrderNumber: 0,
    lastExecNumber: 0,
  }
}
