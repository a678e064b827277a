import type { Instrument } from '../../domain/instrument/instrument'
import { payoffOf } from '../../domain/risk/payoff'
import { isContractKind, kindOfName } from '../../domain/instrument/product-kind'

/** v5's words for kinds of product. */
export const V5_CATEGORIES = ['linear', 'inverse', 'spot', 'option'] as const
export type V5Category = (typeof V5_CATEGORIES)[number]

/** A USDC contract is linear with another settle coin. */
export function v5CategoryOf(instrument: Pick<Instrument, 'kind'>): V5Category {
  return payoffOf(instrument.kind)
}

/** The same where only the name is at hand. */
export function v5CategoryOfSymbol(symbol: string): V5Category {
  const kind = kindOfName(symbol)
  return isContractKind(kind) ? payoffOf(kind) : 'linear'
}
