import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Price } from '../../domain/decimal'
import { ALERT_FREQUENCIES, alertLevel, type AlertFrequency } from '../../domain/market/price-alert'
import type { TriggerBy } from '../../domain/order/order'
import { formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Button } from '../kit/Button'
import { Dialog } from '../kit/Dialog'
import { Select } from '../kit/Select'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import styles from './AlertDialog.module.css'
import { alertWords } from './alert-lines'
import { alertsOf } from './alerts-model'

/** Those of a level; a share of a price is set by REST. */
const CONDITIONS = ['crossing', 'above', 'below'] as const
const PRICES: readonly TriggerBy[] = ['last', 'mark', 'index']
/** Of alerts by a bar's close. */
const INTERVAL = '30'

interface Props {
  readonly market: MarketModel
  /** Where a new one would wait. */
  readonly price: Price
  readonly onClose: () => void
}

/** The alerts of a contract, and a new one at a price of its chart. */
export function AlertDialog({ market, price, onClose }: Props) {
  useSignals()
  const { t } = useTranslation('chart')
  const app = useApp()
  const model = alertsOf(app)
  const [condition, setCondition] = useState<(typeof CONDITIONS)[number]>('crossing')
  const [by, setBy] = useState<TriggerBy>('last')
  const [frequency, setFrequency] = useState<AlertFrequency>('once')
  const tick = market.listed.value?.tickSize ?? null
  const own = model.alerts.value.filter(({ symbol }) => symbol === market.symbol)
  return (
    <Dialog title={t('alert.title', { symbol: market.symbol })} onClose={onClose}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          const interval = frequency === 'barClose' ? INTERVAL : null
          void model.add({ symbol: market.symbol, condition, price, percent: null, by, frequency, interval })
        }}
      >
        <Select
          label={t('alert.price')}
          items={PRICES.map((one) => [one, t(`alert.by.${one}`)] as const)}
          chosen={by}
          onChoose={setBy}
        />
        <Select
          label={t('alert.when')}
          items={CONDITIONS.map((one) => [one, t(`alert.condition.${one}`)] as const)}
          chosen={condition}
          onChoose={setCondition}
        />
        <output className={styles['price']}>{formatPrice(price, tick)}</output>
        <Select
          label={t('alert.often')}
          items={ALERT_FREQUENCIES.map((one) => [one, t(`alert.frequency.${one}`)] as const)}
          chosen={frequency}
          onChoose={setFrequency}
        />
        <Button type="submit">{t('alert.add')}</Button>
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
              <button
                type="button"
                aria-label={t('alert.remove', { line, price: shown })}
                onClick={() => void model.remove(alert.id)}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
