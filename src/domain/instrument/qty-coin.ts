import { payoffOf } from './payoff'
import type { Instrument } from './instrument'

/** The coin that quantities are counted in: inverse contracts count units of the quote currency. */
export function qtyCoinOf({ kind, quoteCoin, baseCoin }: Instrument): string {
  return payoffOf(kind) === 'inverse' ? quoteCoin : baseCoin
}
