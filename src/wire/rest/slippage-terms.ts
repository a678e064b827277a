import { compare, type DecimalText } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { SlippageRange, SlippageTerms } from '../../domain/order/slippage-terms'
import { asArray, asObject, decimalOf, readDecimal, readText, WireError, type JsonObject } from '../json'
import { parseEnvelope } from './envelope'

/** GET /contract/v5/public/instrument/slippage (spec §7). */
export const SLIPPAGE_PATH = '/contract/v5/public/instrument/slippage'

interface RangeJson {
  readonly min: string
  readonly max: string
  readonly presets: readonly string[]
  readonly default: string
}

export interface SlippageTermsJson {
  readonly symbol: string
  readonly defaultType: string
  readonly percent: RangeJson
  readonly tickSize: RangeJson
}

export function writeSlippageTerms(symbol: InstrumentSymbol, { percent, tick }: SlippageTerms): SlippageTermsJson {
  return { symbol, defaultType: 'Percent', percent: writeRange(percent), tickSize: writeRange(tick) }
}

function writeRange({ min, max, presets, preset }: SlippageRange): RangeJson {
  return { min, max, presets, default: preset }
}

/**
 * @param body an answer as it came
 * @throws WireError where it is a refusal, about another contract, or gives bounds that nothing can be within
 */
export function parseSlippageAnswer(body: unknown, symbol: InstrumentSymbol): SlippageTerms {
  const envelope = parseEnvelope(body)
  if (envelope === null || envelope.retCode !== 0) throw new WireError('retCode', envelope?.retCode)
  const json = asObject(envelope.result, 'result')
  if (readText(json, 'symbol') !== symbol) throw new WireError('symbol', json['symbol'])
  return { percent: readRange(json, 'percent'), tick: readRange(json, 'tickSize') }
}

function readRange(json: JsonObject, field: string): SlippageRange {
  const range = asObject(json[field], field)
  const min = readDecimal<DecimalText>(range, 'min')
  const max = readDecimal<DecimalText>(range, 'max')
  const preset = readDecimal<DecimalText>(range, 'default')
  const presets = asArray(range['presets'], `${field}.presets`).map((value) => {
    const text = decimalOf(value)
    if (text === null) throw new WireError(`${field}.presets`, value)
    return text
  })
  if ([preset, ...presets].some((one) => compare(one, min) < 0 || compare(one, max) > 0))
    throw new WireError(`${field}.presets`, presets)
  return { min, max, presets, preset }
}
