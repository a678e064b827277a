import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import type { InstrumentSymbol } from '../../domain/order/order'
import { formatLeverage, formatMoney } from '../format'
import { Button } from '../kit/Button'
import { Dialog, useOpenGuard } from '../kit/Dialog'
import { NumberField } from '../kit/NumberField'
import { Slider } from '../kit/Slider'
import { rejectionText } from '../notices/rejection-text'
import { useApp } from '../state/app-context'
import styles from './PositionDialogs.module.css'
import { LeverageForm } from './leverage-form'

interface Props {
  readonly symbol: InstrumentSymbol
  readonly onClose: () => void
}

/** The leverage of a contract: a number, a slider, and what it allows. */
export function LeverageDialog({ symbol, onClose }: Props) {
  const { t } = useTranslation('trade')
  return (
    <Dialog title={t('pozLeverage')} onClose={onClose}>
      <LeverageEditor symbol={symbol} onClose={onClose} />
    </Dialog>
  )
}

function LeverageEditor({ symbol, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const ready = useOpenGuard()
  const instrument = app.market(symbol).instrument.value
  const form = useMemo(() => {
    const known = app.market(symbol).instrument.peek()
    return known === null ? null : new LeverageForm(known, app.account.leverage(symbol))
  }, [app, symbol])
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (form === null || instrument === null) return <p>{t('block.rulesUnconfirmed')}</p>
  const leverage = form.leverage.value
  const confirm = async (): Promise<void> => {
    form.settle()
    const chosen = form.leverage.peek()
    if (chosen === null || isSending) return
    setSending(true)
    setFailure(null)
    const outcome = await app.hub.api.setLeverage(symbol, chosen)
    setSending(false)
    if (outcome.kind === 'accepted') {
      app.account.noteLeverage(symbol, chosen)
      app.notices.say('leverageSet', { symbol, leverage: formatLeverage(chosen) })
      onClose()
    } else setFailure(outcome.kind === 'refused' ? rejectionText(outcome.rejection) : t('callUnknown'))
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
        {symbol} · {t('cross')}
      </p>
      <NumberField
        label={t('leverage')}
        value={form.text.value}
        onText={(typed) => form.setText(typed)}
        onStep={(direction) => form.step(direction)}
        onBlur={() => form.settle()}
        isFirst
      >
        ×
      </NumberField>
      <Slider
        label={t('leverageSlider')}
        min={Number(instrument.minLeverage)}
        max={Number(instrument.maxLeverage)}
        step={1}
        value={Number(leverage ?? instrument.minLeverage)}
        marks={form.marks}
        valueText={formatLeverage(leverage)}
        onValue={(value) => form.setText(String(value))}
      />
      <p className={styles['line']}>
        <span>{t('maxPositionValue')}</span>
        <span>
          {formatMoney(form.maxValue.value)} {instrument.settleCoin}
        </span>
      </p>
      <output className={styles['warning']}>{form.isHigh.value ? t('lvgHighLimitTips') : ''}</output>
      {failure === null ? null : (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button size="large" onClick={onClose}>
          {t('close')}
        </Button>
        <Button type="submit" size="large" tone="accent" disabled={!ready || isSending || leverage === null}>
          {t(isSending ? 'sending' : 'confirm')}
        </Button>
      </div>
    </form>
  )
}
