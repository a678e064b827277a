import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { Button } from '../kit/Button'
import { useApp } from '../state/app-context'
import type { OrderActions } from './order-actions'
import { orderKind, type OrderKind } from './order-rows'

interface Props {
  readonly actions: OrderActions
  /** Cancels this contract's orders only; `null` every order. */
  readonly symbol: InstrumentSymbol | null
  /** … and those of one kind only. */
  readonly kind: OrderKind | 'all'
}

export function CancelAllButton({ actions, symbol, kind }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const { account, market } = useApp()
  const orders = account.openOrders.value.filter(
    (order) =>
      (symbol === null || order.symbol === symbol) && (kind === 'all' || orderKind({ kind: 'order', order }) === kind),
  )
  const isAnyFree = orders.some((order) => market(order.symbol).takesChange('cancel'))
  return (
    <Button
      size="row"
      title={orders.length === 0 || isAnyFree ? undefined : t('auctionNoCancel')}
      disabled={!isAnyFree || actions.isCancelingAll}
      onClick={(event) => {
        if (event.nativeEvent.isTrusted) void actions.cancelAll(symbol, kind, orders)
      }}
    >
      {t('cancelAll')}
    </Button>
  )
}
