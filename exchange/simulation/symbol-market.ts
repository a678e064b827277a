import { flowPremium, PerpetualPremium } from './perpetual-premium'
import { assert } from '../../src/base/assert'
import { createRandom, type Random } from '../../src/base/random'
import { bandPremiumE4, forgetBandPremium, sampleBandPremium, startBandPremium, type BandPremium } from './band-premium'
import { DatedPrices } from './dated-prices'
import { startRest, type MarketSetup, type Rest, type SymbolMarketState } from './market-state'
import type { OrderEntryPort } from './order-entry-port'
import { poisson } from './draws'
import type { FeedStep } from './feed-step'
import { summariseFeed, type FeedSummary } from './feed-summary'
import { Ladder } from './ladder'
import {
  forgetBasis,
  fundingRateE8,
  markPrice,
  sampleBasis,
  samplePremium,
  settleFunding,
  startMark,
  type MarkState,
} from './mark-price'
import { startProcess, stepProcess, type ProcessState } from './reference-process'
import { Takers } from './takers'

/** Six sources with independent errors of about half a basis point, averaged: one slow error of a fifth. */
const INDEX_NOISE = { keep: 0.995, deviation: 0.000_02 }
/** A pinned last price fades with this time constant. */
const BIAS_KEEP = Math.exp(-0.1 / 60)
/** A feed that says nothing for this long has ended. */
const FEED_SILENCE_MS = 5_000
/** A log return in one step that nothing but a change of recording (or control) makes. */
const LEVEL_CHANGE = 0.005
const MAX_SPREAD = 8
const IMPACT_LEVELS = 60
/** What one print of a contract that follows another is worth, quote coin. */
const FOLLOWED_VALUE = 400

/** Everything that makes one symbol move: reference, makers, takers, index, mark and funding. */
export class SymbolMarket {
  readonly #random: Random
  readonly #process: ProcessState
  readonly #mark: MarkState
  readonly #dated: DatedPrices | null
  readonly #perpetualPremium: PerpetualPremium | null
  readonly #band: BandPremium
  readonly #ladder: Ladder
  readonly #takers: Takers
  readonly #rest: Rest

  constructor(
    private readonly setup: MarketSetup,
    private readonly orderEntry: OrderEntryPort,
    saved?: SymbolMarketState,
  ) {
    this.#random = createRandom(saved?.random ?? setup.seed)
    this.#mark = saved?.mark ?? startMark(setup.startMs, setup.fundingIntervalMinutes)
    this.#dated = setup.dated && new DatedPrices(setup.dated, setup.startMs, saved?.dated ?? null)
    this.#perpetualPremium = setup.premium && new PerpetualPremium(setup.premium)
    const ownStart = setup.startTicks * Math.exp(-(this.#perpetualPremium?.at(setup.startMs) ?? 0))
    this.#process = saved?.process ?? startProcess(ownStart * setup.unit.tickSize, setup.calibration)
    this.#band = saved?.band ?? startBandPremium(setup.startMs)
    this.#ladder = new Ladder(orderEntry, this.#random, setup.calibration, setup.unit, setup.makers, saved?.ladder)
    this.#takers = new Takers(setup, orderEntry, this.#random, saved?.flowLots)
    const indexTicks = this.#dated === null ? ownStart : setup.startTicks * Math.exp(-this.#dated.carry(setup.startMs))
    this.#rest = saved?.rest ?? startRest(setup.startTicks, Math.round(indexTicks))
  }

  /** Plain data; shares structure with the live market, so the caller copies it. */
  state(): SymbolMarketState {
    return {
      random: this.#random.state(),
      process: this.#process,
      mark: this.#mark,
      dated: this.#dated?.state() ?? null,
      band: this.#band,
      ladder: this.#ladder.state(),
      flowLots: this.#takers.state(),
      rest: this.#rest,
    }
  }

  get lastTicks(): number {
    return this.#rest.lastTicks
  }
  get indexTicks(): number {
    return this.#rest.indexTicks
  }
  get markTicks(): number {
    return this.#rest.markTicks
  }
  /** The next settlement and what it would pay now, E8; `null` for dated contracts, which pay none. */
  get funding(): { readonly rateE8: number; readonly atMs: number } | null {
    const { nextFundingMs } = this.#mark
    if (this.#dated !== null || nextFundingMs === null) return null
    const { fundingLimits, fundingIntervalMinutes } = this.setup
    return { rateE8: fundingRateE8(this.#mark, fundingLimits, fundingIntervalMinutes), atMs: nextFundingMs }
  }
  /** By how much the mark stands off the index: the mean rate, E8. `null` for perpetuals. */
  get basisRateE8(): number | null {
    return this.#dated?.rateE8 ?? null
  }
  /** What the band of limit prices is widened by, in 1e-4 of a tick. */
  get bandPremiumE4(): number {
    return bandPremiumE4(this.#band)
  }
  /** See `DatedPrices.predictedTicks`; `null` for perpetuals too. */
  get predictedTicks(): number | null {
    return this.#dated?.predictedTicks ?? null
  }

  /** The price at which a dated contract is delivered now, in ticks. */
  deliveryTicks(): number {
    assert(this.#dated !== null, 'a perpetual is never delivered')
    return this.#dated.deliveryTicks(this.#rest.indexTicks)
  }

  /** A print of this symbol, whoever traded. */
  onTrade(trade: { readonly ticks: number; readonly lots: number; readonly makerOrderId: string }): void {
    this.#rest.lastTicks = trade.ticks
    this.#ladder.onFill(trade.makerOrderId, trade.lots)
  }

  /** Prices from now on are multiples of `grid` ticks. */
  setGrid(grid: number): void {
    this.#rest.grid = grid
  }

  /** The next settlement pays this, then the premium rules again. */
  pinFunding(rateE8: number): void {
    this.#mark.pinnedRateE8 = rateE8
  }

  /**
   * Announces mark and index and lays out the first book.
   * @param leaderPrice index of the contract that this one follows; `null` where it has its own
   */
  open(nowMs: number, leaderPrice: number | null): void {
    if (leaderPrice !== null) this.#rest.leaderTicks = leaderPrice / this.setup.unit.tickSize
    this.#announce(nowMs, true)
    this.#quoteAround(...this.#touchAround(this.setup.startTicks, 1), 1)
  }

  /**
   * Control: index and last jump; the seeded process goes on from there. A last price alone leaves the index and fades
   * back to it. Outside the price band nobody may quote: then last is set without a print.
   *
   * @param leaderPrice of now, of what this one follows: it may have jumped since the last step; `null` leaves that step's
   */
  pin(
    nowMs: number,
    to: { readonly index: number | null; readonly last: number | null },
    leaderPrice: number | null = null,
  ): void {
    const rest = this.#rest
    const { tickSize } = this.setup.unit
    if (leaderPrice !== null) rest.leaderTicks = leaderPrice / tickSize
    if (to.index !== null && rest.leaderTicks > 0) rest.leaderBias = Math.log(to.index / rest.leaderTicks)
    if (to.index !== null) {
      this.#process.logPrice = Math.log(to.index * tickSize)
      this.#process.anchorLog = this.#process.logPrice
      rest.indexNoise = 0
      rest.lastBias = 0
    }
    if (to.last !== null) rest.lastBias = Math.log(to.last * tickSize) - this.#fairLog(nowMs)
    const fair = to.index === null ? null : to.index * Math.exp(this.#premium(nowMs, to.index))
    const target = this.#toGrid(to.last ?? fair ?? rest.lastTicks)
    // The old last price and basis would hold the mark back while the makers move.
    this.#forgetBasis()
    rest.lastTicks = target
    this.#announce(nowMs, true)
    this.#quoteAround(target - rest.grid, target, 1)
    this.#takers.take('buy', target, this.#takers.minLots(target))
    rest.lastTicks = target
    this.#announce(nowMs, false)
  }

  /**
   * One step of a contract on the index of another one: its makers quote around that index, at the premium of the time
   * that it has left, and print where it moved.
   *
   * @param leaderPrice the other one's index
   */
  follow(nowMs: number, leaderPrice: number): void {
    const rest = this.#rest
    const { tickSize } = this.setup.unit
    rest.leaderTicks = leaderPrice / tickSize
    this.#dated?.count(nowMs, rest.indexTicks)
    const premium = this.#premium(nowMs, rest.leaderTicks * Math.exp(rest.leaderBias))
    const fairTicks = rest.leaderTicks * Math.exp(rest.leaderBias + rest.lastBias + premium)
    const change = fairTicks - rest.lastTicks
    const print = {
      ticks: Math.round(fairTicks),
      side: change > 0 ? 'buy' : 'sell',
      qty: FOLLOWED_VALUE / (fairTicks * tickSize),
    } as const
    this.#step(nowMs, 0, {
      price: fairTicks * tickSize,
      prints: Math.abs(change) < 0.5 ? [] : [print],
      // Outward to the tick, so that the quotes never cross.
      quote: { bidTicks: Math.floor(fairTicks - 0.5 + 1e-6), askTicks: Math.ceil(fairTicks + 0.5 - 1e-6) },
    })
  }

  /**
   * One step of `TICK_MS`.
   *
   * @param factorReturn what the common factor did; `null` for the symbol that is the factor
   * @returns this symbol's return as a factor for the others
   */
  step(nowMs: number, factorReturn: number | null, feed: readonly FeedStep[]): number {
    return this.#step(nowMs, factorReturn, summariseFeed(feed, this.setup.unit.tickSize))
  }

  #step(nowMs: number, factorReturn: number | null, news: FeedSummary): number {
    const rest = this.#rest
    const before = this.#process.logPrice
    const move = stepProcess(this.#process, this.setup.calibration, this.#random, factorReturn)
    const followed = news.price !== null
    if (followed) {
      this.#process.logPrice = Math.log(news.price) - this.#ownPremium(nowMs)
      this.#process.anchorLog = this.#process.logPrice
      rest.feedUntilMs = nowMs + FEED_SILENCE_MS
      // A recording that starts elsewhere is a new market, not a move: the old last price says nothing about it.
      if (Math.abs(this.#process.logPrice - before) > LEVEL_CHANGE) {
        rest.lastTicks = this.#toGrid(news.price / this.setup.unit.tickSize)
        this.#forgetBasis()
      }
    } else if (nowMs < rest.feedUntilMs) this.#process.logPrice = before
    const noise = INDEX_NOISE
    rest.indexNoise =
      rest.indexNoise * noise.keep + noise.deviation * Math.sqrt(1 - noise.keep ** 2) * this.#random.normal()
    rest.lastBias = Math.abs(rest.lastBias) < 1e-6 ? 0 : rest.lastBias * BIAS_KEEP
    this.#announce(nowMs, false)

    const change = this.#process.logPrice - before
    if (followed) this.#follow(news)
    else if (nowMs < rest.feedUntilMs) this.#quoteAround(rest.bid, rest.ask, move.heat)
    else this.#live(nowMs, move.orders, change, move.heat)

    if (this.#dated === null) this.#tendFunding(nowMs)
    else this.#dated.sample(nowMs, rest.indexTicks, () => this.orderEntry.depth(IMPACT_LEVELS))
    // A recorded market that jumps to its own price level is no news to the other symbols.
    return followed ? Math.max(-0.002, Math.min(0.002, change)) : move.factorReturn
  }

  /** What is due is paid before anything else of its minute happens: the next step may be a second away. */
  payFunding(nowMs: number): void {
    if (this.setup.paysOnTime) this.#settleFunding(nowMs)
  }

  #tendFunding(nowMs: number): void {
    const { unit, paysShownRates } = this.setup
    if (paysShownRates) this.#settleFunding(nowMs)
    const depth = () => this.orderEntry.depth(IMPACT_LEVELS)
    samplePremium(
      this.#mark,
      nowMs,
      this.#rest.indexTicks,
      depth,
      unit.tickSize * unit.lotSize,
      this.setup.premium?.impactValue,
    )
    if (!paysShownRates) this.#settleFunding(nowMs)
  }

  #settleFunding(nowMs: number): void {
    const { fundingLimits, fundingIntervalMinutes } = this.setup
    const rateE8 = settleFunding(this.#mark, nowMs, fundingLimits, fundingIntervalMinutes)
    if (rateE8 !== null) this.orderEntry.fund(rateE8)
  }

  #forgetBasis(): void {
    forgetBasis(this.#mark)
    forgetBandPremium(this.#band)
    this.#dated?.forget()
  }

  /** ln(fair price ÷ index). */
  #premium(nowMs: number, indexTicks = this.#rest.indexTicks): number {
    return this.#dated?.premium(nowMs, indexTicks) ?? this.#ownPremium(nowMs)
  }

  /** The same of a perpetual; 0 of what has an end, and where the exchange began without premiums. */
  #ownPremium(nowMs: number): number {
    const { leansOnFlow, unit } = this.setup
    const traded = leansOnFlow ? flowPremium(this.#ladder.lean(this.#rest.lastTicks * unit.tickSize)) : 0
    return (this.#perpetualPremium?.at(nowMs) ?? 0) + traded
  }

  /** ln of the price that the index makes now, without what control pinned. */
  #fairLog(nowMs: number): number {
    const { leaderTicks, leaderBias } = this.#rest
    if (this.#perpetualPremium === null) return this.#process.logPrice
    const index =
      leaderTicks > 0 ? Math.log(leaderTicks * this.setup.unit.tickSize) + leaderBias : this.#process.logPrice
    return index + this.#ownPremium(nowMs)
  }

  /** Takers come in the direction of the move before the makers re-quote, and at the new touch after it. */
  #live(nowMs: number, orders: number, change: number, heat: number): void {
    const rest = this.#rest
    const direction = Math.sign(change)
    const centre = Math.exp(this.#process.logPrice + rest.lastBias + this.#premium(nowMs)) / this.setup.unit.tickSize
    const moved = change !== 0 || rest.lastBias !== 0
    const spread = Math.min(MAX_SPREAD, 1 + poisson(this.#random, 0.02 + 0.04 * Math.max(0, heat - 5)))
    const [bid, ask] = moved ? this.#touchAround(centre, spread) : [rest.bid, rest.ask]
    const after = orders === 0 ? 0 : Math.max(1, Math.floor(orders / 2))
    for (let n = orders - after; n > 0; n--) {
      const side = this.#takers.drawSide(direction, this.#ladder.inventoryLots(), rest.lastTicks)
      this.#takers.take(
        side,
        side === 'buy' ? Math.max(rest.ask, ask) : Math.min(rest.bid, bid),
        this.#takers.drawLots(rest.lastTicks, rest.bid),
      )
    }
    this.#quoteAround(bid, ask, heat)
    for (let n = after; n > 0; n--) {
      const side = this.#takers.drawSide(direction * 0.5, this.#ladder.inventoryLots(), rest.lastTicks)
      const slack = 3 * rest.grid
      this.#takers.take(
        side,
        side === 'buy' ? rest.ask + slack : rest.bid - slack,
        this.#takers.drawLots(rest.lastTicks, rest.bid),
      )
    }
  }

  /** Re-quotes around each recorded print and prints there, then stands where the newest recorded quotes stand. */
  #follow(news: ReturnType<typeof summariseFeed>): void {
    const rest = this.#rest
    for (const print of news.prints) {
      const ticks = this.#toGrid(print.ticks)
      if (print.side === 'buy') this.#quoteAround(ticks - rest.grid, ticks, 1)
      else this.#quoteAround(ticks, ticks + rest.grid, 1)
      const { lotSize, maxLots } = this.setup.unit
      const lots = Math.max(this.#takers.minLots(ticks), Math.min(maxLots, Math.round(print.qty / lotSize)))
      this.#takers.take(print.side, ticks, lots)
    }
    const quote = news.quote
    const bid = quote === null ? rest.bid : Math.floor(quote.bidTicks / rest.grid) * rest.grid
    const ask = quote === null ? rest.ask : Math.ceil(quote.askTicks / rest.grid) * rest.grid
    this.#quoteAround(bid, Math.max(ask, bid + rest.grid), 1)
  }

  /** Pulls what stands in the way, trades through foreign orders that do, and tends both sides. */
  #quoteAround(bid: number, ask: number, heat: number): void {
    const { grid } = this.#rest
    this.#ladder.pull('buy', bid, grid)
    this.#ladder.pull('sell', ask, grid)
    let best = this.orderEntry.best()
    if (best.bid !== null && best.bid >= ask) {
      this.#takers.take('sell', ask, this.#takers.sweepLots(ask))
      best = this.orderEntry.best()
      // Somebody stands there with more than the market will trade at once: the makers wait beside the wall.
      if (best.bid !== null && best.bid >= ask) ask = best.bid + grid
    }
    if (best.ask !== null && best.ask <= bid) {
      this.#takers.take('buy', bid, this.#takers.sweepLots(bid))
      best = this.orderEntry.best()
      if (best.ask !== null && best.ask <= bid) bid = best.ask - grid
    }
    this.#ladder.tend('buy', { touch: bid, grid, heat })
    this.#ladder.tend('sell', { touch: ask, grid, heat })
    this.#rest.bid = bid
    this.#rest.ask = ask
  }

  #touchAround(centre: number, spread: number): [number, number] {
    const { grid } = this.#rest
    const bid = Math.max(grid, Math.round(centre / grid - spread / 2) * grid)
    return [bid, bid + spread * grid]
  }

  #announce(nowMs: number, force: boolean): void {
    const rest = this.#rest
    this.#dated?.count(nowMs, rest.indexTicks)
    const reference =
      rest.leaderTicks > 0
        ? rest.leaderTicks * Math.exp(rest.leaderBias)
        : (Math.exp(this.#process.logPrice) * (1 + rest.indexNoise)) / this.setup.unit.tickSize
    const index = Math.round(reference)
    const mark = Math.round(this.#dated?.markOf(nowMs, index) ?? this.#perpetualMark(nowMs, index))
    const isSampled = sampleBandPremium(this.#band, nowMs, mark, this.orderEntry)
    if (!force && !isSampled && index === rest.indexTicks && mark === rest.markTicks) return
    rest.indexTicks = index
    rest.markTicks = mark
    this.orderEntry.mark({ mark, index, delivery: this.predictedTicks, premiumE4: this.bandPremiumE4 })
  }

  #perpetualMark(nowMs: number, indexTicks: number): number {
    const { bid, ask, lastTicks } = this.#rest
    sampleBasis(this.#mark, nowMs, (bid + ask) / 2, indexTicks)
    return markPrice(this.#mark, { nowMs, indexTicks, lastTicks }, this.setup.fundingIntervalMinutes)
  }

  #toGrid(ticks: number): number {
    const { grid } = this.#rest
    return Math.max(grid, Math.round(ticks / grid) * grid)
  }
}
