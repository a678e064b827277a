import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import type { SingleMarket } from '../../../domain/instrument/market-type'
import { isOptionKind, kindOfName, spreadLegs } from '../../../domain/instrument/product-kind'
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

/** The lists that rules are read of. */
type SingleList = 'option' | 'spread'
const LISTS: readonly SingleList[] = ['option', 'spread']

interface Known {
  readonly list: SingleList
  /** `undefined` until it has come; `null` where nothing is listed under the name. */
  market: SingleMarket | null | undefined
  /** The version in force when it was asked for: what came is no older. */
  version: string | null
  isAsked: boolean
}

/**
 * Options and spreads: the rules of one are read when somebody looks at it. Their lists have no version in the answer; one
 * that was asked for after the exchange named a version is of that version or a later one (I17).
 */
export class SingleRules {
  readonly #known = new Map<InstrumentSymbol, Known>()
  readonly #inForce: Record<SingleList, string | null> = { option: null, spread: null }

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
    return known?.market != null && known.version !== null && known.version === this.#inForce[known.list]
  }

  /** Somebody looks at it. */
  want(symbol: InstrumentSymbol): void {
    if (this.#known.has(symbol)) return
    for (const first of this.#known.keys()) {
      if (this.#known.size < KNOWN_MAX) break
      this.#known.delete(first)
    }
    const list = spreadLegs(symbol) === null ? 'option' : 'spread'
    this.#known.set(symbol, { list, market: undefined, version: null, isAsked: false })
    void this.#ask(symbol)
  }

  /** A row of the account names it: its unit and decimals are needed, and nothing that is looked at goes for it. */
  named(symbol: InstrumentSymbol): void {
    const kind = kindOfName(symbol)
    if ((kind === 'spread' || isOptionKind(kind)) && this.#known.size < KNOWN_MAX) this.want(symbol)
  }

  /** The version of a list in force; `null` while nobody is connected to the exchange. */
  notified(list: SingleList, version: string | null): void {
    if (version === this.#inForce[list]) return
    this.#inForce[list] = version
    if (this.#known.size > 0) this.ports.changed()
    if (version !== null) for (const [symbol, known] of this.#known) if (known.list === list) void this.#ask(symbol)
  }

  connectionLost(): void {
    for (const list of LISTS) this.notified(list, null)
  }

  async #ask(symbol: InstrumentSymbol): Promise<void> {
    const known = this.#known.get(symbol)
    if (known === undefined) return
    const version = this.#inForce[known.list]
    if (known.isAsked || (known.version === version && known.market !== undefined)) return
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
    if (known.version !== this.#inForce[known.list] || known.market === undefined)
      clock.after(listRetryMs(random()), () => void this.#ask(symbol))
  }
}
