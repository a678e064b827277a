import type { Price } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import type { Position } from '../../../domain/position/position'
import { qtyCoin } from '../../contract-units'
import { formatCoin, formatPercent, formatPrice, formatQty } from '../../format'
import type { Values } from '../../i18n/words'
import { formatEntry, positionFigures } from '../position-figures'

/** Columns of a table whose names need more than themselves. */
export const TABLE_TERMS = {
  positions: ['size', 'entry', 'unrealised', 'roi', 'liquidation', 'breakEven', 'realised', 'margins', 'guards'],
  openOrders: ['type', 'trigger', 'filled', 'attached', 'state'],
  orderHistory: ['type', 'trigger', 'average', 'filled', 'value', 'state', 'time'],
  tradeHistory: ['type', 'price', 'value', 'fee', 'result'],
} as const
export type HelpedTable = keyof typeof TABLE_TERMS

/** Terms of positions that come to something for one that is held. */
export const OWN_TERMS = [
  'size',
  'entry',
  'unrealised',
  'roi',
  'liquidation',
  'breakEven',
  'realised',
  'margins',
] as const
export type OwnTerm = (typeof OWN_TERMS)[number]

/** The trader's own numbers for those terms, as the table shows them. */
export function positionHelpValues(position: Position, instrument: Contract, tickerMark: Price | null): Values {
  const { settleCoin: coin, tickSize: tick } = instrument
  const { markPrice, value, unrealisedPnl, roi } = positionFigures(position, tickerMark, instrument)
  return {
    size: `${formatQty(position.size, instrument.lotSize)} ${qtyCoin(instrument)}`,
    value: `${formatCoin(value, coin)} ${coin}`,
    entry: formatEntry(position, instrument),
    mark: formatPrice(markPrice, tick),
    pnl: `${formatCoin(unrealisedPnl, coin, { signed: true })} ${coin}`,
    roi: formatPercent(roi, { signed: true }),
    liquidation: formatPrice(position.liquidationPrice, tick),
    breakEven: formatPrice(position.breakEvenPrice, tick),
    realised: `${formatCoin(position.realisedPnl, coin, { signed: true })} ${coin}`,
    initial: `${formatCoin(position.initialMargin, coin)} ${coin}`,
    maintenance: `${formatCoin(position.maintenanceMargin, coin)} ${coin}`,
  }
}
