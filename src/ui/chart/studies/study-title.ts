import { indicatorByName } from '../../../domain/indicators/indicators'
import { parameterList } from '../../../domain/indicators/parameters'
import { say } from '../../i18n/instance'
import type { Study } from './study'

/** What its user calls a study, else `EMA 20`, `MACD 12 26 9`, `VWAP day`: what tells it from another. The words have come. */
export function studyTitle(study: Pick<Study, 'name' | 'label' | 'values'>): string {
  return study.label === '' ? ownTitle(study) : study.label
}

/** Titles of a chart's studies, by id: of those that have one title each but the first says which it is. */
export function studyTitles(studies: readonly Study[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    studies.map((study) => {
      const title = studyTitle(study)
      const count = (counts.get(title) ?? 0) + 1
      counts.set(title, count)
      return [study.id, count === 1 ? title : `${title} (${count})`]
    }),
  )
}

/** The title of a study that nobody named. */
export function ownTitle({ name, values }: Pick<Study, 'name' | 'values'>): string {
  const said = parameterList(indicatorByName(name)?.parameters ?? {}).flatMap(([key, parameter]) => {
    const value = values[key] ?? parameter.initial
    if (parameter.kind === 'number') return [String(value)]
    if (parameter.kind === 'time') return []
    // The close is what everybody expects.
    const word = parameter.words.find((one) => one === value)
    return word === undefined || word === 'close' ? [] : [say(`studies:word.${word}`)]
  })
  return [say(`studies:short.${name}`), ...said].join(' ')
}
