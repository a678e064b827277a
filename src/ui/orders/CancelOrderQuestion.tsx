import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { Order } from '../../domain/order/order'
import { isOpen } from '../../domain/order/order-status'
import { qtyCoin } from '../contract-units'
import { formatPrice, formatQty } from '../format'
import { useApp } from '../state/app-context'
import { CancelQuestion } from '../trading-kit/CancelQuestion'
import { pairOf } from '../trading-kit/order-pair'
import { CancelPairQuestion } from './CancelPairQuestion'
import { guardOf } from './order-lines'
import type { OrderActions } from '../trading-kit/order-actions'

interface Props {
  /** As it was when its button was pressed. */
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** Asks before one order is cancelled, where its button stands among others. */
export function CancelOrderQuestion(props: Props) {
  const { account } = useApp()
  const [isPair] = useState(() => pairOf(props.order, account) !== null)
  return isPair ? <CancelPairQuestion {...props} /> : <CancelOneQuestion {...props} />
}

function CancelOneQuestion({ order: pressed, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const { account, market } = useApp()
  const order = account.order(pressed.id) ?? pressed
  const instrument = market(order.symbol).listed.value
  const { side, type } = order
  const stop = order.status === 'untriggered' ? guardOf(order) : null
  const at =
    stop !== null ? (order.triggerPrice ?? order.stopPrice ?? null) : order.type === 'limit' ? order.price : null
  const values = {
    symbol: order.symbol,
    qty: `${formatQty(order.leavesQty, instrument?.lotSize ?? null)} ${qtyCoin(instrument)}`,
    price: formatPrice(at, instrument?.tickSize ?? null),
  }
  return (
    <CancelQuestion
      title={t('cancelOrder.title')}
      text={t(stop === null ? `cancelOrder.resting.${type}.${side}` : `cancelOrder.waiting.${stop}.${side}`, values)}
      confirmLabel={t('cancelOrder.confirm')}
      keepLabel={t('cancelOrder.keep')}
      preference="asksBeforeChartCancel"
      isOver={!isOpen(order)}
      canConfirm={market(order.symbol).takesChange('cancel')}
      onConfirm={() => void actions.cancel(order)}
      onClose={onClose}
    />
  )
}
