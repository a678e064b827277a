import { computed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { valueOf } from '../../domain/market/public-topic'
import { loadWords, useTranslation } from '../i18n/use-translation'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import { resolutionLabel } from './port/bars'
import type { ChartAbility } from './port/chart-port'
import { ChartModel } from './chart-model'
import type { ChartGroup } from './grid/chart-group'
import { isLayoutChanged } from './layouts/layout-print'
import { StaleAge } from '../trading-kit/StaleAge'
import { SymbolButton } from './symbols/SymbolButton'
import styles from './ChartPanel.module.css'
import { ChartText } from './ChartText'
import { ChartToolbar } from './ChartToolbar'
import { modelNoteOf } from './ModelNote'

const ChartDialogs = lazyPart('chart', async () => (await import('./ChartDialogs')).ChartDialogs)

const ChartOverlays = lazyPart('chart', async () => (await import('./ChartOverlays')).ChartOverlays)

const DrawingToolbar = lazyPart('chart', async () => (await import('./drawings/DrawingToolbar')).DrawingToolbar)

const DepthChart = lazyPart('chart', async () => (await import('./depth/DepthChart')).DepthChart)

const BarReplayBar = lazyPart('chart', async () => (await import('./bar-replay/BarReplayBar')).BarReplayBar)

interface Props {
  readonly market: MarketModel
  /** What others draw on it; the same function for as long as it draws the same. */
  readonly loadSources: () => Promise<ChartSources>
  /** The charts of the page, and this one's place among them; the first is 0. */
  readonly group: ChartGroup
  readonly slot: number
  /** Whether the ticket beside it is of this contract. */
  readonly hasTicket: boolean
  /** Gives it another symbol; left out where that is another page. */
  readonly onSymbol?: (symbol: InstrumentSymbol) => void
  /** Whether its symbol is that of all charts. */
  readonly isLinked?: boolean
  /** What buttons on those lines ask. */
  readonly children?: ReactNode
}

/** Where the drawing tools stand beside the chart from the first. */
const isWide = matchMedia('(min-width: 768px)').matches

const NOTHING: readonly ChartAbility[] = []

/** What of model and group the panel is drawn from: settings that are read, or an engine that comes, are seldom another. */
function shownOf(model: ChartModel, group: ChartGroup) {
  const isDepth = computed(() => model.face.value === 'depth')
  const lacks = computed(() => {
    const told = model.engine.value?.engine.lacks ?? NOTHING
    return told.length === 0 ? NOTHING : told
  })
  return {
    isDepth,
    lacks,
    hasDrawingTools: computed(
      () =>
        !isDepth.value &&
        !lacks.value.includes('drawings') &&
        (model.settings.value.hasDrawingTools ?? (isWide && model.slot === 0)),
    ),
    hasObjects: computed(() => model.settings.value.hasObjects),
    resolution: computed(() => model.settings.value.resolution),
    isLayoutChanged: computed(() => model.slot === 0 && isLayoutChanged(group)),
  }
}

/** The price chart (decisions 37: region "Chart"). The engine comes in a chunk of its own. */
export function ChartPanel({ market, loadSources, group, slot, hasTicket, onSymbol, isLinked, children }: Props) {
  useSignals()
  const app = useApp()
  const { t, i18n } = useTranslation('market')
  const model = useMemo(() => new ChartModel(app, market, loadSources, slot), [app, market, loadSources, slot])
  useEffect(() => group.join(model), [group, model])
  const canvas = useRef<HTMLDivElement>(null)
  // Before the browser paints: what the engine needs is under way while the ticket is drawn.
  useLayoutEffect(() => {
    if (canvas.current === null) return undefined
    // On its way while the engine is: its lines have words of their own.
    void loadWords('chart')
    return model.mount(canvas.current, i18n.language)
  }, [model, i18n.language])
  const phase = model.phase.value
  // What stands over and beside the bars comes behind the first of them.
  const [isFirst, setFirst] = useState(true)
  if (isFirst && phase !== 'loading') setFirst(false)
  const shown = useMemo(() => shownOf(model, group), [model, group])
  const tools = model.tools.value
  const dialog = model.dialog.value
  const isDepth = shown.isDepth.value
  const lacks = shown.lacks.value
  const hasDrawingTools = shown.hasDrawingTools.value
  const focusBars = (): void =>
    canvas.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  // Several charts, or a phone's, have no room for it beside the bars.
  const isBeside = isWide && group.count.value === 1
  const hasObjects = isBeside && !isDepth && shown.hasObjects.value
  const openObjects = (): void =>
    isBeside ? model.setView({ hasObjects: !hasObjects }) : model.show({ kind: 'objects' })
  const resolution = shown.resolution.value
  const interval = resolutionLabel(resolution)
  return (
    <section
      className={styles['panel']}
      data-several={isWide && group.count.value > 1 ? '' : undefined}
      aria-label={slot === 0 ? t('chart.title') : t('chart.titleOf', { number: slot + 1, symbol: market.symbol })}
    >
      <ChartToolbar
        model={model}
        hasDrawingTools={hasDrawingTools}
        hasObjects={hasObjects}
        onObjects={openObjects}
        isLayoutChanged={shown.isLayoutChanged.value}
        lacks={lacks}
        head={
          <SymbolButton
            symbol={market.symbol}
            slot={slot}
            isLinked={isLinked === true}
            onPress={() => model.show({ kind: 'symbol' })}
          />
        }
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
        data-note={modelNoteOf(market.symbol) === null ? undefined : ''}
        aria-busy={phase === 'loading'}
      >
        {!hasDrawingTools || tools === null || isFirst ? null : (
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
        {model.isStale.value && !isDepth && (
          <StaleAge
            className={styles['age']}
            of={valueOf({ kind: 'candle', symbol: market.symbol, interval: resolution })}
            isShort
          />
        )}
        {phase === 'loading' && <div className={styles['skeleton']} aria-hidden="true" />}
        <p className={styles['loading']} aria-live="polite">
          {phase === 'loading' ? t('chart.loading', { interval }) : ''}
        </p>
        {isDepth || tools === null || isFirst ? null : (
          <Suspense fallback={null}>
            <ChartOverlays
              model={model}
              tools={tools}
              hasObjects={hasObjects}
              hasTicket={hasTicket}
              onDone={focusBars}
            />
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
      <ChartText model={model} />
      {tools === null || (dialog === null && model.menu.value === null) ? null : (
        <Suspense fallback={null}>
          <ChartDialogs model={model} tools={tools} group={group} onSymbol={onSymbol ?? null} onDone={focusBars} />
        </Suspense>
      )}
      {children}
    </section>
  )
}
