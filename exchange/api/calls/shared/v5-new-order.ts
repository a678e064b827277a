import type { NewOrder } from '../../../../src/domain/order/new-order'
import type { OrderLinkId } from '../../../../src/domain/order/order'
import { compare, type Price } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import { parseCreateOrder } from '../../../../src/wire/rest/create-order'
import { TRIGGER_BY_OF } from '../../../../src/wire/words'
import type { Origin } from '../../../journal/journal-port'
import { Refused, type Core } from '../../core'
import type { V5_CREATE_FIELDS } from './order-fields'
import { NOTHING_WORKED_OUT, withPriceOfIv, workedOutOf, type WorkedOut } from './order-iv'
import { wholeInput, type WantedOrder } from './press'
import type { Read } from './route/field'
import { checkNewOrder, isSet, withMarketUnit } from './v5-order-words'
import { checkCategory } from './check-category'

type CreateInput = Read<typeof V5_CREATE_FIELDS>

/**
 * A new order as v5's calls say it, with what v5 leaves to the market worked out.
 * @param known what was worked out when the press came first
 * @throws Refused naming the parameter
 */
export function readNewOrder(core: Core, input: CreateInput, known: WorkedOut | null = null): NewOrder {
  checkNewOrder(input)
  checkCategory(core, input)
  return parseCreateOrder(withPriceOfIv(core, withMarketUnit(withDirection(core, input, known)), known))
}

/**
 * The same for a press, with what is sent beside the order. Its repeats leave nothing to the market of their own time.
 */
export async function readPressedOrder(
  core: Core,
  sender: Origin,
  input: CreateInput,
  linkId: OrderLinkId,
): Promise<WantedOrder> {
  const { account } = sender
  const inputOf = (known: WorkedOut | null) => {
    const order = readNewOrder(core, input, known)
    return { type: 'place', account, linkId, order, ...protectionOf(input), ...amountOf(order) } as const
  }
  if (input.orderIv === null && !isWithoutDirection(input)) return inputOf(null)
  return wholeInput(core, sender, inputOf(NOTHING_WORKED_OUT), 'v5', (first) =>
    inputOf(first === null ? null : workedOutOf(first.order)),
  )
}

/** Whether market-maker protection pulls the order (v5 `mmp`). */
function protectionOf({ mmp }: { readonly mmp: boolean | null }): { readonly isProtected?: true } {
  return mmp === true ? { isProtected: true } : {}
}

/** v5: with a trigger, too, a pair's market order may count the quote coin (ADR-488). */
function amountOf({ trigger, type, marketUnit }: NewOrder): { readonly waitsWithAmount?: true } {
  return trigger !== undefined && type === 'market' && marketUnit === 'quote' ? { waitsWithAmount: true } : {}
}

/**
 * v5: `triggerDirection` is of linear and inverse. A pair's order waits for the price to rise where its trigger lies above
 * the price of now, and for its fall where it lies below.
 */
function withDirection(core: Core, input: CreateInput, known: WorkedOut | null): CreateInput {
  if (!isWithoutDirection(input)) return input
  if (known !== null) return { ...input, triggerDirection: known.direction }
  const { symbol, triggerPrice } = input
  const now = priceOf(core, symbol, input.triggerBy)
  if (now === null) throw refused('has no price to be compared with yet')
  const side = compare(triggerPrice as Price, now)
  if (side === 0) throw refused(`lies above or below the price of now, ${now}`)
  return { ...input, triggerDirection: side > 0 ? 1 : 2 }
}

function isWithoutDirection({ category, triggerPrice, triggerDirection, basePrice }: CreateInput): boolean {
  return category === 'spot' && isSet(triggerPrice) && !isSet(triggerDirection) && !isSet(basePrice)
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
