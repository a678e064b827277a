import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { isOptionKind } from '../../domain/instrument/product-kind'
import { valueOf } from '../../domain/market/public-topic'
import { loadWords, useTranslation } from '../i18n/use-translation'
import { markLoad } from '../kit/load-marks'
import { lazyPart } from '../kit/load-part'
import { kindOfPage } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import { resolutionLabel } from './port/bars'
import { ChartModel } from './chart-model'
import type { ChartGroup } from './grid/chart-group'
import { StaleAge } from '../trading-kit/StaleAge'
import styles from './ChartPanel.module.css'
import { ChartText } from './ChartText'
import { ChartToolbar } from './ChartToolbar'

const IndicatorDialog = lazyPart('dialog', async () => (await import('./studies/IndicatorDialog')).IndicatorDialog)

const ChartSettingsDialog = lazyPart(
  'dialog',
  async () => (await import('./settings/ChartSettingsDialog')).ChartSettingsDialog,
)

const CompareDialog = lazyPart('dialog', async () => (await import('./comparisons/CompareDialog')).CompareDialog)

const DrawingToolbar = lazyPart('chart', async () => (await import('./drawings/DrawingToolbar')).DrawingToolbar)

const DrawingBar = lazyPart('chart', async () => (await import('./drawings/DrawingBar')).DrawingBar)

const DrawingText = lazyPart('chart', async () => (await import('./drawings/DrawingText')).DrawingText)

const DepthChart = lazyPart('chart', async () => (await import('./depth/DepthChart')).DepthChart)

const LayoutDialog = lazyPart('dialog', async () => (await import('./layouts/LayoutDialog')).LayoutDialog)

const PriceMenu = lazyPart('chart', async () => (await import('./menu/PriceMenu')).PriceMenu)

const BeginsNote = lazyPart('chart', async () => (await import('./BeginsNote')).BeginsNote)

const ModelNote = lazyPart('chart', async () => (await import('./ModelNote')).ModelNote)

const BarReplayBar = lazyPart('chart', async () => (await import('./bar-replay/BarReplayBar')).BarReplayBar)

const ObjectPanel = lazyPart('chart', async () => (await import('./objects/ObjectPanel')).ObjectPanel)

interface Props {
  readonly market: MarketModel
  /** What others draw on it; the same function for as long as it draws the same. */
  readonly loadSources: () => Promise<ChartSources>
  /** The charts of the page, and this one's place among them; the first is 0. */
  readonly group: ChartGroup
  readonly slot: number
  /** Whether the ticket beside it is of this contract. */
  readonly hasTicket: boolean
  /** What stands first in its toolbar. */
  readonly head?: ReactNode
  /** What buttons on those lines ask. */
  readonly children?: ReactNode
}

/** Where the drawing tools stand beside the chart from the first. */
const isWide = matchMedia('(min-width: 768px)').matches

/** The price chart (decisions 37: region "Chart"). The engine comes in a chunk of its own. */
export function ChartPanel({ market, loadSources, group, slot, hasTicket, head, children }: Props) {
  useSignals()
  const app = useApp()
  const { t, i18n } = useTranslation('market')
  const model = useMemo(() => new ChartModel(app, market, loadSources, slot), [app, market, loadSources, slot])
  useEffect(() => group.join(model), [group, model])
  const canvas = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (canvas.current === null) return undefined
    // On its way while the engine is: its lines have words of their own.
    void loadWords('chart')
    return model.mount(canvas.current, i18n.language)
  }, [model, i18n.language])
  const phase = model.phase.value
  useEffect(() => {
    if (phase === 'ready') app.hub.afterPaint(() => markLoad('chart'))
  }, [app, phase])
  const tools = model.tools.value
  const dialog = model.dialog.value
  const isDepth = model.face.value === 'depth'
  const lacks = model.engine.value?.engine.lacks ?? []
  const hasDrawingTools =
    !isDepth && !lacks.includes('drawings') && (model.settings.value.hasDrawingTools ?? (isWide && slot === 0))
  const focusBars = (): void =>
    canvas.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  // Several charts, or a phone's, have no room for it beside the bars.
  const isBeside = isWide && group.grid.value.count === 1
  const hasObjects = isBeside && !isDepth && model.settings.value.hasObjects
  const openObjects = (): void =>
    isBeside ? model.setView({ hasObjects: !hasObjects }) : model.show({ kind: 'objects' })
  const interval = resolutionLabel(model.settings.value.resolution)
  return (
    <section
      className={styles['panel']}
      data-several={isWide && group.grid.value.count > 1 ? '' : undefined}
      aria-label={slot === 0 ? t('chart.title') : t('chart.titleOf', { number: slot + 1, symbol: market.symbol })}
    >
      <ChartToolbar
        model={model}
        hasDrawingTools={hasDrawingTools}
        hasObjects={hasObjects}
        onObjects={openObjects}
        lacks={lacks}
        head={head}
      />
      {tools === null || tools.replay.phase.value === 'off' ? null : (
        <Suspense fallback={null}>
          <BarReplayBar replay={tools.replay} timezone={model.settings.value.timezone} />
        </Suspense>
      )}
      <div
        className={styles['box']}
        data-tools={hasDrawingTools ? '' : undefined}
        data-objects={hasObjects ? '' : undefined}
        aria-busy={phase === 'loading'}
      >
        {!hasDrawingTools || tools === null ? null : (
          <Suspense fallback={null}>
            <DrawingToolbar drawings={tools.drawings} drawInView={tools.drawing.drawInView} />
          </Suspense>
        )}
        <div
          ref={canvas}
          className={styles['canvas']}
          data-stale={model.isStale.value ? '' : undefined}
          data-loading={phase === 'loading' ? '' : undefined}
          data-covered={isDepth ? '' : undefined}
        />
        {isDepth ? (
          <Suspense fallback={null}>
            <DepthChart market={market} />
          </Suspense>
        ) : null}
        {model.isStale.value && (
          <StaleAge
            className={styles['age']}
            of={valueOf({ kind: 'candle', symbol: market.symbol, interval: model.settings.value.resolution })}
            isShort
          />
        )}
        {noteOf(market.symbol) !== null && phase === 'ready' && !isDepth && !model.isStale.value ? (
          <Suspense fallback={null}>
            <ModelNote words={noteOf(market.symbol)!} />
          </Suspense>
        ) : null}
        {phase === 'loading' && <div className={styles['skeleton']} aria-hidden="true" />}
        <p className={styles['loading']} aria-live="polite">
          {phase === 'loading' ? t('chart.loading', { interval }) : ''}
        </p>
        {!hasObjects || tools === null ? null : (
          <Suspense fallback={null}>
            <ObjectPanel
              model={model}
              tools={tools}
              isBeside
              onClose={() => {
                model.setView({ hasObjects: false })
                focusBars()
              }}
            />
          </Suspense>
        )}
        {isDepth || model.isAtNow.value ? null : (
          <button
            type="button"
            className={styles['now']}
            title={t('chart.now')}
            aria-label={t('chart.now')}
            onClick={() => model.goToNow()}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M3 3.5L8 8l-5 4.5M8 3.5L13 8l-5 4.5" />
            </svg>
          </button>
        )}
        {isDepth || model.begins.value === null ? null : (
          <Suspense fallback={null}>
            <BeginsNote
              timeMs={model.begins.value}
              timezone={model.settings.value.timezone}
              onClose={() => model.closeBegins()}
            />
          </Suspense>
        )}
        {isDepth || tools === null || tools.drawings.chosen.value.length === 0 ? null : (
          <Suspense fallback={null}>
            <DrawingBar
              chosen={tools.drawings.chosen.value}
              tools={tools.drawing}
              onTicket={hasTicket ? (drawing) => tools.toTicket(drawing) : null}
            />
          </Suspense>
        )}
        {isDepth || tools === null || tools.drawings.edited.value === null ? null : (
          <Suspense fallback={null}>
            <div className={styles['writing']}>
              <DrawingText
                key={tools.drawings.edited.value.id}
                drawing={tools.drawings.edited.value}
                drawings={tools.drawings}
                follow={tools.drawing.follow}
                onDone={focusBars}
              />
            </div>
          </Suspense>
        )}
        {phase === 'empty' && <p className={styles['message']}>{t('chart.empty')}</p>}
        {phase === 'error' && (
          <p className={styles['message']} role="alert">
            {t('chart.error', { interval })}{' '}
            <button type="button" onClick={() => model.retry()}>
              {t('chart.retry')}
            </button>
          </p>
        )}
      </div>
      {model.menu.value === null ? null : (
        <Suspense fallback={null}>
          <PriceMenu
            menu={model.menu.value}
            tickSize={market.instrument.value?.tickSize ?? null}
            onClose={() => {
              model.closeMenu()
              focusBars()
            }}
          />
        </Suspense>
      )}
      <ChartText model={model} />
      {dialog === null || tools === null ? null : (
        <Suspense fallback={null}>
          {dialog.kind === 'indicators' ? (
            <IndicatorDialog
              studies={tools.studies}
              templates={tools.templates}
              opened={dialog.study}
              onClose={() => model.show(null)}
            />
          ) : dialog.kind === 'layouts' ? (
            <LayoutDialog group={group} onClose={() => model.show(null)} />
          ) : dialog.kind === 'objects' ? (
            <ObjectPanel model={model} tools={tools} isBeside={false} onClose={() => model.show(null)} />
          ) : dialog.kind === 'compare' ? (
            <CompareDialog model={model} onClose={() => model.show(null)} />
          ) : (
            <ChartSettingsDialog model={model} onClose={() => model.show(null)} />
          )}
        </Suspense>
      )}
      {children}
    </section>
  )
}

/** What bars are that were not, or not all, traded: keys of `chart`. */
function noteOf(symbol: string): 'ofModel' | 'ofLegs' | null {
  const kind = kindOfPage(symbol)
  return isOptionKind(kind) ? 'ofModel' : kind === 'spread' ? 'ofLegs' : null
}
