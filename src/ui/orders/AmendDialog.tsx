import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { compare, decimalsOf, type Price, type Qty } from '../../domain/decimal'
import { limitPrice, type Order } from '../../domain/order/order'
import { settlePrice, stepPrice } from '../../domain/order/price-rules'
import { settleQty, stepQty } from '../../domain/order/quantity-rules'
import { formatQty } from '../format'
import { Button } from '../kit/Button'
import { Dialog, useOpenGuard } from '../kit/Dialog'
import { NumberField } from '../kit/NumberField'
import { rejectionText } from '../notices/rejection-text'
import { acceptText, fieldText, readText } from '../order-entry/number-text'
import styles from '../positions/PositionDialogs.module.css'
import { priceProblem } from '../order-entry/problem-text'
import { useApp } from '../state/app-context'
import type { OrderActions } from './order-actions'

interface Props {
  readonly order: Order
  readonly actions: OrderActions
  readonly onClose: () => void
}

/** Changes price or total quantity of a resting order. */
export function AmendDialog(props: Props) {
  const { t } = useTranslation('trade')
  return (
    <Dialog title={t('amendOrder')} onClose={props.onClose}>
      <AmendEditor {...props} />
    </Dialog>
  )
}

function AmendEditor({ order, actions, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const ready = useOpenGuard()
  const app = useApp()
  const instrument = app.market(order.symbol).instrument.value
  const [priceText, setPriceText] = useState<string>(limitPrice(order) ?? '')
  const [qtyText, setQtyText] = useState<string>(order.qty)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (instrument === null) return <p>{t('block.rulesUnconfirmed')}</p>
  const { tickSize, lotSize } = instrument
  const typedPrice = readText<Price>(priceText)
  const typedQty = readText<Qty>(qtyText)
  const checkedPrice = settlePrice(priceText, instrument)
  const price = checkedPrice.ok ? checkedPrice.value : null
  const checkedQty = settleQty(qtyText, instrument, { type: 'limit', coin: instrument.baseCoin, splits: false })
  const qty = checkedQty.ok && checkedQty.value.qty !== '0' ? checkedQty.value.qty : null
  // Semantics §2.7: the new quantity must exceed the filled part.
  const isBelowFilled = qty !== null && compare(qty, order.filledQty) <= 0
  const changed = price !== limitPrice(order) || qty !== order.qty
  const confirm = async (): Promise<void> => {
    if (price === null || qty === null || isSending) return
    setSending(true)
    const rejection = await actions.amend(order, {
      price: price === limitPrice(order) ? null : price,
      qty: qty === order.qty ? null : qty,
    })
    setSending(false)
    if (rejection === null) onClose()
    else setFailure(rejectionText(rejection))
  }
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (event.nativeEvent.isTrusted && ready) void confirm()
      }}
    >
      <p className={styles['subject']}>
        {order.symbol} · {t(order.side)} · {t('filledOf', { filled: formatQty(order.filledQty, instrument.lotSize) })}
      </p>
      <NumberField
        label={t('price')}
        value={priceText}
        onText={(typed) => setPriceText((before) => acceptText(before, typed, decimalsOf(instrument.tickSize)))}
        onStep={(direction) => setPriceText(fieldText(stepPrice(typedPrice, direction, instrument), tickSize))}
        onBlur={() => price !== null && setPriceText(fieldText(price, tickSize))}
        problem={price === null ? priceProblem(t, checkedPrice, tickSize) : null}
        isFirst
      >
        {instrument.quoteCoin}
      </NumberField>
      <NumberField
        label={t('quantity')}
        value={qtyText}
        onText={(typed) => setQtyText((before) => acceptText(before, typed, decimalsOf(instrument.lotSize)))}
        onStep={(direction) => setQtyText(fieldText(stepQty(typedQty, direction, instrument, 'limit'), lotSize))}
        onBlur={() => qty !== null && setQtyText(fieldText(qty, lotSize))}
        problem={
          qty === null
            ? t('problem.qtyMissing')
            : isBelowFilled
              ? t('problem.qtyNotAboveFilled', { filled: formatQty(order.filledQty, instrument.lotSize) })
              : null
        }
      >
        {instrument.baseCoin}
      </NumberField>
      {failure === null ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button size="large" onClick={onClose}>
          {t('close')}
        </Button>
        <Button
          type="submit"
          size="large"
          tone="accent"
          disabled={!ready || isSending || price === null || qty === null || isBelowFilled || !changed}
        >
          {t(isSending ? 'sending' : 'confirm')}
        </Button>
      </div>
    </form>
  )
}
