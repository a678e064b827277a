import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/market/interval'
import type { CandleInterval } from '../../src/domain/market/market'

export const MINUTES_PER_DAY = 1_440

/** The intervals that are kept; the others are put together from them. */
export type BaseInterval = '1' | '15' | '60' | '1D'

export const BASE_OF: Readonly<Record<CandleInterval, BaseInterval>> = {
  '1': '1',
  '3': '1',
  '5': '1',
  '15': '15',
  '30': '15',
  '60': '60',
  '120': '60',
  '240': '60',
  '360': '60',
  '720': '60',
  '1D': '1D',
  '1W': '1D',
  '1M': '1D',
}

export const BASE_MS: Readonly<Record<BaseInterval, number>> = {
  '1': MINUTE_MS,
  '15': 15 * MINUTE_MS,
  '60': HOUR_MS,
  '1D': DAY_MS,
}
