import type { Instrument } from '../domain/instrument/instrument'
import { qtyCoinOf } from '../domain/instrument/qty-coin'
import { MISSING } from './format'

/** What quantities are counted in; `--` while the contract is not known. */
export function qtyCoin(instrument: Instrument | null): string {
  return instrument === null ? MISSING : qtyCoinOf(instrument)
}
