import { asArray, asObject, type JsonObject } from '../../../wire/json'
import {
  BORROW_HISTORY_PATH,
  BORROWABLE_PATH,
  COLLATERAL_PATH,
  parseBorrowable,
  parseLentCoins,
  parseLoanCharges,
  parseRepayable,
  parseRepaymentModes,
  parseSpotMargin,
  REPAYABLE_PATH,
  REPAYMENT_MODES_PATH,
  SPOT_MARGIN_PATH,
  writeLendingChange,
} from '../../../wire/rest/lending'
import type { LendingCalls } from '../venue-calls'
import type { Answer } from '../venue-http'
import { get, nothing, post } from './ask'

export const LENDING_CALLS: LendingCalls = {
  lentCoins: () => get(COLLATERAL_PATH, (answer) => parseLentCoins(listOf(answer))),
  isSpotMargin: () => get(SPOT_MARGIN_PATH, (answer) => parseSpotMargin(resultOf(answer))),
  selfRepaid: () => get(REPAYMENT_MODES_PATH, (answer) => parseRepaymentModes(resultOf(answer))),
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

function resultOf({ result }: Answer): JsonObject {
  return asObject(result, 'result')
}

function listOf(answer: Answer): readonly unknown[] {
  return asArray(resultOf(answer)['list'], 'list')
}
