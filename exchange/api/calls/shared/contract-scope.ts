import { readContractName, type NamedInstrument } from '../../../../src/domain/instrument/contract-name'
import { expiryOf, expiryText } from '../../../../src/domain/instrument/contract-period'
import { CODE } from '../../../../src/wire/rest/codes'
import { v5CategoryOf } from '../../../../src/wire/v5/category'
import type { SymbolSet } from '../../../journal/journal-port'
import { Refused, type Core } from '../../core'
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
export function findContract(core: Core, symbol: string): NamedInstrument | null {
  return core.catalogue.find(symbol) ?? readContractName(symbol)
}

/**
 * Whoever asks for the records of a contract or a coin that nobody knows has mistyped it, and would take an empty list
 * for the truth. A dated contract that has left the catalogue is known by its name. What is known and not of the category
 * that was asked for is no mistake: the list of both is empty.
 * @throws Refused 10001 naming the parameter
 */
export function checkKnown(
  core: Core,
  asked: Partial<Record<'symbol' | 'baseCoin' | 'settleCoin' | 'currency', string | null>>,
): void {
  const { symbol = null } = asked
  if (symbol !== null) {
    const contract = core.catalogue.find(symbol) ?? (expiryOf(symbol) === null ? null : readContractName(symbol))
    if (contract === null) throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
  }
  for (const field of ['baseCoin', 'settleCoin', 'currency'] as const) {
    const coin = asked[field] ?? null
    if (coin !== null && !core.catalogue.hasCoin(coin))
      throw new Refused(CODE.badRequest, `${field}: no such coin`, { field })
  }
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
