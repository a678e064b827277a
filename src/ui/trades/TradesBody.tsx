import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice, formatQty, formatTime } from '../format'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { useSlowValue } from '../state/use-slow-value'
import { isMarketLive } from '../trading-kit/is-market-live'
import { newestPrints } from './newest-prints'
import styles from './RecentTradesPanel.module.css'

/** Height of a print, CSS pixels. */
const ROW_HEIGHT = 19
/** Rows drawn before the height is known: as the prerendered skeleton. */
const ROWS_BEFORE_MEASURE = 20

const ARROW = { buy: '↑', sell: '↓' } as const

/** The newest prints, as many as fit. The side is told by the arrow as well as by colour. */
export function TradesBody({ market }: { readonly market: MarketModel }) {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('market')
  const box = useRef<HTMLDivElement>(null)
  const rows = useRowsThatFit(box)

  const instrument = market.listed.value
  const trades = newestPrints(useSlowValue(market.trades), rows)
  const isStale = trades.length > 0 && !isMarketLive(app.connection)
  return (
    <div ref={box} className={styles['box']}>
      <table className={styles['table']} aria-label={t('trades.title')} data-stale={isStale ? '' : undefined}>
        <thead>
          <tr>
            <th scope="col">
              {t('book.price')} <span className={styles['unit']}>({instrument?.quoteCoin ?? '--'})</span>
            </th>
            <th scope="col">
              {t('book.qtyShort')} <span className={styles['unit']}>({qtyCoin(instrument)})</span>
            </th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade, row) => (
            // By its place: a row that moved down with each print would be a shift of the layout, five times a second.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row} data-side={trade.side}>
              <td>
                {formatPrice(trade.price, instrument?.tickSize ?? null)}{' '}
                <span aria-label={t(`trades.${trade.side}`)}>{ARROW[trade.side]}</span>
              </td>
              <td>{formatQty(trade.qty, instrument?.lotSize ?? null)}</td>
              <td>{formatTime(trade.timeMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {trades.length === 0 && <p className={styles['empty']}>{t('trades.empty')}</p>}
    </div>
  )
}

function useRowsThatFit(box: React.RefObject<HTMLDivElement | null>): number {
  const [rows, setRows] = useState(ROWS_BEFORE_MEASURE)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() =>
      setRows(Math.max(1, Math.floor((element.clientHeight - 22) / ROW_HEIGHT))),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return rows
}
