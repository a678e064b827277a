import type { Instrument } from './instrument'

/** What a name alone says of what is traded under it. */
export type NamedInstrument = Pick<Instrument, 'symbol' | 'kind' | 'baseCoin' | 'settleCoin'>

/** Names by kind, the coin first; `null` settles in that coin. Dated names come first, as they hold the others. */
const FORMS: readonly (readonly [RegExp, Instrument['kind'], string | null])[] = [
  [/^([A-Z0-9]+)-\d{1,2}[A-Z]{3}\d{2}-\d+(?:\.\d+)?-[CP]-USDT$/, 'usdtOption', 'USDT'],
  [/^([A-Z0-9]+)-\d{1,2}[A-Z]{3}\d{2}-\d+(?:\.\d+)?-[CP]$/, 'usdcOption', 'USDC'],
  [/^([A-Z0-9]+)USDT-\d{1,2}[A-Z]{3}\d{2}$/, 'linearFutures', 'USDT'],
  [/^([A-Z0-9]+)-\d{1,2}[A-Z]{3}\d{2}$/, 'usdcFutures', 'USDC'],
  [/^([A-Z0-9]+)USD[FGHJKMNQUVXZ]\d{2}$/, 'inverseFutures', null],
  [/^([A-Z0-9]+)USDT$/, 'linearPerpetual', 'USDT'],
  [/^([A-Z0-9]+)PERP$/, 'usdcPerpetual', 'USDC'],
  [/^([A-Z0-9]+)USD$/, 'inversePerpetual', null],
]

/**
 * Reads the kind and coins of a contract or an option from its name: for records of what has left the catalogue.
 * @returns `null` for a name of neither
 */
export function readContractName(symbol: string): NamedInstrument | null {
  for (const [form, kind, settleCoin] of FORMS) {
    const baseCoin = form.exec(symbol)?.[1]
    if (baseCoin !== undefined) return { symbol, kind, baseCoin, settleCoin: settleCoin ?? baseCoin } as NamedInstrument
  }
  return null
}
