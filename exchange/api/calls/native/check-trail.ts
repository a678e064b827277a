import { isZero } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'

/**
 * Words of an order that trails, beside others of which none would act on them: two legs over one amount trail nothing,
 * and an activation price begins what trails alone.
 * @throws Refused 10001 with the name of the word
 */
export function checkTrail({ heldFor, trailValue, trailRate, activationPrice }: NewOrder): void {
  const hasActivation = activationPrice !== undefined && !isZero(activationPrice)
  const isOfLegs = heldFor === 'oco' || heldFor === 'bidirectionalTpSl'
  const trail = trailValue !== undefined ? 'trailValue' : trailRate === undefined ? null : 'trailingStopPercentageE4'
  const field = isOfLegs && trail !== null ? trail : hasActivation && trail === null ? 'activationPrice' : null
  if (field !== null) throw new Refused(CODE.badRequest, `${field} is of an order that trails by itself`, { field })
}
