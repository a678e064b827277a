import { Exact, toText, type Qty } from '../../domain/decimal'
import type { SendTerms } from '../../domain/order/send-doubts'

/** All of an order, as the field of its quantity has it: what is still to be filled, and what has filled. */
export function wholeQty({ qty, filledQty }: Pick<SendTerms, 'qty' | 'filledQty'>): Qty {
  return filledQty === undefined ? qty : toText<Qty>(new Exact(qty).plus(filledQty))
}
