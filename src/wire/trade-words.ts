import type { AccountKind } from '../domain/account/wallet'
import type { Instrument } from '../domain/instrument/instrument'
import type { ProductKind } from '../domain/instrument/product-kind'
import type { SpreadKind } from '../domain/instrument/spread'
import type { AccountMarginMode } from '../domain/position/position'

/** Spec §3 "Trade types". */
export const TRADE_TYPE_WORD: Readonly<Record<ProductKind | 'uniform' | 'copyTrade' | 'unknown', string>> = {
  linearPerpetual: 'LinearPerpetual',
  linearFutures: 'LinearFutures',
  inversePerpetual: 'InversePerpetual',
  inverseFutures: 'InverseFutures',
  usdcPerpetual: 'UsdcPerpetual',
  usdcOption: 'UsdcOption',
  usdtOption: 'UsdtOption',
  usdcFutures: 'UsdcFutures',
  uniform: 'Uniform',
  copyTrade: 'COPY_TRADE',
  spot: 'Spot',
  spread: 'Unknown',
  unknown: 'Unknown',
}

/** What an account trades under: a copy-trade account has one word for all that it may trade. */
export function tradeTypeOf(kind: ProductKind, account: AccountKind): string {
  return TRADE_TYPE_WORD[account === 'copy' ? 'copyTrade' : kind]
}

const SPREAD_MARKET: Readonly<Record<SpreadKind, string>> = {
  fundingRateArb: 'FundingRateArb',
  carryTrade: 'CarryTrade',
  futureSpread: 'FutureSpread',
  perpBasis: 'PerpBasis',
}
const MARKET: Readonly<Record<Exclude<ProductKind, 'spread'>, string>> = {
  linearPerpetual: 'UsdtPerpetual',
  usdcPerpetual: 'UsdcPerpetual',
  linearFutures: 'UsdtFutures',
  usdcFutures: 'UsdcFutures',
  inversePerpetual: 'InversePerpetual',
  inverseFutures: 'InverseFutures',
  usdcOption: 'Option',
  usdtOption: 'UsdtOption',
  spot: 'Spot',
}

/** Spec §3 "Market types": of a spread, its kind. */
export function marketTypeOf(instrument: Instrument): string {
  return instrument.kind === 'spread' ? SPREAD_MARKET[instrument.spreadKind] : MARKET[instrument.kind]
}

/** Spec §3 "Margin modes". */
export const MARGIN_MODE_WORD: Readonly<Record<AccountMarginMode, string>> = {
  isolated: 'ISOLATED_MARGIN',
  portfolio: 'PORTFOLIO_MARGIN',
  cross: 'REGULAR_MARGIN',
}

/** Spec §3 "Account margin modes": RM 0, PM 1. */
export function accountModeOf(account: AccountKind): 0 | 1 {
  return account === 'pm' ? 1 : 0
}
