import type { Clock } from '../../base/clock'
import type { Strategy } from '../../domain/order/strategy'
import { asArray, asObject, WireError } from '../../wire/json'
import { parseStrategy, TWAP_LIST_PATH } from '../../wire/rest/strategy'
import type { HubSession, Notice } from '../hub-events'
import type { RestClient } from './rest-client'

/** News of orders that come together are answered by one read. */
export const READ_PAUSE_MS = 300
/** While one runs the list is read this often at least: not every step of a strategy makes an order. */
export const READ_EVERY_MS = 5_000
/** Strategies that tabs are told of; those that run come before those that ended. */
export const STRATEGIES_MAX = 200

export interface StrategyPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
  readonly session: () => HubSession | null
  /** Whether a tab is looked at. */
  readonly isWatched: () => boolean
  readonly changed: () => void
  readonly notice: (notice: Notice) => void
}

/**
 * The account's strategies as the exchange lists them. They have no stream: the list is read when one of their orders
 * moved, after a press, after a reconnect, and every few seconds while one runs.
 */
export class StrategyFeed {
  #list: readonly Strategy[] = []
  #text = '[]'
  /** Whether the account's list was read once. */
  #isKnown = false
  #isReading = false
  #cancelRead: (() => void) | null = null

  constructor(private readonly ports: StrategyPorts) {}

  /** Newest first among those that run, then newest first among the others. */
  list(): readonly Strategy[] {
    return this.#list
  }

  signedOut(): void {
    this.#cancelRead?.()
    this.#cancelRead = null
    this.#list = []
    this.#text = '[]'
    this.#isKnown = false
  }

  readSoon(pauseMs = READ_PAUSE_MS): void {
    this.#cancelRead?.()
    this.#cancelRead = this.ports.clock.after(pauseMs, () => {
      this.#cancelRead = null
      void this.#read()
    })
  }

  async #read(): Promise<void> {
    const account = this.ports.session()?.account
    if (account === undefined) return
    if (this.#isReading || !this.ports.isWatched()) {
      this.#readLater()
      return
    }
    this.#isReading = true
    const answer = await this.ports.rest.call({ method: 'GET', path: TWAP_LIST_PATH })
    this.#isReading = false
    if (this.ports.session()?.account !== account) return
    if (!answer.hasError) this.#take(answer.value)
    this.#readLater()
  }

  #take(result: unknown): void {
    try {
      const rows = asArray(asObject(result, 'result')['list'], 'list').map((row) =>
        parseStrategy(asObject(row, 'list')),
      )
      const list = [...rows.filter(isRunning), ...rows.filter((one) => !isRunning(one))].slice(0, STRATEGIES_MAX)
      const text = JSON.stringify(list)
      if (this.#isKnown && text === this.#text) return
      const ended = new Set(this.#list.filter((one) => !isRunning(one)).map(({ id }) => id))
      const isFirst = !this.#isKnown
      this.#isKnown = true
      this.#list = list
      this.#text = text
      this.ports.changed()
      // Also of one that began and ended between two reads; what had ended before the first is no news.
      if (isFirst) return
      for (const strategy of list) if (!isRunning(strategy) && !ended.has(strategy.id)) this.#tellEnd(strategy)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('strategies', error)
    }
  }

  /** Only while something may still move by itself, and no sooner read is on its way. */
  #readLater(): void {
    if (this.#cancelRead === null && this.#list.some(isRunning)) this.readSoon(READ_EVERY_MS)
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
