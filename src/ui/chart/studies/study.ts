import type { IndicatorName } from '../../../domain/indicators/indicator'
import { indicatorByName } from '../../../domain/indicators/indicators'
import { fitsParameter, parameterList, type ParameterName } from '../../../domain/indicators/parameters'

/** Colours of lines that mean no side and no result, by the theme. */
export const SERIES_TONES = ['blue', 'amber', 'violet', 'grey', 'green', 'red'] as const
export type SeriesTone = (typeof SERIES_TONES)[number]

export const LINE_WIDTHS = [1, 2, 3] as const
export type LineWidth = (typeof LINE_WIDTHS)[number]

export const STUDY_LABEL_MAX = 40
/** Indicators on one chart at most, of all kinds and with a pane of their own: below it no pane can be read. */
export const STUDIES_MAX = 20
export const OWN_PANES_MAX = 6

/** An indicator on the chart, as it was set. The same indicator may be there several times. */
export interface Study {
  readonly id: string
  readonly name: IndicatorName
  /** What its user calls it; empty for its own title. */
  readonly label: string
  readonly values: Readonly<Partial<Record<ParameterName, number | string>>>
  /** One for each output. */
  readonly tones: readonly SeriesTone[]
  readonly width: LineWidth
  readonly isVisible: boolean
  /** Of its own pane, CSS pixels; `null` as the engine gives it. */
  readonly heightPx: number | null
}

/** Lengths of averages, in the order in which further ones begin with them: two of one length would be one line. */
const AVERAGE_LENGTHS = [20, 50, 100, 200, 10, 5] as const
const AVERAGES: ReadonlySet<IndicatorName> = new Set(['ma', 'ema', 'wma'])

function firstValues(name: IndicatorName, others: readonly Study[]): Study['values'] {
  if (!AVERAGES.has(name)) return {}
  const [initial] = AVERAGE_LENGTHS
  const taken = new Set(others.flatMap((one) => (one.name === name ? [one.values.length ?? initial] : [])))
  const length = AVERAGE_LENGTHS.find((one) => !taken.has(one)) ?? initial
  return length === initial ? {} : { length }
}

/** A study with its initial settings. */
export function newStudy(name: IndicatorName, id: string, others: readonly Study[]): Study {
  const outputs = indicatorByName(name)?.outputs ?? []
  // Lines among the bars are told from each other, and so are two of the same kind in panes of their own.
  const beside = others.filter((one) => one.name === name || (!hasOwnPane(name) && !hasOwnPane(one.name)))
  const taken = new Set(beside.flatMap(({ tones }) => tones))
  const free = SERIES_TONES.filter((tone) => !taken.has(tone))
  const tones = free.length >= outputs.length ? free : SERIES_TONES
  const offset = free.length >= outputs.length ? 0 : beside.length
  return {
    id,
    name,
    label: '',
    values: firstValues(name, others),
    tones: outputs.map((_, index) => tones[(index + offset) % tones.length] ?? 'blue'),
    width: 1,
    isVisible: true,
    heightPx: null,
  }
}

export function hasOwnPane(name: IndicatorName): boolean {
  return indicatorByName(name)?.pane === 'own'
}

/** Whether another one still fits. */
export function canAdd(name: IndicatorName, studies: readonly Study[]): boolean {
  if (studies.length >= STUDIES_MAX) return false
  return !hasOwnPane(name) || studies.filter((one) => hasOwnPane(one.name)).length < OWN_PANES_MAX
}

/** Studies as they were stored. What is unknown, odd or too much is left out. */
export function parseStudies(stored: unknown): readonly Study[] {
  if (!Array.isArray(stored)) return []
  return stored.reduce<readonly Study[]>((known, one) => {
    const study = parseStudy(one, known)
    return study === null || !canAdd(study.name, known) ? known : [...known, study]
  }, [])
}

function parseStudy(stored: unknown, known: readonly Study[]): Study | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { id, name, label, values, tones, width, isVisible, heightPx } = stored as Partial<Record<keyof Study, unknown>>
  const indicator = typeof name === 'string' ? indicatorByName(name) : null
  if (indicator === null || typeof id !== 'string' || known.some((one) => one.id === id)) return null
  const first = newStudy(indicator.name, id, known)
  const toneOf = (index: number): SeriesTone | undefined =>
    SERIES_TONES.find((tone) => Array.isArray(tones) && tone === tones[index])
  const given = typeof values === 'object' && values !== null ? (values as Readonly<Record<string, unknown>>) : {}
  const kept = parameterList(indicator.parameters).flatMap(([key, parameter]) => {
    const value = given[key]
    return fitsParameter(parameter, value) ? [[key, value] as const] : []
  })
  return {
    ...first,
    label: typeof label === 'string' ? label.slice(0, STUDY_LABEL_MAX) : '',
    values: Object.fromEntries(kept),
    tones: first.tones.map((tone, index) => toneOf(index) ?? tone),
    width: LINE_WIDTHS.find((one) => one === width) ?? first.width,
    isVisible: isVisible !== false,
    heightPx: typeof heightPx === 'number' && heightPx > 0 && heightPx < 4_000 ? heightPx : null,
  }
}
