import { err, ok, type Result } from '../../../base/result'
import { parseDrawing, type Drawing } from '../drawings/drawing'
import { CHART_COUNTS } from '../grid/chart-grid'
import { parseChartSettings } from '../layout-store/chart-settings'
import { parseStudies } from '../studies/study'
import { ENGINES, OWN_MAX, THEMES, type ChartLayout, type LayoutChart } from './layout'
import { LAYOUT_NAME_MAX } from './layout-set'

const FORMAT = 'halyard-chart-layout'
const VERSION = 1
/** Characters of a file: 200 drawings of four symbols take a fifth of it, what is drawn in four engines the half. */
export const LAYOUT_FILE_MAX = 4_000_000

/** A layout as a file: with what is drawn on the symbols that it shows. */
export interface LayoutFile {
  readonly name: string
  readonly layout: ChartLayout
  readonly drawings: readonly { readonly symbol: string; readonly drawings: readonly Drawing[] }[]
}

/** Why a file is not taken. `field` is its path in the file, such as `charts[1].settings.resolution`. */
export type LayoutFileProblem =
  | { readonly kind: 'tooLarge' | 'notJson' | 'notLayout' }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'field'; readonly field: string }

export function writeLayoutFile({ name, layout, drawings }: LayoutFile): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, name, ...layout, drawings }, null, 1)
}

/** Reads a file strictly: the first value that would not be taken as it stands refuses all of it. */
export function readLayoutFile(text: string): Result<LayoutFile, LayoutFileProblem> {
  if (text.length > LAYOUT_FILE_MAX) return err({ kind: 'tooLarge' })
  const file = parseJson(text)
  if (file === undefined) return err({ kind: 'notJson' })
  if (!isRecord(file) || file['format'] !== FORMAT) return err({ kind: 'notLayout' })
  const { version, name, engine, charts, theme = null, drawings } = file
  if (typeof version !== 'number') return odd('version')
  if (version > VERSION) return err({ kind: 'newer', version })
  if (typeof name !== 'string' || name.trim() === '' || name.length > LAYOUT_NAME_MAX) return odd('name')
  const known = ENGINES.find((one) => one === engine)
  if (known === undefined) return odd('engine')
  if (!Array.isArray(charts) || charts.length === 0 || charts.length > CHART_COUNTS.length) return odd('charts')
  const knownTheme = THEMES.find((one) => one === theme) ?? null
  if (knownTheme !== theme) return odd('theme')
  const read: LayoutChart[] = []
  for (const [at, chart] of charts.entries()) {
    const result = readChart(chart, `charts[${at}]`)
    if (!result.ok) return result
    read.push(result.value)
  }
  const drawn = readDrawings(drawings)
  if (!drawn.ok) return drawn
  return ok({ name: name.trim(), layout: { engine: known, charts: read, theme: knownTheme }, drawings: drawn.value })
}

function readChart(chart: unknown, path: string): Result<LayoutChart, LayoutFileProblem> {
  if (!isRecord(chart)) return odd(path)
  // Files of before have nothing of an engine's own.
  const { settings, studies, own = null } = chart
  if (!isRecord(settings)) return odd(`${path}.settings`)
  const read = parseChartSettings(settings)
  const field = oddField(settings, read, `${path}.settings`)
  if (field !== null) return odd(field)
  if (!Array.isArray(studies)) return odd(`${path}.studies`)
  for (const [at, study] of studies.entries()) {
    const own = `${path}.studies[${at}]`
    const [alone] = parseStudies([study])
    const within = alone === undefined ? own : oddField(study, alone, own)
    if (within !== null) return odd(within)
  }
  const all = parseStudies(studies)
  // Two of one id, or more than fit.
  if (all.length !== studies.length) return odd(`${path}.studies`)
  if (own !== null && !isOwn(own)) return odd(`${path}.own`)
  return ok({ settings: read, studies: all, own })
}

/** Whether it is what an engine may have written: its form is the engine's, so that only the engine knows more. */
function isOwn(given: unknown): given is string {
  return typeof given === 'string' && given.length <= OWN_MAX && isRecord(parseJson(given))
}

function readDrawings(given: unknown): Result<LayoutFile['drawings'], LayoutFileProblem> {
  if (!Array.isArray(given)) return odd('drawings')
  const read: LayoutFile['drawings'][number][] = []
  for (const [at, one] of given.entries()) {
    const path = `drawings[${at}]`
    if (!isRecord(one) || typeof one['symbol'] !== 'string') return odd(`${path}.symbol`)
    if (!Array.isArray(one['drawings'])) return odd(`${path}.drawings`)
    const drawings: Drawing[] = []
    for (const [index, drawing] of one['drawings'].entries()) {
      const own = `${path}.drawings[${index}]`
      const parsed = parseDrawing(drawing)
      const within = parsed === null ? own : oddField(drawing, parsed, own)
      if (parsed === null || within !== null) return odd(within ?? own)
      drawings.push(parsed)
    }
    read.push({ symbol: one['symbol'], drawings })
  }
  return ok(read)
}

/** The first field that was read as something else; what is missing is the default. */
function oddField(given: unknown, read: unknown, path: string): string | null {
  if (Array.isArray(given) && Array.isArray(read)) {
    if (given.length !== read.length) return path
    return first(given.keys(), (at) => oddField(given[at], read[at], `${path}[${at}]`))
  }
  if (isRecord(given) && isRecord(read))
    return first(Object.keys(given), (key) =>
      // What this version does not know, and what it read: both by name.
      key in read ? oddField(given[key], read[key], `${path}.${key}`) : `${path}.${key}`,
    )
  return Object.is(given, read) ? null : path
}

function first<T>(items: Iterable<T>, find: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

function odd(field: string): { readonly ok: false; readonly error: LayoutFileProblem } {
  return err({ kind: 'field', field })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns `undefined` where the text is no JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
