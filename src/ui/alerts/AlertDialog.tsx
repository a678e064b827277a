import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useMemo, useState } from 'react'
import { ALERT_CONDITIONS, ALERT_FREQUENCIES, alertLevel, alertPricesOf } from '../../domain/market/price-alert'
import { CANDLE_INTERVALS } from '../../domain/market/market'
import { formatInterval, formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import { IconButton } from '../kit/IconButton'
import { NumberField } from '../kit/NumberField'
import { Select } from '../kit/Select'
import type { AlertRequest } from '../state/alert-request'
import { useApp } from '../state/app-context'
import type { Rejection } from '../../workers/presses'
import { Refusal } from '../trading-kit/refusals/Refusal'
import { PriceTextField } from '../trading-kit/PriceTextField'
import styles from './AlertDialog.module.css'
import { AlertForm } from './alert-form'
import { alertWords } from './alert-lines'
import { alertsOf } from './alerts-model'
import { UnitStepsButton } from '../trading-kit/UnitStepsButton'

interface Props {
  readonly asked: AlertRequest
  readonly onClose: () => void
}

/** The alerts of a market, and a new one. */
export function AlertDialog({ asked, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('chart')
  const app = useApp()
  const model = alertsOf(app)
  const { symbol } = asked
  const market = app.market(symbol)
  const listed = market.listed.value
  const form = useMemo(() => {
    const last =
      app.market(symbol).lastPrice.peek() ?? app.catalogue.tickers.of(symbol).peek().ticker?.lastPrice ?? null
    return new AlertForm(symbol, app.market(symbol).listed, { price: asked.price ?? last, interval: asked.interval })
  }, [app, symbol, asked])
  const tick = listed?.tickSize ?? null
  const own = model.alerts.value.filter((alert) => alert.symbol === symbol)
  const {
    condition: chosenCondition,
    by: chosenBy,
    frequency: chosenFrequency,
    interval: chosenInterval,
  } = form.chosen.value
  const isShare = chosenCondition === 'percent'
  const terms = form.terms.value
  const [refusal, setRefusal] = useState<Rejection | null>(null)
  return (
    <Dialog title={t('alert.title', { symbol })} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (terms !== null) void model.set(terms).then(setRefusal)
        }}
      >
        <Select
          label={t('alert.price')}
          items={alertPricesOf(listed?.kind).map((one) => [one, t(`alert.by.${one}`)] as const)}
          chosen={chosenBy}
          onChoose={(by) => form.choose({ by })}
        />
        <Select
          label={t('alert.when')}
          items={ALERT_CONDITIONS.map((one) => [one, t(`alert.condition.${one}`)] as const)}
          chosen={chosenCondition}
          onChoose={(condition) => form.choose({ condition })}
        />
        {isShare ? (
          <NumberField
            label={t('alert.percent')}
            value={form.percentText.value}
            onText={(typed) => form.setPercent(typed)}
            onStep={(direction) => form.stepPercent(direction)}
          >
            <UnitStepsButton
              label={t('alert.percent')}
              step={0.1}
              most={100}
              text={() => form.percentText.peek()}
              onText={(typed) => form.setPercent(typed)}
            />
            %
          </NumberField>
        ) : null}
        <PriceTextField
          label={t(isShare ? 'alert.from' : 'alert.level')}
          field={form.price}
          problem={form.isShareOfNothing.value ? t('alert.shareOfNothing') : null}
          isProblemShown
          isFirst
        />
        <Select
          label={t('alert.often')}
          items={ALERT_FREQUENCIES.map((one) => [one, t(`alert.frequency.${one}`)] as const)}
          chosen={chosenFrequency}
          onChoose={(frequency) => form.choose({ frequency })}
        />
        {chosenFrequency === 'barClose' ? (
          <Select
            label={t('alert.interval')}
            items={CANDLE_INTERVALS.map((one) => [one, formatInterval(one)] as const)}
            chosen={chosenInterval}
            onChoose={(interval) => form.choose({ interval })}
          />
        ) : null}
        <Button type="submit" disabled={terms === null}>
          {t('alert.add')}
        </Button>
        {isShare && form.percent.value === null ? <p>{t('alert.percentMissing')}</p> : null}
        {refusal === null ? null : (
          <p role="alert">
            {t('alert.notSet')}{' '}
            <Suspense fallback={null}>
              <Refusal rejection={refusal} as="span" />
            </Suspense>
          </p>
        )}
      </form>
      {own.length === 0 ? <p>{t('alert.none')}</p> : null}
      <ul className={styles['list']}>
        {own.map((alert) => {
          const line = alertWords(alert)
          const shown = formatPrice(alertLevel(alert), tick)
          return (
            <li key={alert.id}>
              <span>{line}</span>
              <span className={styles['price']}>{shown}</span>
              <span className={styles['state']}>
                {alert.firedPrice === null
                  ? t('alert.waits')
                  : t('alert.fired', { price: formatPrice(alert.firedPrice, tick) })}
              </span>
              <IconButton
                label={t('alert.remove', { line, price: shown })}
                strokes="M3.5 3.5l9 9M12.5 3.5l-9 9"
                onPress={() => void model.remove(alert)}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
