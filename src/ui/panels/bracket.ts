import type { Price, Rate } from '../../domain/decimal'
import { compare, Exact, roundToStep, toText } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import type { Side } from '../../domain/order/order'
import type { MarketModel } from '../state/market-model'
import type { TradePlan } from '../trading-kit/chart-line'

/** Of a bracket's entry, until its lines are dragged: two for one. */
const BRACKET = { stop: '0.005' as Rate, target: '0.01' as Rate } as const

/** Which side rests there: below the market a buyer, above it a seller; `null` at the market, or while there is none. */
export function restingSide(price: Price, market: MarketModel): Side | null {
  const last = market.lastPrice.peek()
  if (last === null) return null
  const distance = compare(price, last)
  return distance === 0 ? null : distance < 0 ? 'buy' : 'sell'
}

/** Entry, stop and target around a price. */
export function bracketAt(entry: Price, side: Side, { tickSize }: Pick<TradedMarket, 'tickSize'>): TradePlan | null {
  const away = (rate: Rate, sign: 1 | -1): Price =>
    roundToStep(toText<Price>(new Exact(rate).times(sign).plus(1).times(entry)), tickSize, sign > 0 ? 'up' : 'down')
  const up = side === 'buy' ? 1 : -1
  const plan = { side, entry, target: away(BRACKET.target, up), stop: away(BRACKET.stop, up === 1 ? -1 : 1) }
  return new Exact(plan.stop).gt(0) && new Exact(plan.target).gt(0) ? plan : null
}
