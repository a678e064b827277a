import type { DrawingKind } from './drawing-kind'

/** Marks of buttons, strokes on 16 by 16. */
export const MARK = {
  bin: 'M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  cross: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  down: 'M3.5 6L8 10.5l4.5-4.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  lock: 'M4 7.5h8v6H4zM6 7.5V5a2 2 0 0 1 4 0v2.5',
  paste: 'M4 3.5h8v10H4zM6 2h4v3H6zM6 8h4M6 10.5h4',
  pencil: 'M3 13l1-3 7-7 2 2-7 7zM9.5 4.5l2 2',
  settings: 'M2 5h6M12 5h2M2 11h2M8 11h6M8 5a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 11a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  target: 'M8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4',
  up: 'M3.5 10L8 5.5l4.5 4.5',
} as const

/** Strokes on 16 by 16. */
export const DRAWING_MARKS: Readonly<Record<DrawingKind, string>> = {
  trendLine: 'M3 13L13 3M2 14h2v-2H2zM12 4h2V2h-2z',
  ray: 'M3 13L14 2M2 14h2v-2H2z',
  extendedLine: 'M1 15L15 1',
  arrow: 'M3 13L13 3M13 3H8.5M13 3v4.5',
  horizontalLine: 'M1 8h14M7 9h2V7H7z',
  verticalLine: 'M8 1v14M7 9h2V7H7z',
  rectangle: 'M2.5 3.5h11v9h-11z',
  parallelChannel: 'M2 9L12 2M4 14L14 7',
  pitchfork: 'M2 13L13 5M6 4l4 7M6 4l6-3M10 11l4.5-3',
  ellipse: 'M2 8c0-6 12-6 12 0s-12 6-12 0',
  brush: 'M2 13c2-1 1-4 3.5-4s1.5 3 4 1 .5-5 4.5-7',
  fibRetracement: 'M2 3h12M2 6.3h12M2 9.6h12M2 13h12',
  fibExtension: 'M2 12l4-5 3 3M9 10h5M9 6h5M9 2.5h5',
  text: 'M3 3.5h10M8 3.5v9.5',
  callout: 'M2.5 2.5h11v7H7l-3.5 4v-4h-1z',
  priceLabel: 'M2 4h8l4 4-4 4H2z',
  measure: 'M3 14V2M3 2L1.5 4M3 2l1.5 2M3 14l10 0M13 14l-2-1.5M13 14l-2 1.5',
  datePriceRange: 'M2.5 2.5h11v11h-11zM5 8h6M8 5v6M9.5 6.5L11 8 9.5 9.5',
  longPosition: 'M2.5 2.5h11v11h-11zM2.5 9h11M8 7V4.5M6.5 5.8L8 4.3l1.5 1.5',
  shortPosition: 'M2.5 2.5h11v11h-11zM2.5 7h11M8 9v2.5M6.5 10.2L8 11.7l1.5-1.5',
}
