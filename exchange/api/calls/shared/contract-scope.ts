import { readContractName, type NamedContract } from '../../../../src/domain/instrument/contract-name'
import { expiryOf, expiryText } from '../../../../src/domain/instrument/contract-period'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import type { SymbolSet } from '../../../journal/journal-port'
import type { Core } from '../../core'
import { EVERY_CATEGORY } from './shared-fields'

/** Which contracts a list of records is of; what is absent or `null` lets all through. */
export interface AskedContracts {
  readonly category: string | null
  readonly baseCoin?: string | null
  readonly settleCoin?: string | null
  /** Day of expiry in v5's spelling, such as `27NOV26`. */
  readonly expDate?: string | null
}

/** A contract of the catalogue; of one that has left it, what its name says. */
export function findContract(core: Core, symbol: string): NamedContract | null {
  return core.catalogue.find(symbol) ?? readContractName(symbol)
}

/**
 * The contracts whose records were asked for, so that a page is narrowed before it is cut.
 * @returns `null` where every contract was
 */
export function contractsOf(core: Core, asked: AskedContracts): SymbolSet | null {
  const { category, baseCoin = null, settleCoin = null, expDate = null } = asked
  const isEvery = category === null || category === EVERY_CATEGORY
  if (isEvery && baseCoin === null && settleCoin === null && expDate === null) return null
  const known = new Map<string, boolean>()
  const holds = (symbol: string): boolean => {
    const contract = findContract(core, symbol)
    if (contract === null) return false
    if (!isEvery && v5CategoryOf(contract) !== category) return false
    if (baseCoin !== null && contract.baseCoin !== baseCoin) return false
    if (settleCoin !== null && contract.settleCoin !== settleCoin) return false
    return expDate === null || dayOf(symbol) === expDate.toUpperCase().padStart(EXPIRY_LENGTH, '0')
  }
  return {
    has(symbol) {
      let is = known.get(symbol)
      if (is === undefined) known.set(symbol, (is = holds(symbol)))
      return is
    },
  }
}

/** `03JAN26`. */
const EXPIRY_LENGTH = 7

function dayOf(symbol: string): string | null {
  const expiryMs = expiryOf(symbol)
  return expiryMs === null ? null : expiryText(expiryMs, true)
}
