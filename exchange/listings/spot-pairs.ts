import {
  toText,
  Exact,
  zero,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../src/domain/decimal'
import type { Instrument } from '../../src/domain/instrument/instrument'
import type { QuoteGroup } from '../../src/domain/instrument/quote-group'
import { spotSymbol, type SpotPair } from '../../src/domain/instrument/spot-pair'
import { SPOT_FEE_RATE } from '../../src/domain/limits'
import { tagsOf } from './coin-tags'
import { LEVERAGED_TOKENS, type TokenLine } from './leveraged-tokens'
import { COIN_NAMES, EUR_PAIRS, USDC_PAIRS, USDT_PAIRS, type SpotLine } from './spot-lines'

/** Spec §9 "Sample limits": how far from the market, and how many times its collateral may be borrowed. */
const PRICE_LIMIT = '0.03' as Rate
const LEVERAGE = '5' as Leverage
/** Not borrowed at all. */
const NO_LEVERAGE = '1' as Leverage
const NO_FEE = '0' as Rate
/** BTCUSDT's smallest amount (semantics.md §2.9); five euros are about the same money. */
const MIN_AMOUNT = '5' as Money
/** Money as the engine holds it. */
const QUOTE_STEP = '0.00000001' as Money
/** What the largest orders of BTCUSDT are worth. */
const MAX_AMOUNT = '5000000' as Money
/** A largest price is 1,999,998 ticks in the published lists of contracts; pairs say none. */
const MAX_PRICE_TICKS = 1_999_998
/** Pairs come after the contracts, and tokens after the pairs. */
const FIRST_PLACE = 1_000
const FIRST_TOKEN = 500
const TOKENS_LAUNCH_MS = Date.UTC(2026, 0, 6)
const DEPTH_RATIOS = [1, 10, 100]
/** Coins that are lent and count as collateral. */
const LENT: ReadonlySet<string> = new Set(['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'BNB', 'AVAX', 'LINK', 'USDT', 'USDC'])
/** Pairs that are wound down: what is held may be sold, and nothing is bought. */
const BUY_BANNED: ReadonlySet<string> = new Set(['EOS/USDT'])
interface Quote extends Omit<QuoteGroup, 'pairs' | 'volumes' | 'fullName'> {
  readonly lines: readonly SpotLine[]
}

const QUOTES: readonly Quote[] = [
  { coin: 'USDT', tokenType: 'chain', zeroFee: 'none', tags: ['Layer 1', 'DeFi', 'Meme'], lines: USDT_PAIRS },
  { coin: 'USDC', tokenType: 'chain', zeroFee: 'none', tags: [], lines: USDC_PAIRS },
  // The pairs in euros are new: their makers pay nothing.
  { coin: 'EUR', tokenType: 'fiat', zeroFee: 'maker', tags: [], lines: EUR_PAIRS },
]

/** Every spot pair by its quote coin, in the order of the screen's lists. */
export const SPOT_GROUPS: readonly QuoteGroup[] = groups()

export const SPOT_PAIRS: readonly SpotPair[] = SPOT_GROUPS.flatMap(({ pairs }) => pairs)

/** Pairs of leveraged tokens, in USDT; the screen has them behind the others. */
export const LEVERAGED_PAIRS: readonly SpotPair[] = LEVERAGED_TOKENS.map((token, place) => leveragedPair(token, place))

/** With the pairs that only later exchanges list. */
const ALL_GROUPS: readonly QuoteGroup[] = SPOT_GROUPS.map((group) =>
  group.coin === 'USDT'
    ? {
        ...group,
        pairs: [...group.pairs, ...LEVERAGED_PAIRS],
        volumes: [...group.volumes, ...LEVERAGED_TOKENS.map(({ volume24h }) => volume24h as Qty)],
      }
    : group,
)

/** The groups with what is listed of them now. A coin without a pair has no group. */
export function quoteGroupsOf(instruments: readonly Instrument[]): readonly QuoteGroup[] {
  const listed = new Map<string, SpotPair>()
  for (const one of instruments) if (one.kind === 'spot') listed.set(one.symbol, one)
  return ALL_GROUPS.map((group) => ({
    ...group,
    pairs: group.pairs.flatMap(({ symbol }) => listed.get(symbol) ?? []),
    volumes: group.volumes.filter((_, at) => listed.has(group.pairs[at]!.symbol)),
  })).filter(({ pairs }) => pairs.length > 0)
}

function groups(): readonly QuoteGroup[] {
  let place = 0
  return QUOTES.map(({ lines, ...quote }) => ({
    ...quote,
    fullName: COIN_NAMES[quote.coin]!,
    pairs: lines.map((line) => spotPair(line, quote, (place += 1))),
    volumes: lines.map(([, , , , , volume]) => volume as Qty),
  }))
}

function leveragedPair({ coin, underlying, direction, name, label, isSellBanned }: TokenLine, place: number): SpotPair {
  const line: SpotLine = [coin, '0.0001', '0.01', '1', '1000000', '0', TOKENS_LAUNCH_MS]
  return {
    ...spotPair(line, { coin: 'USDT', zeroFee: 'none' }, FIRST_TOKEN + place),
    baseName: name,
    isSellBanned,
    label,
    tags: [],
    leveragedToken: { underlying, direction },
  }
}

function spotPair(line: SpotLine, quote: Pick<Quote, 'coin' | 'zeroFee'>, place: number): SpotPair {
  const [baseCoin, tickSize, lotSize, minQty, maxQty, , launchTimeMs] = line
  const quoteCoin = quote.coin
  const symbol = spotSymbol(baseCoin, quoteCoin)
  return {
    kind: 'spot',
    symbol,
    displayName: symbol,
    status: 'trading',
    baseCoin,
    baseName: COIN_NAMES[baseCoin] ?? baseCoin,
    quoteCoin,
    settleCoin: quoteCoin,
    tickSize: tickSize as Price,
    minPrice: tickSize as Price,
    maxPrice: toText<Price>(new Exact(tickSize).times(MAX_PRICE_TICKS)),
    lotSize: lotSize as Qty,
    minQty: minQty as Qty,
    maxLimitQty: maxQty as Qty,
    // Half of it, as published for BTCUSDT: 41.5 of 83.
    maxMarketQty: toText<Qty>(new Exact(maxQty).div(2)),
    minNotional: MIN_AMOUNT,
    maxAmount: MAX_AMOUNT,
    quoteStep: QUOTE_STEP,
    takerFeeRate: quote.zeroFee === 'both' ? NO_FEE : SPOT_FEE_RATE,
    makerFeeRate: quote.zeroFee === 'none' ? SPOT_FEE_RATE : NO_FEE,
    depthRatios: DEPTH_RATIOS,
    launchTimeMs,
    popular: baseCoin === 'BTC',
    indexSort: FIRST_PLACE + place,
    limitOrderPriceLimit: PRICE_LIMIT,
    marketOrderPriceLimit: PRICE_LIMIT,
    isBuyBanned: BUY_BANNED.has(symbol),
    isSellBanned: false,
    takesPlanOrders: true,
    label: '',
    tags: tagsOf(baseCoin),
    zeroFee: quote.zeroFee,
    leveragedToken: null,
    margin: {
      isLoanEnabled: LENT.has(baseCoin) && LENT.has(quoteCoin),
      baseLeverage: LENT.has(baseCoin) ? LEVERAGE : NO_LEVERAGE,
      quoteLeverage: LENT.has(quoteCoin) ? LEVERAGE : NO_LEVERAGE,
    },
  }
}

/** What is traded in a day of a listed pair, base coin. */
export function spotVolume({ symbol }: Pick<SpotPair, 'symbol'>): Qty {
  return VOLUMES.get(symbol) ?? zero<Qty>()
}

const VOLUMES: ReadonlyMap<string, Qty> = new Map(
  ALL_GROUPS.flatMap(({ pairs, volumes }) => pairs.map(({ symbol }, at) => [symbol, volumes[at]!] as const)),
)
