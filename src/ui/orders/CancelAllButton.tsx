import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { ActionButton } from '../kit/ActionButton'
import { lazyUntilSign } from '../kit/first-sign'
import { useApp } from '../state/app-context'
import type { OrderActions } from '../trading-kit/order-actions'
import { orderKind, type OrderKind } from '../trading-kit/order-rows'

const CancelAllQuestion = lazyUntilSign('dialog', async () => (await import('./CancelAllQuestion')).CancelAllQuestion)

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
  const [isAsking, setAsking] = useState(false)
  const count = orders.length
  return (
    <>
      <ActionButton
        size="row"
        title={orders.length === 0 || isAnyFree ? undefined : t('auctionNoCancel')}
        disabled={!isAnyFree || actions.isCancelingAll}
        onClick={(event) => {
          if (!event.nativeEvent.isTrusted) return
          if (account.preferences.peek().asksBeforeCancelAll) setAsking(true)
          else void actions.cancelAll(symbol, kind, orders)
        }}
      >
        {t('cancelAll')}
      </ActionButton>
      <Suspense fallback={null}>
        {isAsking ? (
          <CancelAllQuestion
            symbol={symbol}
            kind={kind}
            count={count}
            canConfirm={isAnyFree && !actions.isCancelingAll}
            onConfirm={() => void actions.cancelAll(symbol, kind, orders)}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Suspense>
    </>
  )
}
