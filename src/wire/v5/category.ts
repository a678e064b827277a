import type { Instrument } from '../../domain/instrument/instrument'
import { payoffOf } from '../../domain/risk/payoff'
import { symbolType } from '../../domain/instrument/symbol-type'

/** v5's words for kinds of product. */
export const V5_CATEGORIES = ['linear', 'inverse', 'spot', 'option'] as const
export type V5Category = (typeof V5_CATEGORIES)[number]

/** A USDC contract is linear with another settle coin. */
export function v5CategoryOf(instrument: Pick<Instrument, 'contractType'>): V5Category {
  return payoffOf(instrument.contractType)
}

/** The same where only the name is at hand. */
export function v5CategoryOfSymbol(symbol: string): V5Category {
  return symbolType(symbol).startsWith('inverse') ? 'inverse' : 'linear'
}
