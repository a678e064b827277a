import {
  Exact,
  toText,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Position, PositionGuards } from '../../domain/position/position'
import {
  readDecimal,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readText,
  readWord,
  WireError,
  type JsonObject,
} from '../json'
import { readOptionalPrice } from '../price'
import { parseTriggerBy } from '../rest/tpsl-fields'
import { SIDE_OF, SIDE_WORD, TPSL_MODE_OF, TPSL_MODE_WORD, TRIGGER_BY_WORD } from '../words'

/** One position (spec §3 Position; v5 names where both exist). Side is `''` when the size is zero. */
export interface PositionJson {
  readonly symbol: string
  readonly positionIdx: number
  readonly side: string
  readonly size: string
  readonly avgPrice: string
  readonly sessionAvgPrice: string
  readonly entryPrice: string
  readonly leverage: string
  readonly tradeMode: number
  readonly positionValue: string
  readonly markPrice: string
  readonly unrealisedPnl: string
  readonly curRealisedPnl: string
  readonly cumRealisedPnl: string
  readonly positionIM: string
  readonly positionMM: string
  readonly liqPrice: string
  readonly bustPrice: string
  readonly breakEvenPrice: string
  readonly positionStatus: string
  readonly adlRankIndicator: number
  readonly autoAddMargin: number
  /** Margin of an isolated position. */
  readonly positionBalance: string
  /** Margin added beyond the initial one (ours); absent where there is none. */
  readonly extraMargin?: string
  /** Of `curRealisedPnl`, funding: received +, paid − (of v5's rows ours); absent where it is not known. */
  readonly positionFundingFee?: string
  readonly createdTime: string
  readonly updatedTime: string
  readonly seq: number
  /** Absent while nothing guards the position. */
  readonly takeProfit?: string
  readonly stopLoss?: string
  readonly tpTriggerBy?: string
  readonly slTriggerBy?: string
  readonly tpSlMode?: string
  readonly tpslMode?: string
  /** Distance as a price; by per cent `trailingPercent` instead. */
  readonly trailingStop?: string
  readonly trailingPercent?: string
  readonly activationPrice?: string
}

/** semantics.md §1.8: no leverage, no margin and no liquidation is its own; every list and every push says so alike. */
const PORTFOLIO_BLANKS = { leverage: '', positionIM: '', positionMM: '', liqPrice: '', bustPrice: '' } as const

export function writePosition(position: Position): PositionJson {
  return {
    symbol: position.symbol,
    positionIdx: position.positionIdx,
    side: position.side === null ? '' : SIDE_WORD[position.side],
    size: position.size,
    avgPrice: position.openAvgPrice ?? position.entryPrice ?? '0',
    sessionAvgPrice: position.entryPrice ?? '0',
    entryPrice: position.entryPrice ?? '0',
    leverage: position.leverage,
    tradeMode: position.marginMode === 'isolated' ? 1 : 0,
    positionValue: position.value,
    markPrice: position.markPrice ?? '',
    unrealisedPnl: position.unrealisedPnl,
    curRealisedPnl: position.realisedPnl,
    cumRealisedPnl: position.cumRealisedPnl,
    positionIM: position.initialMargin,
    positionMM: position.maintenanceMargin,
    liqPrice: position.liquidationPrice ?? '',
    bustPrice: position.bankruptcyPrice ?? '',
    breakEvenPrice: position.breakEvenPrice ?? '',
    positionStatus: 'Normal',
    adlRankIndicator: position.adlRank ?? 0,
    autoAddMargin: position.isAutoAddMargin === true ? 1 : 0,
    positionBalance: position.marginMode === 'isolated' ? position.initialMargin : '0',
    ...(position.extraMargin === undefined || position.extraMargin === '0'
      ? {}
      : { extraMargin: position.extraMargin }),
    ...(position.fundingPaid === undefined
      ? {}
      : { positionFundingFee: toText(new Exact(0).minus(position.fundingPaid)) }),
    createdTime: String(position.createdAtMs),
    updatedTime: String(position.updatedAtMs),
    seq: position.seq,
    ...writeGuards(position),
    ...(position.isPortfolio === true ? PORTFOLIO_BLANKS : {}),
  }
}

function writeGuards(position: Position): Partial<PositionJson> {
  const { tpSlMode, trailingRate } = position
  if (tpSlMode === undefined || tpSlMode === null) return {}
  const mode = TPSL_MODE_WORD[tpSlMode]
  return {
    takeProfit: position.takeProfit ?? '',
    stopLoss: position.stopLoss ?? '',
    tpTriggerBy: TRIGGER_BY_WORD[position.tpTriggerBy ?? 'last'],
    slTriggerBy: TRIGGER_BY_WORD[position.slTriggerBy ?? 'last'],
    tpSlMode: mode,
    tpslMode: mode,
    trailingStop: position.trailingStop ?? '0',
    ...(trailingRate ? { trailingPercent: toText(new Exact(trailingRate).times(100)) } : {}),
    activationPrice: position.activationPrice ?? '0',
  }
}

function parseGuards(json: JsonObject): PositionGuards {
  if (readOptionalText(json, 'tpSlMode') === null) return {}
  const trailingStop = readOptionalDecimal<Price>(json, 'trailingStop')
  const percent = readOptionalDecimal<DecimalText>(json, 'trailingPercent')
  const activationPrice = readOptionalDecimal<Price>(json, 'activationPrice')
  return {
    tpSlMode: readWord(json, 'tpSlMode', TPSL_MODE_OF),
    takeProfit: readOptionalDecimal<Price>(json, 'takeProfit'),
    stopLoss: readOptionalDecimal<Price>(json, 'stopLoss'),
    tpTriggerBy: parseTriggerBy(json, 'tpTriggerBy'),
    slTriggerBy: parseTriggerBy(json, 'slTriggerBy'),
    trailingStop: trailingStop === '0' ? null : trailingStop,
    trailingRate: percent === null ? null : toText<Rate>(new Exact(percent).div(100)),
    activationPrice: activationPrice === '0' ? null : activationPrice,
  }
}

/** @throws WireError naming the field */
export function parsePosition(json: JsonObject): Position {
  const size = readDecimal<Qty>(json, 'size')
  const sideWord = readText(json, 'side')
  const side = sideWord === '' || sideWord === 'None' ? null : SIDE_OF.get(sideWord)
  if (side === undefined) throw new WireError('side', sideWord)
  const positionIdx = readInteger(json, 'positionIdx')
  if (positionIdx !== 0 && positionIdx !== 1 && positionIdx !== 2) throw new WireError('positionIdx', positionIdx)
  const symbol = readText(json, 'symbol') as InstrumentSymbol
  // With portfolio margin no leverage and no margin is the position's own (semantics.md §1.8).
  const leverage = readOptionalDecimal<Leverage>(json, 'leverage')
  const funding = readOptionalDecimal<Money>(json, 'positionFundingFee')
  return {
    symbol,
    positionIdx,
    side: size === '0' ? null : side,
    size,
    entryPrice:
      size === '0'
        ? null
        : (readOptionalPrice(json, 'sessionAvgPrice', symbol) ?? readOptionalPrice(json, 'avgPrice', symbol)),
    leverage: leverage ?? ('1' as Leverage),
    ...(leverage === null ? { isPortfolio: true } : {}),
    marginMode: readInteger(json, 'tradeMode') === 1 ? 'isolated' : 'cross',
    value: readDecimal<Money>(json, 'positionValue'),
    markPrice: readOptionalPrice(json, 'markPrice', symbol),
    unrealisedPnl: readDecimal<Money>(json, 'unrealisedPnl'),
    realisedPnl: readDecimal<Money>(json, 'curRealisedPnl'),
    cumRealisedPnl: readDecimal<Money>(json, 'cumRealisedPnl'),
    initialMargin: readOptionalDecimal<Money>(json, 'positionIM') ?? ('0' as Money),
    maintenanceMargin: readOptionalDecimal<Money>(json, 'positionMM') ?? ('0' as Money),
    liquidationPrice: readOptionalDecimal<Price>(json, 'liqPrice'),
    bankruptcyPrice: readOptionalDecimal<Price>(json, 'bustPrice'),
    breakEvenPrice: readOptionalDecimal<Price>(json, 'breakEvenPrice'),
    extraMargin: readOptionalDecimal<Money>(json, 'extraMargin') ?? ('0' as Money),
    ...('adlRankIndicator' in json ? { adlRank: readInteger(json, 'adlRankIndicator') } : {}),
    ...(funding === null ? {} : { fundingPaid: toText<Money>(new Exact(0).minus(funding)) }),
    isAutoAddMargin: json['autoAddMargin'] === 1,
    createdAtMs: readInteger(json, 'createdTime'),
    updatedAtMs: readInteger(json, 'updatedTime'),
    seq: readInteger(json, 'seq'),
    ...parseGuards(json),
  }
}
