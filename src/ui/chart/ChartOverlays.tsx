import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { IconButton } from '../kit/IconButton'
import { lazyPart } from '../kit/load-part'
import { BeginsNote } from './BeginsNote'
import type { ChartModel } from './chart-model'
import type { ChartTools } from './chart-state'
import styles from './ChartPanel.module.css'
import { ModelNote } from './ModelNote'
import { DrawingBar } from './drawings/DrawingBar'
import { LegendFold } from './studies/LegendFold'
import { hasOwnPane } from './studies/study'

// It brings the dialogs' own parts, which the first screen does without.
const ObjectPanel = lazyPart('chart', async () => (await import('./objects/ObjectPanel')).ObjectPanel)
const DrawingText = lazyPart('chart', async () => (await import('./drawings/DrawingText')).DrawingText)

interface Props {
  readonly model: ChartModel
  readonly tools: ChartTools
  /** Whether the list of what is on the chart stands beside the bars. */
  readonly hasObjects: boolean
  /** Whether the ticket beside it is of this contract. */
  readonly hasTicket: boolean
  /** The keyboard goes back to the bars. */
  readonly onDone: () => void
}

/** What stands over the bars for a while: what they are and from when, what is done with chosen drawings, and words being typed. */
export function ChartOverlays({ model, tools, hasObjects, hasTicket, onDone }: Props) {
  useSignals()
  const { t } = useTranslation('market')
  const legend = tools.legend.value
  const beginsMs = model.begins.value
  const chosen = tools.drawings.chosen.value
  const edited = tools.drawings.edited.value
  return (
    <>
      {isTall(tools, model.settings.value.hasDrawingTools) ? <i hidden data-tall="" /> : null}
      {model.phase.value === 'ready' && !model.isStale.value ? <ModelNote symbol={model.market.symbol} /> : null}
      {hasObjects ? (
        <Suspense fallback={null}>
          <ObjectPanel
            model={model}
            tools={tools}
            isBeside
            onClose={() => {
              model.setView({ hasObjects: false })
              onDone()
            }}
          />
        </Suspense>
      ) : null}
      {legend.lines < 2 ? null : (
        // Its words come with the first indicator; the chart does not wait for them.
        <Suspense fallback={null}>
          <LegendFold
            legend={legend}
            isFolded={model.settings.value.isLegendFolded}
            onFold={(isLegendFolded) => model.setView({ isLegendFolded })}
          />
        </Suspense>
      )}
      {model.isAtNow.value ? null : (
        <IconButton
          label={t('chart.now')}
          strokes="M3 3.5L8 8l-5 4.5M8 3.5L13 8l-5 4.5"
          className={styles['now']}
          onPress={() => model.goToNow()}
        />
      )}
      {beginsMs === null ? null : (
        <BeginsNote timeMs={beginsMs} timezone={model.settings.value.timezone} onClose={() => model.closeBegins()} />
      )}
      {chosen.length === 0 ? null : (
        <DrawingBar
          chosen={chosen}
          tools={tools.drawing}
          onTicket={hasTicket ? (drawing) => tools.toTicket(drawing) : null}
        />
      )}
      {edited === null ? null : (
        <Suspense fallback={null}>
          <div className={styles['writing']}>
            <DrawingText
              key={edited.id}
              drawing={edited}
              drawings={tools.drawings}
              follow={tools.drawing.follow}
              onDone={onDone}
            />
          </div>
        </Suspense>
      )}
    </>
  )
}

/** Whether there is more than the bars: panes, tools, or a replay. On a phone they take the room of the book. Reads signals. */
function isTall({ studies, replay }: ChartTools, hasDrawingTools: boolean | null): boolean {
  const hasPanes = studies.studies.value.some(({ name, isVisible }) => isVisible && hasOwnPane(name))
  return hasPanes || hasDrawingTools === true || replay.phase.value !== 'off'
}
