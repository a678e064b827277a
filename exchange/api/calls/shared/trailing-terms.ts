import { Exact, isZero, toText, type DecimalText } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { TradingStop } from '../../../../src/domain/position/position-settings'
import type { Dialect, RefusalAnswer } from './refusal-answer'

/** What the terms of a trailing stop are held against. */
export interface TrailedMarket {
  readonly instrument: Instrument | null
  /** Of its symbol, as of now: the price has moved on since the refusal by little. */
  readonly last: DecimalText | null
  /** Whether it sells, as what closes a long does; `null` where nothing is held. */
  readonly isLong: boolean | null
}

interface Terms {
  readonly distance: DecimalText | null
  readonly rate: DecimalText | null
  readonly activation: DecimalText | null
}

interface Names {
  readonly distance: string
  readonly rate: string
  readonly activation: string
  readonly rates: { readonly min: string; readonly max: string }
}

export function activationName(dialect: Dialect): string {
  return dialect === 'native' ? 'activationPrice' : 'activePrice'
}

/** Of a position. */
export function brokenTrailingStop(
  answer: RefusalAnswer,
  { trailing }: TradingStop,
  dialect: Dialect,
  market: TrailedMarket,
): RefusalAnswer {
  if (trailing === null) return answer
  const { distance, rate, activationPrice: activation } = trailing
  return brokenTrailing(answer, { distance, rate, activation }, market, {
    distance: 'trailingStop',
    rate: 'trailingPercent',
    activation: activationName(dialect),
    rates: { min: '0.000001', max: '99.999999' },
  })
}

/** Of an order that trails by itself, whose rate is counted in 1e-4. */
export function brokenTrailingOrder(
  answer: RefusalAnswer,
  { trailValue, trailRate, activationPrice }: NewOrder,
  market: TrailedMarket,
): RefusalAnswer {
  if ((trailValue === undefined) === (trailRate === undefined))
    return {
      ...answer,
      retMsg: 'one of trailValue and trailingStopPercentageE4 is needed',
      extMap: { field: 'trailValue' },
    }
  const activation = activationPrice === undefined || isZero(activationPrice) ? null : activationPrice
  return brokenTrailing(answer, { distance: trailValue ?? null, rate: trailRate ?? null, activation }, market, {
    distance: 'trailValue',
    rate: 'trailingStopPercentageE4',
    activation: 'activationPrice',
    rates: { min: '1', max: '9999' },
  })
}

/** A distance is below the price that it starts from, a rate below 100 per cent, and an activation price lies ahead. */
function brokenTrailing(
  answer: RefusalAnswer,
  { distance, rate, activation }: Terms,
  { instrument, last, isLong }: TrailedMarket,
  names: Names,
): RefusalAnswer {
  if (instrument === null) return answer
  const { tickSize, minPrice, maxPrice } = instrument
  // A price of before the tick size was changed may lie between two of now.
  const beside = (price: DecimalText, ticks: 1 | -1): string => {
    const steps = new Exact(price).div(tickSize)
    return toText((ticks === 1 ? steps.floor() : steps.ceil()).plus(ticks).times(tickSize))
  }
  if (rate !== null && !(new Exact(rate).gt(0) && new Exact(rate).lt(1)))
    return { ...answer, extMap: { field: names.rate, ...names.rates } }
  if (activation !== null && new Exact(activation).lt(0))
    return {
      ...answer,
      retMsg: 'activation price out of bounds',
      extMap: { field: names.activation, min: minPrice, max: maxPrice },
    }
  // An activation price that is wrong by itself is no bound of the distance.
  const isBehind = activation !== null && last !== null && isLong !== null && !isAhead(activation, last, isLong)
  const start = activation === null || isBehind || new Exact(activation).lte(tickSize) ? last : activation
  if (distance !== null && start !== null && !(new Exact(distance).gt(0) && new Exact(distance).lt(start)))
    return { ...answer, extMap: { field: names.distance, min: tickSize, max: beside(start, -1) } }
  // The engine goes by trades: a pair that nobody has traded yet shows a price and has none to trail from.
  const nothingWrong = 'nothing of it is out of bounds now: the price has moved, or nothing was traded here yet'
  if (activation === null)
    return { ...answer, retMsg: nothingWrong, extMap: { field: rate === null ? names.distance : names.rate } }
  const retMsg = 'the activation price of a long lies above the last price, that of a short below'
  if (last === null || isLong === null) return { ...answer, retMsg, extMap: { field: names.activation } }
  const least = distance === null ? minPrice : beside(distance, 1)
  const bounds = isLong ? { min: beside(last, 1), max: maxPrice } : { min: least, max: beside(last, -1) }
  if (new Exact(activation).gte(bounds.min) && new Exact(activation).lte(bounds.max))
    return { ...answer, retMsg: nothingWrong, extMap: { field: names.activation } }
  return { ...answer, retMsg, extMap: { field: names.activation, ...bounds } }
}

function isAhead(activation: DecimalText, last: DecimalText, isLong: boolean): boolean {
  return isLong ? new Exact(activation).gt(last) : new Exact(activation).lt(last)
}
