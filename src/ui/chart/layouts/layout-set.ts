import { isLater, type Stamp } from '../drawings/drawing-set'
import type { Mergeable } from '../layout-store/keep-merged'
import { parseLayout, type ChartLayout } from './layout'

/** Versions of a layout that are kept; the oldest go. */
export const VERSIONS_MAX = 10
/** Layouts of an account. */
export const LAYOUTS_MAX = 50
/** Traces of removed layouts, with their versions; the oldest go. */
const REMOVED_MAX = 50
export const LAYOUT_NAME_MAX = 40

/** A layout as it was saved at one time. It does not change; saving again makes another one. */
export interface LayoutVersion {
  readonly id: string
  readonly stamp: Stamp
  readonly savedAtMs: number
  readonly layout: ChartLayout
}

/** What is known of one id. */
export interface LayoutEntry {
  readonly name: string
  readonly nameStamp: Stamp
  /** When it was removed last; a version that was saved later brings it back. */
  readonly removed: Stamp | null
  /** Newest first. */
  readonly versions: readonly LayoutVersion[]
}

/**
 * All layouts of an account, with those that were removed. Merging takes the later of two names and removals, and the
 * newest versions of both: it does not matter who merges what, how often, or in which order.
 */
export type LayoutSet = ReadonlyMap<string, LayoutEntry>

export const NO_LAYOUTS: LayoutSet = new Map()

/** A layout that is there. */
export interface NamedLayout {
  readonly id: string
  readonly name: string
  /** Newest first, at least one. */
  readonly versions: readonly LayoutVersion[]
}

export function isThere({ removed, versions }: LayoutEntry): boolean {
  const [newest] = versions
  return newest !== undefined && (removed === null || isLater(newest.stamp, removed))
}

/** By name. */
export function layoutsOf(set: LayoutSet): readonly NamedLayout[] {
  return [...set]
    .flatMap(([id, entry]) => (isThere(entry) ? { id, name: entry.name, versions: entry.versions } : []))
    .toSorted((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1))
}

/** The stamp of what a tab does next. */
export function nextStamp(set: LayoutSet, tab: string): Stamp {
  let count = 0
  for (const { nameStamp, removed, versions } of set.values())
    count = Math.max(count, nameStamp.count, removed?.count ?? 0, ...versions.map(({ stamp }) => stamp.count))
  return { count: count + 1, tab }
}

export function merge(one: LayoutSet, other: LayoutSet): LayoutSet {
  const result = new Map(one)
  for (const [id, entry] of other) {
    const known = result.get(id)
    result.set(id, known === undefined ? entry : mergeEntries(known, entry))
  }
  return bounded(result)
}

function mergeEntries(one: LayoutEntry, other: LayoutEntry): LayoutEntry {
  const named = isLater(other.nameStamp, one.nameStamp) ? other : one
  return {
    name: named.name,
    nameStamp: named.nameStamp,
    removed: laterOf(one.removed, other.removed),
    versions: newest([...one.versions, ...other.versions]),
  }
}

function laterOf(one: Stamp | null, other: Stamp | null): Stamp | null {
  if (one === null || other === null) return one ?? other
  return isLater(other, one) ? other : one
}

/** Each once, in its latest state, newest first. */
export function newest(versions: readonly LayoutVersion[]): readonly LayoutVersion[] {
  const byId = new Map<string, LayoutVersion>()
  for (const version of versions) {
    const known = byId.get(version.id)
    if (known === undefined || isLater(version.stamp, known.stamp)) byId.set(version.id, version)
  }
  return [...byId.values()].toSorted((a, b) => (isLater(a.stamp, b.stamp) ? -1 : 1)).slice(0, VERSIONS_MAX)
}

/** Drops the oldest traces of removed layouts beyond what is kept; what is there stays. */
function bounded(set: LayoutSet): LayoutSet {
  const gone = [...set].filter(([, entry]) => !isThere(entry))
  if (gone.length <= REMOVED_MAX) return set
  const oldestFirst = gone.toSorted(([, a], [, b]) =>
    isLater(a.removed ?? a.nameStamp, b.removed ?? b.nameStamp) ? 1 : -1,
  )
  const result = new Map(set)
  for (const [id] of oldestFirst.slice(0, gone.length - REMOVED_MAX)) result.delete(id)
  return result
}

/** A set in what the browser stores. What is no layout is left out. */
export const LAYOUT_SETS: Mergeable<LayoutSet> = {
  merge,
  keptOf: (set) => ({ entries: [...set] }),
  parse(stored) {
    const entries = typeof stored === 'object' && stored !== null && 'entries' in stored ? stored.entries : null
    if (!Array.isArray(entries)) return NO_LAYOUTS
    const read = entries.flatMap((one) => {
      const [id, value] = Array.isArray(one) ? (one as readonly unknown[]) : []
      const entry = parseEntry(value)
      return typeof id === 'string' && entry !== null ? [[id, entry] as const] : []
    })
    return bounded(new Map(read))
  },
}

function parseEntry(stored: unknown): LayoutEntry | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { name, nameStamp, removed, versions } = stored as Partial<Record<keyof LayoutEntry, unknown>>
  const named = parseStamp(nameStamp)
  if (typeof name !== 'string' || named === null || !Array.isArray(versions)) return null
  return {
    name: name.slice(0, LAYOUT_NAME_MAX),
    nameStamp: named,
    removed: parseStamp(removed),
    versions: newest(versions.flatMap((one) => parseVersion(one) ?? [])),
  }
}

function parseVersion(stored: unknown): LayoutVersion | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { id, stamp, savedAtMs, layout } = stored as Partial<Record<keyof LayoutVersion, unknown>>
  const [made, read] = [parseStamp(stamp), parseLayout(layout)]
  if (typeof id !== 'string' || made === null || read === null) return null
  return { id, stamp: made, savedAtMs: typeof savedAtMs === 'number' ? savedAtMs : 0, layout: read }
}

function parseStamp(stored: unknown): Stamp | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { count, tab } = stored as Partial<Record<keyof Stamp, unknown>>
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
  return isCount && typeof tab === 'string' ? { count, tab } : null
}
