import { asArray, asObject, type JsonObject } from '../../../wire/json'
import {
  ACCOUNT_INFO_PATH,
  BORROW_CHECK_PATH,
  BORROW_HISTORY_PATH,
  BORROW_LEVERAGES_PATH,
  BORROWABLE_PATH,
  COLLATERAL_PATH,
  COLLATERAL_SLICES_PATH,
  parseBorrowable,
  parseBorrowCheck,
  parseBorrowLeverages,
  parseCollateralSlices,
  parseLentCoins,
  parseLoanCharges,
  parseRepayable,
  parseRepaymentModes,
  parseSpotHedge,
  parseSpotMargin,
  REPAYABLE_PATH,
  REPAYMENT_MODES_PATH,
  SPOT_MARGIN_PATH,
  writeLendingChange,
} from '../../../wire/rest/lending'
import type { LendingSetting } from '../../../domain/account/lending'
import { compare } from '../../../domain/decimal'
import { spotName } from '../../../domain/instrument/spot-pair'
import { SIDE_WORD } from '../../../wire/words'
import type { AsOf, LendingCalls } from '../venue-calls'
import type { Answer, VenueCall } from '../venue-http'
import { asOf, get, nothing, post } from './ask'

export const LENDING_CALLS: LendingCalls = {
  lentCoins: () => get(COLLATERAL_PATH, (answer) => parseLentCoins(listOf(answer))),
  collateralSlices: () => get(COLLATERAL_SLICES_PATH, (answer) => parseCollateralSlices(listOf(answer))),
  isSpotMargin: () => get(SPOT_MARGIN_PATH, (answer) => parseSpotMargin(resultOf(answer))),
  selfRepaid: () => get(REPAYMENT_MODES_PATH, (answer) => parseRepaymentModes(resultOf(answer))),
  borrowLeverages: () => get(BORROW_LEVERAGES_PATH, (answer) => parseBorrowLeverages(listOf(answer))),
  spotPower: (symbol, side) =>
    get(BORROW_CHECK_PATH, (answer) => parseBorrowCheck(resultOf(answer)), {
      query: { category: 'spot', symbol: spotName(symbol), side: SIDE_WORD[side] },
      symbol,
    }),
  isLendingSet,
  borrowable: (currency) =>
    get(BORROWABLE_PATH, (answer) => parseBorrowable(resultOf(answer)), { query: { currency } }),
  repayable: (currency) => get(REPAYABLE_PATH, (answer) => parseRepayable(resultOf(answer)), { query: { currency } }),
  loanCharges: ({ limit, cursor }) =>
    get(
      BORROW_HISTORY_PATH,
      (answer) => {
        const next = resultOf(answer)['nextPageCursor']
        return {
          rows: parseLoanCharges(listOf(answer)),
          nextCursor: typeof next === 'string' && next !== '' ? next : null,
          asOfSeq: null,
        }
      },
      { query: { limit, cursor } },
    ),
  changeLending(change) {
    const [path, body] = writeLendingChange(change)
    return post(path, body, nothing)
  },
}

function settingCall(path: string, isSet: (answer: Answer) => boolean): VenueCall<AsOf & { readonly isSet: boolean }> {
  return get(path, (answer) => ({ ...asOf(answer), isSet: isSet(answer) }))
}

function isLendingSet(setting: LendingSetting): VenueCall<AsOf & { readonly isSet: boolean }> {
  switch (setting.kind) {
    case 'spotMargin':
      return settingCall(SPOT_MARGIN_PATH, (answer) => parseSpotMargin(resultOf(answer)) === setting.isOn)
    case 'spotHedge':
      return settingCall(ACCOUNT_INFO_PATH, (answer) => parseSpotHedge(resultOf(answer)) === setting.isOn)
    case 'collateral':
      return settingCall(COLLATERAL_PATH, (answer) =>
        parseLentCoins(listOf(answer)).some((one) => one.coin === setting.coin && one.isCollateral === setting.isOn),
      )
    case 'autoRepay':
      return settingCall(
        REPAYMENT_MODES_PATH,
        (answer) => parseRepaymentModes(resultOf(answer)).has(setting.coin) === setting.isOn,
      )
    case 'borrowLeverage':
      return settingCall(BORROW_LEVERAGES_PATH, (answer) => {
        const leverage = parseBorrowLeverages(listOf(answer)).get(setting.coin)
        return leverage !== undefined && compare(leverage, setting.leverage) === 0
      })
  }
}

function resultOf({ result }: Answer): JsonObject {
  return asObject(result, 'result')
}

function listOf(answer: Answer): readonly unknown[] {
  return asArray(resultOf(answer)['list'], 'list')
}
