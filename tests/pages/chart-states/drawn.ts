/** What stands on the bars: nothing, every kind of line, every kind of drawing, or both. */
export type Content = 'bars' | 'lines' | 'drawings' | 'both'

/** What an engine drew of a state, without places: those hang on a font's widths. */
export interface Drawn {
  /** By how and in which colour, the number of different shapes. */
  readonly shapes: readonly string[]
  readonly texts: readonly string[]
  /** Labels of lines: kind, words and colour. */
  readonly labels: readonly string[]
}
