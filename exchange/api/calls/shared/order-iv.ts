import type { DecimalText } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import { isBelowLeastPrice, priceOfVolatility } from '../../../../src/domain/options/option-quote'
import { VOLATILITY_MAX, VOLATILITY_MIN } from '../../../../src/domain/options/implied-volatility'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused, type Core } from '../../core'

const BOUNDS = { min: String(VOLATILITY_MIN), max: String(VOLATILITY_MAX) }

interface IvOrder {
  readonly symbol: string
  readonly orderIv: DecimalText | null
  readonly orderType?: string
  /** Missing where an order is amended. */
  readonly side?: string
  readonly price: DecimalText | null
}

/** What the exchange works out for an order that leaves it to the market. */
export interface WorkedOut {
  /** Of `orderIv`. */
  readonly price: DecimalText | null
  /** Of a pair's trigger. */
  readonly direction: 1 | 2
}

/** Stands for it in the line of an order that was refused before. */
export const NOTHING_WORKED_OUT: WorkedOut = { price: '0' as DecimalText, direction: 1 }

/** What was worked out for an order when it came first. */
export function workedOutOf({ price, trigger }: NewOrder): WorkedOut {
  return { price: price ?? NOTHING_WORKED_OUT.price, direction: trigger?.direction ?? NOTHING_WORKED_OUT.direction }
}

/**
 * v5: an order on an option may say the volatility at which it trades, a fraction of a year's, in place of a price (and
 * wins over it). It is worked out once, as the market stands when the order comes, to the nearest price of the option. A
 * volatility at which the option is worth less than its least price is no price to buy at.
 * @param known what was worked out when the press came first
 * @throws Refused 10001 naming the parameter
 */
export function withPriceOfIv<T extends IvOrder>(core: Core, asked: T, known: WorkedOut | null = null): T {
  const { orderIv, symbol, orderType, side } = asked
  if (orderIv === null) return asked
  const option = core.catalogue.find(symbol)
  // One that has left the lists is asked for by repeats alone.
  const isGone = option === null && known !== null
  if (!isGone && (option === null || !('strike' in option))) throw refused('is of options alone')
  if (orderType === 'Market') throw refused('is of limit orders')
  const volatility = Number(orderIv)
  if (volatility < VOLATILITY_MIN || volatility > VOLATILITY_MAX)
    throw refused(`is between ${VOLATILITY_MIN} and ${VOLATILITY_MAX}`, BOUNDS)
  if (known !== null || option === null) return { ...asked, price: known?.price ?? null }
  const figures = core.journal.venue.ticker(symbol)?.option ?? null
  if (figures === null) throw refused('is not taken while the option has no mark')
  const moment = { forward: figures.underlyingPrice, nowMs: core.journal.now() }
  if (side !== 'Sell' && isBelowLeastPrice(option, moment, volatility))
    throw refused(`is worth less than the least price, ${option.minPrice}`, { minPrice: option.minPrice })
  return { ...asked, price: priceOfVolatility(option, moment, volatility) }
}

function refused(why: string, bounds: Readonly<Record<string, string>> = {}): Refused {
  return new Refused(CODE.badRequest, `orderIv ${why}`, { field: 'orderIv', ...bounds })
}
