import { feeE8, type Direction } from '../risk/formulas'
import { mulDiv, ONE_E8 } from '../scaled'
import type { MarketView } from './market-view'

/** Of what is held, what funding and the end of a session stand on. `valueE8` is its value at the mark. */
export interface SettledLots {
  readonly valueE8: number
  /** +1 of a long, −1 of a short. */
  readonly side: Direction
}

/** Of a delivery, what its fee stands on. `valueE8` is what the lots are closed at. */
export interface DeliveryView {
  readonly lots: number
  readonly valueE8: number
  readonly settlementTicks: number
}

/**
 * How what is held of a product is settled otherwise than by fills. The engine says whose turn it is, applies what this
 * gives and tells it; amounts are E8 of the settle coin.
 */
export interface Settlement {
  /** What a holder pays of a funding; negative: gets. */
  fundingE8(held: SettledLots, rateE8: number): number
  /** Whether a session ends with each funding: the unrealised result is paid out, and the entry becomes the mark. */
  readonly hasSessions: boolean
  /** What the lots cost since they were opened, whatever sessions ended meanwhile. */
  openCostE8(held: { readonly costE8: number; readonly openCostE8: number }): number
  /** The price at which lots are closed at the end, in ticks, when the delivery price is `settlementTicks`. */
  deliveryTicks(settlementTicks: number, market: MarketView): number
  /** The fee of it, truncated at 8 decimals. */
  deliveryFeeE8(delivered: DeliveryView, rateE8: number, market: MarketView): number
}

/** Contracts: rate × value at mark between longs and shorts, half up (semantics.md §1.6); delivered at the price itself. */
export const CONTRACT_SETTLEMENT: Settlement = {
  fundingE8: ({ valueE8, side }, rateE8) => {
    const signed = feeE8(valueE8, rateE8)
    return side === 1 ? signed : 0 - signed
  },
  hasSessions: false,
  openCostE8: ({ costE8 }) => costE8,
  deliveryTicks: (settlementTicks) => settlementTicks,
  deliveryFeeE8: ({ valueE8 }, rateE8) => mulDiv(valueE8, rateE8, ONE_E8, 'down'),
}

/** What is exchanged, or held by its legs alone: nothing is left to settle. */
export const NO_SETTLEMENT: Settlement = {
  ...CONTRACT_SETTLEMENT,
  fundingE8: () => 0,
  deliveryFeeE8: () => 0,
}
