import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice } from '../format'
import type { BookModel } from './book-model'
import styles from './OrderBookPanel.module.css'

const ARROW = { up: '↑', down: '↓', flat: '' } as const

/** Between the sides: the last price with its direction, and the mark price. */
export function BookMiddle({ model }: { readonly model: BookModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const { market } = model
  const tickSize = market.instrument.value?.tickSize ?? null
  const direction = ({ 1: 'up', 0: 'flat', [-1]: 'down' } as const)[market.direction.value]
  return (
    <div
      className={styles['middle']}
      data-stale={market.ticker.value !== null && (market.tickerStale.value || model.isStale.value) ? '' : undefined}
      style={{ insetBlockStart: model.layout.value.middleTop }}
    >
      <output aria-live="off" className={styles['last']} data-direction={direction} title={t('header.last')}>
        {formatPrice(market.lastPrice.value, tickSize)}
        {direction !== 'flat' && <span aria-label={t(`direction.${direction}`)}> {ARROW[direction]}</span>}
      </output>
      <output aria-live="off" className={styles['mark']} title={t('header.mark')}>
        {formatPrice(market.markPrice.value, tickSize)}
      </output>
    </div>
  )
}
