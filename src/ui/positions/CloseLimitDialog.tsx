import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { decimalsOf, type Price } from '../../domain/decimal'
import { settlePrice, stepPrice } from '../../domain/order/price-rules'
import type { Position } from '../../domain/position/position'
import { formatQty } from '../format'
import { Button } from '../kit/Button'
import { Dialog, useOpenGuard } from '../kit/Dialog'
import { NumberField } from '../kit/NumberField'
import { rejectionText } from '../notices/rejection-text'
import { acceptText, fieldText, readText } from '../order-entry/number-text'
import { priceProblem } from '../order-entry/problem-text'
import { useApp } from '../state/app-context'
import { closePosition } from './close-position'
import styles from './PositionDialogs.module.css'

interface Props {
  readonly position: Position
  readonly onClose: () => void
}

/** Closes a position with a resting reduce-only order at a price. */
export function CloseLimitDialog({ position, onClose }: Props) {
  const { t } = useTranslation('trade')
  return (
    <Dialog title={t('closeAtLimit')} onClose={onClose}>
      <CloseEditor position={position} onClose={onClose} />
    </Dialog>
  )
}

function CloseEditor({ position, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const ready = useOpenGuard()
  const market = app.market(position.symbol)
  const instrument = market.instrument.value
  const [text, setText] = useState(() => {
    const price = market.lastPrice.peek() ?? position.markPrice
    return price === null ? '' : fieldText(price, market.instrument.peek()?.tickSize ?? price)
  })
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const price = readText<Price>(text)
  if (instrument === null) return <p>{t('block.rulesUnconfirmed')}</p>
  const tick = instrument.tickSize
  const checked = settlePrice(text, instrument)
  const settled = checked.ok ? checked.value : null
  const confirm = async (): Promise<void> => {
    if (settled === null || isSending) return
    setSending(true)
    const outcome = await closePosition(app, position, settled)
    setSending(false)
    if (outcome?.kind === 'refused') setFailure(rejectionText(outcome.rejection))
    else if (outcome !== null) onClose()
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
        {position.symbol} · {t(position.side === 'buy' ? 'closeLong' : 'closeShort')}{' '}
        {formatQty(position.size, instrument.lotSize)} {instrument.baseCoin}
      </p>
      <NumberField
        label={t('price')}
        value={text}
        onText={(typed) => setText((before) => acceptText(before, typed, decimalsOf(instrument.tickSize)))}
        onStep={(direction) => setText(fieldText(stepPrice(price, direction, instrument), tick))}
        onBlur={() => settled !== null && setText(fieldText(settled, tick))}
        problem={settled === null ? priceProblem(t, checked, tick) : null}
        isFirst
      >
        {instrument.quoteCoin}
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
        <Button type="submit" size="large" tone="accent" disabled={!ready || isSending || settled === null}>
          {t(isSending ? 'sending' : 'confirm')}
        </Button>
      </div>
    </form>
  )
}
