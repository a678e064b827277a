import { assert } from '../../../src/base/assert'
import { isContract } from '../../../src/domain/instrument/contract'
import { deliveryOf, fundingOf, preListingOf, type Instrument } from '../../../src/domain/instrument/instrument'
import { isBornHere } from '../../../exchange/listings/catalogue'
import { CONTRACT_TYPE_WORD } from '../../../src/wire/rest/contract-words'

/**
 * An instrument as one flat record, which it was before its kinds became members of a union: with a word of the wire for
 * its kind, zeros for a funding that a dated contract does not pay, and a listing's phases only where there are any.
 */
export function flatInstrument(instrument: Instrument): object {
  assert(isContract(instrument), 'ledgers of that time list contracts alone')
  const delivery = deliveryOf(instrument)
  const funding = fundingOf(instrument)
  return {
    symbol: instrument.symbol,
    displayName: instrument.displayName,
    contractType: CONTRACT_TYPE_WORD[instrument.kind],
    status: instrument.status,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    settleCoin: instrument.settleCoin,
    tickSize: instrument.tickSize,
    minPrice: instrument.minPrice,
    maxPrice: instrument.maxPrice,
    lotSize: instrument.lotSize,
    minQty: instrument.minQty,
    maxLimitQty: instrument.maxLimitQty,
    maxMarketQty: instrument.maxMarketQty,
    minNotional: instrument.minNotional,
    minLeverage: instrument.minLeverage,
    maxLeverage: instrument.maxLeverage,
    leverageStep: instrument.leverageStep,
    takerFeeRate: instrument.takerFeeRate,
    makerFeeRate: instrument.makerFeeRate,
    fundingIntervalMinutes: funding?.intervalMinutes ?? 0,
    upperFundingRate: funding?.upperRate ?? '0',
    lowerFundingRate: funding?.lowerRate ?? '0',
    priceLimitRatioX: instrument.priceLimitRatioX,
    priceLimitRatioY: instrument.priceLimitRatioY,
    depthRatios: instrument.depthRatios,
    riskTiers: instrument.riskTiers,
    delivery,
    ...(isBornHere(instrument) ? { preListing: preListingOf(instrument) } : {}),
    launchTimeMs: instrument.launchTimeMs,
    popular: instrument.popular,
    indexSort: instrument.indexSort,
  }
}
