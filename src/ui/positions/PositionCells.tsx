import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { Position } from '../../domain/position/position'
import { formatPercent, formatPrice, MISSING } from '../format'
import { Amount } from '../trading-kit/Amount'
import { useApp } from '../state/app-context'
import { partialSets, trailingOf } from '../trading-kit/position-guards'
import type { PositionDialog } from './PositionDialogs'
import styles from './Positions.module.css'

export interface CellProps {
  readonly position: Position
  readonly open: (kind: PositionDialog['kind'], position: Position) => void
}

/** Initial and maintenance margin; what an isolated position holds can be changed. */
export function Margins({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  if (!useApp().account.view.value.hasOwnMargin) return <>{MISSING}</>
  return (
    <>
      <Amount row={position} amount={position.initialMargin} />
      <small>
        <Amount row={position} amount={position.maintenanceMargin} />
      </small>
      {position.marginMode === 'isolated' ? (
        <button
          type="button"
          className={styles['chip']}
          data-empty=""
          aria-label={t('addMargin')}
          onClick={() => open('addMargin', position)}
        >
          {t(position.isAutoAddMargin === true ? 'addMarginAuto' : 'addMarginShort')}
        </button>
      ) : null}
    </>
  )
}

/** What guards the position: each is a button that opens its dialog. */
export function Guards({ position, open }: CellProps) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const orders = app.account.openOrders.value
  const tick = app.market(position.symbol).instrument.value?.tickSize ?? null
  const sets = partialSets(position, orders)
  const trailing = trailingOf(position, orders)
  const { takeProfit = null, stopLoss = null } = position
  const hasFull = takeProfit !== null || stopLoss !== null
  const hasGuards = hasFull || sets.length > 0
  return (
    <span className={styles['guards']}>
      <button
        type="button"
        className={styles['chip']}
        data-empty={hasGuards ? undefined : ''}
        aria-label={t('tpSl')}
        title={hasFull ? t('tpSlEntire') : undefined}
        onClick={() => open('tpSl', position)}
      >
        {hasFull ? (
          <>
            <span>{formatPrice(takeProfit, tick)}</span>
            <span className={styles['slash']}> / </span>
            <span>{formatPrice(stopLoss, tick)}</span>
          </>
        ) : (
          t(hasGuards ? 'partialCount' : 'addTpSlShort', { count: sets.length })
        )}
      </button>
      <button
        type="button"
        className={styles['chip']}
        data-empty={trailing === null ? '' : undefined}
        aria-label={t('trailingStop')}
        onClick={() => open('trailingStop', position)}
      >
        {trailing === null
          ? t('addTrailingShort')
          : t('trailingBy', {
              distance:
                position.trailingRate == null
                  ? formatPrice(position.trailingStop ?? null, tick)
                  : formatPercent(position.trailingRate),
            })}
      </button>
    </span>
  )
}
