import { Exact, toText } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import { TRIGGER_BY_WORD } from '../../../../src/wire/words'
import type { EngineRefusal } from '../../../engine/result'
import type { Dialect, RefusalAnswer } from './refusal-answer'

type Kind =
  | 'triggerPassed'
  | 'tooManyConditionals'
  | 'tooManyTpSl'
  | 'tpSlWrongSide'
  | 'tpSlNotAllowed'
  | 'tpSlModeLocked'
  | 'noPosition'
  | 'trailingInvalid'
  | 'mmRateInvalid'
  | 'slippageInvalid'
  | 'slippageNotAllowed'

const WRONG_SIDE = {
  longTakeProfit: [CODE.longTakeProfitTooLow, 'takeProfit', 'a long position has its take-profit above the price'],
  longStopLoss: [CODE.longStopLossWrong, 'stopLoss', 'a long has its stop-loss between liquidation price and price'],
  shortStopLoss: [CODE.shortStopLossWrong, 'stopLoss', 'a short has its stop-loss between price and liquidation price'],
  shortTakeProfit: [CODE.shortTakeProfitTooHigh, 'takeProfit', 'a short position has its take-profit below the price'],
} as const

const NOT_ALLOWED = {
  reduceOnly: 'a reduce-only order takes no TP/SL',
  limitInFullMode: 'TP/SL over the whole position is at market',
  ofBothLegs: 'both takeProfit and stopLoss are needed',
} as const

/** Refusals of conditional orders, take-profit and stop-loss, trailing stops and slippage (semantics.md §2.2–§2.5). */
export function writeTriggerRefusal(
  refusal: Extract<EngineRefusal, { readonly kind: Kind }>,
  dialect: Dialect,
): RefusalAnswer {
  switch (refusal.kind) {
    case 'triggerPassed': {
      const isNative = dialect === 'native'
      const extMap = { field: 'triggerPrice', triggerBy: TRIGGER_BY_WORD[refusal.by] }
      return refusal.direction === 1
        ? {
            retCode: isNative ? CODE.houseTriggerBelowPrice : CODE.triggerBelowPrice,
            retMsg: 'expected to rise, but the trigger price is not above the price',
            extMap,
          }
        : {
            retCode: isNative ? CODE.houseTriggerAbovePrice : CODE.triggerAbovePrice,
            retMsg: 'expected to fall, but the trigger price is not below the price',
            extMap,
          }
    }
    case 'tooManyConditionals':
      return {
        retCode: CODE.tooManyConditionals,
        retMsg: 'too many conditional orders',
        extMap: { limit: String(refusal.limit) },
      }
    case 'tooManyTpSl':
      return {
        retCode: CODE.tooManyTpSl,
        retMsg: 'too many partial take-profits and stop-losses',
        extMap: { limit: String(refusal.limit) },
      }
    case 'tpSlWrongSide': {
      const [retCode, field, retMsg] = WRONG_SIDE[refusal.which]
      return { retCode, retMsg, extMap: { field, triggerBy: TRIGGER_BY_WORD[refusal.by] } }
    }
    case 'tpSlNotAllowed':
      return refusal.reason === 'partlyFilled'
        ? { retCode: CODE.tpSlPartlyFilled, retMsg: 'order filled in part: its TP/SL stays', extMap: {} }
        : {
            retCode: CODE.badRequest,
            retMsg: NOT_ALLOWED[refusal.reason],
            extMap: { field: 'takeProfit' },
          }
    case 'tpSlModeLocked':
      return {
        retCode: CODE.tpSlModeLocked,
        retMsg: 'the other TP/SL mode has orders waiting',
        extMap: { field: 'tpslMode' },
      }
    case 'noPosition':
      return { retCode: CODE.badRequest, retMsg: 'can not set tp/sl/ts for zero position', extMap: { field: 'symbol' } }
    case 'trailingInvalid':
      return { retCode: CODE.badRequest, retMsg: 'trailing stop out of bounds', extMap: { field: 'trailingStop' } }
    case 'mmRateInvalid':
      return {
        retCode: CODE.badRequest,
        retMsg: 'the maintenance rate to close at has to be above the one of now and below 100 per cent',
        extMap: { field: 'mmRate', min: rateText(refusal.minE4), max: rateText(refusal.maxE4) },
      }
    case 'slippageNotAllowed':
      return {
        retCode: CODE.badRequest,
        retMsg: 'this kind of account does not bound its slippage',
        extMap: { field: 'slippageTolerance' },
      }
    case 'slippageInvalid':
      return refusal.unit === 'tick'
        ? {
            retCode: CODE.slippageTicksInvalid,
            retMsg: 'slippage tolerance has to be 1-10000 ticks',
            extMap: { field: 'slippageTolerance', min: '1', max: '10000', step: '1' },
          }
        : {
            retCode: CODE.slippagePercentInvalid,
            retMsg: 'slippage tolerance has to be 0.01-10 per cent',
            extMap: { field: 'slippageTolerance', min: '0.01', max: '10', step: '0.01' },
          }
  }
}

/** A fraction of one. */
function rateText(rateE4: number): string {
  return toText(new Exact(rateE4).div(10_000))
}
