import { saveSetting, updateSetting } from '../../state/browser-settings'
import type { App } from '../../state/app-context'
import { apply, put } from '../drawings/drawing-commands'
import { drawingsOf, keptOf, parseDrawings } from '../drawings/drawing-set'
import { drawingNews, drawingsName } from '../drawings/keep-drawings'
import { ONE_CHART, symbolIn } from '../grid/chart-grid'
import type { ChartGroup } from '../grid/chart-group'
import { ChartStore } from '../layout-store/chart-store'
import { nameInSlot } from '../layout-store/chart-settings'
import { engineLayoutName, keptLayout } from '../layout-store/keep-engine-layout'
import { keepMerged, keptNews } from '../layout-store/keep-merged'
import type { ThemeName } from '../port/chart-port'
import { leaving } from '../page-events'
import type { ChartLayout, LayoutChart } from './layout'
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
    show: (layout) => show(group, store, layout),
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

async function capture({ charts, first }: ChartGroup, theme: ThemeName): Promise<ChartLayout | null> {
  const engine = first.peek()?.engine.peek()?.engine.name
  const shown = await Promise.all(
    charts.peek().map(async ({ settings, tools }): Promise<readonly LayoutChart[]> => {
      const running = tools.peek()
      if (running === null) return []
      const studies = running.studies.studies.peek()
      const own = (await running.inside?.now()) ?? null
      return [{ settings: { ...settings.peek(), layoutName: null, layoutPrint: null }, studies, own }]
    }),
  )
  const all = shown.flat()
  return engine === undefined || all.length === 0 ? null : { engine, charts: all, theme }
}

/** Charts that run change at once; those that open with the layout read what was kept for their places before. */
async function show(group: ChartGroup, store: ChartStore, { engine, charts }: ChartLayout): Promise<boolean> {
  const running = group.charts.peek()
  const grid = charts[0]?.settings.grid ?? ONE_CHART
  const page = group.first.peek()?.market.symbol
  for (const [slot, { settings, studies, own }] of charts.entries()) {
    const symbol = page === undefined ? undefined : symbolIn(grid, slot, page)
    const there = running.find((one) => one.slot === slot)
    // Of a chart that is about to show another symbol as of one that opens.
    if (there?.market.symbol !== symbol) await keepOwn(store, { engine, own, slot, symbol })
    if (there !== undefined) continue
    await saveSetting(nameInSlot('chart', slot), settings)
    const [chartKey, studiesKey] = [store.keyOf(nameInSlot('chart', slot)), store.keyOf(nameInSlot('studies', slot))]
    if (chartKey !== null) await saveSetting(chartKey, settings)
    // Its favourites stay.
    if (studiesKey !== null)
      await updateSetting(studiesKey, (kept) => ({ ...(typeof kept === 'object' ? kept : null), studies }))
  }
  const taken: Promise<boolean>[] = []
  // The first one last: its settings open and close the others.
  for (const chart of running.toReversed()) {
    const wanted = charts[chart.slot]
    if (wanted === undefined) continue
    // Whoever opened it says its name.
    const { layoutName, layoutPrint } = chart.settings.peek()
    chart.adopt({ ...wanted.settings, layoutName, layoutPrint })
    const tools = chart.tools.peek()
    tools?.studies.replace(wanted.studies)
    const isSame = page !== undefined && chart.market.symbol === symbolIn(grid, chart.slot, page)
    // What another engine wrote it cannot read.
    if (isSame && wanted.own !== null && tools?.inside != null && chart.engine.peek()?.engine.name === engine)
      taken.push(tools.inside.replace(wanted.own))
  }
  return (await Promise.all(taken)).every(Boolean)
}

interface OwnOfPlace {
  readonly engine: ChartLayout['engine']
  readonly own: string | null
  readonly slot: number
  readonly symbol: string | undefined
}

/** A chart that opens with the layout reads what was drawn in its engine from the record of its place. */
async function keepOwn(store: ChartStore, { engine, own, slot, symbol }: OwnOfPlace): Promise<void> {
  if (own === null || symbol === undefined) return
  const key = store.keyOf(engineLayoutName({ engine, symbol, slot }))
  if (key !== null) await saveSetting(key, keptLayout(engine, own))
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
