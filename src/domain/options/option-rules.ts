import type { Rate } from '../decimal'
import type { OptionMarginTerms } from '../instrument/option'

/**
 * What holds of every option (semantics.md §1.2, §1.7). No list of the exchange names these: whoever lists an option, or
 * reads one out of a list, takes them from here.
 */
export const OPTION_MARGIN: OptionMarginTerms = {
  initialRate: '0.15' as Rate,
  leastInitialRate: '0.1' as Rate,
  maintenanceRate: '0.03' as Rate,
  liquidationFeeRate: '0.002' as Rate,
}
/** Of the index, for a trade, before an account's own rate is known. */
export const OPTION_TRADE_FEE = '0.0003' as Rate
/** Of the index, for what is exercised. */
export const OPTION_DELIVERY_FEE = '0.00015' as Rate
/** No fee takes more than this share of the option's price, or of what it pays. */
export const OPTION_FEE_CAP = '0.125' as Rate
