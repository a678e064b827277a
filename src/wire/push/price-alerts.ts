import type { Price, Rate } from '../../domain/decimal'
import {
  ALERT_CONDITIONS,
  ALERT_FREQUENCIES,
  type AlertCondition,
  type AlertFrequency,
  type AlertTerms,
  type PriceAlert,
} from '../../domain/market/price-alert'
import { CANDLE_INTERVALS } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'
import {
  asArray,
  asObject,
  invert,
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readText,
  readWord,
  WireError,
  type JsonObject,
} from '../json'
import { TRIGGER_BY_OF, TRIGGER_BY_WORD } from '../words'

/** Ours: the specification has no alerts. The calls have the rows of `user.alert`. */
export const ALERT_CREATE_PATH = '/contract/v5/price-alert/create'
export const ALERT_AMEND_PATH = '/contract/v5/price-alert/amend'
export const ALERT_REMOVE_PATH = '/contract/v5/price-alert/remove'
export const ALERT_LIST_PATH = '/contract/v5/price-alert/list'

const CONDITION_WORD: Readonly<Record<AlertCondition, string>> = {
  crossing: 'Crossing',
  above: 'Above',
  below: 'Below',
  percent: 'Percent',
}
const FREQUENCY_WORD: Readonly<Record<AlertFrequency, string>> = {
  once: 'Once',
  everyTime: 'EveryTime',
  barClose: 'BarClose',
}
const CONDITION_OF = invert(CONDITION_WORD)
const FREQUENCY_OF = invert(FREQUENCY_WORD)
export const ALERT_CONDITION_WORDS = ALERT_CONDITIONS.map((one) => CONDITION_WORD[one])
export const ALERT_FREQUENCY_WORDS = ALERT_FREQUENCIES.map((one) => FREQUENCY_WORD[one])

/** Body of `price-alert/create`. */
export function writeAlertTerms(terms: AlertTerms) {
  return {
    symbol: terms.symbol,
    condition: CONDITION_WORD[terms.condition],
    price: terms.price,
    percent: terms.percent ?? '',
    triggerBy: TRIGGER_BY_WORD[terms.by],
    frequency: FREQUENCY_WORD[terms.frequency],
    interval: terms.interval ?? '',
  }
}

/** @throws WireError naming the field; `percent` and `interval` belong to one condition and one frequency each */
export function parseAlertTerms(json: JsonObject): AlertTerms {
  const condition = readWord(json, 'condition', CONDITION_OF)
  const frequency = readWord(json, 'frequency', FREQUENCY_OF)
  const percent = readOptionalDecimal<Rate>(json, 'percent')
  const interval = readOptionalText(json, 'interval')
  const known = CANDLE_INTERVALS.find((one) => one === interval) ?? null
  if ((condition === 'percent') !== (percent !== null)) throw new WireError('percent', percent)
  if ((frequency === 'barClose') !== (interval !== null) || (interval !== null && known === null))
    throw new WireError('interval', interval)
  return {
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    condition,
    price: readDecimal<Price>(json, 'price'),
    percent,
    by: readWord(json, 'triggerBy', TRIGGER_BY_OF),
    frequency,
    interval: known,
  }
}

/** One row of the list and of `user.alert`. What it does not have is the empty text. */
export function writePriceAlert(alert: PriceAlert) {
  return {
    alertId: alert.id,
    alertLinkId: alert.linkId ?? '',
    ...writeAlertTerms(alert),
    isActive: alert.isActive,
    firedCount: alert.firedCount,
    firedPrice: alert.firedPrice ?? '',
    firedTime: alert.firedAtMs === null ? '' : String(alert.firedAtMs),
    createdTime: String(alert.createdAtMs),
  }
}

/** @throws WireError */
export function parsePriceAlert(json: JsonObject): PriceAlert {
  const firedTime = readOptionalText(json, 'firedTime')
  return {
    ...parseAlertTerms(json),
    id: readText(json, 'alertId'),
    // Missing in what an earlier build kept.
    linkId: readOptionalText(json, 'alertLinkId'),
    isActive: readFlag(json, 'isActive'),
    firedCount: readInteger(json, 'firedCount'),
    firedPrice: readOptionalDecimal<Price>(json, 'firedPrice'),
    firedAtMs: firedTime === null ? null : readInteger(json, 'firedTime'),
    createdAtMs: readInteger(json, 'createdTime'),
  }
}

/** Rows of `user.alert`: how each is now, and which are gone. @throws WireError */
export function parseAlertRows(data: unknown): readonly { readonly alert: PriceAlert; readonly isRemoved: boolean }[] {
  return asArray(data, 'data').map((row) => {
    const json = asObject(row, 'data')
    return { alert: parsePriceAlert(json), isRemoved: json['isRemoved'] === true }
  })
}

/** The row that says that an alert is gone. */
export function writeRemovedAlert(alert: PriceAlert) {
  return { ...writePriceAlert(alert), isRemoved: true }
}
