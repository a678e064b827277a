import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef } from 'react'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isMarketLive } from '../trading-kit/is-market-live'
import styles from './RecentTradesPanel.module.css'
import { mountTradesCanvas } from './trades-canvas'

// What is read out comes right behind what is drawn.
const TradesTable = lazyPart('tradePage', async () => (await import('./TradesTable')).TradesTable)

/** The newest prints, drawn, and as a table. */
export function TradesBody({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { connection, theme } = useApp()
  const { t, i18n } = useTranslation('market')
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(
    () => (canvas.current === null ? undefined : mountTradesCanvas({ canvas: canvas.current, market, theme })),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- figures are written in the page's language
    [market, theme, i18n.language],
  )
  const instrument = market.listed.value
  const isStale = market.hasTrades.value && !isMarketLive(connection)
  return (
    <div className={styles['body']}>
      <div className={styles['columns']} aria-hidden="true">
        <span>
          {t('book.price')} <span className={styles['unit']}>({instrument?.quoteCoin ?? '--'})</span>
        </span>
        <span>
          {t('book.qtyShort')} <span className={styles['unit']}>({qtyCoin(instrument)})</span>
        </span>
        <span>{t('trades.time')}</span>
      </div>
      <div className={styles['box']}>
        <canvas ref={canvas} className={styles['canvas']} aria-hidden="true" data-stale={isStale ? '' : undefined} />
        <Suspense fallback={null}>
          <TradesTable market={market} />
        </Suspense>
        {market.hasTrades.value ? null : <p className={styles['empty']}>{t('trades.empty')}</p>}
      </div>
    </div>
  )
}
