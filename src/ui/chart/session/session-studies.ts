import { computed } from '@preact/signals-react'
import type { App } from '../../state/app-context'
import type { MarketModel } from '../../state/market-model'
import { traceChart } from '../chart-faults'
import type { ChartState } from '../chart-state'
import { comparedMarket } from '../chart-view'
import { comparisonId, comparisonsOf } from '../comparisons/comparison'
import { comparedBy, followComparisons } from '../comparisons/show-comparisons'
import { isContractKind } from '../../../domain/instrument/product-kind'
import { isVenueFigure, type VenueFigure } from '../../../domain/indicators/venue-figures'
import { followVenue } from '../studies/follow-venue'
import { readVenueValues } from '../studies/venue-calls'
import type { ChartStore } from '../layout-store/chart-store'
import { nameInSlot } from '../layout-store/chart-settings'
import { datafeedOf } from '../open-chart'
import { after } from '../page-events'
import type { ChartPort } from '../port/chart-port'
import { showStudies } from '../studies/show-studies'
import { StudyTemplates } from '../studies/study-templates'
import { StudiesModel } from '../studies/studies-model'

/** Name of what is stored. */
const STUDIES = 'studies'
/** Those of all charts of an account. */
const TEMPLATES = 'study-templates'

interface Joined {
  readonly app: App
  readonly market: MarketModel
  readonly state: ChartState
  readonly port: ChartPort
  readonly store: ChartStore
  /** The chart's place among those of a page. */
  readonly slot: number
  /** Whether the past is played: of it no other series is known. */
  isReplayed(): boolean
  /** Up to when it is played; `null` while it is not. */
  untilMs(): number | null
}

/** The indicators and comparisons of a chart, on it and kept. */
export function joinStudies({ app, market, state, port, store, slot, isReplayed, untilMs }: Joined) {
  const name = nameInSlot(STUDIES, slot)
  const has = (figure: VenueFigure): boolean => {
    const kind = market.listed.peek()?.kind
    if (kind === undefined || !isContractKind(kind)) return false
    return figure === 'openInterest' || kind.endsWith('Perpetual')
  }
  const studies = new StudiesModel(
    (kept) => store.save(name, kept),
    () => crypto.randomUUID(),
    (one) => !isVenueFigure(one) || has(one),
  )
  const templates = new StudyTemplates({
    update: (change, done) => store.update(TEMPLATES, change, done),
    newId: () => crypto.randomUUID(),
  })
  const resolution = computed(() => state.settings.value.resolution)
  const category = market.listed.peek()?.kind.startsWith('inverse') === true ? 'inverse' : 'linear'
  const venue = followVenue({
    studies: studies.studies,
    resolution,
    has,
    untilMs,
    read: (figure, interval, endMs) =>
      readVenueValues({ figure, category, symbol: market.symbol, resolution: interval }, endMs),
    trace: (message) => traceChart(app.hub, message),
    after,
  })
  const compared = followComparisons({
    comparisons: computed(() =>
      isReplayed() ? [] : comparisonsOf(state.settings.value.comparisons, comparedMarket(market)),
    ),
    resolution,
    symbol: market.symbol,
    feed: datafeedOf(app, market),
    trace: (message) => traceChart(app.hub, message),
    after,
  })
  const stops = [
    compared.stop,
    venue.stop,
    showStudies(port, studies.studies, compared.specs, venue.series),
    port.on('studyAction', ({ id, action }) => {
      const settings = state.settings.peek()
      const comparison = comparedBy(id)
      if (comparison !== null && action === 'settings') state.dialog.value = { kind: 'compare' }
      else if (comparison !== null)
        state.adopt({
          ...settings,
          comparisons: settings.comparisons.filter((one) => comparisonId(one) !== comparison),
        })
      else if (action === 'remove') studies.remove(id)
      else if (action === 'up' || action === 'down') studies.move(id, action === 'up' ? -1 : 1)
      else state.dialog.value = { kind: 'indicators', study: id }
    }),
    port.on('studyHeight', ({ id, heightPx }) => comparedBy(id) === null && studies.change(id, { heightPx })),
  ]
  return {
    studies,
    templates,
    load: async () => {
      void store.read(TEMPLATES).then((stored) => templates.load(stored))
      studies.load(await store.read(name))
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}
