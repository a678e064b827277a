import type { ProductKind } from '../instrument/product-kind'
import { compare, Exact, toText, type Price, type Rate } from '../decimal'
import type { InstrumentSymbol, TriggerBy } from '../order/order'
import { barStart } from './interval'
import type { CandleInterval } from './market'

/** Reached from either side, from below, from above, or a share of a price away from it. */
export const ALERT_CONDITIONS = ['crossing', 'above', 'below', 'percent'] as const
export type AlertCondition = (typeof ALERT_CONDITIONS)[number]

/** Once and over; each time anew; or by the close of each bar. */
export const ALERT_FREQUENCIES = ['once', 'everyTime', 'barClose'] as const
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number]

/** Prices that an alert of a market can go by: a pair has neither a mark nor an index, a spread no index. */
export function alertPricesOf(kind: ProductKind | undefined): readonly TriggerBy[] {
  if (kind === 'spot') return ['last']
  return kind === 'spread' ? ['last', 'mark'] : ['last', 'mark', 'index']
}

/** What an account wants to be told of. */
export interface AlertTerms {
  readonly symbol: InstrumentSymbol
  readonly condition: AlertCondition
  /** The level; of `percent` the price that it is counted from. */
  readonly price: Price
  /** Of `percent`: a fraction, negative for a fall; `null` otherwise. */
  readonly percent: Rate | null
  readonly by: TriggerBy
  readonly frequency: AlertFrequency
  /** Of `barClose`; `null` otherwise. */
  readonly interval: CandleInterval | null
}

/** What is changed of an alert: all its terms but its contract. It then waits as one that was just set. */
export interface AlertChange extends AlertTerms {
  readonly id: string
}

/** An alert as the exchange keeps it. */
export interface PriceAlert extends AlertTerms {
  readonly id: string
  /** Of the press that set it; `null` where its program named none. */
  readonly linkId: string | null
  readonly createdAtMs: number
  /** Whether it still waits: one that is to be told once is over with that. */
  readonly isActive: boolean
  readonly firedCount: number
  /** Of the last time, and the price that fired it. */
  readonly firedAtMs: number | null
  readonly firedPrice: Price | null
}

/** What an alert has seen; it fires by what is new since. */
export interface AlertMemory {
  /** The price that it was compared with last; `null` before the first. */
  readonly price: Price | null
  /** Of the open bar and its newest price, for an alert by the bar's close. */
  readonly barMs: number
  readonly close: Price | null
}

export const NOTHING_SEEN: AlertMemory = { price: null, barMs: 0, close: null }

/** The price that an alert waits for: of `percent` price × (1 + percent). */
export function alertLevel({ condition, price, percent }: Pick<AlertTerms, 'condition' | 'price' | 'percent'>): Price {
  if (condition !== 'percent' || percent === null) return price
  return toText<Price>(new Exact(percent).plus(1).times(price))
}

/**
 * Looks at a price.
 *
 * A level is reached by the price that meets or passes it. `crossing` needs a price on the other side before; `above`,
 * `below` and `percent` hold from the first price on, and fire again only after they have ceased to hold. By the bar's
 * close only the last price of each bar counts.
 *
 * @param timeMs never before that of the memory
 * @returns the price that fires it, or `null`, and what it has seen by now
 */
export function watchAlert(
  alert: PriceAlert,
  seen: AlertMemory,
  price: Price,
  timeMs: number,
): { readonly fired: Price | null; readonly seen: AlertMemory } {
  if (alert.frequency !== 'barClose' || alert.interval === null) {
    const fired = isReached(alert, seen.price, price) ? price : null
    return { fired, seen: { ...seen, price } }
  }
  const barMs = barStart(alert.interval, timeMs)
  if (barMs === seen.barMs || seen.close === null) return { fired: null, seen: { ...seen, barMs, close: price } }
  const fired = isReached(alert, seen.price, seen.close) ? seen.close : null
  return { fired, seen: { price: seen.close, barMs, close: price } }
}

function isReached(alert: AlertTerms, before: Price | null, now: Price): boolean {
  const level = alertLevel(alert)
  const isAbove = compare(now, level) >= 0
  const isBelow = compare(now, level) <= 0
  const wasBelow = before === null ? null : compare(before, level) < 0
  const wasAbove = before === null ? null : compare(before, level) > 0
  const rises = isAbove && wasBelow !== false
  const falls = isBelow && wasAbove !== false
  switch (alert.condition) {
    case 'above':
      return rises
    case 'below':
      return falls
    case 'percent':
      return (alert.percent ?? '').startsWith('-') ? falls : rises
    case 'crossing':
      return before !== null && ((wasBelow === true && isAbove) || (wasAbove === true && isBelow))
  }
}

/** An alert that has just fired. */
export function firedAlert(alert: PriceAlert, price: Price, timeMs: number): PriceAlert {
  return {
    ...alert,
    isActive: alert.frequency !== 'once',
    firedCount: alert.firedCount + 1,
    firedAtMs: timeMs,
    firedPrice: price,
  }
}
