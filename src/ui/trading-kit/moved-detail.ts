import { decimalsOf, Exact, toText, type Money, type Price, type Rate } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { formatCoin, formatNumber, formatPercent, formatPrice } from '../format'
import type { LineTone, MovedLine } from './chart-line'

interface MovedFigures {
  /** What the distance is from; `null` while no price is known. */
  readonly from: Price | null
  /** What the position would gain or lose there, in the settle coin; `null` where nothing is closed. */
  readonly result: Money | null
  /** Words for the liquidation price that an opening order would leave; `null` for none. */
  readonly liquidation: string | null
}

/** How far a price is from another and what it means: `+1,040.0 · +1.63% · +397.28`. */
export function movedDetail(
  price: Price,
  { from, result, liquidation }: MovedFigures,
  { tickSize, settleCoin }: Pick<Contract, 'tickSize' | 'settleCoin'>,
): MovedLine['detail'] {
  const words: string[] = []
  if (from !== null) words.push(distanceText(price, from, tickSize))
  if (result !== null) words.push(formatCoin(result, settleCoin, { signed: true }))
  if (liquidation !== null) words.push(liquidation)
  return words.length === 0 ? null : { text: words.join(' · '), tone: toneOf(result) }
}

/** `+1,040.0 · +1.63%`; the per cent is of the price that the distance is from. */
export function distanceText(price: Price, from: Price, tickSize: Price): string {
  const distance = new Exact(price).minus(from)
  const away = formatNumber(toText<Price>(distance), { decimals: decimalsOf(tickSize), signed: true })
  if (new Exact(from).isZero()) return away
  return `${away} · ${formatPercent(toText<Rate>(distance.div(new Exact(from).abs())), { signed: true })}`
}

/** The part of a moved line that is the same whatever is moved. */
export function movedPrice(
  price: Price,
  { tickSize }: Pick<Contract, 'tickSize'>,
): Pick<MovedLine, 'price' | 'priceText'> {
  return { price, priceText: formatPrice(price, tickSize) }
}

function toneOf(result: Money | null): LineTone {
  if (result === null || new Exact(result).isZero()) return 'muted'
  return new Exact(result).isNegative() ? 'loss' : 'profit'
}
