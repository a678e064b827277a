import { DAY_MS } from '../../src/domain/market/interval'
import { chainContracts, OPTION_CHAINS } from './option-calendar'
import type { DatedContract } from './dated-contracts'
import type { ListedFamily } from './listed-family'
import { optionInstrument } from './option-instrument'

/** Options come and go by date and by price: none is listed for good. */
export const OPTION_FAMILY: ListedFamily = {
  standing: () => [],
  // A hundred and eighty end each day.
  delistedKeptMs: DAY_MS,
  expiring: (nowMs, _families, priceOf): readonly DatedContract[] =>
    OPTION_CHAINS.flatMap((chain) => {
      const index = priceOf(chain.base)
      if (index === null) return []
      return chainContracts(chain, nowMs, index).map(({ symbol, base, margin, expiryMs }) => ({
        symbol,
        family: 'option' as const,
        base,
        kind: margin,
        listedMs: nowMs,
        expiryMs,
      }))
    }),
  instrument: (contract, status) => optionInstrument(contract, status),
}
