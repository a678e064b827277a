import type { Money, Price, Qty, Rate } from '../../domain/decimal'
import type { ExecId, Execution, OptionFill } from '../../domain/order/execution'
import type { InstrumentSymbol, OrderId, OrderLinkId } from '../../domain/order/order'
import {
  readDecimal,
  readFlag,
  readInteger,
  readOptionalDecimal,
  readOptionalText,
  readText,
  readWord,
  type JsonObject,
} from '../json'
import { volatility } from '../figure-text'
import { SIDE_OF, SIDE_WORD } from '../words'
import { parseLiquidationFee, writeExtraFees, type ExtraFeeJson } from './extra-fees'

/** One fill, as `user.execution` and `/v5/execution/list` carry it. */
export interface ExecutionJson {
  readonly execId: string
  readonly orderId: string
  readonly orderLinkId: string
  readonly symbol: string
  readonly side: string
  readonly execPrice: string
  readonly execQty: string
  readonly execValue: string
  readonly execFee: string
  readonly feeRate: string
  readonly isMaker: boolean
  readonly execType: string
  readonly execPnl: string
  readonly closedSize: string
  readonly execTime: string
  readonly seq: number
  /** Left out where there are none; v5's own rows have an empty text there. */
  readonly extraFees?: '' | readonly ExtraFeeJson[]
  /** Of an option, the market at the fill. */
  readonly tradeIv?: string
  readonly markIv?: string
  readonly markPrice?: string
  readonly indexPrice?: string
  readonly underlyingPrice?: string
}

export function writeExecution(execution: Execution): ExecutionJson {
  const { liquidationFee, option } = execution
  const plain = { ...writePlain(execution), ...(option === undefined ? {} : writeOptionFill(option)) }
  return liquidationFee === undefined ? plain : { ...plain, extraFees: writeExtraFees(liquidationFee) }
}

function writeOptionFill({ volatility: traded, markVolatility, ...prices }: OptionFill) {
  return { tradeIv: traded === null ? '' : volatility(traded), markIv: volatility(markVolatility), ...prices }
}

function writePlain(execution: Execution): ExecutionJson {
  return {
    execId: execution.id,
    orderId: execution.orderId,
    orderLinkId: execution.orderLinkId ?? '',
    symbol: execution.symbol,
    side: SIDE_WORD[execution.side],
    execPrice: execution.price,
    execQty: execution.qty,
    execValue: execution.value,
    execFee: execution.fee,
    feeRate: execution.feeRate,
    isMaker: execution.isMaker,
    execType: execution.execType,
    execPnl: execution.grossPnl,
    closedSize: execution.closedQty,
    execTime: String(execution.timeMs),
    seq: execution.seq,
  }
}

/** @throws WireError naming the field */
export function parseExecution(json: JsonObject): Execution {
  return {
    id: readText(json, 'execId') as ExecId,
    orderId: readText(json, 'orderId') as OrderId,
    orderLinkId: readOptionalText(json, 'orderLinkId') as OrderLinkId | null,
    symbol: readText(json, 'symbol') as InstrumentSymbol,
    side: readWord(json, 'side', SIDE_OF),
    price: readDecimal<Price>(json, 'execPrice'),
    qty: readDecimal<Qty>(json, 'execQty'),
    value: readDecimal<Money>(json, 'execValue'),
    fee: readDecimal<Money>(json, 'execFee'),
    feeRate: readDecimal<Rate>(json, 'feeRate'),
    isMaker: readFlag(json, 'isMaker'),
    execType: readText(json, 'execType'),
    ...parseLiquidationFee(json),
    ...parseCreateType(json),
    grossPnl: readDecimal<Money>(json, 'execPnl'),
    closedQty: readDecimal<Qty>(json, 'closedSize'),
    ...parseOptionFill(json),
    timeMs: readInteger(json, 'execTime'),
    seq: readInteger(json, 'seq'),
  }
}

function parseCreateType(json: JsonObject): Pick<Execution, 'createType'> {
  const createType = readOptionalText(json, 'createType')
  return createType === null ? {} : { createType }
}

/** Of options, where they had a mark. */
function parseOptionFill(json: JsonObject): { readonly option?: OptionFill } {
  const underlyingPrice = readOptionalDecimal<Price>(json, 'underlyingPrice')
  if (underlyingPrice === null) return {}
  const volatility = readOptionalDecimal(json, 'tradeIv')
  return {
    option: {
      volatility: volatility === null ? null : Number(volatility),
      markVolatility: Number(readDecimal(json, 'markIv')),
      markPrice: readDecimal<Price>(json, 'markPrice'),
      indexPrice: readDecimal<Price>(json, 'indexPrice'),
      underlyingPrice,
    },
  }
}
