/**
 * A figure that follows a series of numbers. As with bars, the last number is open: `at` reads it together with the
 * closed ones and changes nothing, `close` takes it in.
 */
export interface Series {
  /** `null` while too few numbers have come. */
  at(value: number): number | null
  close(value: number): void
}

/** Feeds a series with a figure that may not have a value yet. */
export function atOf(series: Series, value: number | null): number | null {
  return value === null ? null : series.at(value)
}

export function closeOf(series: Series, value: number | null): void {
  if (value !== null) series.close(value)
}
