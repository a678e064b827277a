import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import type { PriceAlert } from '../../../domain/market/price-alert'
import type { HubSession, Notice } from '../../hub-events'
import type { VenuePort } from '../../venue/venue-port'
import type { RestClient } from '../rest-client'
import { ListUnread, readWhole } from './account-lists'

/** Reasons to read the list that come together are answered by one read. */
export const ALERT_READ_PAUSE_MS = 300

export interface AlertRow {
  readonly alert: PriceAlert
  readonly isRemoved: boolean
}

export interface AlertPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly venue: VenuePort
  readonly trace: (what: string, error: unknown) => void
  readonly session: () => HubSession | null
  readonly changed: () => void
  readonly notice: (notice: Notice) => void
}

/**
 * The account's price alerts: the list, which is read whenever the account is compared with the exchange, and what the
 * private channel says of single ones. A list that was asked for before such a row came is older than it, and dropped.
 */
export class AlertFeed {
  #list: readonly PriceAlert[] | null = null
  /** Rises with each row of the channel and each reading: an answer counts only as the newest. */
  #reading = 0
  #cancelRead: (() => void) | null = null

  constructor(private readonly ports: AlertPorts) {}

  /** Newest first; `null` while it is not known. */
  list(): readonly PriceAlert[] | null {
    return this.#list
  }

  signedOut(): void {
    this.#cancelRead?.()
    this.#cancelRead = null
    this.#reading++
    this.#list = null
  }

  /** Rows of the channel, how each is by now. */
  take(rows: readonly AlertRow[]): void {
    if (rows.length === 0) return
    this.#reading++
    const byId = new Map((this.#list ?? []).map((one) => [one.id, one]))
    for (const { alert, isRemoved } of rows) {
      const hasFired = alert.firedCount > (byId.get(alert.id)?.firedCount ?? 0)
      if (isRemoved) byId.delete(alert.id)
      else byId.set(alert.id, alert)
      if (!isRemoved && hasFired) this.#tell(alert)
    }
    if (this.#list !== null)
      this.#show([...byId.values()].toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)))
    this.readSoon()
  }

  /** After a press, and after rows: the list has the last word. */
  readSoon(): void {
    this.#cancelRead ??= this.ports.clock.after(ALERT_READ_PAUSE_MS, () => {
      this.#cancelRead = null
      void this.read(() => true)
    })
  }

  /** What does not come is read with the next comparison: alerts are no part of what the account has to agree on. */
  async read(isCurrent: () => boolean): Promise<void> {
    const account = this.ports.session()?.account
    if (account === undefined) return
    const own = ++this.#reading
    try {
      const { alerts } = await readWhole(this.ports, this.ports.venue.calls.alerts())
      if (own !== this.#reading || this.ports.session()?.account !== account || !isCurrent()) return
      this.#show(alerts)
    } catch (error) {
      if (!(error instanceof Unreadable) && !(error instanceof ListUnread)) throw error
      this.ports.trace('alerts', error)
    }
  }

  #show(list: readonly PriceAlert[]): void {
    if (JSON.stringify(list) === JSON.stringify(this.#list)) return
    this.#list = list
    this.ports.changed()
  }

  #tell(alert: PriceAlert): void {
    this.ports.notice({
      id: `alert:${alert.id}:${alert.firedCount}:${alert.firedAtMs}`,
      kind: 'priceAlert',
      order: null,
      intent: null,
      rejection: null,
      timeMs: alert.firedAtMs ?? this.ports.clock.now(),
      alert,
    })
  }
}
