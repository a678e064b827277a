import type { Instrument } from '../domain/instrument/instrument'
import { payoffOf } from '../domain/risk/payoff'

/** The coin that quantities are counted in: inverse contracts count units of the quote currency. */
export function qtyCoin(instrument: Instrument | null): string {
  if (instrument === null) return '--'
  return payoffOf(instrument.contractType) === 'inverse' ? instrument.quoteCoin : instrument.baseCoin
}
