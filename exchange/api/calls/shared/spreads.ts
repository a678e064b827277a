import { readContractName } from '../../../../src/domain/instrument/contract-name'
import { kindOfName } from '../../../../src/domain/instrument/product-kind'
import type { Spread } from '../../../../src/domain/instrument/spread'
import { namedSpread } from '../../../../src/domain/market/spread-row'
import type { RecordedSpread } from '../../../../src/wire/v5/spread-rows'
import { CODE } from '../../../../src/wire/rest/codes'
import type { SymbolSet } from '../../../journal/journal-port'
import { Refused, type Core } from '../../core'

/** In the order of the lists. */
export function spreadsOf(core: Core): readonly Spread[] {
  return core.catalogue.all().filter((one) => one.kind === 'spread')
}

/** @throws Refused 10001 for a name of no spread */
export function requireSpread(core: Core, symbol: string): Spread {
  const found = core.catalogue.find(symbol)
  if (found?.kind !== 'spread') throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
  return found
}

/** Whoever asks for the records of a name that no spread has or had has mistyped it. @throws Refused 10001 */
export function checkSpreadName(core: Core, symbol: string | null): void {
  if (symbol !== null && findSpread(core, symbol) === null)
    throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
}

/** What records say of a spread; of one that has left the catalogue, what its name says. */
export function findSpread(
  { catalogue }: { readonly catalogue: Pick<Core['catalogue'], 'find'> },
  symbol: string,
): RecordedSpread | null {
  const listed = catalogue.find(symbol)
  if (listed?.kind === 'spread') return listed
  const named = namedSpread(symbol)
  const first = named === null ? null : readContractName(named.first)
  if (named === null || first === null) return null
  const { kind, baseCoin, settleCoin } = first
  const second = { symbol: named.second, kind: readContractName(named.second)?.kind ?? 'spot' }
  return { spreadKind: named.kind, baseCoin, settleCoin, legs: [{ symbol: named.first, kind }, second] }
}

/** The spreads whose records are asked for: those that have left the lists are known by their names. */
export function spreadSet(asked: { readonly symbol: string | null; readonly baseCoin?: string | null }): SymbolSet {
  const { symbol, baseCoin = null } = asked
  return {
    has: (one) =>
      kindOfName(one) === 'spread' &&
      (symbol ?? one) === one &&
      (baseCoin === null || one.startsWith(`${baseCoin}USDT`)),
  }
}
