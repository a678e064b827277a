import { assert } from '../../../base/assert'
import type { Clock } from '../../../base/clock'
import type { OrderLinkId } from '../../../domain/order/order'
import type { Outcome, StrategyPress, StrategyReference } from '../../presses'
import type { VenuePort } from '../../venue/venue-port'
import type { ChangeCalls } from './change-calls'
import { PRESS_MAX_AGE_MS } from './new-order-calls'
import { orderProblem, type GatePorts } from './order-gate'
import { refusal } from './order-outcome'

export interface AlgoOrderCallPorts extends GatePorts {
  readonly clock: Clock
  readonly venue: VenuePort
  readonly changes: ChangeCalls
  /** A strategy was started or ended, as far as anybody knows: the list is read anew. */
  readonly changed: () => void
}

/** Starts and ends strategies: journalled like every change, and refused at once like an order. */
export class AlgoOrderCalls {
  constructor(private readonly ports: AlgoOrderCallPorts) {}

  /** Leaves only while prices are live and the rules of its contract are confirmed. @returns the strategy's id */
  async open({ id, strategy, pressedAtMs, account }: StrategyPress): Promise<Outcome<string>> {
    const { clock, venue, changes, changed } = this.ports
    if (clock.now() - pressedAtMs > PRESS_MAX_AGE_MS) return refusal('notLive', 'the press came too late')
    const outcome = await changes.run(
      id,
      { kind: 'openStrategy', strategy },
      {
        call: venue.calls.openStrategy(strategy),
        priority: 'order',
        problem: () => orderProblem(this.ports, account, strategy.symbol),
        // The first answer alone tells that it was taken; the list that is read next tells its id.
        proven: ({ strategyId }) => strategyId ?? '',
      },
    )
    changed()
    return outcome
  }

  /** @returns the strategy's id */
  async cancel(id: OrderLinkId, reference: StrategyReference): Promise<Outcome<string>> {
    const { strategyId, symbol } = reference
    assert(strategyId !== '', 'a strategy that is ended was listed with its id')
    const outcome = await this.ports.changes.run(
      id,
      { kind: 'cancelStrategy', ...reference },
      {
        call: this.ports.venue.calls.cancelStrategy(strategyId, symbol),
        priority: 'cancel',
        proven: () => strategyId,
      },
    )
    this.ports.changed()
    return outcome
  }
}
