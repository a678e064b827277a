import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import { isSpotPair, type SpotPair } from '../../domain/instrument/spot-pair'
import { limitPrice, type Order } from '../../domain/order/order'
import { formatPrice, formatQty } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Dialog } from '../kit/Dialog'
import { DialogForm } from '../kit/DialogForm'
import styles from '../kit/DialogForm.module.css'
import { useApp } from '../state/app-context'
import type { OrderActions } from '../trading-kit/order-actions'
import { rejectionText } from '../trading-kit/refusals/rejection-text'
import { SpotLegFields } from '../trading-kit/SpotLegFields'
import { problemText } from '../trading-kit/spot-problem-text'
import { SpotOrderTpSl } from './spot-order-tpsl'

interface Props {
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** Take-profit and stop-loss that a pair's order brings once it fills. */
export function SpotOrderTpSlDialog(props: Props) {
  useSignals()
  const { t } = useTranslation('tpsl')
  const { order, onClose } = props
  const pair = useApp().market(order.symbol).listed.value
  const isNew = order.takeProfit == null && order.stopLoss == null
  return (
    <Dialog title={t(isNew ? 'addTPSL' : 'modifyTPSL')} onClose={onClose}>
      {pair !== null && isSpotPair(pair) ? (
        <Editor {...props} pair={pair} />
      ) : (
        <p>{t('trade:block.rulesUnconfirmed')}</p>
      )}
    </Dialog>
  )
}

function Editor({ order, pair, actions, onClose }: Props & { readonly pair: SpotPair }) {
  useSignals()
  const { t } = useTranslation('spot')
  // oxlint-disable-next-line react/exhaustive-deps -- the order as it was when the dialog opened; what is typed stays
  const model = useMemo(() => new SpotOrderTpSl(order, pair), [])
  const terms = model.terms.value
  const problem = model.problem.value
  const at = (field: string): string | null => (problem?.field === field ? problemText(t, problem) : null)
  const shared = {
    start: limitPrice(order),
    quoteCoin: pair.quoteCoin,
    onEdit: (change: () => void) => change(),
  }
  const price = formatPrice(limitPrice(order), pair.tickSize)
  return (
    <DialogForm
      subject={`${order.symbol} · ${t(`trade:${order.side}`)} ${formatQty(order.leavesQty, pair.lotSize)} ${pair.baseCoin} · ${price}`}
      canConfirm={terms !== null}
      onConfirm={async () => {
        if (terms === null) return ''
        const rejection = await actions.amend(order, { price: null, qty: null, tpSl: terms })
        return rejection === null ? null : rejectionText(rejection)
      }}
      onClose={onClose}
    >
      <SpotLegFields
        {...shared}
        form={model.takeProfit}
        leg="takeProfit"
        label={t('spot:part.tpTrigger')}
        problems={{ trigger: at('tpTrigger'), limit: at('tpLimit') }}
        isFirst
      />
      <SpotLegFields
        {...shared}
        form={model.stopLoss}
        leg="stopLoss"
        label={t('spot:part.slTrigger')}
        problems={{ trigger: at('slTrigger'), limit: at('slLimit') }}
      />
      <output className={styles['subject']}>{t(`spot:brought.${order.side}`)}</output>
    </DialogForm>
  )
}
