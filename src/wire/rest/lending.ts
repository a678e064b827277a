import type { LendingChange, LendingRoom, LentCoin, LoanCharge, SpotPower } from '../../domain/account/lending'
import type { Leverage, Money, Qty, Rate } from '../../domain/decimal'
import type { CollateralTier } from '../../domain/risk/collateral'
import { asArray, asObject, readDecimal, readFlag, readInteger, readText, type JsonObject } from '../json'

export const COLLATERAL_PATH = '/v5/account/collateral-info'
export const COLLATERAL_SLICES_PATH = '/v5/spot-margin-trade/collateral'
export const SPOT_MARGIN_PATH = '/v5/spot-margin-trade/state'
export const REPAYMENT_MODES_PATH = '/v5/spot-margin-trade/get-auto-repay-mode'
export const BORROW_LEVERAGES_PATH = '/v5/spot-margin-trade/coinstate'
export const BORROW_CHECK_PATH = '/v5/order/spot-borrow-check'
export const BORROWABLE_PATH = '/v5/spot-margin-trade/max-borrowable'
export const REPAYABLE_PATH = '/v5/spot-margin-trade/repayment-available-amount'
export const BORROW_HISTORY_PATH = '/v5/account/borrow-history'

/** Where each change goes, and with what. */
export function writeLendingChange(change: LendingChange): readonly [path: string, body: JsonObject] {
  switch (change.kind) {
    case 'borrow':
      return ['/v5/account/borrow', { coin: change.coin, amount: change.amount }]
    case 'repay': {
      const { coin, amount, withOthers } = change
      return [`/v5/account/${withOthers ? 'repay' : 'no-convert-repay'}`, amount === null ? { coin } : { coin, amount }]
    }
    case 'collateral':
      return ['/v5/account/set-collateral-switch', { coin: change.coin, collateralSwitch: change.isOn ? 'ON' : 'OFF' }]
    case 'autoRepay':
      return ['/v5/spot-margin-trade/set-auto-repay-mode', { currency: change.coin, autoRepayMode: bit(change.isOn) }]
    case 'spotMargin':
      return ['/v5/spot-margin-trade/switch-mode', { spotMarginMode: bit(change.isOn) }]
    case 'spotHedge':
      return ['/v5/account/set-hedging-mode', { setHedgingMode: change.isOn ? 'ON' : 'OFF' }]
    case 'borrowLeverage':
      return ['/v5/spot-margin-trade/set-leverage', { currency: change.coin, leverage: change.leverage }]
  }
}

function bit(isOn: boolean): string {
  return isOn ? '1' : '0'
}

/** @throws WireError naming the field, as all of these */
export function parseLentCoins(
  list: readonly unknown[],
): readonly Omit<LentCoin, 'repaysItself' | 'leverage' | 'slices'>[] {
  return list.map((one) => {
    const row = asObject(one, 'list')
    return {
      coin: readText(row, 'currency'),
      borrowed: readDecimal<Money>(row, 'borrowAmount'),
      free: readDecimal<Money>(row, 'freeBorrowAmount'),
      freeLimit: readDecimal<Money>(row, 'freeBorrowingLimit'),
      hourlyRate: readDecimal<Rate>(row, 'hourlyBorrowRate'),
      limit: readDecimal<Money>(row, 'maxBorrowingAmount'),
      usage: readDecimal<Rate>(row, 'borrowUsageRate'),
      collateralRatio: readDecimal<Rate>(row, 'collateralRatio'),
      isCollateral: readFlag(row, 'collateralSwitch'),
    }
  })
}

/** By coin. */
export function parseCollateralSlices(list: readonly unknown[]): ReadonlyMap<string, readonly CollateralTier[]> {
  return new Map(
    list.map((one) => {
      const row = asObject(one, 'list')
      const slices = asArray(row['collateralRatioList'], 'collateralRatioList').map((each) => {
        const slice = asObject(each, 'list')
        return {
          upTo: slice['maxQty'] === '' ? null : readDecimal<Qty>(slice, 'maxQty'),
          ratio: readDecimal<Rate>(slice, 'collateralRatio'),
        }
      })
      return [readText(row, 'currency'), slices]
    }),
  )
}

export function parseSpotMargin(result: JsonObject): boolean {
  return readText(result, 'spotMarginMode') === '1'
}

/** Says it beside the margin mode. */
export const ACCOUNT_INFO_PATH = '/v5/account/info'

export function parseSpotHedge(result: JsonObject): boolean {
  return readText(result, 'spotHedgingStatus') === 'ON'
}

/** Coins whose free part repays them by itself. */
export function parseRepaymentModes(result: JsonObject): ReadonlySet<string> {
  const rows = asArray(result['data'], 'data').map((one) => asObject(one, 'data'))
  return new Set(rows.filter((row) => row['autoRepayMode'] === '1').map((row) => readText(row, 'currency')))
}

/** By coin. */
export function parseBorrowLeverages(list: readonly unknown[]): ReadonlyMap<string, Leverage> {
  return new Map(
    list.map((one) => {
      const row = asObject(one, 'list')
      return [readText(row, 'currency'), readDecimal<Leverage>(row, 'spotLeverage')]
    }),
  )
}

/** Who buys pays with the quote coin, whose figures are the amounts; who sells with the base coin. */
export function parseBorrowCheck(result: JsonObject): Pick<SpotPower, 'coin' | 'own' | 'most'> {
  const what = readText(result, 'side') === 'Buy' ? 'Amount' : 'Qty'
  return {
    coin: readText(result, 'borrowCoin'),
    own: readDecimal<Money>(result, `spotMaxTrade${what}`),
    most: readDecimal<Money>(result, `maxTrade${what}`),
  }
}

export function parseBorrowable(result: JsonObject): LendingRoom['borrowable'] {
  return readDecimal(result, 'maxLoan')
}

export function parseRepayable(result: JsonObject): LendingRoom['repayable'] {
  return readDecimal(result, 'lossLessRepaymentAmount')
}

export function parseLoanCharges(list: readonly unknown[]): readonly LoanCharge[] {
  return list.map((one) => {
    const row = asObject(one, 'list')
    const coin = readText(row, 'currency')
    const timeMs = readInteger(row, 'createdTime')
    return {
      id: `${coin} ${timeMs}`,
      coin,
      timeMs,
      interest: readDecimal<Money>(row, 'borrowCost'),
      hourlyRate: readDecimal<Rate>(row, 'hourlyBorrowRate'),
      borrowed: readDecimal<Money>(row, 'borrowAmount'),
      bearing: readDecimal<Money>(row, 'InterestBearingBorrowSize'),
    }
  })
}
