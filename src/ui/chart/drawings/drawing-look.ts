import type { DrawingKind } from './drawing-kind'

/** How lines are drawn. */
export const DASHES = ['solid', 'dashed', 'dotted'] as const
export type Dash = (typeof DASHES)[number]
/** How much of an area's color covers the bars below it, per cent. */
export const FILLS = [0, 15, 30, 60] as const
export type Fill = (typeof FILLS)[number]
/** Of words, px. */
export const FONT_SIZES = [11, 13, 16, 20] as const
export type FontSize = (typeof FONT_SIZES)[number]

/** Shares of a move that a retracement is looked for at; level 0 is its end. */
export const FIB_LEVELS: readonly number[] = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]
/** Of the move of an extension, from where it ended. */
export const FIB_EXTENSIONS: readonly number[] = [0, 0.382, 0.618, 1, 1.618, 2.618]
/** Levels of one drawing, and how far from the move they may lie, in moves. */
export const LEVELS_MAX = 24
const LEVEL_BOUND = 20

/** What of a drawing's look its kind has. */
export const HAS = {
  dash: is(
    'trendLine',
    'ray',
    'extendedLine',
    'arrow',
    'horizontalLine',
    'verticalLine',
    'parallelChannel',
    'pitchfork',
    'rectangle',
    'ellipse',
    'brush',
    'fibRetracement',
    'fibExtension',
  ),
  fill: is('parallelChannel', 'rectangle', 'ellipse'),
  font: is('text', 'callout', 'priceLabel', 'fibRetracement', 'fibExtension'),
  levels: is('fibRetracement', 'fibExtension'),
} as const

function is(...kinds: readonly DrawingKind[]): (kind: DrawingKind) => boolean {
  return (kind) => kinds.includes(kind)
}

/** @param levels its own, or `null` for those of its kind */
export function levelsOf(kind: DrawingKind, levels: readonly number[] | null): readonly number[] {
  return levels ?? (kind === 'fibExtension' ? FIB_EXTENSIONS : FIB_LEVELS)
}

/** Levels as they were stored or typed: in order, each once; `null` where they are none, too many or out of bounds. */
export function parseLevels(given: unknown): readonly number[] | null {
  if (!Array.isArray(given) || given.length === 0 || given.length > LEVELS_MAX) return null
  const levels = given.filter((one): one is number => typeof one === 'number' && Math.abs(one) <= LEVEL_BOUND)
  return levels.length === given.length ? [...new Set(levels)].toSorted((a, b) => a - b) : null
}

/** Of a text such as `0, 0.5, 1`; per cent are read, too: `61.8%` is 0.618. @returns `null` where a word is no level */
export function readLevels(text: string): readonly number[] | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return parseLevels(
    words.map((word) => {
      const [, number = '', percent = ''] = /^([-−]?(?:\d+\.?\d*|\.\d+))(%?)$/.exec(word) ?? []
      if (number === '') return null
      const value = Number(number.replace('−', '-'))
      // Of 61.8 per cent the quotient has digits that nobody typed.
      return percent === '' ? value : Number((value / 100).toFixed(8))
    }),
  )
}
