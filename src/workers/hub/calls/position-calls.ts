import type {
  AutoAddMarginSetting,
  LeverageSetting,
  MarginChange,
  PositionModeSetting,
  TradingStop,
} from '../../../domain/position/position-settings'
import type { LendingChange } from '../../../domain/account/lending'
import type { OrderLinkId } from '../../../domain/order/order'
import type { AccountMarginMode } from '../../../domain/position/position'
import type { Change, Outcome } from '../../presses'
import type { VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { ChangeCalls } from './change-calls'

export interface PositionPorts {
  readonly changes: ChangeCalls
  readonly calls: VenueCalls
  readonly newId: () => OrderLinkId
  readonly verify: () => void
}

/**
 * What guards a position and how its margin is held, and what the account borrows. Each call is a journalled change that ends in one of three
 * outcomes (decisions 9); after it the account is compared with the exchange, which alone says what is in force.
 */
export class PositionCalls {
  constructor(private readonly ports: PositionPorts) {}

  setTpSl(terms: TradingStop): Promise<Outcome<null>> {
    return this.#send({ kind: 'tpSl', terms }, this.ports.calls.setTpSl(terms))
  }

  setLeverage(terms: LeverageSetting): Promise<Outcome<null>> {
    return this.#send({ kind: 'leverage', ...terms }, this.ports.calls.setLeverage(terms))
  }

  setMarginMode(mode: AccountMarginMode): Promise<Outcome<null>> {
    return this.#send({ kind: 'marginMode', mode }, this.ports.calls.setMarginMode(mode))
  }

  setPositionMode(terms: PositionModeSetting): Promise<Outcome<null>> {
    return this.#send({ kind: 'positionMode', ...terms }, this.ports.calls.setPositionMode(terms))
  }

  addMargin(terms: MarginChange): Promise<Outcome<null>> {
    return this.#send({ kind: 'margin', ...terms }, this.ports.calls.addMargin(terms))
  }

  setAutoAddMargin(terms: AutoAddMarginSetting): Promise<Outcome<null>> {
    return this.#send({ kind: 'autoAddMargin', ...terms }, this.ports.calls.setAutoAddMargin(terms))
  }

  changeLending(change: LendingChange): Promise<Outcome<null>> {
    return this.#send(change, this.ports.calls.changeLending(change))
  }

  async #send(change: Change, call: VenueCall<null>): Promise<Outcome<null>> {
    const sent = { call, priority: 'order', proven: () => null } as const
    const outcome = await this.ports.changes.run(this.ports.newId(), change, sent)
    this.ports.verify()
    return outcome
  }
}
