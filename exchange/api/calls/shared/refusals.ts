import { Exact, toText, type DecimalText } from '../../../../src/domain/decimal'
import type { Instrument } from '../../../../src/domain/instrument/instrument'
import { CODE, type RetCode } from '../../../../src/wire/rest/codes'
import type { VenueRefusal } from '../../../venue/venue-port'
import { writeLendingRefusal } from './lending-refusals'
import { writeMarginReasons } from './margin-reason'
import { writeProtectionRefusal } from './protection-refusals'
import type { Dialect, RefusalAnswer } from './refusal-answer'
import { writeSpreadRefusal } from './spread-refusals'
import { writeTriggerRefusal } from './trigger-refusals'

const E8 = new Exact(10).pow(8)

/** What an order lacks has codes of its own where coins are exchanged; in v5 they differ from those of contracts. */
const PAIR_CODES = { balance: CODE.spotInsufficientBalance, minimum: CODE.spotBelowMinAmount } as const
const CONTRACT_CODES = { balance: CODE.insufficientBalance, minimum: CODE.belowMinNotional } as const
const codesOf = (instrument: Instrument | null) => (instrument?.kind === 'spot' ? PAIR_CODES : CONTRACT_CODES)

function answer(retCode: RetCode, retMsg: string, extMap: Readonly<Record<string, string>> = {}): RefusalAnswer {
  return { retCode, retMsg, extMap }
}

function money(e8: number): string {
  return toText(new Exact(e8).div(E8))
}

/** The coin of what is lacking, where the instrument alone tells it: a pair or a spread with one may lack either coin. */
function moneyCoin(instrument: Instrument | null): { readonly coin?: string } {
  if (instrument === null || instrument.kind === 'spot' || instrument.kind === 'spread') return {}
  return { coin: instrument.settleCoin }
}

/** The native dialect has a code of its own where a lower leverage would do (spec §8: 30162 with `max_leverage`). */
function writeRiskLimit(
  { limitE8, maxLeverageE2 }: Extract<VenueRefusal, { readonly kind: 'riskLimitExceeded' }>,
  dialect: Dialect,
  instrument: Instrument | null,
): RefusalAnswer {
  // What is traded of a pair is worth so much of its second coin.
  const coin = instrument?.kind === 'spot' ? { coin: instrument.quoteCoin } : moneyCoin(instrument)
  const extMap = { field: 'qty', limit: money(limitE8), ...coin }
  if (dialect !== 'native' || maxLeverageE2 === undefined)
    return answer(CODE.riskLimitExceeded, 'risk limit exceeded', extMap)
  const most = toText(new Exact(maxLeverageE2).div(100))
  return answer(CODE.leverageAboveRiskLimit, 'leverage above what the risk limit of this size allows', {
    ...extMap,
    max_leverage: most,
  })
}

/**
 * @param instrument of the call, for bounds in its own units; `null` where the symbol is unknown
 * @param priceUnit what the refusal counts prices in (`Venue.priceUnit`)
 */
export function writeVenueRefusal(
  refusal: VenueRefusal,
  dialect: Dialect,
  instrument: Instrument | null,
  priceUnit: DecimalText | null,
): RefusalAnswer {
  // A tick size that was changed may be coarser than what the venue counts in: a bound is a price that is taken.
  const bound = (ticks: number, side: 'least' | 'most'): string => {
    if (instrument === null || priceUnit === null) return ''
    const steps = new Exact(ticks).times(priceUnit).div(instrument.tickSize)
    return toText((side === 'least' ? steps.ceil() : steps.floor()).times(instrument.tickSize))
  }
  const least = (ticks: number): string => bound(ticks, 'least')
  const most = (ticks: number): string => bound(ticks, 'most')
  const qty = (lots: number): string => (instrument === null ? '' : toText(new Exact(lots).times(instrument.lotSize)))
  switch (refusal.kind) {
    case 'unknownAccount':
      return answer(CODE.authenticationFailed, 'unknown account')
    case 'unknownSymbol':
      return answer(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    case 'symbolNotTrading':
      return answer(CODE.symbolNotTrading, 'this contract is not live', { field: 'symbol' })
    case 'duplicateLinkId':
      return answer(CODE.duplicateLinkId, 'orderLinkId is duplicate', {
        field: 'orderLinkId',
        orderId: refusal.orderId,
      })
    case 'linkIdInvalid':
      return answer(CODE.badRequest, 'orderLinkId has to be 1-36 letters, digits, - or _', { field: 'orderLinkId' })
    case 'qtyInvalid':
      return answer(CODE.badRequest, 'qty out of bounds', {
        field: 'qty',
        min: qty(refusal.minLots),
        max: qty(refusal.maxLots),
      })
    case 'priceInvalid':
      return answer(CODE.priceOutOfRange, 'price out of bounds', {
        field: 'price',
        min: least(refusal.minTicks),
        max: most(refusal.maxTicks),
      })
    case 'notMultiple':
      return answer(refusal.field === 'price' ? CODE.priceOutOfRange : CODE.badRequest, 'not a multiple of the step', {
        field: refusal.field,
        step: refusal.step,
      })
    case 'belowMinNotional':
      return answer(codesOf(instrument).minimum, 'below the minimum order value', {
        field: 'qty',
        minNotional: money(refusal.minNotionalE8),
      })
    case 'insufficientBalance':
      return answer(
        dialect === 'native' ? CODE.nativeInsufficientBalance : codesOf(instrument).balance,
        refusal.takesHedge === true
          ? 'the fill would take a hedge away, and the equity does not cover the maintenance margin then'
          : 'insufficient available balance for order cost',
        {
          ...(refusal.takesHedge === true && { reason: 'hedge' }),
          field: 'qty',
          required: money(refusal.requiredE8),
          available: money(Math.max(0, refusal.availableE8)),
          ...moneyCoin(instrument),
        },
      )
    case 'riskLimitExceeded':
      return writeRiskLimit(refusal, dialect, instrument)
    case 'reduceOnlyRefused':
      return answer(CODE.reduceOnlyRefused, 'nothing to reduce', { field: 'reduceOnly' })
    case 'tooManyOrders':
      return answer(CODE.tooManyActiveOrders, 'too many active orders', { limit: String(refusal.limit) })
    case 'orderNotFound':
      return answer(CODE.orderNotFound, 'order does not exist', { field: 'orderId' })
    case 'orderFinished':
      return refusal.status === 'canceled' ||
        refusal.status === 'deactivated' ||
        refusal.status === 'partiallyFilledCanceled'
        ? answer(CODE.orderAlreadyCanceled, 'order already cancelled', { field: 'orderId', status: refusal.status })
        : answer(CODE.orderFinished, 'order already finished', { field: 'orderId', status: refusal.status })
    case 'qtyNotAboveFilled':
      return answer(CODE.qtyNotAboveFilled, 'quantity not above the filled part', {
        field: 'qty',
        filled: qty(refusal.filledLots),
      })
    case 'nothingToChange':
      return answer(CODE.badRequest, 'order not modified', { field: 'price' })
    case 'leverageInvalid':
      return answer(CODE.leverageTooHigh, 'leverage out of bounds', {
        field: 'leverage',
        ...(refusal.minLeverageE2 === undefined ? {} : { min: toText(new Exact(refusal.minLeverageE2).div(100)) }),
        max: toText(new Exact(refusal.maxLeverageE2).div(100)),
      })
    case 'leverageUnchanged':
      return answer(CODE.leverageUnchanged, 'leverage not modified', { field: 'leverage' })
    case 'amountInvalid':
      return answer(CODE.badRequest, 'amount invalid', { field: 'amount' })
    case 'walletFull':
      return answer(CODE.badRequest, `amount out of bounds: a wallet takes money up to ${money(refusal.limitE8)}`, {
        field: 'amount',
        min: '0',
        max: money(refusal.roomE8),
        limit: money(refusal.limitE8),
      })
    case 'positionIdxInvalid':
      return answer(CODE.badRequest, 'position idx not match position mode', { field: 'positionIdx' })
    case 'modeHasPosition':
      return answer(CODE.modeHasPosition, 'position mode cannot change with an open position', { field: 'mode' })
    case 'modeHasOrders':
      return answer(CODE.modeHasOrders, 'position mode cannot change with open orders', { field: 'mode' })
    case 'hedgeNotAllowed':
      return answer(CODE.hedgeNotAllowed, 'this contract has one-way mode only', { field: 'mode' })
    case 'modeUnchanged':
      return answer(CODE.modeUnchanged, 'setting not modified', { field: 'mode' })
    case 'noLeverage':
      return answer(CODE.badRequest, 'this product has no leverage', { field: 'symbol' })
    case 'noTriggers':
      return answer(CODE.badRequest, 'no trigger, take-profit, stop-loss or trailing stop for this product', {
        field: 'triggerPrice',
      })
    case 'crossOnly':
      return answer(CODE.badRequest, 'not traded with isolated margin', { field: 'symbol' })
    case 'leverageSidesDiffer':
      return answer(CODE.badRequest, 'buy leverage has to be the sell leverage', { field: 'sellLeverage' })
    case 'notIsolated':
      return answer(CODE.notIsolated, 'isolated margin only', { field: 'symbol' })
    case 'autoMarginNotIsolated':
      return answer(CODE.autoMarginNotIsolated, 'isolated margin only', { field: 'symbol' })
    case 'portfolioMargin':
      return answer(CODE.portfolioMargin, 'not in portfolio margin mode', { field: 'symbol' })
    case 'auctionClosed':
      return answer(CODE.auctionClosed, 'not in this phase of the call auction', {
        field: 'symbol',
        phase: refusal.phase,
      })
    case 'auctionGtcOnly':
      return answer(CODE.auctionGtcOnly, 'only good-till-cancel limit orders during the call auction', {
        field: 'timeInForce',
      })
    case 'auctionNoTpSl':
      return answer(CODE.auctionNoTpSl, 'no take-profit, stop-loss or trigger during the call auction', {
        field: 'takeProfit',
      })
    case 'preMarketPortfolio':
      return answer(CODE.preMarketPortfolio, 'not with portfolio margin before the listing', { field: 'symbol' })
    case 'preMarketDemo':
      return answer(CODE.preMarketDemo, 'not in demo trading before the listing', { field: 'symbol' })
    case 'notCopyTraded':
      return answer(CODE.permissionDenied, 'copy trading is in USDT perpetuals alone', { field: 'symbol' })
    case 'sideBanned':
      return answer(CODE.spotRejected, `this pair may not be ${refusal.side === 'buy' ? 'bought' : 'sold'} now`, {
        field: 'side',
      })
    case 'priceBeyondLimit':
      return refusal.side === 'buy'
        ? answer(CODE.spotBuyTooHigh, `buy price cannot be higher than ${most(refusal.limitTicks)}`, {
            field: 'price',
            max: most(refusal.limitTicks),
          })
        : answer(CODE.spotSellTooLow, `sell price cannot be lower than ${least(refusal.limitTicks)}`, {
            field: 'price',
            min: least(refusal.limitTicks),
          })
    case 'aboveMaxAmount':
      return answer(CODE.spotAmountTooLarge, 'order amount too large', {
        field: 'qty',
        max: money(refusal.maxAmountE8),
      })
    case 'holdsNoPosition':
      return answer(CODE.spotNotSupported, 'nothing is held that this could guard', { field: 'takeProfit' })
    case 'noMarginPosition':
      return answer(CODE.noPosition, 'no position to change the margin of', { field: 'symbol' })
    case 'wouldLiquidate':
      return answer(CODE.wouldLiquidate, 'the position would be liquidated at once', { field: 'symbol' })
    case 'marginModeRefused':
      return answer(CODE.marginModeFailed, 'set margin mode failed', {
        field: 'setMarginMode',
        reasons: writeMarginReasons(refusal.reasons),
      })
    case 'unknownCoin':
      return answer(CODE.badRequest, 'coin unknown', { field: 'coin' })
    case 'unknownFeeTier':
      return answer(CODE.badRequest, 'no such fee tier', { field: 'level', min: '0', max: String(refusal.max) })
    case 'tooManyStrategies':
      return answer(CODE.tooManyActiveOrders, 'too many running strategies', { limit: String(refusal.limit) })
    case 'strategyNotFound':
      return answer(CODE.orderNotFound, 'no such strategy', { field: 'strategyId' })
    case 'ofStrategy':
      return answer(CODE.badRequest, 'the order of a running strategy is not changed without it', {
        field: 'orderId',
        strategyId: refusal.strategyId,
      })
    case 'strategyIdUsed':
      return answer(CODE.duplicateLinkId, 'this orderLinkId was used for another strategy', { field: 'orderLinkId' })
    case 'tpSlSizesDiffer':
      return answer(CODE.badRequest, 'tpSize and slSize have to be equal', { field: 'slSize' })
    case 'spotMarginOff':
    case 'pairNotLent':
    case 'unknownCollateral':
    case 'switchRefused':
    case 'borrowTooMuch':
    case 'nothingOwed':
    case 'nothingToRepayWith':
      return writeLendingRefusal(refusal)
    case 'spreadRefused':
      return writeSpreadRefusal(refusal, bound)
    case 'declined':
      return answer(refusal.retCode as RetCode, refusal.message, refusal.extMap)
    case 'protectionRefused':
      return writeProtectionRefusal(refusal.why)
    default:
      return writeTriggerRefusal(refusal, dialect)
  }
}
