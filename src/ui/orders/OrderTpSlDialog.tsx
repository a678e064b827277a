import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { limitPrice, type Order } from '../../domain/order/order'
import { qtyCoin } from '../contract-units'
import { formatPrice, formatQty } from '../format'
import { Dialog } from '../kit/Dialog'
import { DialogForm } from '../kit/DialogForm'
import { rejectionText } from '../trading-kit/refusals/rejection-text'
import { useApp } from '../state/app-context'
import { OrderTpSl } from '../trading-kit/tpsl/order-tpsl'
import { TpSlLegFields } from '../trading-kit/tpsl/TpSlLegFields'
import { prefsIn } from '../trading-kit/tpsl/tpsl-prefs'
import type { OrderActions } from '../trading-kit/order-actions'

interface Props {
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** Take-profit and stop-loss of an order that waits (spec §2, scene ORDER). */
export function OrderTpSlDialog(props: Props) {
  const { t } = useTranslation('tpsl')
  const { takeProfit, stopLoss } = props.order
  return (
    <Dialog title={t(takeProfit == null && stopLoss == null ? 'addTPSL' : 'modifyTPSL')} onClose={props.onClose}>
      <OrderTpSlEditor {...props} />
    </Dialog>
  )
}

function OrderTpSlEditor({ order, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { account, market, kept } = useApp()
  const { instrument } = market(order.symbol)
  const model = useMemo(
    () =>
      new OrderTpSl(order, market(order.symbol), {
        prefs: prefsIn(kept),
        hasRoi: account.view.peek().hasOwnMargin,
        leverage: account.leverage(order.symbol, order.side),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the order as it was when the dialog opened; what is typed stays
    [],
  )
  const { form } = model
  const terms = model.terms.value
  const { tickSize = null, lotSize = null, settleCoin = '' } = instrument.value ?? {}
  const price = formatPrice(limitPrice(order) ?? order.triggerPrice ?? null, tickSize)
  const mayLimit = form.mode.value === 'partial'
  return (
    <DialogForm
      subject={`${order.symbol} · ${t(`trade:${order.side}`)} ${formatQty(order.leavesQty, lotSize)} ${qtyCoin(instrument.value)} · ${price}`}
      canConfirm={terms !== null}
      onConfirm={async () => {
        if (terms === null) return ''
        const rejection = await actions.amend(order, { price: null, qty: null, tpSl: terms })
        return rejection === null ? null : rejectionText(rejection)
      }}
      onClose={onClose}
    >
      <TpSlLegFields form={form.takeProfit} coin={settleCoin} mayLimit={mayLimit} isFirst />
      <TpSlLegFields form={form.stopLoss} coin={settleCoin} mayLimit={mayLimit} />
    </DialogForm>
  )
}
