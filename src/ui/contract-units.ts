import type { Contract } from '../domain/instrument/contract'
import { qtyCoinOf } from '../domain/instrument/qty-coin'
import { MISSING } from './format'

/** What quantities are counted in; `--` while the contract is not known. */
export function qtyCoin(instrument: Contract | null): string {
  return instrument === null ? MISSING : qtyCoinOf(instrument)
}
