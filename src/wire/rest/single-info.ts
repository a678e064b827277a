import { zero, type Money } from '../../domain/decimal'
import type { InstrumentStatus, Listed } from '../../domain/instrument/listed'
import type { InstrumentSymbol } from '../../domain/order/order'
import { asArray, asObject, readInteger, readText, readWord, type JsonObject } from '../json'

/** v5's two words for spreads are among them: what is being settled is delivered. */
const STATUS_OF: ReadonlyMap<string, InstrumentStatus> = new Map([
  ['Trading', 'trading'],
  ['PreLaunch', 'preLaunch'],
  ['Delivering', 'delivering'],
  ['Settling', 'delivering'],
  ['Closed', 'closed'],
])

/** The one row of a list that was asked for by a name; `null` where there is none. @throws WireError */
export function onlyRow(result: unknown): JsonObject | null {
  const [row] = asArray(asObject(result, 'result')['list'], 'list')
  return row === undefined ? null : asObject(row, 'row')
}

/** What v5's lists of options and spreads say alike, and what no list names. @throws WireError naming the field */
export function readSingle(json: JsonObject) {
  return {
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    status: readWord(json, 'status', STATUS_OF),
    baseCoin: readText(json, 'baseCoin'),
    quoteCoin: readText(json, 'quoteCoin'),
    settleCoin: readText(json, 'settleCoin'),
    launchTimeMs: readInteger(json, 'launchTime'),
    minNotional: zero<Money>(),
    depthRatios: [1, 2, 4, 10],
    popular: false,
    indexSort: 0,
  } satisfies Partial<Listed>
}
