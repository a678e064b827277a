/** One hour of bars: its first price, its highest and its lowest, in USD to the nearest ten, and the mean range of its minutes. */
export interface HourOutline {
  readonly open: number
  readonly high: number
  readonly low: number
  /** Highest less lowest of a minute as a share of its first price, mean over the hour, in basis points. */
  readonly minuteRangeBp: number
}

const HOURS: readonly (readonly [open: number, high: number, low: number, minuteRangeBp: number])[] = [
  [43_330, 43_530, 43_170, 11],
  [43_300, 43_330, 43_010, 7],
  [43_060, 43_100, 42_810, 8],
  [42_860, 43_210, 42_840, 10],
  [42_920, 43_000, 42_580, 8],
  [42_740, 42_750, 41_300, 19],
  [41_320, 41_650, 40_760, 27],
  [41_150, 41_180, 40_550, 21],
  [40_680, 41_100, 40_360, 21],
  [40_900, 40_930, 39_720, 19],
  [39_750, 40_340, 39_280, 27],
  [39_820, 39_930, 38_220, 36],
  [38_450, 39_070, 38_430, 17],
  [38_840, 38_980, 38_680, 12],
  [38_900, 38_930, 38_540, 13],
  [38_670, 39_180, 38_530, 13],
  [39_120, 39_280, 39_010, 12],
  [39_160, 39_190, 38_940, 10],
  [38_970, 39_110, 38_860, 11],
  [38_970, 38_990, 38_670, 12],
  [38_900, 38_930, 37_690, 27],
  [38_180, 38_750, 38_160, 22],
  [38_500, 38_900, 38_260, 23],
  [38_430, 39_050, 38_100, 26],
]

/** The 24 hours from 20 January 2022, 16:00 UTC, in which BTC-PERP fell from 43,330 to 37,690. */
export const CRASH_OUTLINE: readonly HourOutline[] = HOURS.map(([open, high, low, minuteRangeBp]) => ({
  open,
  high,
  low,
  minuteRangeBp,
}))
export const LAST_CLOSE = 38_870
