import type { OrderType } from '../../../domain/order/order'
import type { TpSlInput } from '../../../domain/risk/tpsl-target'
import type { TpSlLegForm } from './tpsl-leg-form'

const INPUTS: readonly TpSlInput[] = ['roi', 'percent', 'pnl']

/** What a leg closes at. */
export const CLOSE_TYPES: readonly OrderType[] = ['market', 'limit']

/** As what its gain or loss may be typed. Reads signals. */
export function targetInputs(form: TpSlLegForm): readonly TpSlInput[] {
  return INPUTS.filter((one) => form.hasRoi.value || one !== 'roi')
}
