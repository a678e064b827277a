import { signal } from '@preact/signals-react'
import type { Contract } from '../../domain/instrument/contract'
import type { InstrumentSymbol } from '../../domain/order/order'
import { builtInSlippage, type SlippageTerms } from '../../domain/order/slippage-terms'
import type { PageGet } from '../../workers/venue/sandbox/page-reads'
import { readSlippageTerms } from '../../workers/venue/sandbox/slippage-reads'

/** What the exchange has said of contracts. */
const told = signal<ReadonlyMap<InstrumentSymbol, SlippageTerms>>(new Map())
const asked = new Set<InstrumentSymbol>()

/** The terms of a contract: the exchange's once they have come, those of spec §9 until then. Reads signals. */
export function slippageTermsOf(instrument: Pick<Contract, 'symbol' | 'baseCoin'> | null): SlippageTerms {
  const own = instrument === null ? undefined : told.value.get(instrument.symbol)
  return own ?? builtInSlippage(instrument?.baseCoin ?? null)
}

/**
 * Asks what the exchange allows, once for each contract. Where no answer comes it is asked again with the next call.
 * Never rejects.
 * @param origin of the exchange; `null` is the page's own
 */
export async function askSlippageTerms(symbol: InstrumentSymbol, origin: string | null, get?: PageGet): Promise<void> {
  if (asked.has(symbol)) return
  asked.add(symbol)
  try {
    const terms = await readSlippageTerms(symbol, origin, get)
    told.value = new Map(told.peek()).set(symbol, terms)
  } catch {
    // Nobody is waiting: the exchange checks what is sent.
    asked.delete(symbol)
  }
}
