import type { ListedMarket } from '../domain/instrument/market-type'
import { qtyCoinOf } from '../domain/instrument/qty-coin'
import { MISSING } from './format'

/** What quantities are counted in; `--` while the market is not known. */
export function qtyCoin(instrument: ListedMarket | null): string {
  return instrument === null ? MISSING : qtyCoinOf(instrument)
}
