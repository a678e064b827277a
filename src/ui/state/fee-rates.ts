import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { FeeRates } from '../../domain/account/fee-tier'
import { isContract } from '../../domain/instrument/contract'
import type { TradedMarket } from '../../domain/instrument/market-type'
import type { InstrumentSymbol } from '../../domain/order/order'
import { payoffOf, type Payoff } from '../../domain/instrument/payoff'
import type { HubApi } from '../../workers/hub-api'
import type { AccountModel } from './account-model'

/** What the account pays, by contract. */
export type OwnRates = ReadonlyMap<InstrumentSymbol, FeeRates>

export interface FeeRatePorts {
  readonly hub: { readonly api: Pick<HubApi, 'feeRates'> }
  readonly account: Pick<AccountModel, 'session' | 'snapshots'>
  /** Markets that the page has looked at. */
  readonly shown: ReadonlySignal<readonly TradedMarket[]>
  readonly take: (rates: OwnRates) => void
}

/**
 * Asks what the account pays: of every contract of a payoff, or every pair, at once, of an option alone, as soon as one of them is on the page, and anew
 * with each account and each time that its state is given anew. Until the answer has come, and where none comes, the
 * list's rates stand.
 *
 * @returns a function that ends it
 */
export function followFeeRates({ hub, account, shown, take }: FeeRatePorts): () => void {
  const asked = new Set<Payoff | 'spot' | InstrumentSymbol>()
  let rates: OwnRates = new Map()
  let known = ''
  const ask = async (symbol: InstrumentSymbol): Promise<void> => {
    const life = known
    const read = await hub.api.feeRates(symbol)
    if (read.hasError || life !== known) return
    rates = new Map([...rates, ...read.value.map((one) => [one.symbol, one] as const)])
    take(rates)
  }
  return effect(() => {
    const name = account.session.value?.account
    const life = name === undefined || account.snapshots.value === 0 ? '' : `${name} ${account.snapshots.value}`
    if (life !== known) {
      // Another account's rates are not this one's; the same account's stand until newer ones have come.
      if (life.split(' ')[0] !== known.split(' ')[0]) rates = new Map()
      take(rates)
      asked.clear()
      known = life
    }
    if (life === '') return
    for (const one of shown.value) {
      // Of a spread its legs are asked for, which are shown with it.
      if (one.kind === 'spread') continue
      const group = isContract(one) ? payoffOf(one.kind) : one.kind === 'spot' ? one.kind : one.symbol
      if (asked.has(group)) continue
      asked.add(group)
      void ask(one.symbol)
    }
  })
}
