import type { Instrument } from '../../src/domain/instrument/instrument'
import { v5CategoryOf } from '../../src/wire/v5/category'
import type { InsurancePool, Venue } from '../venue/venue-port'
import type { Catalogue } from './calls/shared/catalogue'

/** When deleveraging starts and stops (semantics.md §1.5). */
const STARTS_AT = '-0.3'
const STOPS_AT = '-0.25'
/** The P&L ratio counts while the balance is above this; at or below it deleveraging is on whatever the ratio. */
const BALANCE_BOUND = '0'

/** What v5 groups pools and contracts by in its public topics. */
export type PoolGroup = 'USDT' | 'USDC' | 'inverse'

/** Where pools and contracts are read. */
export interface PoolSources {
  readonly venue: Pick<Venue, 'insurance'>
  readonly catalogue: Pick<Catalogue, 'all'>
}

/** One pool and the contracts that share it: here all that settle in its coin. */
export interface PoolRow {
  readonly coin: string
  readonly symbols: string
  readonly balance: string
}

/** A contract, and the pool that stands behind it. */
export interface AdlRow {
  readonly coin: string
  readonly symbol: string
  readonly balance: string
  readonly maxBalance: string
  readonly insurancePnlRatio: string
  readonly pnlRatio: string
  readonly adlTriggerThreshold: string
  readonly adlStopRatio: string
}

/** @param group `null` for every pool */
export function poolRows({ venue, catalogue }: PoolSources, group: PoolGroup | null): readonly PoolRow[] {
  const listed = contractsOf(catalogue, group)
  return venue.insurance().flatMap(({ coin, balance }) => {
    const symbols = listed.filter((one) => one.settleCoin === coin).map((one) => one.symbol)
    return group !== null && symbols.length === 0 ? [] : [{ coin, symbols: symbols.join(','), balance }]
  })
}

export function adlRows({ venue, catalogue }: PoolSources, group: PoolGroup | null): readonly AdlRow[] {
  const pools = new Map<string, InsurancePool>(venue.insurance().map((one) => [one.coin, one]))
  return contractsOf(catalogue, group).flatMap(({ symbol, settleCoin: coin }) => {
    const pool = pools.get(coin)
    if (pool === undefined) return []
    const { balance, maxBalance, pnlRatio } = pool
    return [
      {
        coin,
        symbol,
        balance,
        maxBalance,
        insurancePnlRatio: STARTS_AT,
        pnlRatio,
        adlTriggerThreshold: BALANCE_BOUND,
        adlStopRatio: STOPS_AT,
      },
    ]
  })
}

function contractsOf(catalogue: PoolSources['catalogue'], group: PoolGroup | null) {
  return catalogue
    .all()
    .filter((one) => one.status === 'trading')
    .filter(isPooled)
    .filter((one) => group === null || group === groupOf(one))
}

/** Whether the pool takes over what is held: a pair is owned and owes nothing, a spread is held by its legs. */
function isPooled(instrument: Instrument): boolean {
  const category = v5CategoryOf(instrument)
  return category !== 'spot' && category !== 'spread'
}

function groupOf(instrument: Instrument): PoolGroup | null {
  const { settleCoin } = instrument
  if (v5CategoryOf(instrument) === 'inverse') return 'inverse'
  return settleCoin === 'USDT' || settleCoin === 'USDC' ? settleCoin : null
}
