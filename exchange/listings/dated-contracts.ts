import {
  contractPeriod,
  expiryText,
  inverseFuturesSymbol,
  periodExpiries,
  type ContractPeriod,
} from '../../src/domain/instrument/contract-period'
import { DAY_MS } from '../../src/domain/market/interval'
import type { ProductFamily } from './product-family'

/** What settles a contract: USDT, USDC, or the coin itself. */
export type ContractMargin = 'usdt' | 'usdc' | 'inverse'

/** One dated contract (option, spread): which market it is on, and its life. */
export interface DatedContract {
  readonly symbol: string
  /** Left out, a future. */
  readonly family?: ProductFamily
  readonly base: string
  readonly kind: ContractMargin
  /** It trades from here … */
  readonly listedMs: number
  /** … to here, where it is delivered. */
  readonly expiryMs: number
}

const WEEK_MS = 7 * DAY_MS
/** A contract is shown this long before it opens. */
export const ANNOUNCED_MS = DAY_MS

const EVERY: readonly ContractPeriod[] = ['W', 'BIW', 'NBIW', 'M', 'BIM', 'NBIM', 'Q', 'BIQ', 'NBIQ']
const QUARTERS: readonly ContractPeriod[] = ['Q', 'BIQ', 'NBIQ']
/** Which series trade (spec §2). An inverse name holds month and year alone, so these have the quarters only. */
const SERIES: readonly {
  readonly base: string
  readonly kind: ContractMargin
  readonly periods: readonly ContractPeriod[]
}[] = [
  { base: 'BTC', kind: 'usdt', periods: EVERY },
  { base: 'ETH', kind: 'usdt', periods: EVERY },
  { base: 'SOL', kind: 'usdt', periods: ['W', 'BIW', 'M'] },
  { base: 'BTC', kind: 'usdc', periods: EVERY },
  { base: 'ETH', kind: 'usdc', periods: ['W', 'M', ...QUARTERS] },
  { base: 'BTC', kind: 'inverse', periods: QUARTERS },
  { base: 'ETH', kind: 'inverse', periods: QUARTERS },
]

/** Place of a contract's series in the lists, and the room that each series has there. */
export function seriesRank({ base, kind }: Pick<DatedContract, 'base' | 'kind'>): number {
  return SERIES.findIndex((one) => one.base === base && one.kind === kind)
}

/** The series that a contract belongs to at a time; `null` when it is in none that trade. */
export function seriesOf(contract: DatedContract, nowMs: number): ContractPeriod | null {
  return contractPeriod(contract.expiryMs, nowMs)
}

/** Every contract that trades at `nowMs`, and those that open within `ANNOUNCED_MS`, by series and expiry. */
export function datedContracts(nowMs: number): readonly DatedContract[] {
  return SERIES.flatMap(({ base, kind, periods }) => {
    const expiries = new Set(expiriesOf(periods, nowMs))
    const openingMs = periodExpiries(nowMs).W
    const isAnnounced = openingMs - nowMs <= ANNOUNCED_MS
    const all = isAnnounced ? new Set([...expiries, ...expiriesOf(periods, openingMs)]) : expiries
    return [...all]
      .toSorted((a, b) => a - b)
      .map((expiryMs) => ({
        symbol: symbolOf(base, kind, expiryMs),
        base,
        kind,
        listedMs: expiries.has(expiryMs) ? listedSince(periods, expiryMs, openingMs - WEEK_MS) : openingMs,
        expiryMs,
      }))
  })
}

/** The contract of the first series that was delivered last before `nowMs`. */
export function lastDelivered(nowMs: number): DatedContract {
  const { base, kind, periods } = SERIES[0]!
  const expiryMs = periodExpiries(nowMs).W - WEEK_MS
  const listedMs = listedSince(periods, expiryMs, expiryMs - WEEK_MS)
  return { symbol: symbolOf(base, kind, expiryMs), base, kind, listedMs, expiryMs }
}

function expiriesOf(periods: readonly ContractPeriod[], nowMs: number): readonly number[] {
  const expiries = periodExpiries(nowMs)
  return periods.map((period) => expiries[period])
}

/** Series move on at an expiry, every Friday: the first one from which on the contract was in a series without a gap. */
function listedSince(periods: readonly ContractPeriod[], expiryMs: number, fromFridayMs: number): number {
  let listedMs = fromFridayMs
  while (expiriesOf(periods, listedMs - WEEK_MS).includes(expiryMs)) listedMs -= WEEK_MS
  return listedMs
}

function symbolOf(base: string, kind: ContractMargin, expiryMs: number): string {
  if (kind === 'inverse') return inverseFuturesSymbol(base, expiryMs)
  return `${base}${kind === 'usdt' ? 'USDT' : ''}-${expiryText(expiryMs, true)}`
}

/** What a year to the delivery is worth: a future stands so much above its index. A habit of these markets, not a rate. */
const CARRY_PER_YEAR = 0.05

/** ln(fair price ÷ index) of a contract; zero for perpetuals and from the delivery on. */
export function termPremium(expiryMs: number | null, nowMs: number): number {
  return expiryMs === null ? 0 : (CARRY_PER_YEAR * Math.max(0, expiryMs - nowMs)) / (365 * DAY_MS)
}
