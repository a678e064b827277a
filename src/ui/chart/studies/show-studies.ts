import { effect, type ReadonlySignal } from '@preact/signals-react'
import { indicatorByName } from '../../../domain/indicators/indicators'
import { say } from '../../i18n/instance'
import { loadWords } from '../../i18n/use-translation'
import type { ChartPort, StudySpec } from '../port/chart-port'
import type { Study } from './study'
import { studyTitle } from './study-title'

/** Keeps a chart's studies equal to a list. Their words come with the first of them. */
export function showStudies(
  port: Pick<ChartPort, 'showStudies'>,
  studies: ReadonlySignal<readonly Study[]>,
  /** Further ones, whose words have come. */
  others: ReadonlySignal<readonly StudySpec[]>,
): () => void {
  let isStopped = false
  const stop = effect(() => {
    const shown = studies.value
    const beside = others.value
    if (shown.length === 0) {
      port.showStudies(beside)
      return
    }
    void loadWords('studies').then(() => {
      // What was asked for while the words came is shown by its own turn.
      if (!isStopped && shown === studies.peek()) port.showStudies([...shown.flatMap(specOf), ...others.peek()])
    })
  })
  return () => {
    isStopped = true
    stop()
  }
}

function specOf(study: Study): readonly StudySpec[] {
  const indicator = indicatorByName(study.name)
  if (indicator === null) return []
  const title = studyTitle(study)
  const { id, values, tones, width, isVisible, heightPx } = study
  const actionLabels = { settings: say('studies:settingsOf', { title }), remove: say('studies:remove', { title }) }
  return [{ id, indicator, values, title, tones, width, isVisible, isRebased: false, heightPx, actionLabels }]
}
