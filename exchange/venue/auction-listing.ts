import { fields, nullable, number, text, type Form } from '../../src/base/form'
import { hash32 } from '../../src/base/random'
import type { Money, Price, Qty } from '../../src/domain/decimal'
import { auctionPhase } from '../../src/domain/instrument/pre-listing'
import type { Ticker } from '../../src/domain/market/market'
import { AuctionCrowd, CROWD_FORM, type AuctionOrders, type CrowdState } from '../simulation/auction-crowd'
import { calibrationOf } from '../simulation/calibration'
import { referencePrice } from '../listings/catalogue'
import { houseAccounts } from './accounts'
import type { Emit } from './venue-port'
import type { Listing } from './listing'

/** What a pre-listed contract asks the engine. */
export interface AuctionPorts extends AuctionOrders {
  /** What the auction would fill now, in ticks and lots. */
  expected(): Expected | null
  /** Tells the engine the expected price: the phases' price ranges stand on it. */
  mark(ticks: number): void
}

/** Plain data; shares structure with the live listed, so the caller copies it. */
export interface AuctionListingState {
  readonly crowd: CrowdState
  readonly expected: Expected | null
  readonly told: string
}

/** What the auction would fill at the last look, in ticks and lots. */
interface Expected {
  readonly ticks: number
  readonly lots: number
}

export const AUCTION_LISTING_FORM: Form<AuctionListingState> = fields<AuctionListingState>({
  crowd: CROWD_FORM,
  expected: nullable(fields<Expected>({ ticks: number, lots: number })),
  told: text(),
})

/** All that a contract has while its orders are gathered: the crowd, and the price that its auction would have now. */
export class AuctionListing {
  readonly #crowd: AuctionCrowd
  #expected: Expected | null
  /** What the last ticker event said. */
  #told: string

  constructor(
    public listing: Listing,
    seed: number,
    private readonly ports: AuctionPorts,
    saved?: AuctionListingState,
  ) {
    const { instrument, engine, ticks, lots } = listing
    const { makers, flows } = houseAccounts(instrument)
    this.#crowd = new AuctionCrowd(
      {
        seed: hash32(`${seed}/${instrument.symbol}/auction`),
        calibration: calibrationOf(instrument.baseCoin),
        tickSize: ticks.size,
        lotSize: lots.size,
        minLots: engine.minLots,
        maxLots: engine.maxLimitLots,
        minNotional: Number(instrument.minNotional),
        startTicks: Math.round(Number(referencePrice(instrument).startPrice) / ticks.size),
        accounts: [...makers, ...flows],
      },
      ports,
      saved?.crowd,
    )
    this.#expected = saved?.expected ?? null
    this.#told = saved?.told ?? ''
  }

  state(): AuctionListingState {
    return { crowd: this.#crowd.state(), expected: this.#expected, told: this.#told }
  }

  /** What the coin is expected to open at, in ticks: the auction's price, or what the crowd thinks before there is one. */
  get priceTicks(): number {
    return this.#expected?.ticks ?? this.#crowd.fairTicks
  }

  /** The house opens the auction: it says what it expects before the first order. */
  open(): void {
    this.ports.mark(this.priceTicks)
  }

  /** One second. */
  step(): void {
    this.#crowd.step(auctionPhase(this.listing.instrument) === 'callAuction')
    this.#expected = this.ports.expected()
    this.ports.mark(this.priceTicks)
  }

  emitTicker(nowMs: number, seq: number, emit: Emit | null): void {
    const told = `${this.priceTicks}/${this.#expected?.lots}/${auctionPhase(this.listing.instrument)}`
    if (told === this.#told) return
    this.#told = told
    emit?.({ type: 'ticker', ticker: this.ticker(nowMs, seq) })
  }

  ticker(nowMs: number, seq: number): Ticker {
    const { instrument, ticks, lots } = this.listing
    const price = ticks.toText<Price>(this.priceTicks)
    return {
      symbol: instrument.symbol,
      lastPrice: null,
      markPrice: price,
      indexPrice: price,
      bid1Price: null,
      bid1Qty: null,
      ask1Price: null,
      ask1Qty: null,
      prevPrice24h: null,
      highPrice24h: null,
      lowPrice24h: null,
      price24hChange: null,
      volume24h: '0' as Qty,
      turnover24h: '0' as Money,
      openInterest: '0' as Qty,
      openInterestValue: '0' as Money,
      fundingRate: null,
      nextFundingTimeMs: null,
      basis: null,
      basisRate: null,
      predictedDeliveryPrice: null,
      preOpenPrice: this.#expected === null ? null : price,
      preOpenQty: this.#expected === null ? null : lots.toText<Qty>(this.#expected.lots),
      auctionPhase: auctionPhase(instrument),
      timeMs: nowMs,
      seq,
    }
  }
}
