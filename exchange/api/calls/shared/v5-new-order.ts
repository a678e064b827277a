import type { NewOrder } from '../../../../src/domain/order/new-order'
import { compare, type Price } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import { parseCreateOrder } from '../../../../src/wire/rest/create-order'
import { TRIGGER_BY_OF } from '../../../../src/wire/words'
import { Refused, type Core } from '../../core'
import type { V5_CREATE_FIELDS } from './order-fields'
import { withPriceOfIv } from './order-iv'
import type { Read } from './route/field'
import { checkNewOrder, isSet, withMarketUnit } from './v5-order-words'
import { checkCategory } from './check-category'

type CreateInput = Read<typeof V5_CREATE_FIELDS>

/** A new order as v5's calls say it, with what v5 leaves to the market worked out. @throws Refused naming the parameter */
export function readNewOrder(core: Core, input: CreateInput): NewOrder {
  checkNewOrder(input)
  checkCategory(core, input)
  return parseCreateOrder(withPriceOfIv(core, withMarketUnit(withDirection(core, input))))
}

/**
 * v5: `triggerDirection` is of linear and inverse. A pair's order waits for the price to rise where its trigger lies above
 * the price of now, and for its fall where it lies below.
 */
function withDirection(core: Core, input: CreateInput): CreateInput {
  const { category, symbol, triggerPrice, triggerDirection, basePrice } = input
  if (category !== 'spot' || !isSet(triggerPrice) || isSet(triggerDirection) || isSet(basePrice)) return input
  const now = priceOf(core, symbol, input.triggerBy)
  if (now === null) throw refused('has no price to be compared with yet')
  const side = compare(triggerPrice as Price, now)
  if (side === 0) throw refused(`lies above or below the price of now, ${now}`)
  return { ...input, triggerDirection: side > 0 ? 1 : 2 }
}

/** The price that fires a trigger, as it stands. */
function priceOf({ journal }: Core, symbol: string, triggerBy: string | null): Price | null {
  const ticker = journal.venue.ticker(symbol)
  if (ticker === null) return null
  const by = triggerBy === null ? 'last' : TRIGGER_BY_OF.get(triggerBy)
  if (by === 'index') return ticker.indexPrice
  return by === 'mark' ? ticker.markPrice : (ticker.lastPrice ?? ticker.markPrice)
}

function refused(why: string): Refused {
  return new Refused(CODE.badRequest, `triggerPrice ${why}`, { field: 'triggerPrice' })
}
