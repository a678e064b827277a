import type { NewOrder } from '../../../../src/domain/order/new-order'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused } from '../../core'

/** What an order has to be that says it closes the position which is being reversed: spec §9 "Reverse order". */
const TERMS = {
  type: 'market',
  timeInForce: 'goodTillCancel',
  reduceOnly: true,
  closeOnTrigger: true,
} as const satisfies Partial<NewOrder>

const NAME_OF = {
  type: 'orderType',
  timeInForce: 'timeInForce',
  reduceOnly: 'reduceOnly',
  closeOnTrigger: 'closeOnTrigger',
} as const satisfies Readonly<Record<keyof typeof TERMS, string>>

/** @param input the call's body. @throws Refused 10001 naming the first term that a reverse's closing order does not have */
export function checkReverseClose(input: object, order: NewOrder): void {
  if ((input as { readonly action?: string | null }).action !== 'ReverseClose') return
  const wrong = (['type', 'timeInForce', 'reduceOnly', 'closeOnTrigger'] as const).find(
    (name) => order[name] !== TERMS[name],
  )
  if (wrong !== undefined)
    throw new Refused(CODE.badRequest, 'a reverse closes at market, good-till-cancel, reduce-only, close-on-trigger', {
      field: NAME_OF[wrong],
    })
}
