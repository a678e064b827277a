import type { Money, Rate } from '../../domain/decimal'
import type { ExtraFee } from '../../domain/order/execution'
import { asArray, asObject, readDecimal, readText, type JsonObject } from '../json'

/**
 * One entry of v5's `extraFees`: a part of the row's fee with a rate of its own. v5 lists taxes of countries there and has
 * no word for a liquidation: by its own words the sort is `UNKNOWN`, and the sort below it says what it is.
 */
export interface ExtraFeeJson {
  readonly feeCoin: string
  readonly feeType: string
  readonly subFeeType: string
  readonly feeRate: string
  readonly fee: string
}

const OF_LIQUIDATION = 'LIQUIDATION'

/** v5 writes an empty text where there are none. */
export function writeExtraFees(liquidation: ExtraFee | undefined): '' | readonly ExtraFeeJson[] {
  if (liquidation === undefined) return ''
  const { coin, rate, fee } = liquidation
  return [{ feeCoin: coin, feeType: 'UNKNOWN', subFeeType: OF_LIQUIDATION, feeRate: rate, fee }]
}

/** @throws WireError naming the field */
export function parseLiquidationFee(json: JsonObject): { readonly liquidationFee?: ExtraFee } {
  const written = json['extraFees']
  if (written === undefined || written === '') return {}
  for (const one of asArray(written, 'extraFees')) {
    const entry = asObject(one, 'extraFees')
    if (readText(entry, 'subFeeType') !== OF_LIQUIDATION) continue
    return {
      liquidationFee: {
        coin: readText(entry, 'feeCoin'),
        rate: readDecimal<Rate>(entry, 'feeRate'),
        fee: readDecimal<Money>(entry, 'fee'),
      },
    }
  }
  return {}
}
