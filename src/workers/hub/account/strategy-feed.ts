import type { Clock } from '../../../base/clock'
import { compare } from '../../../domain/decimal'
import type { Strategy } from '../../../domain/order/strategy'
import { Unreadable } from '../../../base/unreadable'
import type { VenuePort } from '../../venue/venue-port'
import type { HubSession, Notice } from '../../hub-events'
import { ListUnread, readWhole } from './account-lists'
import type { RestClient } from '../rest-client'

/** Reasons to read the list that come together are answered by one read. */
export const READ_PAUSE_MS = 300
/** Strategies that tabs are told of; those that run come before those that ended. */
export const STRATEGIES_MAX = 200

export interface StrategyPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly venue: VenuePort
  readonly trace: (what: string, error: unknown) => void
  readonly session: () => HubSession | null
  readonly changed: () => void
  readonly notice: (notice: Notice) => void
}

/**
 * The account's strategies: what the private channel says of them, and the list, which is read whenever the account is
 * compared with REST (after a reconnect, a gap, and every few seconds) and after a press. Whoever brings a row, it is
 * taken forward only.
 */
export class StrategyFeed {
  #byId: ReadonlyMap<string, Strategy> = new Map()
  #list: readonly Strategy[] = []
  /** Whether the account's list is known as a whole: what had ended before is no news. */
  #isKnown = false
  #cancelRead: (() => void) | null = null

  constructor(private readonly ports: StrategyPorts) {}

  /** Newest first among those that run, then newest first among the others. */
  list(): readonly Strategy[] {
    return this.#list
  }

  signedOut(): void {
    this.#cancelRead?.()
    this.#cancelRead = null
    this.#byId = new Map()
    this.#list = []
    this.#isKnown = false
  }

  /** Rows of the private channel: of a snapshot all, else those that changed. */
  take(rows: readonly Strategy[]): void {
    this.#merge(rows, new Set())
  }

  /** After a press. One that fails is made good by the next comparison of the account. */
  readSoon(pauseMs = READ_PAUSE_MS): void {
    this.#cancelRead?.()
    this.#cancelRead = this.ports.clock.after(pauseMs, () => {
      this.#cancelRead = null
      this.read(() => true).catch((error: unknown) => {
        if (!(error instanceof Unreadable) && !(error instanceof ListUnread)) throw error
        this.ports.trace('strategies', error)
      })
    })
  }

  /** @throws ListUnread, Unreadable when there is no list, or none that can be read */
  async read(isCurrent: () => boolean): Promise<void> {
    const account = this.ports.session()?.account
    if (account === undefined) return
    // What is pushed while the answer is on its way may be missing in it.
    const asked = new Set(this.#byId.keys())
    const { strategies: listed } = await readWhole(this.ports, this.ports.venue.calls.strategies(null))
    if (this.ports.session()?.account !== account || !isCurrent()) return
    for (const { id } of listed) asked.delete(id)
    this.#merge(listed, asked)
    this.#isKnown = true
  }

  /** @param gone known ones that the exchange has forgotten */
  #merge(rows: readonly Strategy[], gone: ReadonlySet<string>): void {
    const later = rows.filter((row) => isForward(this.#byId.get(row.id), row))
    if (later.length === 0 && gone.size === 0) return
    const ended = later.filter((row) => !isRunning(row))
    const byId = new Map([...this.#byId].filter(([id]) => !gone.has(id)))
    for (const row of later) byId.set(row.id, row)
    const all = [...byId.values()].toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
    this.#list = [...all.filter(isRunning), ...all.filter((one) => !isRunning(one))].slice(0, STRATEGIES_MAX)
    this.#byId = new Map(this.#list.map((one) => [one.id, one]))
    this.ports.changed()
    // Also of one that began and ended between two looks.
    if (this.#isKnown) for (const strategy of ended) this.#tellEnd(strategy)
  }

  #tellEnd(strategy: Strategy): void {
    this.ports.notice({
      id: `${strategy.id}:ended`,
      kind: 'strategyEnded',
      order: null,
      intent: null,
      rejection: null,
      timeMs: strategy.updatedAtMs,
      strategy,
    })
  }
}

function isRunning({ status }: Strategy): boolean {
  return status === 'running'
}

/** Whether `next` is later news: an end is the last of them, and until then orders and fills only become more. */
function isForward(known: Strategy | undefined, next: Strategy): boolean {
  if (known === undefined) return true
  if (!isRunning(known)) return false
  if (!isRunning(next)) return true
  const fills = compare(next.filledQty, known.filledQty)
  return fills >= 0 && next.orderCount >= known.orderCount && (fills > 0 || next.orderCount > known.orderCount)
}
