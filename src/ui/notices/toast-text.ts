import { compare, Exact, toText, type Price, type Qty } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { readOptionName } from '../../domain/instrument/option-name'
import { qtyCoinOf } from '../../domain/instrument/qty-coin'
import { executionAccount } from '../../domain/order/execution-account'
import {
  limitPrice,
  type InstrumentSymbol,
  type Order,
  type OrderType,
  type Side,
  type StopOrderType,
} from '../../domain/order/order'
import { isUnwanted, type OrderEnd } from '../../domain/order/order-end'
import { maxOrderQty, partsOfSplit } from '../../domain/order/quantity-rules'
import { isForced, purposeOf } from '../../domain/order/order-purpose'
import { orderEnd } from '../../wire/order-end-codes'
import { refusalKind } from '../../wire/refusal-kinds'
import type { Notice } from '../../workers/hub-events'
import { formatCoin, formatCount, formatExactPrice, formatPercent, formatPrice, formatQty } from '../format'
import { isFailure, type LocalKey, type LocalToast, type Toast } from '../state/notice-model'
import { endKey } from '../trading-kit/end-key'
import { meanText } from '../trading-kit/mean-text'
import { rejectionText } from '../trading-kit/refusals/rejection-text'
import { stopReasonText } from '../trading-kit/refusals/stop-reason-text'
import { canceledWords, guardRemoved, legEnded } from './end-words'
import { amendedWords, hedgeWords, legsCanceled, legsPlaced, placedTerms } from './order-words'
import { say } from '../i18n/instance'
import type { KeyOf } from '../i18n/words'

export interface ToastText {
  readonly title: string
  readonly body: string
  /** Failures interrupt (role alert), the rest waits its turn (role status). */
  readonly failure: boolean
}

/** The markets whose rules are known. */
export type KnownContracts = ReadonlyMap<InstrumentSymbol, TradedMarket>

/** Spec §8 "Order messages": titles by kind, texts by what happened; figures as the tables show those of the contract. */
export function toastText(toast: Toast, contracts: KnownContracts): ToastText {
  const words = toast.from === 'tab' ? localText(toast) : noticeText(toast.notice, contracts)
  return { ...words, failure: isFailure(toast) }
}

/** Lines that have a title of their own (spec §8 "Trading dialogs"). */
const TITLE_OF: Partial<Record<LocalKey, 'orderCreateSuccessTitle' | 'CancelAllSuccess'>> = {
  setTpSuccess: 'orderCreateSuccessTitle',
  cancelSuccess: 'orderCreateSuccessTitle',
  CancelAllTpSlSuccessDec: 'CancelAllSuccess',
}

function localText(toast: LocalToast): Words {
  const line = say(`notices:local.${toast.key}`, localValues(toast))
  const title = TITLE_OF[toast.key]
  return title === undefined ? { title: line, body: '' } : { title: say(`notices:${title}`), body: line }
}

function localValues({ values, rejection }: LocalToast): Readonly<Record<string, string>> {
  return rejection === null ? values : { ...values, reason: rejectionText(rejection) }
}

type Words = Omit<ToastText, 'failure'>

function noticeText(notice: Notice, contracts: KnownContracts): Words {
  const { side, type } = subjectOf(notice)
  const t = (key: KeyOf<'notices'>): string => say(`notices:${key}`, orderValues(notice, contracts))
  switch (notice.kind) {
    case 'orderPlaced':
      return {
        title: t('msg.title.4'),
        body: orderWords(notice, t, contracts),
      }
    case 'orderAmended':
      return {
        title: t('msg.title.5'),
        body: rateWords(notice, 'amended') ?? volatilityWords(notice, t) ?? amendWords(notice, contracts),
      }
    case 'orderCanceled':
      // What of a liquidation did fill is told as that.
      return notice.order !== null && isForced(notice.order) ? filledWords(notice, t) : cancelWords(notice, contracts)
    case 'orderFilled':
      return filledWords(notice, t)
    case 'orderPartiallyFilled':
      return { title: t('msg.title.1'), body: t(`msg.position.2.${side}`) }
    case 'orderRejected':
      return {
        title: t('orderCreateFailureTitle'),
        body: notice.rejection === null ? t(`rejected.${side}`) : rejectionText(notice.rejection),
      }
    case 'orderHeldBack':
      return { title: t(`heldBack.${guardOf(notice)}`), body: t('heldBackText') }
    case 'orderSplitFailed':
      return { title: t('orderInPartTitle'), body: splitText(notice) }
    case 'orderUnknown':
      return { title: t('orderUnknownTitle'), body: `${orderWords(notice, t, contracts)} ${t('orderUnknown')}` }
    case 'orderNotPlaced':
      return { title: t('orderCreateFailureTitle'), body: `${orderWords(notice, t, contracts)} ${t('orderNotPlaced')}` }
    case 'orderRepeated':
      return { title: t('orderRepeatedTitle'), body: t(`orderRepeated.${type}.${side}`) }
    case 'reverseNotReopened':
      return { title: t('reverseNotReopenedTitle'), body: t('reverseNotReopened') }
    case 'callRefused':
      return { title: t(callTitle(notice)), body: notice.rejection === null ? '' : rejectionText(notice.rejection) }
    case 'changeUnknown':
      return {
        title: t('orderUnknownTitle'),
        body: ofOrder(notice, t(`changeUnknown.${notice.change ?? 'amend'}`), { t, contracts }),
      }
    case 'changeRefused': {
      const reason = notice.rejection === null ? '' : rejectionText(notice.rejection)
      return { title: t(`changeRefused.${notice.change ?? 'amend'}`), body: ofOrder(notice, reason, { t, contracts }) }
    }
    case 'strategyEnded':
      return strategyText(notice, contracts)
    case 'priceAlert':
      return alertText(notice, contracts)
    case 'delivered':
      return deliveredText(notice, contracts)
    case 'exchangeWentBack':
      return { title: t('exchangeWentBackTitle'), body: t('exchangeWentBack') }
  }
}

/** What is said of a change, behind the order that it is of: two of them may be out. */
function ofOrder(
  notice: Notice,
  text: string,
  { t, contracts }: { readonly t: (key: KeyOf<'notices'>) => string; readonly contracts: KnownContracts },
): string {
  return notice.order === null ? text : `${orderWords(notice, t, contracts)} ${text}`
}

/** The order that was sent, whole: side, size, price, and what it waits for and brings. */
function orderWords(notice: Notice, t: (key: KeyOf<'notices'>) => string, contracts: KnownContracts): string {
  return rateWords(notice, 'placed') ?? volatilityWords(notice, t) ?? placedWords(notice, contracts)
}

/** Of an order that waits for a margin rate: what it says of the position is the rate, and no side or quantity. */
function rateWords({ order, intent }: Notice, what: 'placed' | 'amended'): string | null {
  const { mmRate, symbol } = order ?? intent?.order ?? {}
  return mmRate === undefined ? null : say(`notices:rateClose.${what}`, { symbol, rate: formatPercent(mmRate) })
}

/** Of an option's order by volatility: the exchange makes the price of it, and it may come after the answer. */
function volatilityWords(notice: Notice, t: (key: KeyOf<'notices'>) => string): string | null {
  const { orderIv } = notice.order ?? notice.intent?.order ?? {}
  return orderIv === undefined ? null : t(`byVolatility.${subjectOf(notice).side}`)
}

function placedWords(notice: Notice, contracts: KnownContracts): string {
  const asked = notice.intent?.order
  const { side, type } = subjectOf(notice)
  const tick = tickOf(notice, contracts)
  // The row of a split order is that of its first part.
  const values = orderValues(asked?.isSplit === true ? { ...notice, order: null } : notice, contracts)
  const price = placedPrice(notice)
  const placed = say(`notices:msg.makeOrder.1.${type}.${side}`, {
    ...values,
    ...(price === null ? {} : { price: formatPrice(price, tick) }),
  })
  const opens = notice.kind === 'orderPlaced' ? hedgeWords('placed', notice.order ?? asked) : []
  const isMoved = price !== null && asked?.price != null && compare(price, asked.price) !== 0
  const moved = isMoved ? [say('notices:priceMoved', { asked: formatPrice(asked.price, tick) })] : []
  return (
    legsPlaced(asked, values, tick) ??
    [placed, ...opens, ...splitSent(notice, contracts), ...moved, ...placedTerms(asked, tick)].join(' ')
  )
}

/** That it went as several orders, and how many; of one that is not known to have come nothing went. */
function splitSent({ kind, intent }: Notice, contracts: KnownContracts): readonly string[] {
  const asked = intent?.order
  const contract = asked?.isSplit === true ? contracts.get(asked.symbol) : undefined
  if (kind !== 'orderPlaced' || asked === undefined || contract === undefined) return []
  const most = withCoin(maxOrderQty(asked.type, contract), contract)
  const count = partsOfSplit(asked.qty, asked.type, contract)
  return count === 1 ? [] : [say('notices:splitSent', { count, most })]
}

/** The limit price that a new order was given, as its row or else the answer says it; `null` of what was sent without one. */
function placedPrice({ order, intent, placedPrice: answered }: Notice): Price | null {
  const asked = intent?.order.price ?? null
  return order !== null ? limitPrice(order) : asked === null ? null : (answered ?? asked)
}

function amendWords(notice: Notice, contracts: KnownContracts): string {
  const { order, before } = notice
  const { side, type } = subjectOf(notice)
  const values = orderValues(notice, contracts)
  const edit = say(`notices:msg.editOrder.new.${type}.${side}`, values)
  if (order === null) return edit
  const same = say(`notices:msg.makeOrder.1.${type}.${side}`, values)
  return amendedWords(order, before, { edit, same }, tickOf(notice, contracts))
}

function tickOf(notice: Notice, contracts: KnownContracts): Price | null {
  const symbol = (notice.order ?? notice.intent?.order)?.symbol
  return (symbol === undefined ? undefined : contracts.get(symbol))?.tickSize ?? null
}

function callTitle({ rejection }: Notice): 'callRefusedTitle' | 'sessionEndedTitle' | 'requestTimeOutTitle' {
  const kind = refusalKind(rejection?.code ?? null)
  return kind === 'endsSession' ? 'sessionEndedTitle' : kind === 'timeOut' ? 'requestTimeOutTitle' : 'callRefusedTitle'
}

function guardOf({ order }: Notice): Exclude<StopOrderType, 'stop'> {
  const kind = order?.stopOrderType ?? 'stop'
  return kind === 'stop' ? 'stopLoss' : kind
}

/** What filled, and why: what the exchange or a guard did is never told like an order that the trader just sent. */
function filledWords({ order }: Notice, t: (key: KeyOf<'notices'>) => string): Words {
  const purpose = order === null ? null : purposeOf(order)
  const filled = t(`msg.position.1.${order?.side ?? 'buy'}`)
  switch (purpose) {
    case null:
      return { title: t('msg.title.1'), body: [filled, ...hedgeWords('filled', order)].join(' ') }
    case 'liquidation': {
      const what = t(order?.status === 'filled' ? 'msg.position.3.zero' : 'msg.position.3.default')
      return { title: t('msg.title.3'), body: `${what} ${filled} ${t('msg.position.4')}` }
    }
    case 'takeover':
    case 'autoDeleveraging':
    case 'delivery':
      return { title: t(`filledBy.${purpose}`), body: t(`filledByText.${purpose}`) }
    default:
      return { title: t(`filledBy.${purpose}`), body: filled }
  }
}

function alertText({ alert }: Notice, contracts: KnownContracts): Words {
  const title = say('notices:priceAlertTitle')
  // Of an older build's recording.
  if (alert === undefined) return { title, body: '' }
  const price = formatPrice(alert.firedPrice, contracts.get(alert.symbol)?.tickSize ?? null)
  return { title, body: say('notices:priceAlert', { symbol: alert.symbol, price }) }
}

/** An option is told by what it paid, anything else by the price that it was settled at; both with what came of it. */
function deliveredText({ execution }: Notice, contracts: KnownContracts): Words {
  if (execution === undefined) return { title: '', body: '' }
  const { symbol, price } = execution
  const { position, amount } = executionAccount(execution)
  const contract = contracts.get(symbol)
  const kind = readOptionName(symbol) === null ? 'contract' : 'option'
  const coin = contract?.settleCoin ?? ''
  const values = {
    symbol,
    qty: withCoin(execution.qty, contract),
    price: formatExactPrice(price, contract?.tickSize ?? null),
    result: `${formatCoin(amount, contract?.settleCoin ?? null, { signed: true })} ${coin}`.trimEnd(),
  }
  return {
    title: say(`notices:delivered.${kind}`),
    body: say(`notices:delivered.${kind}Is.${position ?? 'long'}`, values),
  }
}

function strategyText({ strategy }: Notice, contracts: KnownContracts): Words {
  if (strategy === undefined || strategy.status === 'running') return { title: '', body: '' }
  const { status, kind, symbol, side, qty, filledQty, stopReason } = strategy
  const values = {
    symbol,
    qty: withCoin(qty, contracts.get(symbol)),
    filledQty: withCoin(filledQty, contracts.get(symbol)),
  }
  const reason = stopReason === null ? '' : ` ${stopReasonText(stopReason)}`
  return {
    title: say(`notices:strategyEnded.${status}.${kind}`, values),
    body: say(`notices:strategyEnded.filled.${side}`, values) + reason,
  }
}

function splitText({ split, intent, rejection }: Notice): string {
  const { failedQty = null, coin, counts } = split ?? {}
  const values = {
    symbol: intent?.order.symbol,
    quantity: formatQty(failedQty, null),
    whole: formatQty(intent?.order.qty ?? null, null),
    coin,
  }
  if (counts == null) return say('notices:splitSubmitOrderFaildTip', values)
  const { parts, placed } = counts
  const told = say('notices:splitInPart', { ...values, count: parts, placed: formatCount(placed) })
  return rejection === null ? told : `${told} ${rejectionText(rejection)}`
}

/** What a trader asked for is told in a line; of what the exchange ended, also why, what filled and what did not. */
function cancelWords(notice: Notice, contracts: KnownContracts): Words {
  const { order } = notice
  const end = order === null ? null : orderEnd(order)
  const { side, type } = subjectOf(notice)
  const values = orderValues(notice, contracts)
  const t = (key: KeyOf<'notices'>, more: Readonly<Record<string, string>> = {}): string =>
    say(`notices:${key}`, { ...values, ...more })
  if (order !== null && notice.pair !== undefined)
    return { title: t('msg.title.2'), body: legsCanceled(order, notice.pair, values, tickOf(notice, contracts)) }
  if (order === null) return { title: t('msg.title.2'), body: t(`msg.cancelOrder.1.${type}.${side}`) }
  if (end === null || !isUnwanted(end)) {
    const tick = tickOf(notice, contracts)
    const plain = { title: t('msg.title.2'), body: canceledWords(order, values) }
    return guardRemoved(order, values, tick) ?? legEnded(order, end, values, tick) ?? plain
  }
  if (end === 'marginAboveEquity' && order.filledQty === '0')
    return { title: t('msg.title.2'), body: t(`msg.cancelOrder.3.${side}`) }
  const leg = legEnded(order, end, values, tickOf(notice, contracts))
  if (leg !== null) return leg
  const reason = say(endKey(order, end))
  if (order.filledQty === '0') {
    const title = end === 'postOnlyWouldTake' ? 'msg.title.8' : END_AT_ONCE.has(end) ? 'msg.title.6' : 'msg.title.2'
    return { title: t(title), body: t(`msg.cancelOrder.none.${type}.${side}`, { reason }) }
  }
  return { title: t('msg.title.7'), body: t(`msg.cancelOrder.part.${type}.${side}`, { reason }) }
}

/** Ends of an order that never stood in the book. */
const END_AT_ONCE: ReadonlySet<OrderEnd> = new Set<OrderEnd>([
  'nothingToTake',
  'notAllAtOnce',
  'priceProtection',
  'riskPrice',
])

/** A quantity with its unit; a contract that is not known has neither unit nor step. */
function withCoin(qty: Qty, contract: TradedMarket | undefined): string {
  if (contract === undefined) return formatQty(qty, null)
  return `${formatQty(qty, contract.lotSize)} ${qtyCoinOf(contract)}`
}

/** Side and type of the order that a notice tells of, which choose its sentence; a notice without one has no such sentence. */
function subjectOf({ order, intent }: Notice): { readonly side: Side; readonly type: OrderType } {
  return order ?? intent?.order ?? { side: 'buy', type: 'limit' }
}

/** What an order asked for; a pair's market order may have asked for an amount of the quote coin. */
function askedSize(
  { qty, marketUnit }: { readonly qty: Qty; readonly marketUnit?: 'base' | 'quote' },
  contract: TradedMarket | undefined,
): string {
  const isAmount = marketUnit === 'quote' && contract !== undefined
  return isAmount ? `${formatCoin(qty, contract.quoteCoin)} ${contract.quoteCoin}` : withCoin(qty, contract)
}

/** What did not fill of an order that filled in part: as a number, and with its unit. */
function restValues({ qty, filledQty }: Order, contract: TradedMarket | undefined): Readonly<Record<string, string>> {
  const rest = toText<Qty>(new Exact(qty).minus(filledQty))
  return { rest: formatQty(rest, contract?.lotSize ?? null), restQty: withCoin(rest, contract) }
}

function orderValues({ order, intent }: Notice, contracts: KnownContracts): Readonly<Record<string, string>> {
  const subject = order ?? intent?.order ?? null
  if (subject === null) return {}
  const contract = contracts.get(subject.symbol)
  const tick = contract?.tickSize ?? null
  const price = subject.type === 'limit' ? subject.price : null
  const filled = order === null || order.filledQty === '0' ? null : order
  return {
    symbol: subject.symbol,
    qty: askedSize(subject, contract),
    price: formatPrice(price, tick),
    ...(subject.orderIv === undefined ? {} : { volatility: formatPercent(subject.orderIv, { decimals: 2 }) }),
    filledQty: filled === null ? askedSize(subject, contract) : withCoin(filled.filledQty, contract),
    ...(filled === null ? {} : restValues(filled, contract)),
    avgPrice: meanText(filled?.avgPrice ?? price, tick),
  }
}
