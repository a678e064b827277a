import { fields, list, number, text, tuple, type Form } from '../../src/base/form'
import type { Side } from '../../src/domain/order/order'
import type { OrderEntryPort } from './order-entry-port'

/** A quote at rest: `[order id, ticks, lots left]`. */
type QuoteRow = readonly [string, number, number]

export interface OptionQuotesState {
  readonly bids: readonly QuoteRow[]
  readonly asks: readonly QuoteRow[]
}

export const OPTION_QUOTES_FORM: Form<OptionQuotesState> = fields<OptionQuotesState>({
  bids: list<readonly QuoteRow[]>(tuple(text(), number, number)),
  asks: list<readonly QuoteRow[]>(tuple(text(), number, number)),
})

export interface OptionQuotesSetup {
  readonly orderEntry: OrderEntryPort
  readonly maker: string
  /** Sells to, and buys from, whoever stands in the way of the quotes. */
  readonly taker: string
  /** Ticks between two legal prices. */
  readonly stepTicks: number
}

/** Where a book should stand. */
export interface OptionTarget {
  readonly fairTicks: number
  readonly halfTicks: number
  /** Of the best quote; those behind it are larger. */
  readonly lots: number
}

/** Quotes of each side, as parts of the best one's lots. */
const SIZES = [1, 1.6, 2.5] as const
/** Quotes stand while the best ones are off by no more than this part of half a spread. */
const SLACK = 0.45
/** Prices behind the best one are so many parts of half a spread apart. */
const APART = 0.6
/** The most that is taken of orders in the way, as parts of the best quote's lots. */
const SWEEP = 8

/** The makers' quotes of one option. They are all made anew where the price has moved, and left alone where it has not. */
export class OptionQuotes {
  #bids: QuoteRow[]
  #asks: QuoteRow[]

  constructor(
    private readonly setup: OptionQuotesSetup,
    saved?: OptionQuotesState,
  ) {
    this.#bids = [...(saved?.bids ?? [])]
    this.#asks = [...(saved?.asks ?? [])]
  }

  state(): OptionQuotesState {
    return { bids: this.#bids, asks: this.#asks }
  }

  /** Somebody traded with a quote: it is made anew at the next look. */
  onFill(orderId: string): void {
    const isOther = ([id]: QuoteRow) => id !== orderId
    this.#bids = this.#bids.filter(isOther)
    this.#asks = this.#asks.filter(isOther)
  }

  /** @returns whether anything was changed */
  quote(target: OptionTarget): boolean {
    const { stepTicks: step } = this.setup
    const bid = Math.floor((target.fairTicks - target.halfTicks) / step) * step
    const ask = Math.max(bid + step, Math.ceil((target.fairTicks + target.halfTicks) / step) * step, step)
    const slack = Math.max(step, target.halfTicks * SLACK)
    if (isNear(this.#bids, bid, slack) && isNear(this.#asks, ask, slack)) return false
    this.#withdraw()
    const { bidTicks, askTicks } = this.#clear(bid, ask, target.lots)
    const apart = Math.max(1, Math.round((target.halfTicks * APART) / step)) * step
    this.#bids = this.#place('buy', bidTicks, -apart, target.lots)
    this.#asks = this.#place('sell', askTicks, apart, target.lots)
    return true
  }

  #withdraw(): void {
    const { orderEntry, maker } = this.setup
    for (const [id] of this.#bids) orderEntry.cancel(maker, id)
    for (const [id] of this.#asks) orderEntry.cancel(maker, id)
    this.#bids = []
    this.#asks = []
  }

  /** Trades with foreign orders that are better than the quotes would be. What is too large for that, quotes stand beside. */
  #clear(bid: number, ask: number, lots: number): { readonly bidTicks: number; readonly askTicks: number } {
    const { orderEntry, taker, stepTicks: step } = this.setup
    let best = orderEntry.best()
    if (best.bid !== null && best.bid >= ask) {
      orderEntry.take(taker, 'sell', ask, lots * SWEEP)
      best = orderEntry.best()
    }
    if (best.ask !== null && best.ask <= bid) {
      orderEntry.take(taker, 'buy', bid, lots * SWEEP)
      best = orderEntry.best()
    }
    return {
      bidTicks: best.ask !== null && best.ask <= bid ? best.ask - step : bid,
      askTicks: best.bid !== null && best.bid >= ask ? best.bid + step : ask,
    }
  }

  #place(side: Side, best: number, apart: number, lots: number): QuoteRow[] {
    const { orderEntry, maker } = this.setup
    const placed: QuoteRow[] = []
    SIZES.forEach((part, at) => {
      const ticks = best + at * apart
      // Below the first price there is nobody to buy.
      if (ticks <= 0) return
      const size = Math.max(1, Math.round(lots * part))
      const id = orderEntry.quote(maker, side, ticks, size)
      if (id !== null) placed.push([id, ticks, size])
    })
    return placed
  }
}

/** Whether a side needs nothing: all of it is there (a bid below the first price never is), about where it should be. */
function isNear(quotes: readonly QuoteRow[], best: number, slack: number): boolean {
  if (best <= 0) return quotes.length === 0
  const first = quotes[0]
  return first !== undefined && Math.abs(first[1] - best) < slack
}
