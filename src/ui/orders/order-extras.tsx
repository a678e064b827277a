import { useSignals } from '@preact/signals-react/runtime'
import { isContract } from '../../domain/instrument/contract'
import { isOption } from '../../domain/instrument/option'
import type { Order } from '../../domain/order/order'
import { closingPnl, restingMargin } from '../../domain/risk/resting-order'
import { formatDateTime, formatLeverage, formatPercent, MISSING } from '../format'
import type { Translate } from '../i18n/words'
import { useApp } from '../state/app-context'
import { Amount, Result } from '../trading-kit/Amount'
import type { OrderRow } from '../trading-kit/order-rows'
import type { Extra } from '../trading-kit/table-columns/extra-columns'
import { EXTRA_COLUMNS, type ExtraColumn } from '../trading-kit/table-columns/table-columns'

type Cell = (props: { readonly order: Order }) => React.ReactNode

const CELLS: Readonly<Record<ExtraColumn<'openOrders'>, Cell>> = {
  orderMargin: OrderMargin,
  closingPnl: ClosingPnl,
  feeRate: FeeRate,
  orderIv: ({ order }) => (order.orderIv === undefined ? MISSING : formatPercent(order.orderIv)),
  leverage: LeverageOf,
  changed: ({ order }) => formatDateTime(order.updatedAtMs),
  orderId: ({ order }) => order.linkId ?? order.id,
}

/** Further figures of an order, as columns that may be chosen and in the detail of its card; of a press none yet. */
export function orderExtras(t: Translate<'columns'>): readonly Extra<OrderRow>[] {
  return EXTRA_COLUMNS.openOrders.map((id) => {
    const Shown = CELLS[id]
    return {
      id,
      title: t(`openOrders.${id}`),
      cell: (row) => (row.kind === 'order' ? <Shown order={row.order} /> : MISSING),
    }
  })
}

/** What it holds back of the margin, as the exchange tells it (`orderIM`); with portfolio margin all orders count together. */
function OrderMargin({ order }: { readonly order: Order }) {
  useSignals()
  const app = useApp()
  const market = app.market(order.symbol)
  const instrument = market.listed.value
  const isHeld = instrument !== null && (isContract(instrument) || isOption(instrument))
  if (!isHeld || app.account.isPortfolio.value) return MISSING
  const { indexPrice: index = null, markPrice: mark = null } = market.ticker.value ?? {}
  const margin = restingMargin(order, {
    instrument,
    takerFeeRate: instrument.takerFeeRate,
    leverage: isContract(instrument) ? app.account.leverage(order.symbol, order.side) : null,
    option: index === null || mark === null ? null : { index, mark },
  })
  return margin === '0' ? MISSING : <Amount row={order} amount={margin} />
}

function ClosingPnl({ order }: { readonly order: Order }) {
  useSignals()
  const { account, market } = useApp()
  const instrument = market(order.symbol).listed.value
  if (instrument === null || !isContract(instrument)) return MISSING
  const pnl = closingPnl(order, { instrument, position: account.position(order.symbol, order.positionIdx) })
  return pnl === '0' ? MISSING : <Result row={order} result={pnl} />
}

/** What a fill costs as maker and as taker. */
function FeeRate({ order }: { readonly order: Order }) {
  useSignals()
  const instrument = useApp().market(order.symbol).listed.value
  if (instrument === null) return MISSING
  return (
    <>
      {formatPercent(instrument.makerFeeRate, { decimals: 3 })}
      <small>{formatPercent(instrument.takerFeeRate, { decimals: 3 })}</small>
    </>
  )
}

function LeverageOf({ order }: { readonly order: Order }) {
  useSignals()
  const { account, market } = useApp()
  const instrument = market(order.symbol).instrument.value
  if (instrument === null || !account.view.value.choosesLeverage) return MISSING
  const leverage = account.leverage(order.symbol, order.side)
  return formatLeverage(leverage, leverage.includes('.') ? 2 : 0)
}
