import { tierDeductions } from '../../src/domain/risk/risk-tier'
import { DEFAULT_MAKER_FEE_RATE, DEFAULT_TAKER_FEE_RATE } from '../../src/domain/limits'
import {
  Exact,
  toText,
  zero,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../src/domain/decimal'
import { isContract } from '../../src/domain/instrument/contract'
import { deliveryOf, type Instrument } from '../../src/domain/instrument/instrument'
import type { RiskTier } from '../../src/domain/instrument/listed'
import type { InstrumentSymbol } from '../../src/domain/order/order'
import type { ContractKind } from '../../src/domain/instrument/product-kind'
import type { Perpetual } from '../../src/domain/instrument/perpetual'
import type { ContractMargin } from './dated-contracts'
import {
  ALTCOIN_TIERS,
  BTC_TIERS,
  ETH_TIERS,
  LISTED,
  market,
  type ListedPerpetual,
  type ReferenceMarket,
  type TierSeed,
} from './main-perpetuals'
import { DOLLARS_FOR } from './spot-lines'
import { spotVolume } from './spot-pairs'
import { tagsOf } from './coin-tags'
import {
  DOT_LINEAR,
  FORMER,
  INVERSE_PERPETUALS,
  MORE_LINEAR,
  SPECIFIED,
  USDC_PERPETUALS,
  type ContractLine,
} from './more-contracts'

export const LARGEST_PRICE_TICKS = 1_999_998

/** Limits in the coin: 150 BTC is the published first one (semantics.md §2.9); the others are of about its worth. */
const INVERSE_FIRST_LIMIT: Readonly<Record<string, number>> = {
  BTC: 150,
  ETH: 3000,
  SOL: 30_000,
  XRP: 3_000_000,
  EOS: 2_000_000,
  DOT: 1_000_000,
}

function inverseTiers(base: string, maxLeverage: string): readonly TierSeed[] {
  const first = INVERSE_FIRST_LIMIT[base] ?? 100_000
  const steps = maxLeverage === '100' ? ['100', '50', '25', '20', '10'] : ['50', '25', '20', '10']
  return steps.map((leverage, index) => [String(first * (index + 1)), leverage])
}

function listLine(line: ContractLine, kind?: ContractMargin): ListedPerpetual {
  const [base, tickSize, lotSize, maxLimitQty, maxLeverage, startPrice, volume24h, launchTimeMs] = line
  const coinTiers: readonly TierSeed[] = base === 'BTC' ? BTC_TIERS : base === 'ETH' ? ETH_TIERS : ALTCOIN_TIERS
  return {
    base,
    ...(kind === undefined ? {} : { kind }),
    tickSize,
    maxPrice: new Exact(tickSize).times(LARGEST_PRICE_TICKS).toFixed(),
    lotSize,
    maxLimitQty,
    maxMarketQty: new Exact(maxLimitQty).times('0.4').div(lotSize).floor().times(lotSize).toFixed(),
    maxLeverage,
    fundingCap: base === 'BTC' || base === 'ETH' ? '0.00375' : '0.0075',
    launchTimeMs,
    popular: false,
    tiers: kind === 'inverse' ? inverseTiers(base, maxLeverage) : coinTiers,
    market: market(startPrice, volume24h, base === 'BTC' ? 0.022 : base === 'ETH' ? 0.031 : 0.045),
  }
}

/** Everything listed, in the order of the screen's lists. */
const ALL: readonly ListedPerpetual[] = [
  ...LISTED,
  ...[...MORE_LINEAR, DOT_LINEAR].map((line) => listLine(line)),
  ...USDC_PERPETUALS.map((line) => listLine(line, 'usdc')),
  ...INVERSE_PERPETUALS.map((line) => listLine(line, 'inverse')),
]
/**
 * How many times the largest limit order a post-only one may be: as in the published list of March 2023. Rows of other
 * sources are named; there both are one.
 */
const POST_ONLY_TIMES: Readonly<Record<ContractMargin, number>> = { usdt: 10, usdc: 5, inverse: 1 }
const POST_ONLY_AS_LIMIT: ReadonlySet<string> = new Set(['BTCUSDT', 'SUIUSDT', 'HBARUSDT', 'DOTUSDT', 'XRPPERP'])

function symbolOf({ base, kind }: Pick<ListedPerpetual, 'base' | 'kind'>): string {
  return kind === 'usdc' ? `${base}PERP` : kind === 'inverse' ? `${base}USD` : `${base}USDT`
}

/** The tiers of a contract, each with its marginal deduction (semantics.md §1.3). */
export function buildTiers(seeds: readonly TierSeed[]): readonly RiskTier[] {
  const tiers = seeds.map(([limit, maxLeverage, rates]) => {
    const initial = rates ? new Exact(rates[0]) : new Exact(1).div(maxLeverage).toDecimalPlaces(4)
    const maintenance = rates ? new Exact(rates[1]) : new Exact(1).div(maxLeverage).div(2).toDecimalPlaces(4)
    return {
      limit: limit as Money,
      initialMarginRate: toText<Rate>(initial),
      maintenanceMarginRate: toText<Rate>(maintenance),
      maxLeverage: maxLeverage as Leverage,
    }
  })
  const deductions = tierDeductions(tiers)
  return tiers.map((tier, index) => ({ id: index + 1, ...tier, deduction: deductions[index]! }))
}

const QUOTE_COIN = { usdt: 'USDT', usdc: 'USDC', inverse: 'USD' } as const
const PERPETUAL_KIND = { usdt: 'linearPerpetual', usdc: 'usdcPerpetual', inverse: 'inversePerpetual' } as const

function postOnly(listed: ListedPerpetual): Pick<Perpetual, 'maxPostOnlyQty'> {
  const times = POST_ONLY_AS_LIMIT.has(symbolOf(listed)) ? 1 : POST_ONLY_TIMES[listed.kind ?? 'usdt']
  return times === 1 ? {} : { maxPostOnlyQty: toText<Qty>(new Exact(listed.maxLimitQty).times(times)) }
}

function buildInstrument(listed: ListedPerpetual, index: number): Perpetual {
  const kind = listed.kind ?? 'usdt'
  return {
    symbol: symbolOf(listed) as InstrumentSymbol,
    displayName: symbolOf(listed),
    kind: PERPETUAL_KIND[kind],
    status: 'trading',
    baseCoin: listed.base,
    quoteCoin: QUOTE_COIN[kind],
    settleCoin: kind === 'inverse' ? listed.base : QUOTE_COIN[kind],
    tickSize: listed.tickSize as Price,
    minPrice: listed.tickSize as Price,
    maxPrice: listed.maxPrice as Price,
    lotSize: listed.lotSize as Qty,
    minQty: listed.lotSize as Qty,
    maxLimitQty: listed.maxLimitQty as Qty,
    maxMarketQty: listed.maxMarketQty as Qty,
    ...postOnly(listed),
    minNotional: (listed.kind === 'inverse' ? '0' : '5') as Money,
    minLeverage: '1' as Leverage,
    maxLeverage: listed.maxLeverage as Leverage,
    leverageStep: '0.01' as DecimalText,
    takerFeeRate: DEFAULT_TAKER_FEE_RATE,
    makerFeeRate: DEFAULT_MAKER_FEE_RATE,
    funding: { intervalMinutes: 480, upperRate: listed.fundingCap as Rate, lowerRate: `-${listed.fundingCap}` as Rate },
    priceLimitRatioX: '0.01' as Rate,
    priceLimitRatioY: '0.02' as Rate,
    depthRatios: [1, 2, 4, 10],
    riskTiers: buildTiers(listed.tiers),
    preListing: null,
    launchTimeMs: listed.launchTimeMs,
    popular: listed.popular,
    tags: tagsOf(listed.base),
    indexSort: index + 1,
  }
}

const INSTRUMENTS: readonly Perpetual[] = ALL.map(buildInstrument)
const BY_SYMBOL: ReadonlyMap<string, Perpetual> = new Map(INSTRUMENTS.map((one) => [one.symbol, one]))
/** Coins that are traded before their listing, one after the other; where they may start is a guess of ours. */
const PRE_LISTED: readonly (readonly [base: string, startPrice: string, volume24h: string])[] = [
  ['BIO', '0.6124', '9000000'],
  ['PLUME', '0.1308', '40000000'],
  ['BERA', '8.4173', '700000'],
  ['KAITO', '1.5246', '3500000'],
  ['MOVE', '0.7719', '7000000'],
  ['GRASS', '1.2035', '4500000'],
  ['SWELL', '0.0442', '120000000'],
  ['HYPE', '4.2961', '1300000'],
]
export const PRE_LISTED_BASES: readonly string[] = PRE_LISTED.map(([base]) => base)

/** Whether something was first traded here, so that it has no past from before. */
export function isBornHere(instrument: Instrument): boolean {
  const { kind, baseCoin } = instrument
  if (kind === 'spot') return instrument.leveragedToken !== null
  return kind === 'linearPerpetual' && PRE_LISTED_BASES.includes(baseCoin)
}

const MARKETS: ReadonlyMap<string, ReferenceMarket> = new Map([
  ...ALL.map((one) => [symbolOf(one), one.market] as const),
  ...PRE_LISTED.map(([base, price, volume]) => [`${base}USDT`, market(price, volume, 0.09)] as const),
])
const UNKNOWN_MARKET: ReferenceMarket = { startPrice: '1' as Price, volume24h: zero<Qty>(), dailyVolatility: 0.03 }

/** What the exchange lists: linear USDT perpetuals alone, or every kind of contract. */
export type Markets = 'linear' | 'all'

/** Which USDC and inverse perpetuals an exchange lists: those of spec §9, or those of exchanges that began before. */
export type SymbolSets = 'specified' | 'former'

/**
 * The sandbox's perpetuals, in the order of the screen's lists.
 * @param region `'eu'` keeps BTCPERP alone of the USDC perpetuals (spec §9, "Fallback list"); any other word gives all
 */
export function catalogue(
  region: string,
  markets: Markets = 'linear',
  sets: SymbolSets = 'specified',
): readonly Perpetual[] {
  const linear = INSTRUMENTS.filter(({ kind, baseCoin }) => kind === 'linearPerpetual' && baseCoin !== 'DOT')
  if (markets === 'linear') return linear
  const { usdc, inverse } = sets === 'specified' ? SPECIFIED : FORMER
  const ofKind = (bases: readonly string[], kind: ContractMargin) => bases.map((base) => perpetualOf(base, kind))
  return [
    ...linear,
    ...(sets === 'specified' ? [perpetualOf('DOT', 'usdt')] : []),
    ...ofKind(region === 'eu' ? ['BTC'] : usdc, 'usdc'),
    ...ofKind(inverse, 'inverse'),
  ]
}

/** What a coin cost at the first start, dollars; `null` for one without a USDT perpetual. */
export function firstPriceOf(coin: string): number | null {
  const market = MARKETS.get(`${coin}USDT`)
  return market === undefined ? null : Number(market.startPrice)
}

/** The perpetual that a dated contract takes its rules from. */
export function perpetualOf(base: string, kind: ContractMargin): Perpetual {
  return BY_SYMBOL.get(symbolOf({ base, kind }))!
}

const MARGINED_IN: Readonly<Record<ContractKind, ContractMargin>> = {
  linearPerpetual: 'usdt',
  usdcPerpetual: 'usdc',
  inversePerpetual: 'inverse',
  linearFutures: 'usdt',
  usdcFutures: 'usdc',
  inverseFutures: 'inverse',
}

/** A dated contract takes this part of its perpetual's largest orders, and trades so much less. */
export const DATED_SHARE = '0.1'

/** The USDT perpetual whose index a contract shares; `null` where it is one itself, or its coin has none. */
export function leaderOf({ kind, baseCoin }: Instrument): string | null {
  const leader = `${baseCoin}USDT`
  return kind === 'linearPerpetual' || !BY_SYMBOL.has(leader) ? null : leader
}

/**
 * Where the seeded market of a contract starts: price and restlessness are its coin's, whatever it settles in. A
 * contract outside the catalogue starts at 1 with no volume.
 */
export function referencePrice(instrument: Instrument): ReferenceMarket {
  const { symbol, baseCoin } = instrument
  const isDated = isContract(instrument) && deliveryOf(instrument) !== null
  const own =
    MARKETS.get(isDated ? symbolOf({ base: baseCoin, kind: MARGINED_IN[instrument.kind] }) : symbol) ?? UNKNOWN_MARKET
  const leader = MARKETS.get(leaderOf(instrument) ?? symbol) ?? own
  if (instrument.kind === 'spot') {
    const startPrice = toText<Price>(new Exact(leader.startPrice).div(DOLLARS_FOR[instrument.quoteCoin] ?? 1))
    return { startPrice, volume24h: spotVolume(instrument), dailyVolatility: leader.dailyVolatility }
  }
  const volume24h = isDated ? toText<Qty>(new Exact(own.volume24h).times(DATED_SHARE)) : own.volume24h
  return { startPrice: leader.startPrice, volume24h, dailyVolatility: leader.dailyVolatility }
}
