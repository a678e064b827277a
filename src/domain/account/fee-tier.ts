import type { Rate } from '../decimal'
import { DEFAULT_MAKER_FEE_RATE, DEFAULT_TAKER_FEE_RATE } from '../limits'
import type { Instrument } from '../instrument/instrument'
import type { Listed } from '../instrument/listed'
import { isContractKind } from '../instrument/product-kind'
import type { InstrumentSymbol } from '../order/order'

/** What an account pays in a contract. */
export interface FeeRates extends Pick<Listed, 'takerFeeRate' | 'makerFeeRate'> {
  readonly symbol: InstrumentSymbol
}

/** What an account of a level pays in every contract. */
export interface FeeTier {
  readonly name: string
  readonly takerFeeRate: Rate
  readonly makerFeeRate: Rate
}

const tier = (name: string, takerFeeRate: string, makerFeeRate: string): FeeTier => ({
  name,
  takerFeeRate: takerFeeRate as Rate,
  makerFeeRate: makerFeeRate as Rate,
})

/**
 * Levels by their place, for contracts. The specification names a base rate and "per tier" and shows no table; these are
 * the rates that are published for derivatives.
 */
export const FEE_TIERS: readonly FeeTier[] = [
  tier('VIP 0', DEFAULT_TAKER_FEE_RATE, DEFAULT_MAKER_FEE_RATE),
  tier('VIP 1', '0.0004', '0.00018'),
  tier('VIP 2', '0.000375', '0.00016'),
  tier('VIP 3', '0.00035', '0.00014'),
  tier('VIP 4', '0.00032', '0.00012'),
  tier('VIP 5', '0.00032', '0.0001'),
  tier('Supreme VIP', '0.0003', '0'),
]

/** Of a contract the lowest level pays what its list says, the others what their level says; of what is none, all do. */
export function feeRatesOf(
  level: number,
  instrument: Pick<Instrument, 'kind'> & Pick<Listed, 'takerFeeRate' | 'makerFeeRate'>,
): Pick<Listed, 'takerFeeRate' | 'makerFeeRate'> {
  return level === 0 || !isContractKind(instrument.kind) ? instrument : (FEE_TIERS[level] ?? instrument)
}
