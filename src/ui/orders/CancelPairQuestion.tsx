import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Order } from '../../domain/order/order'
import { isOpen } from '../../domain/order/order-status'
import { legOfPlan, type LegName } from '../../domain/order/plan-type'
import { qtyCoin } from '../contract-units'
import { formatPrice, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { Question } from '../kit/Question'
import { useApp } from '../state/app-context'
import { useNoSending } from '../state/no-sending'
import type { OrderActions } from '../trading-kit/order-actions'
import { pairOf } from '../trading-kit/order-pair'

type Leg = 'takeProfit' | 'stopLoss'

interface Props {
  /** The leg whose button was pressed. */
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** Asks, before a leg of two over one amount is cancelled, whether the other one goes with it. */
export function CancelPairQuestion({ order: pressed, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('positions')
  const { account, market } = useApp()
  const noSending = useNoSending()
  const [which, setWhich] = useState<'both' | 'one'>('both')
  const order = account.order(pressed.id) ?? pressed
  const [shown] = useState(() => pairOf(order, account))
  const pair = pairOf(order, account)
  const instrument = market(order.symbol).listed.value
  const leg: Leg = legOfPlan(order) ?? 'takeProfit'
  const other: Leg = leg === 'takeProfit' ? 'stopLoss' : 'takeProfit'
  const second = pair ?? shown
  const triggers = { [leg]: order.triggerPrice, [other]: second?.triggerPrice }
  const tick = instrument?.tickSize ?? null
  const name = (of: Leg): LegName => (order.planType !== 'oco' ? of : of === 'takeProfit' ? 'ocoLimit' : 'ocoStop')
  const text = t(`cancelPair.${order.planType === 'oco' ? 'oco' : 'tpSl'}.${order.side}`, {
    symbol: order.symbol,
    qty: `${formatQty(order.leavesQty, instrument?.lotSize ?? null)} ${qtyCoin(instrument)}`,
    takeProfit: formatPrice(triggers['takeProfit'] ?? null, tick),
    stopLoss: formatPrice(triggers['stopLoss'] ?? null, tick),
  })
  // The other leg may end while the question is open: what would be cancelled then is this one.
  const isBoth = which === 'both' && pair !== null
  return (
    <Question
      title={t('cancelPair.title')}
      confirmLabel={t(isBoth ? 'cancelPair.confirmBoth' : `cancelPair.confirm.${name(leg)}`)}
      dismissLabel={t('cancelPair.keep')}
      reading={`${text} ${isBoth}`}
      canConfirm={isOpen(order) && noSending === null && market(order.symbol).takesChange('cancel')}
      onConfirm={() => {
        onClose()
        void actions.cancel(order, isBoth ? pair : null)
      }}
      onClose={onClose}
    >
      <p>{text}</p>
      <Choice<'both' | 'one'>
        label={t('cancelPair.which')}
        items={[
          { id: 'both', label: t('cancelPair.both'), isDisabled: pair === null },
          { id: 'one', label: t(`cancelPair.only.${name(leg)}`) },
        ]}
        chosen={isBoth ? 'both' : 'one'}
        onChoose={setWhich}
      />
      <p>
        {t(
          isBoth
            ? 'cancelPair.bothText'
            : pair === null
              ? `cancelPair.ended.${name(other)}`
              : `cancelPair.stays.${name(other)}`,
        )}
      </p>
      {noSending === null ? null : <output>{noSending}</output>}
    </Question>
  )
}
