import type { Price } from '../../src/domain/decimal'
import { deliveryOf, type Instrument } from '../../src/domain/instrument/instrument'
import { isSpread } from '../../src/domain/instrument/spread'
import type { EngineCommand } from '../engine/commands'
import type { MatchingEngine } from '../engine/matching-engine'
import type { EngineResult } from '../engine/result'
import { expiringInstrument } from '../listings/families'
import type { ProductFamily } from '../listings/product-family'
import { preListedInstrument } from '../listings/pre-listed'
import { houseAccounts } from './accounts'
import type { Collector } from './collector'
import type { VenueInput } from './venue-input'
import type { VenueResult } from './venue-port'
import { DatedCalendar, type CalendarPorts, type DatedRow } from './dated-calendar'
import { createListing, engineTickOf, withLife, withTickSize, type Listing } from './listing'
import type { Listings } from './listings'
import { anchorAt, type Anchor } from './market-setup'
import { deliveredAs, PastDeliveries, type Delivery, type DeliveryGroup } from './past-deliveries'
import { PreListings, type PreListingPorts, type PreListingRow } from './pre-listings'
import { refuse } from './result'
import type { AlgoOrders } from './algo-orders/algo-orders'

/** The contracts whose lives have dates. All others are listed from the first start on. Plain data. */
export interface LifeRows {
  readonly dated: readonly DatedRow[]
  readonly preListed: readonly PreListingRow[]
  /** What was delivered and is listed no more. */
  readonly delivered: readonly DeliveryGroup[]
}

/** Tick sizes that control changed, by symbol. */
export type TickSizes = Readonly<Record<string, Price>>

/** All that a venue lists at its start, by symbol: the catalogue, then the contracts with a life as their rows have them. */
export function listAll(
  catalogued: readonly Instrument[],
  { dated, preListed }: Pick<LifeRows, 'dated' | 'preListed'>,
  tickSizes: TickSizes,
  nowMs: number,
): Map<string, Listing> {
  const born = [...dated.map((row) => instrumentOf(row, nowMs)), ...preListed.map(preListedInstrument)]
  return new Map(
    [...catalogued, ...born].map((instrument) => {
      const listing = createListing(instrument, engineTickOf(instrument))
      const tickSize = tickSizes[instrument.symbol]
      return [
        instrument.symbol,
        tickSize === undefined ? listing : (withTickSize(listing, tickSize) ?? listing),
      ] as const
    }),
  )
}

/** Where the markets of contracts with a life began; `null` where none has begun, or it began with the first start. */
export function anchorsOf({
  dated,
  preListed,
}: Pick<LifeRows, 'dated' | 'preListed'>): ReadonlyMap<string, Anchor | null> {
  return new Map([
    ...dated.map(({ contract, anchor }) => [contract.symbol, anchor] as const),
    ...preListed.map(({ symbol, anchor }) => [symbol, anchor] as const),
  ])
}

export interface ListingLifePorts {
  /** What is listed beside contracts. */
  readonly families: readonly ProductFamily[]
  readonly engine: MatchingEngine
  readonly markets: Listings
  readonly strategies: AlgoOrders
  readonly collector: Collector
  /** Runs a command and lets the venue hear its events before it returns. */
  handle(command: EngineCommand): EngineResult
  nowMs(): number
}

/**
 * What happens to a listing while the venue runs: announced, opened, delivered, delisted and succeeded, led through the
 * phases before its trading, given another tick size. The calendars say when; this says what follows for the engine, the
 * market, the strategies and those who listen. Every change of `listings` after the start is made here.
 */
export class ListingLife {
  readonly #listings: Map<string, Listing>
  readonly #ports: ListingLifePorts
  readonly #calendar: DatedCalendar
  readonly #preListings: PreListings
  readonly #delivered: PastDeliveries

  /** @param listings what `listAll` gave for the same rows: shared with the venue, which reads it */
  constructor(rows: LifeRows, listings: Map<string, Listing>, ports: ListingLifePorts) {
    this.#listings = listings
    this.#ports = ports
    this.#calendar = new DatedCalendar(rows.dated, ports.families, this.#calendarPorts())
    this.#delivered = new PastDeliveries(rows.delivered)
    this.#preListings = new PreListings(rows.preListed, this.#preListingPorts())
  }

  rows(): LifeRows {
    return {
      dated: this.#calendar.rows(),
      preListed: this.#preListings.rows(),
      delivered: this.#delivered.groups(),
    }
  }

  tickSizes(): TickSizes {
    const tickSizes: Record<string, Price> = {}
    for (const { instrument, grid } of this.#listings.values()) {
      if (grid !== 1) tickSizes[instrument.symbol] = instrument.tickSize
    }
    return tickSizes
  }

  /** Brings every listing to where it should be at `nowMs`. Call it once a minute. */
  turn(nowMs: number): void {
    this.#calendar.turn(nowMs)
    this.#preListings.turn(nowMs)
  }

  /** Control: ends a dated contract now, and the spreads that have it as a leg. */
  expire({ symbol, withSpreads }: Extract<VenueInput, { type: 'expire' }>): VenueResult {
    if (!this.#listings.has(symbol)) return refuse({ kind: 'unknownSymbol' })
    const nowMs = this.#ports.nowMs()
    if (!this.#calendar.expire(symbol, nowMs)) return refuse({ kind: 'symbolNotTrading' })
    const spreads = withSpreads === true ? [...this.#listings.values()].filter((one) => hasLeg(one, symbol)) : []
    for (const { instrument } of spreads) this.#calendar.expire(instrument.symbol, nowMs)
    return { ok: true }
  }

  /** Control: another tick size, a multiple of the first one. */
  setTickSize(symbol: string, tickSize: Price): VenueResult {
    const listing = this.#listings.get(symbol)
    if (listing === undefined) return refuse({ kind: 'unknownSymbol' })
    const changed = withTickSize(listing, tickSize)
    if (changed === null) return refuse({ kind: 'notMultiple', field: 'price', step: listing.ticks.step })
    this.#listings.set(symbol, changed)
    const listed = this.#ports.markets.listed.get(symbol)
    if (listed !== undefined) {
      listed.listing = changed
      listed.market.setGrid(changed.grid)
    }
    this.#ports.collector.push({ type: 'instrument', instrument: changed.instrument })
    return { ok: true }
  }

  /** Newest first. @param symbol left out, all */
  deliveries(symbol: string | null): readonly Delivery[] {
    const listed = this.#calendar.rows().flatMap(({ contract, deliveryPrice, endMs }) => {
      if (deliveryPrice === null || (symbol ?? contract.symbol) !== contract.symbol) return []
      return [deliveredAs(this.#listing(contract.symbol).instrument, deliveryPrice, endMs)]
    })
    return [...listed, ...this.#delivered.find(symbol, this.#ports.nowMs())].toSorted((a, b) => b.timeMs - a.timeMs)
  }

  #calendarPorts(): CalendarPorts {
    return {
      priceOf: (coin) => this.#ports.markets.priceOf(coin),
      announce: (row) => {
        const instrument = instrumentOf(row, this.#ports.nowMs())
        this.#listings.set(instrument.symbol, createListing(instrument, engineTickOf(instrument)))
        this.#tell(instrument.symbol)
      },
      open: (row) => this.#open(row),
      deliver: (row) => this.#deliver(row),
      restate: (row) => void this.#restate(row),
      retire: ({ contract: { symbol }, deliveryPrice, endMs }) => {
        this.#ports.engine.retireInstrument(symbol)
        this.#ports.strategies.forget(symbol)
        const { instrument } = this.#listing(symbol)
        this.#ports.collector.push({ type: 'instrument', instrument })
        if (deliveryPrice !== null)
          this.#delivered.add(deliveredAs(instrument, deliveryPrice, endMs), this.#ports.nowMs())
        this.#listings.delete(symbol)
      },
    }
  }

  #open(row: DatedRow): Anchor | null {
    const { markets } = this.#ports
    const listing = this.#restate(row)
    const family = markets.familyOf(listing.instrument)
    if (family !== null) {
      family.openMarkets([listing])
      return null
    }
    const anchor = anchorAt(listing, this.#ports.nowMs(), markets.leaderPrice(listing)!)
    const listed = markets.openMarket(listing, anchor, undefined)
    markets.begin([listed])
    return anchor
  }

  #deliver(row: DatedRow): Price | null {
    const { markets, strategies } = this.#ports
    const { symbol } = row.contract
    const { instrument, ticks: grid } = this.#listing(symbol)
    const family = markets.familyOf(instrument)
    if (family !== null) {
      const price = family.endMarket(symbol)
      this.#restate(row)
      return price
    }
    const delivery = deliveryOf(instrument)
    const ticks = markets.listed.get(symbol)!.market.deliveryTicks()
    this.#ports.handle({ type: 'deliver', symbol, ticks, feeRateE8: Math.round(Number(delivery!.feeRate) * 1e8) })
    strategies.stopIn(symbol, this.#ports.nowMs())
    markets.listed.delete(symbol)
    this.#restate(row)
    return grid.toText<Price>(ticks)
  }

  /** Brings a dated contract's listing to its row; tells it where something changed. */
  #restate(row: DatedRow): Listing {
    const { symbol } = row.contract
    const listing = this.#listing(symbol)
    const now = instrumentOf(row, this.#ports.nowMs())
    const before = listing.instrument
    if (before.status === now.status && deliveryOf(before)?.period === deliveryOf(now)?.period) return listing
    const changed = withLife(listing, now)
    this.#listings.set(symbol, changed)
    this.#tell(symbol)
    return changed
  }

  #preListingPorts(): PreListingPorts {
    return {
      announce: (row) => void this.#relist(row),
      enter: (row) => this.#enterPhase(row),
    }
  }

  #enterPhase(row: PreListingRow): Anchor | null {
    const { markets } = this.#ports
    const { symbol, phase } = row
    const listing = this.#relist(row)
    if (phase === 'callAuction') markets.openAuction(symbol, undefined)
    if (phase === 'crossMatching') return markets.endAuction(symbol, listing)
    if (phase === 'continuousTrading') {
      const { makers, flows } = houseAccounts(listing.instrument)
      for (const account of [...makers, ...flows]) this.#ports.handle({ type: 'cancelAll', account, symbol })
      markets.begin([markets.listed.get(symbol)!])
    }
    return null
  }

  /** A contract before its listing as its phase has it, told and in force. */
  #relist(row: PreListingRow): Listing {
    const { markets } = this.#ports
    const instrument = preListedInstrument(row)
    const fresh = createListing(instrument, engineTickOf(instrument))
    const { grid, instrument: before } = this.#listings.get(instrument.symbol) ?? fresh
    const listing = grid === 1 ? fresh : (withTickSize(fresh, before.tickSize) ?? fresh)
    this.#listings.set(instrument.symbol, listing)
    const listed = markets.listed.get(instrument.symbol) ?? markets.auctions.get(instrument.symbol)
    if (listed !== undefined) listed.listing = listing
    this.#tell(instrument.symbol)
    return listing
  }

  #tell(symbol: string): void {
    const { engine: changed, instrument } = this.#listing(symbol)
    const { engine, collector } = this.#ports
    collector.absorb(engine.updateInstrument(changed, this.#ports.nowMs()).events)
    collector.push({ type: 'instrument', instrument })
  }

  #listing(symbol: string): Listing {
    return this.#listings.get(symbol)!
  }
}

function hasLeg({ instrument }: Listing, symbol: string): boolean {
  return isSpread(instrument) && instrument.legs.some((leg) => leg.symbol === symbol)
}

function instrumentOf({ contract, status, endMs }: DatedRow, nowMs: number): Instrument {
  return expiringInstrument({ ...contract, expiryMs: endMs }, status, nowMs)
}
