import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { FullScreenButton } from './FullScreenButton'
import { IntervalGroup } from './IntervalGroup'
import { resolutionLabel } from './port/bars'
import type { ChartModel } from './chart-model'
import { CHART_TYPES, type ChartAbility } from './port/chart-port'
import styles from './ChartPanel.module.css'
import { downloadBlob } from '../kit/download-blob'

/** Intervals, the shape of the bars and what else can be done with a chart. */
export function ChartToolbar({
  model,
  hasDrawingTools,
  lacks,
  head,
}: {
  readonly model: ChartModel
  readonly hasDrawingTools: boolean
  /** What the engine has in toolbars of its own, or not at all. */
  readonly lacks: readonly ChartAbility[]
  /** What stands first in it. */
  readonly head?: ReactNode
}) {
  useSignals()
  const { t } = useTranslation('market')
  const { resolution, chartType } = model.settings.value
  const isReplayed = (model.tools.value?.replay.phase.value ?? 'off') !== 'off'
  const takeScreenshot = async (): Promise<void> => {
    const blob = await model.screenshot()
    if (blob !== null) downloadBlob(blob, `${model.market.symbol}-${resolutionLabel(resolution)}.png`)
  }
  return (
    <div className={styles['toolbar']}>
      {head}
      <IntervalGroup model={model} />
      <div className={styles['rule']} />
      <select
        aria-label={t('chart.type')}
        className={styles['type']}
        data-wide=""
        value={chartType}
        onChange={(event) => {
          const type = CHART_TYPES.find((one) => one === event.currentTarget.value)
          if (type !== undefined) model.setView({ chartType: type })
        }}
      >
        {CHART_TYPES.map((one) => (
          <option key={one} value={one}>
            {t(`chart.types.${one}`)}
          </option>
        ))}
      </select>
      <div className={styles['rule']} />
      <div className={styles['group']}>
        <button
          type="button"
          aria-label={t('chart.indicators')}
          title={t('chart.indicators')}
          disabled={model.tools.value === null || lacks.includes('studies')}
          onClick={() => model.show({ kind: 'indicators', study: null })}
        >
          <Icon strokes="M1.5 12l4-5 3 3 6-7" />
          <span className={styles['word']}>{t('chart.indicators')}</span>
        </button>
        <button
          type="button"
          aria-label={t('chart.compare')}
          title={t('chart.compare')}
          disabled={model.tools.value === null || lacks.includes('studies')}
          onClick={() => model.show({ kind: 'compare' })}
        >
          <Icon strokes="M1.5 11l4-4 3 2 6-6M1.5 6l4 5 3-3 6 3" />
        </button>
        <button
          type="button"
          aria-label={t('chart.drawingTools')}
          title={t('chart.drawingTools')}
          aria-pressed={hasDrawingTools}
          disabled={lacks.includes('drawings')}
          onClick={() => model.setView({ hasDrawingTools: !hasDrawingTools })}
        >
          <Icon strokes="M3 13l1-3 7-7 2 2-7 7zM9.5 4.5l2 2" />
        </button>
        <button
          type="button"
          aria-label={t('chart.depth')}
          title={t('chart.depth')}
          aria-pressed={model.face.value === 'depth'}
          onClick={() => model.turn(model.face.peek() === 'depth' ? 'bars' : 'depth')}
        >
          <Icon strokes="M1.5 3v4h3v3h2v3.5M14.5 2v5h-2.5v3h-2v3.5M1.5 13.5h13" />
        </button>
        <button
          type="button"
          aria-label={t('chart.replay')}
          title={t('chart.replay')}
          aria-pressed={isReplayed}
          disabled={model.tools.value === null}
          onClick={() => (isReplayed ? model.tools.peek()?.replay.close() : model.tools.peek()?.replay.choose())}
        >
          <Icon strokes="M8 3.5L2.5 8 8 12.5zM14 3.5L8.5 8l5.5 4.5z" />
        </button>
        {model.slot === 0 ? (
          <button
            type="button"
            aria-label={t('chart.layouts')}
            title={t('chart.layouts')}
            disabled={model.tools.value === null}
            onClick={() => model.show({ kind: 'layouts' })}
          >
            <Icon strokes="M2 3h12v10H2zM8.5 3v10M8.5 8H14" />
          </button>
        ) : null}
        <button
          type="button"
          aria-label={t('chart.settings')}
          title={t('chart.settings')}
          disabled={model.tools.value === null}
          onClick={() => model.show({ kind: 'settings' })}
        >
          <Icon strokes="M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0" />
        </button>
      </div>
      <button
        type="button"
        className={styles['last']}
        data-wide=""
        aria-label={t('chart.screenshot')}
        title={t('chart.screenshot')}
        onClick={() => void takeScreenshot()}
      >
        <Icon strokes="M2 5h3l1.2-2h3.6L11 5h3v8H2zM8 6.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6" />
      </button>
      <FullScreenButton>
        <Icon strokes="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" />
      </FullScreenButton>
    </div>
  )
}

/** @param strokes on 16 by 16 */
function Icon({ strokes }: { readonly strokes: string }) {
  return (
    <svg viewBox="0 0 16 16" className={styles['mark']} aria-hidden="true">
      <path d={strokes} />
    </svg>
  )
}
