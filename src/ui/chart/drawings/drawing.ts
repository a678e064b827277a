import { CANDLE_INTERVALS, type CandleInterval } from '../../../domain/market/market'
import { type DrawingKind, DRAWING_KINDS, isTextual, hasItsPoints } from './drawing-kind'
import { DASHES, FILLS, FONT_SIZES, parseLevels, type Dash, type Fill, type FontSize } from './drawing-look'
import { LINE_WIDTHS, SERIES_TONES, type LineWidth, type SeriesTone } from '../studies/study'

/** A chart draws at most so many of one symbol; the oldest go. */
export const DRAWINGS_MAX = 500

/** By time and price, never by bar: pages of older bars and other intervals do not move it. */
export interface DrawingPoint {
  /** ms UTC. */
  readonly timeMs: number
  /** Drawn, never traded. */
  readonly price: number
}

/** What a user drew. It does not change: a change makes another one of the same id. */
export interface Drawing {
  readonly id: string
  readonly kind: DrawingKind
  readonly points: readonly DrawingPoint[]
  /** A name of its own; empty is that of its kind. */
  readonly name: string
  /** What a text or a callout says, in lines; empty of the others. */
  readonly text: string
  readonly tone: SeriesTone
  readonly width: LineWidth
  readonly dash: Dash
  readonly fill: Fill
  readonly fontSize: FontSize
  /** Of a Fibonacci drawing; `null` as its kind has them. */
  readonly levels: readonly number[] | null
  /** The intervals that it is seen on, by their length; `null` is all of them. */
  readonly shownOn: readonly CandleInterval[] | null
  readonly isLocked: boolean
  readonly isHidden: boolean
  /** Places them one above the other, lowest first; of two the same the id decides. */
  readonly order: number
}

/** Of a name, characters. */
export const NAME_MAX = 40
/** Of a text, characters with the ends of lines. */
export const TEXT_MAX = 500

/** Its own name, else how its text begins, else that of its kind. */
export function nameOr({ name, text }: Pick<Drawing, 'name' | 'text'>, kindName: string): string {
  return name || (text.trim().split('\n', 1)[0] ?? '').slice(0, NAME_MAX) || kindName
}

/** A drawing as it was stored; `null` where it is none. */
export function parseDrawing(stored: unknown): Drawing | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { id, kind, points, name, text, tone, width, shownOn, isLocked, isHidden, order } = stored as Partial<
    Record<keyof Drawing, unknown>
  >
  const known = DRAWING_KINDS.find((one) => one === kind)
  if (known === undefined || typeof id !== 'string' || id === '' || !Array.isArray(points)) return null
  const read = points.map(parsePoint)
  if (!hasItsPoints(known, read.length) || read.includes(null)) return null
  const said = typeof name === 'string' ? name.slice(0, NAME_MAX) : ''
  return {
    id,
    kind: known,
    points: read.filter((one) => one !== null),
    name: said,
    // Its name was its text once.
    text: typeof text === 'string' ? text.slice(0, TEXT_MAX) : isTextual(known) ? said : '',
    tone: SERIES_TONES.find((one) => one === tone) ?? 'blue',
    width: LINE_WIDTHS.find((one) => one === width) ?? 1,
    ...parseLook(stored),
    shownOn: parseIntervals(shownOn),
    isLocked: isLocked === true,
    isHidden: isHidden === true,
    order: typeof order === 'number' && Number.isFinite(order) ? order : 0,
  }
}

/** What was added to drawings later: an older one looks as it always did. */
export function parseLook(stored: object): Pick<Drawing, 'dash' | 'fill' | 'fontSize' | 'levels'> {
  const { dash, fill, fontSize, levels } = stored as Partial<Record<keyof Drawing, unknown>>
  return {
    dash: DASHES.find((one) => one === dash) ?? 'solid',
    fill: FILLS.find((one) => one === fill) ?? 15,
    fontSize: FONT_SIZES.find((one) => one === fontSize) ?? 11,
    levels: parseLevels(levels),
  }
}

/** Of none it would be seen nowhere: that is what hiding is for. */
export function parseIntervals(stored: unknown): Drawing['shownOn'] {
  const known = Array.isArray(stored) ? CANDLE_INTERVALS.filter((one) => stored.includes(one)) : []
  return known.length === 0 || known.length === CANDLE_INTERVALS.length ? null : known
}

export function isSeenOn({ isHidden, shownOn }: Drawing, interval: CandleInterval): boolean {
  return !isHidden && (shownOn === null || shownOn.includes(interval))
}

function parsePoint(stored: unknown): DrawingPoint | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { timeMs, price } = stored as Partial<Record<keyof DrawingPoint, unknown>>
  if (typeof timeMs !== 'number' || typeof price !== 'number') return null
  return Number.isFinite(timeMs) && Number.isFinite(price) ? { timeMs, price } : null
}

/** Lowest first. */
export function byOrder(a: Drawing, b: Drawing): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1)
}
