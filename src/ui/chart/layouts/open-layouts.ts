import { saveSetting, updateSetting } from '../../state/browser-settings'
import type { App } from '../../state/app-context'
import { apply, put } from '../drawings/drawing-commands'
import { drawingsOf, keptOf, parseDrawings } from '../drawings/drawing-set'
import { drawingNews, drawingsName } from '../drawings/keep-drawings'
import type { ChartGroup } from '../grid/chart-group'
import { ChartStore } from '../layout-store/chart-store'
import { nameInSlot } from '../layout-store/chart-settings'
import { keepMerged, keptNews } from '../layout-store/keep-merged'
import type { ThemeName } from '../port/chart-port'
import { leaving } from '../page-events'
import type { ChartLayout } from './layout'
import type { LayoutFile } from './layout-file'
import { LAYOUT_SETS } from './layout-set'
import { LayoutsModel } from './layouts-model'

const NAME = 'layouts'
const CHANNEL = 'halyard-layouts'

/** The layouts of the signed-in account for the charts of a page, from their first use until the page's charts go. */
export function openLayouts(app: App, group: ChartGroup): { readonly model: LayoutsModel; stop(): void } {
  const store = new ChartStore(app.kept, (delayMs, call) => {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  })
  const [news, drawn] = [keptNews(CHANNEL), drawingNews()]
  const kept = keepMerged(NAME, LAYOUT_SETS, store, news, () => model)
  const tab = crypto.randomUUID()
  const model: LayoutsModel = new LayoutsModel({
    capture: () => capture(group, app.theme.theme.peek()),
    show: (layout) => void show(group, store, layout),
    drawings: () => drawnOn(group),
    addDrawings: (files) => addDrawings(files, { store, tab, told: (key) => drawn.post(key) }),
    keep: (set) => kept.keep(set),
    newId: () => crypto.randomUUID(),
    nowMs: () => Date.now(),
    tab,
  })
  const stops = [
    store.follow(app.account, () => void kept.load()),
    kept.follow(),
    leaving(() => store.leave()),
    () => news.close(),
    () => drawn.close(),
  ]
  return {
    model,
    stop: () => {
      for (const one of stops) one()
    },
  }
}

function capture({ charts, first }: ChartGroup, theme: ThemeName): ChartLayout | null {
  const engine = first.peek()?.engine.peek()?.engine.name
  const shown = charts.peek().flatMap(({ settings, tools }) => {
    const studies = tools.peek()?.studies.studies.peek()
    return studies === undefined
      ? []
      : { settings: { ...settings.peek(), layoutName: null, layoutPrint: null }, studies }
  })
  return engine === undefined || shown.length === 0 ? null : { engine, charts: shown, theme }
}

/** Charts that run change at once; those that open with the layout read what was kept for their places before. */
async function show(group: ChartGroup, store: ChartStore, { charts }: ChartLayout): Promise<void> {
  const running = group.charts.peek()
  for (const [slot, { settings, studies }] of charts.entries()) {
    if (running.some((one) => one.slot === slot)) continue
    await saveSetting(nameInSlot('chart', slot), settings)
    const [chartKey, studiesKey] = [store.keyOf(nameInSlot('chart', slot)), store.keyOf(nameInSlot('studies', slot))]
    if (chartKey !== null) await saveSetting(chartKey, settings)
    // Its favourites stay.
    if (studiesKey !== null)
      await updateSetting(studiesKey, (kept) => ({ ...(typeof kept === 'object' ? kept : null), studies }))
  }
  // The first one last: its settings open and close the others.
  for (const chart of running.toReversed()) {
    const wanted = charts[chart.slot]
    if (wanted === undefined) continue
    // Whoever opened it says its name.
    const { layoutName, layoutPrint } = chart.settings.peek()
    chart.adopt({ ...wanted.settings, layoutName, layoutPrint })
    chart.tools.peek()?.studies.replace(wanted.studies)
  }
}

function drawnOn({ charts }: ChartGroup): LayoutFile['drawings'] {
  const bySymbol = new Map(
    charts.peek().map(({ market, tools }) => [market.symbol, tools.peek()?.drawings.drawings.peek() ?? []]),
  )
  return [...bySymbol].flatMap(([symbol, drawings]) => (drawings.length === 0 ? [] : { symbol, drawings }))
}

interface Target {
  readonly store: ChartStore
  readonly tab: string
  /** Other charts and tabs hear that a record changed. */
  told(key: string): void
}

/** Drawings of an id that is there already stay as they are. */
function addDrawings(files: LayoutFile['drawings'], { store, tab, told }: Target): void {
  for (const { symbol, drawings } of files) {
    const key = store.keyOf(drawingsName(symbol))
    store.update(
      drawingsName(symbol),
      (kept) => {
        const set = parseDrawings(kept)
        const known = new Set(drawingsOf(set).map(({ id }) => id))
        return keptOf(apply(set, put(...drawings.filter(({ id }) => !known.has(id))), tab).set)
      },
      () => key !== null && told(key),
    )
  }
  store.flush()
}
