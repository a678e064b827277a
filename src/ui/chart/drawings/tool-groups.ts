import type { DrawingKind } from './drawing-kind'

/** The tools as they stand in the toolbar: of a group the one that was used last, the others behind it. */
export const TOOL_GROUPS = {
  lines: ['trendLine', 'ray', 'extendedLine', 'arrow', 'horizontalLine', 'verticalLine'],
  channels: ['parallelChannel', 'pitchfork'],
  fibonacci: ['fibRetracement', 'fibExtension'],
  shapes: ['rectangle', 'ellipse', 'brush'],
  texts: ['text', 'callout', 'priceLabel'],
  measures: ['measure', 'datePriceRange'],
  positions: ['longPosition', 'shortPosition'],
} as const satisfies Readonly<Record<string, readonly DrawingKind[]>>
export type ToolGroup = keyof typeof TOOL_GROUPS
export const TOOL_GROUP_NAMES = Object.keys(TOOL_GROUPS) as readonly ToolGroup[]

export function kindsOf(group: ToolGroup): readonly DrawingKind[] {
  return TOOL_GROUPS[group]
}
