import type { Price, Qty } from '../../domain/decimal'
import type { InstrumentSymbol, OrderLinkId } from '../../domain/order/order'
import {
  TWAP_DURATION_MS,
  TWAP_INTERVAL_MS,
  type NewStrategy,
  type Strategy,
  type StrategyKind,
  type StrategyStatus,
} from '../../domain/order/strategy'
import {
  invert,
  isGiven,
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readScaled,
  readText,
  readWord,
  WireError,
  writeScaled,
  type JsonObject,
} from '../json'
import { SIDE_OF, SIDE_WORD } from '../words'

/** The lists are the specification's (spec §7); create and cancel stand beside them. */
export const TWAP_CREATE_PATH = '/contract/v5/twap/create'
export const TWAP_CANCEL_PATH = '/contract/v5/twap/cancel'
export const TWAP_LIST_PATH = '/contract/v5/twap/list'
export const TWAP_ORDER_LIST_PATH = '/contract/v5/twap/order-list'

/** Order origins of spec §3. */
export const STRATEGY_WORD: Readonly<Record<StrategyKind, string>> = {
  twap: 'TWAP',
  chaseLimit: 'ChaseLimit',
  iceberg: 'Iceberg',
}
export const STRATEGY_OF = invert(STRATEGY_WORD)
const STATUS_WORD: Readonly<Record<StrategyStatus, string>> = {
  running: 'Running',
  completed: 'Completed',
  canceled: 'Cancelled',
  stopped: 'Stopped',
}
const STATUS_OF = invert(STATUS_WORD)

/** Body of `twap/create`; the id of the press goes in its header. */
export function writeNewStrategy(one: NewStrategy): JsonObject {
  return {
    symbol: one.symbol,
    strategyType: STRATEGY_WORD[one.kind],
    side: SIDE_WORD[one.side],
    qtyX: writeScaled(one.qty, 8, 'qtyX'),
    reduceOnly: one.reduceOnly,
    positionIdx: one.positionIdx,
    ...writeTerms(one),
  }
}

function writeTerms(one: NewStrategy): JsonObject {
  switch (one.kind) {
    case 'twap':
      return {
        duration: one.durationMs / 1000,
        interval: one.intervalMs / 1000,
        ...(one.price === null ? {} : { price: one.price }),
      }
    case 'chaseLimit':
      return one.maxDistance === null ? {} : { maxChaseDistance: one.maxDistance }
    case 'iceberg':
      return { price: one.price, showQtyX: writeScaled(one.showQty, 8, 'showQtyX') }
  }
}

/** `duration` and `interval` are whole seconds; quantities come as `…X` (E8) or as decimals. @throws WireError */
export function parseNewStrategy(json: JsonObject): NewStrategy {
  const positionIdx = json['positionIdx'] ?? 0
  if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2) throw new WireError('positionIdx', positionIdx)
  const common = {
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    side: readWord(json, 'side', SIDE_OF),
    qty: readQty(json, 'qty'),
    reduceOnly: isGiven(json, 'reduceOnly') ? readFlag(json, 'reduceOnly') : false,
    positionIdx,
  } as const
  const kind = readOptionalText(json, 'strategyType') === null ? 'twap' : readWord(json, 'strategyType', STRATEGY_OF)
  switch (kind) {
    case 'twap':
      return {
        kind,
        ...common,
        durationMs: readSeconds(json, 'duration', TWAP_DURATION_MS),
        intervalMs: readSeconds(json, 'interval', TWAP_INTERVAL_MS),
        price: readOptionalDecimal<Price>(json, 'price'),
      }
    case 'chaseLimit':
      return { kind, ...common, maxDistance: readOptionalDecimal<Price>(json, 'maxChaseDistance') }
    case 'iceberg':
      return { kind, ...common, price: readDecimal<Price>(json, 'price'), showQty: readQty(json, 'showQty') }
  }
}

function readQty(json: JsonObject, field: string): Qty {
  return isGiven(json, `${field}X`) ? readScaled<Qty>(json, `${field}X`, 8) : readDecimal<Qty>(json, field)
}

function readSeconds(json: JsonObject, field: string, { min, max }: { readonly min: number; readonly max: number }) {
  const ms = readInteger(json, field) * 1000
  if (ms < min || ms > max) throw new WireError(field, `${ms / 1000}, not ${min / 1000} to ${max / 1000} seconds`)
  return ms
}

/** One row of the list. What its kind does not have is the empty text. */
export type StrategyJson = ReturnType<typeof writeStrategy>

export function writeStrategy(one: Strategy) {
  return {
    strategyId: one.id,
    orderLinkId: one.linkId ?? '',
    strategyType: STRATEGY_WORD[one.kind],
    symbol: one.symbol,
    side: SIDE_WORD[one.side],
    positionIdx: one.positionIdx,
    reduceOnly: one.reduceOnly,
    qty: one.qty,
    filledQty: one.filledQty,
    leavesQty: one.leavesQty,
    status: STATUS_WORD[one.status],
    stopReason: one.stopReason ?? '',
    duration: one.kind === 'twap' ? String(one.durationMs / 1000) : '',
    interval: one.kind === 'twap' ? String(one.intervalMs / 1000) : '',
    price: one.kind === 'chaseLimit' ? '' : (one.price ?? ''),
    maxChaseDistance: one.kind === 'chaseLimit' ? (one.maxDistance ?? '') : '',
    showQty: one.kind === 'iceberg' ? one.showQty : '',
    orderCount: String(one.orderCount),
    createdTime: String(one.createdAtMs),
    updatedTime: String(one.updatedAtMs),
  }
}

/** One row of the list. @throws WireError naming the field */
export function parseStrategy(json: JsonObject): Strategy {
  const positionIdx = readInteger(json, 'positionIdx')
  if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2) throw new WireError('positionIdx', positionIdx)
  const kind = readWord(json, 'strategyType', STRATEGY_OF)
  const base = {
    id: readText(json, 'strategyId'),
    linkId: readOptionalText(json, 'orderLinkId') as OrderLinkId | null,
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    side: readWord(json, 'side', SIDE_OF),
    positionIdx,
    reduceOnly: readFlag(json, 'reduceOnly'),
    qty: readDecimal<Qty>(json, 'qty'),
    filledQty: readDecimal<Qty>(json, 'filledQty'),
    leavesQty: readDecimal<Qty>(json, 'leavesQty'),
    status: readWord(json, 'status', STATUS_OF),
    stopReason: readOptionalText(json, 'stopReason'),
    orderCount: readInteger(json, 'orderCount'),
    createdAtMs: readInteger(json, 'createdTime'),
    updatedAtMs: readInteger(json, 'updatedTime'),
  } as const
  switch (kind) {
    case 'twap':
      return {
        kind,
        ...base,
        durationMs: readInteger(json, 'duration') * 1000,
        intervalMs: readInteger(json, 'interval') * 1000,
        price: readOptionalDecimal<Price>(json, 'price'),
      }
    case 'chaseLimit':
      return { kind, ...base, maxDistance: readOptionalDecimal<Price>(json, 'maxChaseDistance') }
    case 'iceberg':
      return { kind, ...base, price: readDecimal<Price>(json, 'price'), showQty: readDecimal<Qty>(json, 'showQty') }
  }
}

/** Answer of `twap/create`. @throws WireError naming the field */
export function parseStrategyAck(result: JsonObject): string {
  return readText(result, 'strategyId')
}
