import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { Button } from '../kit/Button'
import { useApp } from '../state/app-context'
import type { OrderActions } from './order-actions'

interface Props {
  readonly actions: OrderActions
  /** Cancels this contract's orders only; `null` every order. */
  readonly symbol: InstrumentSymbol | null
}

export function CancelAllButton({ actions, symbol }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const orders = useApp().account.openOrders.value.filter((order) => symbol === null || order.symbol === symbol)
  return (
    <Button
      size="row"
      disabled={orders.length === 0 || actions.isCancelingAll}
      onClick={(event) => {
        if (event.nativeEvent.isTrusted) void actions.cancelAll(symbol)
      }}
    >
      {t('cancelAll')}
    </Button>
  )
}
