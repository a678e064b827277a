import { Account, HOUSE_ACCOUNT, Market } from './accounts'
import type { EngineInstrument } from './contract'
import { OrderRegistry, type Order } from './orders'
import { Outbox } from './outbox'

/** Everything the engine knows. Functions that change it take it as their first argument. */
export interface EngineState {
  readonly markets: Map<string, Market>
  readonly accounts: Map<string, Account>
  readonly house: Account
  readonly orders: OrderRegistry
  readonly outbox: Outbox
  /** Fills of this command that the guards of a position have to follow. Empty between commands. */
  readonly fills: { readonly order: Order; readonly lots: number; readonly armedAt: number }[]
  /** Markets with observed prices that triggers have not seen. Empty between commands. */
  readonly observed: Market[]
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
    fills: [],
    observed: [],
    lastOrderNumber: 0,
    lastExecNumber: 0,
  }
}
