import { effect, type ReadonlySignal } from '@preact/signals-react'
import { indicatorByName } from '../../../domain/indicators/indicators'
import { say } from '../../i18n/instance'
import { loadWords } from '../../i18n/use-translation'
import type { ChartPort, StudySpec } from '../port/chart-port'
import type { IndicatorName } from '../../../domain/indicators/indicator'
import { isVenueFigure } from '../../../domain/indicators/venue-figures'
import type { VenueSeries } from './follow-venue'
import type { Study } from './study'
import { studyTitles } from './study-title'

/** Keeps a chart's studies equal to a list. Their words come with the first of them. */
export function showStudies(
  port: Pick<ChartPort, 'showStudies'>,
  studies: ReadonlySignal<readonly Study[]>,
  /** Further ones, whose words have come. */
  others: ReadonlySignal<readonly StudySpec[]>,
  /** The values of those that show what the venue records. */
  venue: ReadonlySignal<ReadonlyMap<IndicatorName, VenueSeries>>,
): () => void {
  let isStopped = false
  const stop = effect(() => {
    const shown = studies.value
    const beside = others.value
    const series = venue.value
    if (shown.length === 0) {
      port.showStudies(beside)
      return
    }
    void loadWords('studies').then(() => {
      // What was asked for while the words came is shown by its own turn.
      if (!isStopped && shown === studies.peek() && series === venue.peek()) {
        const titles = studyTitles(shown)
        port.showStudies([...shown.flatMap((one) => specOf(one, titles.get(one.id) ?? '', series)), ...others.peek()])
      }
    })
  })
  return () => {
    isStopped = true
    stop()
  }
}

function specOf(study: Study, title: string, venue: ReadonlyMap<IndicatorName, VenueSeries>): readonly StudySpec[] {
  const known = indicatorByName(study.name)
  const series = venue.get(study.name)
  // A market without that figure has no pane for it.
  if (known === null || (isVenueFigure(study.name) && study.isVisible && series === undefined)) return []
  const indicator = series?.of(known) ?? known
  const { id, tones, width, isVisible, heightPx } = study
  // The engine computes anew when a value is another.
  const values = series === undefined ? study.values : { ...study.values, length: series.version }
  const actionLabels = {
    settings: say('studies:settingsOf', { title }),
    remove: say('studies:remove', { title }),
    move: say('studies:movePane', { title }),
  }
  return [{ id, indicator, values, title, tones, width, isVisible, isRebased: false, heightPx, actionLabels }]
}
