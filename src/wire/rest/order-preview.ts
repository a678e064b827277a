import type { ForetoldOrder } from '../../domain/account/foretold-order'
import type { Money, Qty } from '../../domain/decimal'
import { asObject, readDecimal, readOptionalDecimal } from '../json'

/** Ours: v5's pre-check says rates in 1e-4, no amount and no largest order, and knows no spreads. Body as `create`. */
export const ORDER_PREVIEW_PATH = '/contract/v5/private/order-preview'

export function writeOrderPreview({ rates, cost, most }: ForetoldOrder) {
  return {
    preImr: rates.initialBefore ?? '',
    preMmr: rates.maintenanceBefore ?? '',
    postImr: rates.initialAfter ?? '',
    postMmr: rates.maintenanceAfter ?? '',
    cost,
    maxQty: most ?? '',
  }
}

/** @throws WireError naming the field */
export function parseOrderPreview(result: unknown): ForetoldOrder {
  const json = asObject(result, 'result')
  return {
    rates: {
      initialBefore: readOptionalDecimal(json, 'preImr'),
      initialAfter: readOptionalDecimal(json, 'postImr'),
      maintenanceBefore: readOptionalDecimal(json, 'preMmr'),
      maintenanceAfter: readOptionalDecimal(json, 'postMmr'),
    },
    cost: readDecimal<Money>(json, 'cost'),
    most: readOptionalDecimal<Qty>(json, 'maxQty'),
  }
}
