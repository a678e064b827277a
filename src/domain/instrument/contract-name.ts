import type { ContractType, Instrument } from './instrument'

/** What a contract's name alone says of it. */
export type NamedContract = Pick<Instrument, 'symbol' | 'contractType' | 'baseCoin' | 'settleCoin'>

/** Names by kind, the coin first; `null` settles in that coin. Dated names come first, as they hold the others. */
const FORMS: readonly (readonly [RegExp, ContractType, string | null])[] = [
  [/^([A-Z0-9]+)USDT-\d{1,2}[A-Z]{3}\d{2}$/, 'LinearFutures', 'USDT'],
  [/^([A-Z0-9]+)-\d{1,2}[A-Z]{3}\d{2}$/, 'UsdcFutures', 'USDC'],
  [/^([A-Z0-9]+)USD[FGHJKMNQUVXZ]\d{2}$/, 'InverseFutures', null],
  [/^([A-Z0-9]+)USDT$/, 'LinearPerpetual', 'USDT'],
  [/^([A-Z0-9]+)PERP$/, 'UsdcPerpetual', 'USDC'],
  [/^([A-Z0-9]+)USD$/, 'InversePerpetual', null],
]

/**
 * Reads a contract's kind and coins from its name: for records of contracts that have left the catalogue.
 * @returns `null` for a name of no contract
 */
export function readContractName(symbol: string): NamedContract | null {
  for (const [form, contractType, settleCoin] of FORMS) {
    const baseCoin = form.exec(symbol)?.[1]
    if (baseCoin !== undefined)
      return { symbol, contractType, baseCoin, settleCoin: settleCoin ?? baseCoin } as NamedContract
  }
  return null
}
