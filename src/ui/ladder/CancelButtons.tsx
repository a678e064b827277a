import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Order, Side } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { ActionButton } from '../kit/ActionButton'
import { useApp } from '../state/app-context'
import { CancelQuestion } from '../trading-kit/CancelQuestion'
import type { OrderActions } from '../trading-kit/order-actions'
import type { LadderModel } from './ladder-model'
import styles from './LadderPanel.module.css'

type Which = Side | 'all'

/** Cancels the resting orders of a side, or of both. These work without arming: they send nothing new. */
export function CancelButtons({ model, actions }: { readonly model: LadderModel; readonly actions: OrderActions }) {
  useSignals()
  const { t } = useTranslation('ladder')
  const { account } = useApp()
  const [asking, setAsking] = useState<Which | null>(null)
  const bids = model.ownOf('buy')
  const asks = model.ownOf('sell')
  const ordersOf: Readonly<Record<Which, readonly Order[]>> = { buy: bids, all: [...bids, ...asks], sell: asks }
  const canCancel = model.market.takesChange('cancel')
  const cancel = (which: Which): void => ordersOf[which].forEach((order) => void actions.cancel(order))
  const button = (which: Which, text: string, name: string) => (
    <ActionButton
      key={which}
      size="field"
      aria-label={name}
      title={canCancel ? undefined : t('trade:auctionNoCancel')}
      disabled={!canCancel || ordersOf[which].length === 0}
      onClick={(event) => {
        if (!event.nativeEvent.isTrusted) return
        if (account.preferences.peek().asksBeforeCancelAll) setAsking(which)
        else cancel(which)
      }}
    >
      {text}
    </ActionButton>
  )
  const all = ordersOf.all.length
  return (
    <div className={styles['foot']}>
      <span aria-hidden="true">{t('trade:cancel')}</span>
      {button('buy', t('bids', { count: bids.length }), t('cancelBids', { count: bids.length }))}
      {button('all', t('all', { count: all }), t('cancelAll', { count: all }))}
      {button('sell', t('asks', { count: asks.length }), t('cancelAsks', { count: asks.length }))}
      {asking === null ? null : (
        <CancelQuestion
          title={t('trade:cancelAll')}
          text={t(`cancelAsk.${asking}`, { count: ordersOf[asking].length, symbol: model.market.symbol })}
          confirmLabel={t('cancelConfirm', { count: ordersOf[asking].length })}
          keepLabel={t('cancelKeep')}
          preference="asksBeforeCancelAll"
          isOver={ordersOf[asking].length === 0}
          canConfirm={canCancel}
          onConfirm={() => cancel(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
