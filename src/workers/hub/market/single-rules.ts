import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import type { SingleMarket } from '../../../domain/instrument/market-type'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { HubEvent } from '../../hub-events'
import type { VenuePort } from '../../venue/venue-port'
import type { RestClient } from '../rest-client'
import { listRetryMs } from './list-rules'

/** Rules that are remembered; those that were looked at first go first. */
const KNOWN_MAX = 100

interface Ports {
  readonly clock: Clock
  readonly rest: RestClient
  readonly venue: VenuePort
  readonly random: () => number
  readonly trace: (what: string, error: unknown) => void
  readonly changed: () => void
}

interface Known {
  /** `undefined` until it has come; `null` where nothing is listed under the name. */
  market: SingleMarket | null | undefined
  /** The version in force when it was asked for: what came is no older. */
  version: string | null
  isAsked: boolean
}

/**
 * What is listed by the hundred: the rules of one are read when somebody looks at it. The list has no version in its
 * answer; one that was asked for after the exchange named a version is of that version or a later one (I17).
 */
export class SingleRules {
  readonly #known = new Map<InstrumentSymbol, Known>()
  #versionInForce: string | null = null

  constructor(private readonly ports: Ports) {}

  events(): readonly HubEvent[] {
    const rows = [...this.#known]
    if (rows.length === 0) return []
    return [
      {
        type: 'singles',
        markets: rows.flatMap(([, { market }]) => market ?? []),
        confirmed: rows.flatMap(([symbol]) => (this.isConfirmed(symbol) ? symbol : [])),
        missing: rows.flatMap(([symbol, { market }]) => (market === null ? symbol : [])),
      },
    ]
  }

  find(symbol: InstrumentSymbol): SingleMarket | null {
    return this.#known.get(symbol)?.market ?? null
  }

  isConfirmed(symbol: InstrumentSymbol): boolean {
    const known = this.#known.get(symbol)
    return known?.market != null && known.version !== null && known.version === this.#versionInForce
  }

  /** Somebody looks at it. */
  want(symbol: InstrumentSymbol): void {
    if (this.#known.has(symbol)) return
    for (const first of this.#known.keys()) {
      if (this.#known.size < KNOWN_MAX) break
      this.#known.delete(first)
    }
    this.#known.set(symbol, { market: undefined, version: null, isAsked: false })
    void this.#ask(symbol)
  }

  /** The version in force; `null` while nobody is connected to the exchange. */
  notified(version: string | null): void {
    if (version === this.#versionInForce) return
    this.#versionInForce = version
    if (this.#known.size > 0) this.ports.changed()
    if (version !== null) for (const symbol of this.#known.keys()) void this.#ask(symbol)
  }

  async #ask(symbol: InstrumentSymbol): Promise<void> {
    const known = this.#known.get(symbol)
    const version = this.#versionInForce
    if (known === undefined || known.isAsked || (known.version === version && known.market !== undefined)) return
    const { rest, venue, clock, random, trace, changed } = this.ports
    known.isAsked = true
    const call = venue.calls.single(symbol)
    const answer = await rest.call(call)
    known.isAsked = false
    if (this.#known.get(symbol) !== known) return
    try {
      if (!answer.hasError) {
        const market = call.read(answer.value)
        if (market !== null && market.symbol !== symbol) throw new Unreadable('symbol', market.symbol)
        known.market = market
        known.version = version
        changed()
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      trace(`catalogue ${symbol}`, error)
    }
    if (known.version !== this.#versionInForce || known.market === undefined)
      clock.after(listRetryMs(random()), () => void this.#ask(symbol))
  }
}
