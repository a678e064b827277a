import type { NamedSpread } from '../../../domain/market/spread-row'
import type { SeriesTone } from '../studies/study'
import { SPREAD_COMPARISONS, isOfSpread, type Comparison, type SpreadComparison } from './comparison-kinds'

/** Other symbols on one chart, of each kind: more lines of one axis cannot be told apart. */
export const COMPARED_MAX = 3

/** Unique among those of a chart. */
export function comparisonId(one: Comparison): string {
  if (!('symbol' in one)) return one.kind
  return [one.kind, one.symbol, ...(one.price === undefined ? [] : [one.price])].join(':')
}

/** Whether another one fits: none is there twice, and of other symbols no more than `COMPARED_MAX` of a kind. */
export function canCompare(one: Comparison, shown: readonly Comparison[]): boolean {
  if (shown.some((other) => comparisonId(other) === comparisonId(one))) return false
  return !('symbol' in one) || shown.filter(({ kind }) => kind === one.kind).length < COMPARED_MAX
}

/** A market, as far as it decides what it can be compared with. */
export interface ComparedMarket {
  readonly symbol: string
  /** Whether it has a mark price; a spot pair has none. */
  readonly hasMark: boolean
  /** What it is by its name, where it is a spread; its prices may be zero or below, of which a change in per cent says nothing. */
  readonly spread: NamedSpread | null
}

/** Those that a spread can have: without an end there is no year to reckon with. */
export function spreadComparisons({ spread }: Pick<ComparedMarket, 'spread'>): readonly SpreadComparison[] {
  return spread === null ? [] : spread.firstEndMs === null ? ['legs'] : SPREAD_COMPARISONS
}

/**
 * Those of a market: duplicates are left out, mark and index for what has neither (spec §5), what is in per cent for a
 * price that may be zero or below, what only a spread has, and the market itself.
 */
export function comparisonsOf(all: readonly Comparison[], market: ComparedMarket): readonly Comparison[] {
  const { symbol, hasMark, spread } = market
  const ofSpread = spreadComparisons(market)
  const fits = (one: Comparison): boolean => {
    if ('symbol' in one) return one.symbol !== symbol && (spread === null || one.kind !== 'symbol')
    return isOfSpread(one.kind) ? ofSpread.includes(one.kind) : hasMark
  }
  return all
    .filter(fits)
    .reduce<readonly Comparison[]>((shown, one) => (canCompare(one, shown) ? [...shown, one] : shown), [])
}

const TONES: Readonly<Record<Comparison['kind'], readonly SeriesTone[]>> = {
  mark: ['grey'],
  index: ['amber'],
  legs: ['blue', 'amber'],
  yield: ['violet'],
  symbol: ['blue', 'violet', 'green'],
  difference: ['blue', 'violet', 'green'],
  ratio: ['blue', 'violet', 'green'],
}

/** The colors of the lines of each, in their order: of one kind no two are alike. */
export function comparisonTones(all: readonly Comparison[]): readonly (readonly SeriesTone[])[] {
  return all.map(({ kind }, at) => {
    const tones = TONES[kind]
    if (isOfSpread(kind)) return tones
    const before = all.slice(0, at).filter((one) => one.kind === kind).length
    return [tones[before % tones.length] ?? 'blue']
  })
}
