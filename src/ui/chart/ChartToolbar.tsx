import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { FullScreenButton } from './FullScreenButton'
import { IntervalGroup } from './IntervalGroup'
import type { ChartModel } from './chart-model'
import { CHART_TYPES, type ChartAbility } from './port/chart-port'
import styles from './ChartPanel.module.css'
import { IconButton } from '../kit/IconButton'

/** Intervals, the shape of the bars and what else can be done with a chart. */
export function ChartToolbar({
  model,
  hasDrawingTools,
  hasObjects,
  onObjects,
  isLayoutChanged,
  lacks,
  head,
}: {
  readonly model: ChartModel
  readonly hasDrawingTools: boolean
  /** Whether the list of what is on the chart stands beside the bars. */
  readonly hasObjects: boolean
  readonly onObjects: () => void
  /** Whether the charts are no longer as the layout whose name is said. */
  readonly isLayoutChanged: boolean
  /** What the engine has in toolbars of its own, or not at all. */
  readonly lacks: readonly ChartAbility[]
  /** What stands first in it. */
  readonly head?: ReactNode
}) {
  useSignals()
  const { t } = useTranslation('market')
  const { chartType, layoutName } = model.settings.value
  const isReplayed = (model.tools.value?.replay.phase.value ?? 'off') !== 'off'
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
        <IconButton
          label={t('chart.indicators')}
          strokes="M1.5 12l4-5 3 3 6-7"
          word={t('chart.indicators')}
          disabled={model.tools.value === null || lacks.includes('studies')}
          onPress={() => model.show({ kind: 'indicators', study: null })}
        />
        <IconButton
          label={t('chart.compare')}
          strokes="M1.5 11l4-4 3 2 6-6M1.5 6l4 5 3-3 6 3"
          disabled={model.tools.value === null || lacks.includes('studies')}
          onPress={() => model.show({ kind: 'compare' })}
        />
        <IconButton
          label={t('chart.drawingTools')}
          strokes="M3 13l1-3 7-7 2 2-7 7zM9.5 4.5l2 2"
          isOn={hasDrawingTools}
          disabled={lacks.includes('drawings')}
          onPress={() => model.setView({ hasDrawingTools: !hasDrawingTools })}
        />
        <IconButton
          label={t('chart.depth')}
          strokes="M1.5 3v4h3v3h2v3.5M14.5 2v5h-2.5v3h-2v3.5M1.5 13.5h13"
          isOn={model.face.value === 'depth'}
          onPress={() => model.turn(model.face.peek() === 'depth' ? 'bars' : 'depth')}
        />
        <IconButton
          label={t('chart.replay')}
          strokes="M8 3.5L2.5 8 8 12.5zM14 3.5L8.5 8l5.5 4.5z"
          isOn={isReplayed}
          disabled={model.tools.value === null}
          onPress={() => (isReplayed ? model.tools.peek()?.replay.close() : model.tools.peek()?.replay.choose())}
        />
        {model.slot === 0 ? (
          <IconButton
            label={
              layoutName === null
                ? t('chart.layouts')
                : t(isLayoutChanged ? 'chart.layoutsChanged' : 'chart.layoutsNow', { name: layoutName })
            }
            word={
              layoutName === null
                ? undefined
                : isLayoutChanged
                  ? t('chart.layoutChanged', { name: layoutName })
                  : layoutName
            }
            strokes="M2 3h12v10H2zM8.5 3v10M8.5 8H14"
            disabled={model.tools.value === null}
            onPress={() => model.show({ kind: 'layouts' })}
          />
        ) : null}
        <IconButton
          label={t('chart.settings')}
          strokes="M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0"
          disabled={model.tools.value === null}
          onPress={() => model.show({ kind: 'settings' })}
        />
      </div>
      <IconButton
        label={t('chart.objects')}
        strokes="M8 2l6 3.3-6 3.3-6-3.3zM2.5 9L8 12l5.5-3"
        isOn={hasObjects}
        className={styles['last']}
        disabled={model.tools.value === null}
        onPress={onObjects}
      />
      <IconButton
        label={t('chart.screenshot')}
        strokes="M2 5h3l1.2-2h3.6L11 5h3v8H2zM8 6.5a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6"
        data-picture={model.slot}
        aria-haspopup="menu"
        disabled={model.tools.value === null}
        onPress={() => model.show({ kind: 'picture' })}
      />
      <FullScreenButton />
    </div>
  )
}
