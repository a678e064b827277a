import type { Qty } from '../../domain/decimal'
import { formatCoin, formatCompact, formatQty } from '../format'
import { stepText, type Separators } from '../trading-kit/step-text'
import type { LadderModel } from './ladder-model'
import type { LadderRow } from './ladder-rows'
import type { OwnAtRow } from './own-orders'

/** A chip of own orders. */
export interface OwnLook {
  readonly text: string
  readonly count: number
  /** Ids, parted by spaces. */
  readonly orders: string
  readonly isPending: boolean
}

/** What a row shows: plain texts, so that a row that says the same is not drawn again. */
export interface RowLook {
  readonly ticks: number
  readonly price: string
  readonly bid: string
  readonly ask: string
  /** Lengths of the bars, per cent of their column. */
  readonly bidBar: number
  readonly askBar: number
  readonly buyText: string
  /** Own orders of the row, by their number and by their ids. */
  readonly buyCount: number
  readonly buyOrders: string
  readonly buyPending: boolean
  readonly sellText: string
  readonly sellCount: number
  readonly sellOrders: string
  readonly sellPending: boolean
  readonly pnl: string
  /** Of the price: the last trade was here, and on which side. */
  readonly last: '' | 'up' | 'flat' | 'down'
  readonly lastQty: string
  readonly isEntry: boolean
  /** Where a pointer is down: what letting go of it here would do. */
  readonly pressed: '' | 'buy' | 'sell' | 'own' | 'drop'
  readonly isTouch: boolean
  readonly isCarried: boolean
}

export function rowLook(row: LadderRow, maxTotal: number, model: LadderModel, separators: Separators): RowLook {
  const scale = model.scale.value
  const { ticks, bid, ask, ownBuy, ownSell } = row
  const lots = (count: number | undefined): string =>
    count === undefined || scale === null ? '' : stepText(count, scale.lot, separators)
  const buy = ownLook(ownBuy, model)
  const sell = ownLook(ownSell, model)
  const isLast = model.lastRowTicks.value === ticks
  return {
    ticks,
    price: scale === null ? '' : stepText(ticks, scale.tick, separators),
    bid: lots(bid?.lots),
    ask: lots(ask?.lots),
    bidBar: share(bid?.total, maxTotal),
    askBar: share(ask?.total, maxTotal),
    buyText: buy.text,
    buyCount: buy.count,
    buyOrders: buy.orders,
    buyPending: buy.isPending,
    sellText: sell.text,
    sellCount: sell.count,
    sellOrders: sell.orders,
    sellPending: sell.isPending,
    pnl: formatPnl(model, ticks),
    last: isLast ? model.market.direction.value : '',
    lastQty: isLast ? shortQty(model.market.trades.value[0]?.qty ?? null, scale?.lotSize ?? null) : '',
    isEntry: model.entryRows.value.has(ticks),
    ...pressLook(model, ticks),
    isCarried: model.carried.value?.fromTicks === ticks,
  }
}

/** Characters that the narrow column has room for. */
const SHORT = 6

function shortQty(qty: Qty | null, lotSize: Qty | null): string {
  const text = formatQty(qty, lotSize)
  return text.length > SHORT ? formatCompact(qty) : text
}

const NO_CHIP: OwnLook = { text: '', count: 0, orders: '', isPending: false }

function ownLook(own: OwnAtRow | null, model: LadderModel): OwnLook {
  if (own === null) return NO_CHIP
  return {
    text: shortQty(own.qty, model.scale.value?.lotSize ?? null),
    count: own.count,
    orders: own.orders.join(' '),
    isPending: own.isPending,
  }
}

function formatPnl(model: LadderModel, ticks: number): string {
  const pnl = model.pnls.value.get(ticks)
  return pnl === undefined ? '' : formatCoin(pnl, model.market.instrument.value?.settleCoin ?? null, { signed: true })
}

function pressLook(model: LadderModel, ticks: number): Pick<RowLook, 'pressed' | 'isTouch'> {
  const state = model.press.state.value
  if (state === null) return { pressed: '', isTouch: false }
  const { target, isOnTarget, overTicks, isTouch } = state
  if (target.ticks === ticks && isOnTarget) return { pressed: target.kind === 'own' ? 'own' : target.side, isTouch }
  const isDrop = target.kind === 'own' && !isOnTarget && overTicks === ticks
  return { pressed: isDrop ? 'drop' : '', isTouch }
}

/** Per cent, in whole steps: a bar that moves by less is not drawn anew. */
function share(total: number | undefined, maxTotal: number): number {
  return total === undefined || maxTotal <= 0 ? 0 : Math.round((total / maxTotal) * 100)
}
