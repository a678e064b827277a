import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useRef } from 'react'
import { decimalsOf, fromSteps, type Qty } from '../../../domain/decimal'
import type { TradedMarket } from '../../../domain/instrument/market-type'
import { valueOf } from '../../../domain/market/public-topic'
import { formatCoin, formatNumber, formatPrice, formatQty, MISSING } from '../../format'
import { useTranslation } from '../../i18n/use-translation'
import { IconButton } from '../../kit/IconButton'
import { useApp } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { qtyCoin } from '../../contract-units'
import { StaleAge } from '../../trading-kit/StaleAge'
import { watchBook } from '../../trading-kit/watch-book'
import { mountDepthCanvas } from './depth-canvas'
import styles from './DepthChart.module.css'
import { placeOf, takenBy, type Sweep } from './depth-curve'
import { DepthModel } from './depth-model'
import { DEPTH_ZOOMS, ticksAt } from './depth-window'

/**
 * The cumulative book, in the place of the bars. Pointer and arrow keys go from level to level; what sweeping the book
 * to it would cost stands above, and is the value of the slider for assistive technology.
 */
export function DepthChart({ market }: { readonly market: MarketModel }) {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('depth')
  const model = useMemo(() => new DepthModel(app, market), [app, market])
  useEffect(() => watchBook(app, market, model.watch), [app, market, model])
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(
    () => (canvas.current === null ? undefined : mountDepthCanvas({ canvas: canvas.current, model, theme: app.theme })),
    [app, model],
  )
  const curve = model.curve.value
  const sweep = model.sweep.value
  const said = sweep === null ? '' : t(`sweep.${sweep.side}`, sweepValues(sweep, model.instrument.value))
  const count = curve === null ? 0 : curve.bids.length + curve.asks.length
  const cursor = model.cursor.value
  // Before anything is pointed at, a key begins at the best bid.
  const place = curve === null ? 0 : cursor === null ? Math.max(0, curve.bids.length - 1) : placeOf(curve, cursor)
  const pointAt = (clientX: number, target: HTMLElement): void => {
    const window = model.window.peek()
    const { left, width } = target.getBoundingClientRect()
    if (window !== null && width > 0) model.pointAt(ticksAt(clientX - left, window, width))
  }
  return (
    <section className={styles['depth']} aria-label={t('title')}>
      <div className={styles['head']}>
        <p className={styles['said']} data-side={sweep?.side}>
          {said === '' ? <Totals model={model} /> : said}
        </p>
        {model.isStale.value ? (
          <StaleAge className={styles['age']} of={valueOf({ kind: 'book', symbol: market.symbol })} isShort />
        ) : null}
        <IconButton
          label={t('zoomOut')}
          strokes="M3.5 8h9"
          disabled={model.zoom.value === 0}
          onPress={() => model.zoomBy(-1)}
        />
        <IconButton
          label={t('zoomIn')}
          strokes="M3.5 8h9M8 3.5v9"
          disabled={model.zoom.value === DEPTH_ZOOMS - 1}
          onPress={() => model.zoomBy(1)}
        />
      </div>
      <div
        className={styles['box']}
        data-stale={model.isStale.value ? '' : undefined}
        onPointerMove={(event) => pointAt(event.clientX, event.currentTarget)}
        onPointerDown={(event) => pointAt(event.clientX, event.currentTarget)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && model.pointAt(null)}
      >
        <input
          type="range"
          className={styles['levels']}
          min={0}
          max={Math.max(0, count - 1)}
          value={place}
          aria-label={t('level')}
          aria-valuetext={said === '' ? t('noLevel') : said}
          onChange={(event) => model.goTo(event.currentTarget.valueAsNumber)}
        />
        <canvas ref={canvas} aria-hidden="true" />
        {curve === null ? <p className={styles['message']}>{t('loading')}</p> : null}
        {curve !== null && count === 0 ? <p className={styles['message']}>{t('empty')}</p> : null}
      </div>
    </section>
  )
}

/** Both sides as far as they are known. */
function Totals({ model }: { readonly model: DepthModel }) {
  useSignals()
  const { t } = useTranslation('depth')
  const [curve, instrument] = [model.curve.value, model.instrument.value]
  if (curve === null || instrument === null) return MISSING
  const totalOf = (side: 'buy' | 'sell'): string => {
    const last = takenBy(curve, side).at(-1)
    return last === undefined
      ? MISSING
      : formatQty(fromSteps<Qty>(last.totalLots, instrument.lotSize), instrument.lotSize)
  }
  return t('totals', {
    bids: totalOf('sell'),
    asks: totalOf('buy'),
    coin: qtyCoin(instrument),
    bidLevels: curve.bids.length,
    askLevels: curve.asks.length,
  })
}

function sweepValues({ price, qty, value, averagePrice, levels }: Sweep, instrument: TradedMarket | null) {
  const { tickSize = null, lotSize = null, settleCoin = null } = instrument ?? {}
  // A mean of prices may lie between two ticks: one digit more says so.
  const decimals = tickSize === null ? 2 : decimalsOf(tickSize) + 1
  return {
    price: formatPrice(price, tickSize),
    qty: formatQty(qty, lotSize),
    coin: qtyCoin(instrument),
    value: formatCoin(value, settleCoin),
    valueCoin: settleCoin ?? MISSING,
    average: formatNumber(averagePrice, { decimals }),
    count: levels,
  }
}
