import type { AlertChange, AlertTerms } from '../../../domain/market/price-alert'
import type { OrderLinkId } from '../../../domain/order/order'
import type { AlertReference, Change, Outcome } from '../../presses'
import type { VenueCalls } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { ChangeCalls } from './change-calls'

export interface AlertCallPorts {
  readonly changes: ChangeCalls
  readonly calls: VenueCalls
  readonly newId: () => OrderLinkId
  /** An alert was changed, as far as anybody knows: the list is read anew. */
  readonly changed: () => void
}

/** Sets, moves and removes price alerts: journalled changes with three outcomes, as everything that an account keeps. */
export class AlertCalls {
  constructor(private readonly ports: AlertCallPorts) {}

  add(terms: AlertTerms): Promise<Outcome<null>> {
    return this.#send({ kind: 'addAlert', terms }, this.ports.calls.addAlert(terms), 'order')
  }

  amend(change: AlertChange): Promise<Outcome<null>> {
    return this.#send({ kind: 'amendAlert', terms: change }, this.ports.calls.amendAlert(change), 'order')
  }

  remove(alert: AlertReference): Promise<Outcome<null>> {
    return this.#send({ kind: 'removeAlert', ...alert }, this.ports.calls.removeAlert(alert.alertId), 'cancel')
  }

  async #send(change: Change, call: VenueCall<null>, priority: 'order' | 'cancel'): Promise<Outcome<null>> {
    const { changes, newId, changed } = this.ports
    const outcome = await changes.run(newId(), change, { call, priority, proven: () => null })
    changed()
    return outcome
  }
}
