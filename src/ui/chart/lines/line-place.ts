import type { LinePlace, LineSpec, LineThickness } from '../../trading-kit/chart-line'

/** Spec §9: how far from the price axis a line's label ends, per cent of the bars' width; a negative one counts px from their left edge. */
export const LINE_LENGTH: Readonly<Record<LinePlace, number>> = { left: -60, center: 44, right: 12, preorder: 88 }
/** Spec §9, px. */
export const LINE_WIDTH: Readonly<Record<LineThickness, number>> = { thin: 0.5, medium: 1, thick: 2 }

/** Where a user may have the labels of lines; what was not sent has a place of its own. */
export const LINE_LOCATIONS = ['left', 'center', 'right'] as const
export type LineLocation = (typeof LINE_LOCATIONS)[number]
export const LINE_THICKNESSES = ['thin', 'medium', 'thick'] as const

/** Lines as the chart's settings have them; what a line says of itself goes first. */
export function placedLines(
  lines: readonly LineSpec[],
  { lineLocation, lineThickness }: { readonly lineLocation: LineLocation; readonly lineThickness: LineThickness },
): readonly LineSpec[] {
  return lines.map((line) => ({
    ...line,
    place: line.place ?? (line.kind === 'preorder' ? 'preorder' : lineLocation),
    thickness: line.thickness ?? lineThickness,
  }))
}
