/** In the order of the toolbar, with the points that each is drawn by. */
export const DRAWING_POINTS = {
  trendLine: 2,
  ray: 2,
  extendedLine: 2,
  arrow: 2,
  horizontalLine: 1,
  verticalLine: 1,
  /** The third point is on the line beside that of the first two. */
  parallelChannel: 3,
  /** Andrews': pivot, and the two that its middle line goes between. */
  pitchfork: 3,
  rectangle: 2,
  ellipse: 2,
  /** By hand: as many points as it takes, from where it begins to where it ends. */
  brush: 2,
  fibRetracement: 2,
  /** Of the move from the first to the second, measured from the third. */
  fibExtension: 3,
  text: 1,
  /** What is meant, and where its text stands. */
  callout: 2,
  priceLabel: 1,
  measure: 2,
  datePriceRange: 2,
  /** Entry, target and stop: where it is entered, and the prices on either side. */
  longPosition: 3,
  shortPosition: 3,
} as const
export type DrawingKind = keyof typeof DRAWING_POINTS
export const DRAWING_KINDS = Object.keys(DRAWING_POINTS) as readonly DrawingKind[]

/** Positions are drawn by one press, the others by one for each point. */
export function isPosition(kind: DrawingKind): kind is 'longPosition' | 'shortPosition' {
  return kind === 'longPosition' || kind === 'shortPosition'
}

/** Whether what it says is its own text. */
export function isTextual(kind: DrawingKind): kind is 'text' | 'callout' {
  return kind === 'text' || kind === 'callout'
}

/** Points of what is drawn by hand. */
export const BRUSH_POINTS_MAX = 400

export function hasItsPoints(kind: DrawingKind, count: number): boolean {
  const needed = DRAWING_POINTS[kind]
  return kind === 'brush' ? count >= needed && count <= BRUSH_POINTS_MAX : count === needed
}
