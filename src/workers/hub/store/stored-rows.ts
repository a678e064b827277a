import type { Contract } from '../../../domain/instrument/contract'
import { spotSymbol, type SpotPair } from '../../../domain/instrument/spot-pair'
import { isSymbolName } from '../../../domain/instrument/symbol-name'
import type {
  ChangeRecord,
  IntentRecord,
  ReverseRecord,
  SavedInstruments,
  SavedPairs,
  SavedValues,
} from './stored-records'

// Rows are checked as they are read: another build, another tool or a broken disk may have written them (D5).

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function hasTexts(value: unknown, ...fields: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && fields.every((field) => typeof value[field] === 'string')
}

function hasNumbers(value: unknown, ...fields: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && fields.every((field) => Number.isFinite(value[field]))
}

function isList(value: unknown, isRow: (row: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isRow)
}

function hasSide(value: Readonly<Record<string, unknown>>): boolean {
  return value['side'] === 'buy' || value['side'] === 'sell'
}

const INTENT_STATES: ReadonlySet<unknown> = new Set(['sending', 'unknown', 'notPlaced', 'refused', 'accepted'])

const CHANGE_STATES: ReadonlySet<unknown> = new Set(['sending', 'unknown', 'refused', 'accepted'])
const REVERSE_STATES: ReadonlySet<unknown> = new Set(['closing', 'opening', 'notReopened', 'refused', 'accepted'])

function isLinkId(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,36}$/.test(value)
}

function isJournalled(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    hasTexts(value, 'account') &&
    isLinkId(value['id']) &&
    hasNumbers(value, 'pressedAtMs') &&
    (value['ending'] === null || hasNumbers(value['ending'], 'atMs'))
  )
}

function isOrderReference(value: unknown): boolean {
  return hasTexts(value, 'symbol', 'orderId') || hasTexts(value, 'symbol', 'orderLinkId')
}

function isPositionReference(value: unknown): boolean {
  return hasTexts(value, 'symbol') && [0, 1, 2].includes(Number(value['positionIdx']))
}

function isChange(value: unknown): boolean {
  if (!isRecord(value)) return false
  switch (value['kind']) {
    case 'amend':
    case 'cancel':
      return isOrderReference(value['order'])
    case 'cancelAll':
      return (
        (value['symbol'] === null || hasTexts(value, 'symbol')) &&
        isList(value['orderIds'], (id) => typeof id === 'string')
      )
    case 'leverage':
      return (
        hasTexts(value, 'symbol') &&
        ['buyLeverage', 'sellLeverage'].every((field) => /^\d+(\.\d+)?$/.test(String(value[field])))
      )
    case 'tpSl':
      return isPositionReference(value['terms'])
    case 'marginMode':
      return ['cross', 'isolated', 'portfolio'].includes(String(value['mode']))
    case 'positionMode':
      return hasTexts(value, 'symbol') && (value['mode'] === 'oneWay' || value['mode'] === 'hedge')
    case 'margin':
      return isPositionReference(value) && /^-?\d+(\.\d+)?$/.test(String(value['amount']))
    case 'autoAddMargin':
      return isPositionReference(value) && typeof value['isOn'] === 'boolean'
    case 'openStrategy': {
      const strategy = value['strategy']
      return hasTexts(strategy, 'kind', 'symbol', 'qty') && hasSide(strategy)
    }
    case 'cancelStrategy':
      return hasTexts(value, 'symbol', 'strategyId')
    case 'borrow':
      return hasTexts(value, 'coin', 'amount')
    case 'repay':
      return hasTexts(value, 'coin') && typeof value['withOthers'] === 'boolean'
    case 'collateral':
    case 'autoRepay':
      return hasTexts(value, 'coin') && typeof value['isOn'] === 'boolean'
    case 'borrowLeverage':
      return hasTexts(value, 'coin', 'leverage')
    case 'spotMargin':
    case 'spotHedge':
      return typeof value['isOn'] === 'boolean'
    case 'addAlert':
      return hasTexts(value['terms'], 'symbol', 'price')
    case 'amendAlert':
      return hasTexts(value['terms'], 'symbol', 'price', 'id')
    case 'removeAlert':
      return hasTexts(value, 'symbol', 'alertId')
    default:
      return false
  }
}

export function isChangeRecord(value: unknown): value is ChangeRecord {
  return isJournalled(value) && CHANGE_STATES.has(value['state']) && isChange(value['change'])
}

export function isReverseRecord(value: unknown): value is ReverseRecord {
  if (!isJournalled(value) || !REVERSE_STATES.has(value['state'])) return false
  const { press, filledQty } = value
  return (
    (filledQty === null || typeof filledQty === 'string') &&
    hasTexts(press, 'symbol', 'account', 'size') &&
    hasSide(press) &&
    isLinkId(press['closeId']) &&
    isLinkId(press['openId'])
  )
}

export function isIntentRecord(value: unknown): value is IntentRecord {
  return (
    isJournalled(value) &&
    INTENT_STATES.has(value['state']) &&
    (value['validUntilMs'] == null || hasNumbers(value, 'validUntilMs')) &&
    hasTexts(value['order'], 'symbol', 'qty') &&
    hasSide(value['order'])
  )
}

function isWholeNumbers(value: unknown): boolean {
  return isList(value, Number.isSafeInteger) && (value as readonly number[]).length % 2 === 0
}

function isTrade(value: unknown): boolean {
  return hasTexts(value, 'id', 'symbol', 'side', 'price', 'qty') && hasNumbers(value, 'timeMs')
}

function isCandle(value: unknown): boolean {
  return hasTexts(value, 'open', 'high', 'low', 'close', 'volume', 'turnover') && hasNumbers(value, 'startMs', 'endMs')
}

/** What orders have, and the strategies that send them. */
function isAsked(value: unknown, ...fields: readonly string[]): value is Readonly<Record<string, unknown>> {
  return (
    hasTexts(value, 'id', 'symbol', 'side', 'qty', 'filledQty', 'leavesQty', 'status', ...fields) &&
    hasNumbers(value, 'positionIdx', 'createdAtMs')
  )
}

function isOrder(value: unknown): boolean {
  return (
    isAsked(value, 'type', 'filledValue') &&
    hasNumbers(value, 'seq') &&
    (value['type'] === 'market' || typeof value['price'] === 'string')
  )
}

function isPosition(value: unknown): boolean {
  return (
    hasTexts(value, 'symbol', 'size', 'leverage', 'marginMode', 'value', 'unrealisedPnl', 'realisedPnl') &&
    hasTexts(value, 'initialMargin', 'maintenanceMargin') &&
    hasNumbers(value, 'positionIdx', 'seq')
  )
}

function isWallet(value: unknown): boolean {
  return (
    hasTexts(value, 'accountType', 'totalEquity', 'totalMarginBalance', 'totalAvailable', 'totalUnrealisedPnl') &&
    isList(value['coins'], (coin) => hasTexts(coin, 'coin', 'walletBalance', 'equity', 'available'))
  )
}

function isExecution(value: unknown): boolean {
  return isTrade(value) && hasTexts(value, 'orderId', 'value', 'fee', 'feeRate', 'execType', 'grossPnl')
}

function isLoanCharge(value: unknown): boolean {
  return hasTexts(value, 'id', 'coin', 'interest', 'borrowed', 'bearing', 'hourlyRate')
}

/** What was read of an account. */
function isRead(isValue: (value: Readonly<Record<string, unknown>>) => boolean): (value: unknown) => boolean {
  return (value) => hasTexts(value, 'account') && isRecord(value['value']) && isValue(value['value'])
}

function isPage(isRow: (row: unknown) => boolean): (value: unknown) => boolean {
  return isRead(({ rows }) => isList(rows, isRow))
}

function isTicker(value: unknown): boolean {
  return hasTexts(value, 'symbol') && hasNumbers(value, 'timeMs')
}

/** Whether a row holds what rows of its kind hold. */
export const IS_SAVED: Readonly<Record<keyof SavedValues, (value: unknown) => boolean>> = {
  ticker: isTicker,
  tickers: (value) => isList(value, isTicker),
  book: (value) =>
    hasTexts(value, 'symbol', 'tickSize', 'lotSize') &&
    hasNumbers(value, 'timeMs') &&
    isWholeNumbers(value['bids']) &&
    isWholeNumbers(value['asks']),
  trades: (value) => isList(value, isTrade),
  candle: (value) => isList(value, isCandle),
  account: (value) =>
    isRecord(value) &&
    hasTexts(value['session'], 'account', 'name', 'kind') &&
    isList(value['orders'], isOrder) &&
    isList(value['positions'], isPosition) &&
    isList(value['strategies'] ?? [], (row) => isAsked(row, 'kind')) &&
    isWallet(value['wallet']) &&
    hasNumbers(value['asOf'], 'orders', 'positions', 'wallets'),
  lending: isRead(
    (value) =>
      hasTexts(value, 'mode') &&
      isList(value['coins'], (coin) => hasTexts(coin, 'coin', 'borrowed', 'hourlyRate', 'limit', 'leverage')),
  ),
  orders: isPage(isOrder),
  executions: isPage(isExecution),
  charges: isPage(isLoanCharge),
  sent: isPage(isOrder),
}

export function isSavedInstruments(value: unknown): value is SavedInstruments {
  return (
    hasTexts(value, 'version') &&
    hasNumbers(value, 'asOfMs') &&
    Array.isArray(value['instruments']) &&
    value['instruments'].length > 0 &&
    value['instruments'].every(isInstrument) &&
    new Set(value['instruments'].map(({ symbol }) => symbol)).size === value['instruments'].length
  )
}

export function isSavedPairs(value: unknown): value is SavedPairs {
  return hasNumbers(value, 'asOfMs') && isList(value['pairs'], isPair)
}

function isPair(value: unknown): value is SpotPair {
  return (
    isListed(value) &&
    value['kind'] === 'spot' &&
    value['symbol'] === spotSymbol(String(value['baseCoin']), String(value['quoteCoin'])) &&
    isRecord(value['margin'])
  )
}

/** What every kind of listing has. */
function isListed(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    hasTexts(value, 'symbol', 'displayName', 'kind', 'status', 'baseCoin', 'quoteCoin', 'settleCoin') &&
    // Once its version is confirmed, a list from disk is one to trade by.
    ['baseCoin', 'quoteCoin', 'settleCoin'].every((field) => isSymbolName(String(value[field]))) &&
    ['tickSize', 'lotSize'].every((field) => /^\d+(\.\d+)?$/.test(String(value[field])) && value[field] !== '0') &&
    Array.isArray(value['depthRatios'])
  )
}

function isInstrument(value: unknown): value is Contract {
  return (
    isListed(value) &&
    isSymbolName(String(value['symbol'])) &&
    Array.isArray(value['riskTiers']) &&
    value['riskTiers'].length > 0 &&
    // A list that an older build saved has neither: it is asked for again.
    (isRecord(value['funding']) || isRecord(value['delivery']))
  )
}
