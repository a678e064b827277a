import { CODE } from '../../../../src/wire/rest/codes'
import type { EngineRefusal, SpreadReason } from '../../../engine/result'
import { writeMarginReasons } from './margin-reason'
import type { RefusalAnswer } from './refusal-answer'

type SpreadRefusal = Extract<EngineRefusal, { readonly kind: 'spreadRefused' }>

/** 110110–110117 (semantics.md §3), and what no spread order has. */
const ANSWERS: Readonly<Record<SpreadReason, readonly [RefusalAnswer['retCode'], sentence: string, field: string]>> = {
  isolated: [CODE.spreadIsolated, 'spread trading is not available in isolated margin mode', 'symbol'],
  oldAccount: [CODE.spreadOldAccount, 'spread trading needs the newest kind of account', 'symbol'],
  copyTrade: [CODE.spreadCopyTrade, 'spread trading is not available in copy trading', 'symbol'],
  hedge: [CODE.spreadHedge, 'spread trading is not available in hedge mode', 'symbol'],
  inProgress: [CODE.spreadInProgress, 'spread orders are open', 'symbol'],
  legCancel: [CODE.spreadLegCancel, 'the order of a leg is cancelled with its spread order alone', 'orderId'],
  legBand: [CODE.spreadLegBand, 'the price of a leg is beyond its limits', 'price'],
  legAmend: [CODE.spreadLegAmend, 'the order of a leg is changed with its spread order alone', 'orderId'],
  plainOnly: [
    CODE.badRequest,
    'a spread order has no trigger, take-profit, stop-loss, slippage or reduce-only',
    'symbol',
  ],
}

export function writeSpreadRefusal(
  refusal: SpreadRefusal,
  boundOf: (ticks: number, side: 'least' | 'most') => string,
): RefusalAnswer {
  const [retCode, retMsg, field] = ANSWERS[refusal.why]
  if ('reasons' in refusal && refusal.reasons !== undefined)
    return { retCode, retMsg, extMap: { field, reasons: writeMarginReasons(refusal.reasons) } }
  if (refusal.why !== 'legBand' || refusal.bounds === undefined) return { retCode, retMsg, extMap: { field } }
  const { minTicks, maxTicks } = refusal.bounds
  return { retCode, retMsg, extMap: { field, min: boundOf(minTicks, 'least'), max: boundOf(maxTicks, 'most') } }
}
