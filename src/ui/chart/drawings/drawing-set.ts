import { byOrder, DRAWINGS_MAX, parseDrawing, type Drawing } from './drawing'

/**
 * When an entry was made, so that of two the later one holds. It is no time of a clock, which tabs may disagree on: a
 * tab counts on from the highest that it has seen, and its own name decides between two of the same count.
 */
export interface Stamp {
  readonly count: number
  readonly tab: string
}

/** What is known of one id: its drawing, or that it was deleted. */
export interface Entry {
  readonly stamp: Stamp
  readonly drawing: Drawing | null
}

/**
 * All drawings of a symbol, with those that were deleted: without a trace of them a tab that still has one would bring
 * it back. Merging is the later entry of each id, so it does not matter who merges what, how often, or in which order.
 */
export type DrawingSet = ReadonlyMap<string, Entry>

/** Traces of deleted drawings that are kept; the oldest go. */
const DELETED_MAX = 1_000

export const NO_DRAWINGS: DrawingSet = new Map()

export function isLater(one: Stamp, other: Stamp): boolean {
  return one.count > other.count || (one.count === other.count && one.tab > other.tab)
}

/** The highest count in a set; the next entry counts on from it. */
export function lastCount(set: DrawingSet): number {
  let count = 0
  for (const { stamp } of set.values()) count = Math.max(count, stamp.count)
  return count
}

export function merge(one: DrawingSet, other: DrawingSet): DrawingSet {
  const result = new Map(one)
  for (const [id, entry] of other) {
    const known = result.get(id)
    if (known === undefined || isLater(entry.stamp, known.stamp)) result.set(id, entry)
  }
  return bounded(result)
}

/** Drops the oldest entries beyond what is kept, of drawings and of deleted ones. */
export function bounded(set: DrawingSet): DrawingSet {
  const oldestFirst = [...set].toSorted(([, a], [, b]) => (isLater(a.stamp, b.stamp) ? 1 : -1))
  const drawn = oldestFirst.filter(([, { drawing }]) => drawing !== null)
  const deleted = oldestFirst.filter(([, { drawing }]) => drawing === null)
  if (drawn.length <= DRAWINGS_MAX && deleted.length <= DELETED_MAX) return set
  return new Map([...deleted.slice(-DELETED_MAX), ...drawn.slice(-DRAWINGS_MAX)])
}

/** What is there to draw, lowest first. */
export function drawingsOf(set: DrawingSet): readonly Drawing[] {
  return [...set.values()].flatMap(({ drawing }) => drawing ?? []).toSorted(byOrder)
}

/** A set as it is stored: its entries with their ids. */
export interface KeptDrawings {
  readonly entries: readonly (readonly [id: string, count: number, tab: string, drawing: Drawing | null])[]
}

export function keptOf(set: DrawingSet): KeptDrawings {
  return { entries: [...set].map(([id, { stamp, drawing }]) => [id, stamp.count, stamp.tab, drawing]) }
}

/** A set as it was stored. What is no entry is left out. */
export function parseDrawings(stored: unknown): DrawingSet {
  const entries = typeof stored === 'object' && stored !== null && 'entries' in stored ? stored.entries : null
  if (!Array.isArray(entries)) return NO_DRAWINGS
  const result = new Map<string, Entry>()
  for (const entry of entries) {
    if (!Array.isArray(entry)) continue
    const [id, count, tab, kept] = entry as readonly unknown[]
    if (typeof id !== 'string' || typeof tab !== 'string' || !isCount(count)) continue
    const drawing = kept === null ? null : parseDrawing(kept)
    // What cannot be read is not deleted: another version of the app may read it.
    if (kept !== null && drawing?.id !== id) continue
    result.set(id, { stamp: { count, tab }, drawing })
  }
  return bounded(result)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
