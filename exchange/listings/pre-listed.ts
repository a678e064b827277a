import { DEFAULT_MAKER_FEE_RATE, DEFAULT_TAKER_FEE_RATE } from '../../src/domain/limits'
import type { DecimalText, Leverage, Money, Price, Qty, Rate } from '../../src/domain/decimal'
import type { Perpetual } from '../../src/domain/instrument/perpetual'
import type { AuctionPhase, PreListing } from '../../src/domain/instrument/auction-phase'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import { buildTiers, PRE_LISTED_BASES } from './catalogue'
import { DAY_MS, MINUTE_MS } from '../../src/domain/market/interval'

/**
 * Contracts that are traded before their listing, one a week. Limits are those published for BIOUSDT (semantics.md §2.9);
 * the times are of the published course of such a listing: fifty minutes of auction, five in which nothing is taken
 * back, five of matching, then continuous trading at 5× and up to 250,000 USDT until it is listed.
 */
const CALL_AUCTION_MS = 50 * MINUTE_MS
const NO_CANCEL_MS = 55 * MINUTE_MS
const MATCHED_MS = 60 * MINUTE_MS
/** From the beginning of one auction to the next one's; then the former contract is listed. */
const EVERY_MS = 7 * DAY_MS

const TICK = '0.0001' as Price
const BEFORE = { maxLeverage: '5', tiers: [['250000', '5']] } as const
const AFTER = {
  maxLeverage: '25',
  tiers: [
    ['400000', '25'],
    ['1000000', '20'],
    ['2000000', '10'],
    ['5000000', '5'],
  ],
} as const

/** One of them as it stands. Plain data: goes into the snapshot as it is. */
export interface PreListedRow {
  readonly symbol: string
  /** When its call auction begins. */
  readonly beginsMs: number
  readonly phase: AuctionPhase
}

const TIMES: readonly (readonly [phase: AuctionPhase, fromMs: number, toMs: number])[] = [
  ['callAuction', 0, CALL_AUCTION_MS],
  ['callAuctionNoCancel', CALL_AUCTION_MS, NO_CANCEL_MS],
  ['crossMatching', NO_CANCEL_MS, MATCHED_MS],
  ['continuousTrading', MATCHED_MS, EVERY_MS],
]

/** The phase after a row's, if its time has come by `nowMs`; `null` while it has not. */
export function nextPhase({ phase, beginsMs }: PreListedRow, nowMs: number): AuctionPhase | null {
  if (phase === 'notStarted') return nowMs >= beginsMs ? 'callAuction' : null
  const at = TIMES.findIndex(([one]) => one === phase)
  if (at < 0 || nowMs < beginsMs + TIMES[at]![2]) return null
  return TIMES[at + 1]?.[0] ?? 'finished'
}

/** The first one opens its auction with the exchange, the second is announced. */
export function firstPreListed(startMs: number): readonly PreListedRow[] {
  const beginsMs = Math.floor(startMs / MINUTE_MS) * MINUTE_MS
  return [
    { symbol: symbolAt(0)!, beginsMs, phase: 'callAuction' },
    { symbol: symbolAt(1)!, beginsMs: beginsMs + EVERY_MS, phase: 'notStarted' },
  ]
}

/** The one to announce after `rows`; `null` while one is announced, and once all have come. */
export function nextPreListed(rows: readonly PreListedRow[]): PreListedRow | null {
  if (rows.some(({ phase }) => phase === 'notStarted')) return null
  const symbol = symbolAt(rows.length)
  const last = rows.at(-1)
  return symbol === null || last === undefined
    ? null
    : { symbol, beginsMs: last.beginsMs + EVERY_MS, phase: 'notStarted' }
}

function symbolAt(n: number): string | null {
  const base = PRE_LISTED_BASES[n]
  return base === undefined ? null : `${base}USDT`
}

/** A contract before or, in its last phase, after its listing. */
export function preListedInstrument(row: PreListedRow): Perpetual {
  const { symbol, beginsMs, phase } = row
  const isListed = phase === 'finished'
  const rules = isListed ? AFTER : BEFORE
  const preListing: PreListing = {
    phase,
    phases: TIMES.map(([one, fromMs, toMs]) => ({ phase: one, startMs: beginsMs + fromMs, endMs: beginsMs + toMs })),
    auctionFeeRate: '0' as Rate,
    takerFeeRate: DEFAULT_TAKER_FEE_RATE,
    makerFeeRate: DEFAULT_MAKER_FEE_RATE,
  }
  const base = symbol.slice(0, -'USDT'.length)
  return {
    symbol: symbol as InstrumentSymbol,
    displayName: symbol,
    kind: 'linearPerpetual',
    status: isListed ? 'trading' : 'preLaunch',
    baseCoin: base,
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSize: TICK,
    minPrice: TICK,
    maxPrice: '1999.9998' as Price,
    lotSize: '1' as Qty,
    minQty: '1' as Qty,
    maxLimitQty: '70000' as Qty,
    maxMarketQty: '14000' as Qty,
    minNotional: '5' as Money,
    minLeverage: '1' as Leverage,
    maxLeverage: rules.maxLeverage as Leverage,
    leverageStep: '0.01' as DecimalText,
    takerFeeRate: DEFAULT_TAKER_FEE_RATE,
    makerFeeRate: DEFAULT_MAKER_FEE_RATE,
    funding: { intervalMinutes: 240, upperRate: '0.02' as Rate, lowerRate: '-0.02' as Rate },
    priceLimitRatioX: '0.05' as Rate,
    priceLimitRatioY: '0.1' as Rate,
    depthRatios: [1, 2, 4, 10],
    riskTiers: buildTiers(rules.tiers),
    preListing: isListed ? null : preListing,
    launchTimeMs: beginsMs,
    popular: false,
    indexSort: 500 + PRE_LISTED_BASES.indexOf(base),
  }
}
