import type { Instrument } from '../../domain/instrument/instrument'

/** v5's words for kinds of product. */
export const V5_CATEGORIES = ['linear', 'inverse', 'spot', 'option'] as const
export type V5Category = (typeof V5_CATEGORIES)[number]

/** A USDC contract is linear with another settle coin. */
export function v5CategoryOf(instrument: Pick<Instrument, 'contractType'>): V5Category {
  return instrument.contractType.startsWith('Inverse') ? 'inverse' : 'linear'
}
