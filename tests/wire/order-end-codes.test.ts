import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ORDER_ENDS } from '../../src/domain/order/order-end'
import { CANCEL_TYPES, orderEnd, REJECT_REASONS, unknownEndCodes } from '../../src/wire/order-end-codes'
import { orderOf } from '../ui/fixtures'

const words = (
  JSON.parse(readFileSync('locales/en/notices.json', 'utf8')) as { readonly orderEnd: Readonly<Record<string, string>> }
).orderEnd

/** https://bybit-exchange.github.io/docs/v5/enum#rejectreason and #canceltype, as of 2026-11. */
const DOCUMENTED_REASONS = `NoError Others UnknownMessageType MissingClOrdID MissingOrigClOrdID
  ClOrdIDOrigClOrdIDAreTheSame DuplicatedClOrdID OrigClOrdIDDoesNotExist TooLateToCancel UnknownOrderType UnknownSide
  UnknownTimeInForce WronglyRouted MarketOrderPriceIsNotZero LimitOrderInvalidPrice NoEnoughQtyToFill
  NoImmediateQtyToFill PerCancelRequest MarketOrderCannotBePostOnly PostOnlyWillTakeLiquidity CancelReplaceOrder
  InvalidSymbolStatus CancelForNoFullFill BySelfMatch InCallAuctionStatus QtyCannotBeZero MarketOrderNoSupportTIF
  ReachMaxTradeNum InvalidPriceScale BitIndexInvalid StopBySelfMatch InvalidSmpType CancelByMMP InvalidUserType
  InvalidMirrorOid InvalidMirrorUid EcInvalidQty InvalidAmount LoadOrderCancel MarketQuoteNoSuppSell DisorderOrderID
  InvalidBaseValue LoadOrderCanMatch SecurityStatusFail ReachRiskPriceLimit OrderNotExist CancelByOrderValueZero
  CancelByMatchValueZero ReachMarketPriceLimit`
  .split(/\s+/)
  .map((one) => `EC_${one}`)
const DOCUMENTED_CANCELS = `CancelByUser CancelByReduceOnly CancelByPrepareLiq CancelAllBeforeLiq CancelByPrepareAdl
  CancelAllBeforeAdl CancelByAdmin CancelBySettle CancelByTpSlTsClear CancelBySmp CancelByDCP CancelByRebalance
  CancelByOCOTpCanceledBySlTriggered CancelByOCOSlCanceledByTpTriggered CancelByCannotAffordOrderCost
  CancelByPmTrialMmOverEquity CancelByAccountBlocking CancelByDelivery CancelByMmpTriggered CancelByCrossSelfMuch
  CancelByCrossReachMaxTradeNum`.split(/\s+/)

const ended = (change: object) => orderOf('o', { status: 'canceled', ...change })

describe('why an order ended, in words (issue 19.5)', () => {
  test.each(DOCUMENTED_REASONS)('%s is known, and no code is on the screen', (rejectReason) => {
    expect(Object.hasOwn(REJECT_REASONS, rejectReason)).toBe(true)
    const end = orderEnd(ended({ rejectReason: rejectReason === 'EC_NoError' ? null : rejectReason }))
    expect(end === null ? 'says nothing' : words[end]).toMatch(/^(?!.*EC_|.*CancelBy).+/)
  })

  test.each(DOCUMENTED_CANCELS)('%s is known, and no code is on the screen', (cancelType) => {
    expect(Object.hasOwn(CANCEL_TYPES, cancelType)).toBe(true)
    expect(words[orderEnd(ended({ cancelType })) ?? '']).toMatch(/^(?!.*EC_|.*CancelBy).+/)
  })

  test('every end has its sentence, and no sentence is without its end', () => {
    expect(Object.keys(words).toSorted()).toEqual([...ORDER_ENDS].toSorted())
    for (const sentence of Object.values(words)) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  test('a code of another exchange has a sentence, too, and is named for the log', () => {
    const order = ended({ rejectReason: 'EC_Elsewhere', cancelType: 'CancelByMoon' })
    expect(orderEnd(order)).toBe('other')
    expect(unknownEndCodes(order)).toEqual(['EC_Elsewhere', 'CancelByMoon'])
    // What is known of it tells more.
    expect(orderEnd({ ...order, cancelType: 'CancelByUser' })).toBe('byUser')
  })

  test('names of objects are no codes', () => {
    expect(orderEnd(ended({ rejectReason: 'constructor' }))).toBe('other')
  })

  test('who asked for a cancel tells more than that somebody did', () => {
    expect(orderEnd(ended({ rejectReason: 'EC_PerCancelRequest', cancelType: 'CancelByDCP' }))).toBe('byDisconnect')
    expect(orderEnd(ended({ rejectReason: 'EC_PerCancelRequest' }))).toBe('byUser')
  })

  test('an IOC order without a reason is told by what it filled', () => {
    const ioc = { timeInForce: 'immediateOrCancel' }
    expect(orderEnd(ended(ioc))).toBe('nothingToTake')
    expect(orderEnd(ended({ ...ioc, filledQty: '0.004' }))).toBe('restNotFilled')
    const emptied = { ...ioc, rejectReason: 'EC_NoImmediateQtyToFill' }
    expect(orderEnd(ended(emptied))).toBe('nothingToTake')
    expect(orderEnd(ended({ ...emptied, filledQty: '0.004' }))).toBe('restNotFilled')
  })

  test('what is open or filled has no end, also where a cancel came after the fill', () => {
    expect(orderEnd(orderOf('o', { status: 'new' }))).toBeNull()
    expect(orderEnd(orderOf('o', { status: 'filled', rejectReason: 'EC_OrigClOrdIDDoesNotExist' }))).toBeNull()
  })
})
