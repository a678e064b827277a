import { CODE } from '../../../../src/wire/rest/codes'
import type { EngineRefusal } from '../../../engine/result'
import { moneyOf } from '../../../venue/shapes'
import type { RefusalAnswer } from './refusal-answer'

type Kind =
  | 'spotMarginOff'
  | 'pairNotLent'
  | 'unknownCollateral'
  | 'switchRefused'
  | 'borrowTooMuch'
  | 'nothingOwed'
  | 'nothingToRepayWith'

const SWITCH = {
  debts: 'repay what is owed first',
  margin: 'the account could not carry what it has',
  fixed: 'the coin counts as collateral always',
  mode: 'spot hedges with portfolio margin alone',
} as const

/** Refusals of orders of pairs that may borrow, of debts and of collateral. */
export function writeLendingRefusal(refusal: Extract<EngineRefusal, { readonly kind: Kind }>): RefusalAnswer {
  switch (refusal.kind) {
    case 'spotMarginOff':
      return { retCode: CODE.spotMarginOff, retMsg: 'spot margin is off', extMap: { field: 'isLeverage' } }
    case 'pairNotLent':
      return { retCode: CODE.spotPairNotLent, retMsg: 'the pair is not traded on margin', extMap: { field: 'symbol' } }
    case 'unknownCollateral':
      return {
        retCode: CODE.badRequest,
        retMsg: `${refusal.coin} is neither lent nor collateral`,
        extMap: { field: 'coin' },
      }
    case 'switchRefused':
      return {
        retCode: refusal.why === 'mode' ? CODE.permissionDenied : CODE.collateralSwitchRefused,
        retMsg: SWITCH[refusal.why],
        extMap: { reason: refusal.why },
      }
    case 'borrowTooMuch':
      return {
        retCode: CODE.insufficientBalance,
        retMsg: 'more than may be borrowed now',
        extMap: { field: 'amount', available: moneyOf(refusal.mostE8) },
      }
    case 'nothingOwed':
      return { retCode: CODE.nothingOwed, retMsg: 'nothing is owed', extMap: { field: 'coin' } }
    case 'nothingToRepayWith':
      return { retCode: CODE.repaymentFailed, retMsg: 'nothing is free that could repay it', extMap: {} }
  }
}
