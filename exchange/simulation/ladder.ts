import { fields, list, number, text, tuple, type Form } from '../../src/base/form'
import type { Random } from '../../src/base/random'
import type { Side } from '../../src/domain/order/order'
import type { Calibration } from './calibration'
import type { OrderEntryPort } from './order-entry-port'
import { poisson } from './draws'
import { lotsFor } from './order-sizes'

/** A maker's resting order. Times and queue position are the engine's business. */
export interface Quote {
  readonly id: string
  /** Index into the makers' accounts. */
  readonly maker: number
  readonly ticks: number
  leaves: number
  filled: number
}

/** A quote as it is kept: `[id, maker, ticks, leaves, filled]`. */
type QuoteRow = readonly [string, number, number, number, number]

export interface LadderState {
  readonly bids: readonly QuoteRow[]
  readonly asks: readonly QuoteRow[]
  /** Signed lots held by each maker. */
  readonly inventory: readonly number[]
}

const QUOTE_ROW_FORM: Form<QuoteRow> = tuple(text(), number, number, number, number)

export const LADDER_FORM: Form<LadderState> = fields<LadderState>({
  bids: list(QUOTE_ROW_FORM),
  asks: list(QUOTE_ROW_FORM),
  inventory: list(number),
})

/** What the makers see when they quote. */
export interface Conditions {
  /** Best price of the side, in ticks. */
  readonly touch: number
  /** Ticks between two legal prices (1 unless the tick size was changed). */
  readonly grid: number
  /** 1 is an ordinary moment; hot markets have thin books. */
  readonly heat: number
}

export interface LadderUnit {
  readonly tickSize: number
  readonly lotSize: number
  readonly minLots: number
  readonly maxLots: number
  readonly minNotional: number
}

/** Prices next to the touch that are nearly all taken. */
const NEAR_LEVELS = 18
/** The outermost quote, as a share of the price, and the fewest prices that this must span. */
const REACH = 0.011
const REACH_MIN_TICKS = 320
/** Deep quotes crowd towards the touch: distance = reach × u^this. */
const DEEP_CROWDING = 2.4
const FILL_PER_STEP = 5
const TRIM_PER_STEP = 6
/** Beyond this many lots' worth (quote coin) a maker leans its quotes against its holding. */
const INVENTORY_LEAN_VALUE = 3_000_000

/**
 * The makers' book of one symbol: remembers which price holds whose quote, and each step changes only what has to
 * change: quotes that the price has passed, the touch, holes next to it, some sizes, and now and then a deep level.
 */
export class Ladder {
  readonly #bids: Quote[] = []
  readonly #asks: Quote[] = []
  readonly #byId = new Map<string, Quote>()
  readonly #inventory: number[]

  constructor(
    private readonly orderEntry: OrderEntryPort,
    private readonly random: Random,
    private readonly calibration: Calibration,
    private readonly unit: LadderUnit,
    private readonly makers: readonly string[],
    saved?: LadderState,
  ) {
    this.#inventory = saved === undefined ? makers.map(() => 0) : [...saved.inventory]
    for (const side of ['bids', 'asks'] as const) {
      for (const [id, maker, ticks, leaves, filled] of saved?.[side] ?? []) {
        const quote = { id, maker, ticks, leaves, filled }
        ;(side === 'bids' ? this.#bids : this.#asks).push(quote)
        this.#byId.set(id, quote)
      }
    }
  }

  state(): LadderState {
    return { bids: this.#bids.map(toRow), asks: this.#asks.map(toRow), inventory: [...this.#inventory] }
  }

  /** Signed lots held by all makers together. */
  inventoryLots(): number {
    return this.#inventory.reduce((sum, lots) => sum + lots, 0)
  }

  /** How much the makers lean against what they hold at this price: 1 with all the longs that they want, −1 with all the shorts. */
  lean(price: number): number {
    return Math.tanh((this.inventoryLots() * this.unit.lotSize * price) / INVENTORY_LEAN_VALUE)
  }

  /** A quote of ours was hit. */
  onFill(orderId: string, lots: number): void {
    const quote = this.#byId.get(orderId)
    if (quote === undefined) return
    const isBid = this.#bids[this.#indexOf(this.#bids, quote.ticks, 1)] === quote
    this.#inventory[quote.maker]! += isBid ? lots : -lots
    quote.leaves -= lots
    quote.filled += lots
    if (quote.leaves <= 0) this.#forget(isBid ? this.#bids : this.#asks, isBid ? 1 : -1, quote)
  }

  /** Takes back every quote that is better than `touch`, or off the grid. */
  pull(side: Side, touch: number, grid: number): void {
    const quotes = side === 'buy' ? this.#bids : this.#asks
    const sign = side === 'buy' ? 1 : -1
    while (quotes.length > 0 && (quotes[0]!.ticks - touch) * sign > 0) this.#cancel(quotes, sign, quotes[0]!)
    if (grid > 1) for (const one of quotes.filter((one) => one.ticks % grid !== 0)) this.#cancel(quotes, sign, one)
  }

  /** Sees to the touch, the holes next to it, some churn and the deep levels. Call after `pull` on both sides. */
  tend(side: Side, conditions: Conditions): void {
    const { touch, grid, heat } = conditions
    const { random, calibration } = this
    const quotes = side === 'buy' ? this.#bids : this.#asks
    const sign = side === 'buy' ? 1 : -1
    const reach = Math.max(touch * REACH, REACH_MIN_TICKS * grid)
    const levels = Math.min(calibration.levels, Math.floor((reach / grid) * 0.8))

    if (quotes[0]?.ticks !== touch) this.#place(side, sign, quotes, touch, conditions)
    const fillChance = 0.55 / Math.max(1, heat)
    let next = 0
    for (let step = 1; step < NEAR_LEVELS; step++) {
      const ticks = touch - sign * step * grid
      while (next < quotes.length && (quotes[next]!.ticks - ticks) * sign > 0) next += 1
      if (quotes[next]?.ticks === ticks) continue
      if (random.next() < fillChance) this.#place(side, sign, quotes, ticks, conditions)
    }
    const lively = Math.min(6, 1 + calibration.ordersPerSecond * 0.35)
    for (let changes = poisson(random, lively); changes > 0; changes--) {
      const quote = quotes[Math.floor(random.exponential(7))]
      if (quote === undefined) continue
      if (random.next() < 0.22 && quote.ticks !== touch) this.#cancel(quotes, sign, quote)
      else this.#resize(quotes, sign, quote, conditions)
    }

    // A side that lost most of its levels (a jump, the first step) is laid out at once, otherwise it grows back slowly.
    const missing = levels - quotes.length
    const rebuild = missing > levels / 2
    for (let n = rebuild ? missing : Math.min(missing, FILL_PER_STEP); n > 0; n--) {
      const depth = NEAR_LEVELS * grid + reach * random.next() ** DEEP_CROWDING
      // People put deep orders on round prices.
      const raster = random.next() < 0.3 ? grid * (random.next() < 0.4 ? 100 : 10) : grid
      const ticks = Math.round((touch - sign * Math.min(depth, reach)) / raster) * raster
      if ((touch - ticks) * sign > 0) this.#place(side, sign, quotes, ticks, conditions)
    }
    for (let n = 0; n < TRIM_PER_STEP; n++) {
      const last = quotes[quotes.length - 1]
      if (last === undefined) break
      const isFar = (touch - last.ticks) * sign > reach * 1.35
      if (!isFar && quotes.length <= levels + 40) break
      this.#cancel(quotes, sign, last)
    }
    if (random.next() < 0.25 && quotes.length > NEAR_LEVELS) {
      const deep = quotes[random.int(NEAR_LEVELS, quotes.length - 1)]!
      if (random.next() < 0.4) this.#cancel(quotes, sign, deep)
      else this.#resize(quotes, sign, deep, conditions)
    }
  }

  #place(side: Side, sign: 1 | -1, quotes: Quote[], ticks: number, conditions: Conditions): void {
    if (ticks <= 0) return
    const at = this.#indexOf(quotes, ticks, sign)
    if (quotes[at]?.ticks === ticks) return
    const lots = this.#sizeAt(ticks, sign, conditions)
    const maker = this.#chooseMaker(sign)
    const id = this.orderEntry.quote(this.makers[maker]!, side, ticks, lots)
    if (id === null) return
    const quote = { id, maker, ticks, leaves: lots, filled: 0 }
    quotes.splice(at, 0, quote)
    this.#byId.set(id, quote)
  }

  #resize(quotes: Quote[], sign: 1 | -1, quote: Quote, conditions: Conditions): void {
    const lots = this.#sizeAt(quote.ticks, sign, conditions)
    if (lots === quote.leaves) return
    if (this.orderEntry.resize(this.makers[quote.maker]!, quote.id, lots + quote.filled)) quote.leaves = lots
    else this.#cancel(quotes, sign, quote)
  }

  #cancel(quotes: Quote[], sign: 1 | -1, quote: Quote): void {
    this.orderEntry.cancel(this.makers[quote.maker]!, quote.id)
    this.#forget(quotes, sign, quote)
  }

  #forget(quotes: Quote[], sign: 1 | -1, quote: Quote): void {
    this.#byId.delete(quote.id)
    const at = this.#indexOf(quotes, quote.ticks, sign)
    if (quotes[at] === quote) quotes.splice(at, 1)
  }

  /** First place in a best-first list whose price is `ticks` or worse. */
  #indexOf(quotes: readonly Quote[], ticks: number, sign: 1 | -1): number {
    let low = 0
    let high = quotes.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((quotes[middle]!.ticks - ticks) * sign > 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Two makers look at a quote, and the one that holds less of the side takes it: holdings stay bounded and even. */
  #chooseMaker(sign: 1 | -1): number {
    const a = this.random.int(0, this.makers.length - 1)
    const b = this.random.int(0, this.makers.length - 1)
    return this.#inventory[a]! * sign <= this.#inventory[b]! * sign ? a : b
  }

  /**
   * Thin at the touch, a hump at 2–5 bp, another at 15 bp and a far one, more on round prices, less when the market is
   * hot, and less on the side that would add to what the makers already hold.
   */
  #sizeAt(ticks: number, sign: 1 | -1, conditions: Conditions): number {
    const { random, unit, calibration } = this
    const price = ticks * unit.tickSize
    const bp = (Math.abs(conditions.touch - ticks) / conditions.touch) * 10_000
    const profile =
      0.4 +
      0.8 * (1 - Math.exp(-bp / 2)) +
      0.9 * Math.exp(-(((bp - 15) / 7) ** 2)) +
      0.8 * Math.exp(-(((bp - 55) / 20) ** 2))
    const round = ticks % (conditions.grid * 100) === 0 ? 2.5 : ticks % (conditions.grid * 10) === 0 ? 1.5 : 1
    const lean = sign * this.lean(price)
    const calm = Math.min(1.3, conditions.heat ** -0.35)
    // Many quotes are small, some are large: a lognormal with a wide spread.
    const noise = Math.exp(1.1 * random.normal() - 0.6)
    const value = calibration.levelValue * profile * round * calm * (1 - 0.6 * Math.max(0, lean)) * noise
    return lotsFor(random, Math.max(value, unit.minNotional * 1.2), {
      price,
      lotSize: unit.lotSize,
      minLots: Math.max(unit.minLots, Math.ceil(unit.minNotional / (price * unit.lotSize))),
      maxLots: unit.maxLots,
    })
  }
}

function toRow(quote: Quote): QuoteRow {
  return [quote.id, quote.maker, quote.ticks, quote.leaves, quote.filled]
}
