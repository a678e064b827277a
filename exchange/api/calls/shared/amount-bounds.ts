import { Exact, toText, type DecimalText } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { CODE } from '../../../../src/wire/rest/codes'
import type { VenueInput } from '../../../venue/venue-input'
import type { RefusalAnswer } from './refusal-answer'

/** Of an amount of a coin: whole hundred-millionths, as many as a number holds exactly. */
export const AMOUNT_BOUNDS = { min: '0.00000001', max: '90071992.54740991', step: '0.00000001' } as const

type AmountOrder = Extract<VenueInput, { type: 'place' }>

/** Whether the quantity of an order counts the coin that is paid, and not the one that is bought. */
export function isOfAmount(input: VenueInput): input is AmountOrder {
  return input.type === 'place' && input.order.marketUnit === 'quote' && input.order.type === 'market'
}

/** An amount that no wallet can count, or that is above what an order of the pair may be worth. */
export function amountInvalid(
  answer: RefusalAnswer,
  { order }: AmountOrder,
  instrument: Instrument | null,
): RefusalAnswer {
  return tooLarge(order.qty, instrument) ?? { ...answer, extMap: { field: 'qty', ...AMOUNT_BOUNDS } }
}

/**
 * An amount whose lots are out of bounds. The venue counts them in the coin that is bought: what the sender can mend is the
 * amount, so that the bounds are worth what the first of the book costs now.
 * @param touch the best price of the other side; `null` without one
 */
export function amountOutOfBounds(
  answer: RefusalAnswer,
  { order }: AmountOrder,
  { instrument, touch }: { readonly instrument: Instrument | null; readonly touch: DecimalText | null },
): RefusalAnswer {
  const above = tooLarge(order.qty, instrument)
  if (above !== null) return above
  const { min = '', max = '' } = answer.extMap
  if (touch === null || min === '' || max === '') return { ...answer, extMap: { field: 'qty' } }
  const worth = (lots: string): string => toText(new Exact(lots).times(touch))
  const retMsg = `the amount has to be worth ${min} to ${max} ${instrument?.baseCoin ?? ''}`
  return { ...answer, retMsg, extMap: { field: 'qty', min: worth(min), max: worth(max) } }
}

function tooLarge(amount: DecimalText, instrument: Instrument | null): RefusalAnswer | null {
  if (instrument?.kind !== 'spot' || new Exact(amount).lte(instrument.maxAmount)) return null
  const extMap = { field: 'qty', max: instrument.maxAmount }
  return { retCode: CODE.spotAmountTooLarge, retMsg: 'order amount too large', extMap }
}
