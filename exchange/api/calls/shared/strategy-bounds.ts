import { Exact, toText, type DecimalText } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { ICEBERG_ORDERS_MAX, twapParts, type NewStrategy } from '../../../../src/domain/order/strategy'
import type { RefusalAnswer } from './refusal-answer'

/* What of a strategy a refusal names, and the bounds that it has: those of its parts are no order's. */

/** The part of an iceberg that is shown has bounds below those of all of it, which is looked at first. */
export function strategyQty(answer: RefusalAnswer, strategy: NewStrategy): RefusalAnswer {
  const { min = '', max = '' } = answer.extMap
  if (strategy.kind !== 'iceberg' || min === '' || max === '' || new Exact(strategy.qty).lt(min)) return answer
  const isFine = new Exact(strategy.showQty).gte(min) && new Exact(strategy.showQty).lte(max)
  return isFine ? answer : { ...ofField(answer, 'showQty'), retMsg: 'showQty out of bounds' }
}

/** An order that it sends is worth too little: each part of a TWAP is one, and of an iceberg what it shows. */
export function strategyMinimum(answer: RefusalAnswer, strategy: NewStrategy): RefusalAnswer {
  const { minNotional = '0' } = answer.extMap
  if (strategy.kind === 'twap') {
    const parts = String(twapParts(strategy))
    const retMsg = `each of ${parts} parts has to reach the minimum order value`
    return { ...answer, retMsg, extMap: { ...answer.extMap, parts } }
  }
  const isWhole = strategy.kind === 'iceberg' && new Exact(strategy.qty).times(strategy.price).gte(minNotional)
  return isWhole ? ofField(answer, 'showQty') : answer
}

/** Bounds of a quantity of it, by the name of the quantity. */
export function strategyBounds(
  name: string,
  strategy: NewStrategy,
  { minQty, maxLimitQty, maxMarketQty }: Instrument,
): { readonly min: DecimalText; readonly max: DecimalText } {
  if (strategy.kind === 'twap') {
    const parts = twapParts(strategy)
    return { min: times(minQty, parts), max: times(maxMarketQty, parts) }
  }
  if (strategy.kind === 'chaseLimit') return { min: minQty, max: maxLimitQty }
  if (name === 'qty') return { min: minQty, max: times(maxLimitQty, ICEBERG_ORDERS_MAX) }
  return { min: minQty, max: new Exact(strategy.qty).lt(maxLimitQty) ? strategy.qty : maxLimitQty }
}

function times(qty: DecimalText, count: number): DecimalText {
  return toText(new Exact(qty).times(count))
}

function ofField(answer: RefusalAnswer, field: string): RefusalAnswer {
  return { ...answer, extMap: { ...answer.extMap, field } }
}
