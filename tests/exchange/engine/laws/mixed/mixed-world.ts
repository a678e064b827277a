import type { EngineCommand } from '../../../../../exchange/engine/commands'
import { createEngine } from '../../../../../exchange/engine/create-engine'
import type { EngineCoin } from '../../../../../exchange/engine/lending/engine-coin'
import type { MarginMode } from '../../../../../exchange/engine/accounts/account-settings'
import type { EngineInstrument } from '../../../../../exchange/engine/instrument'
import type { MatchingEngine } from '../../../../../exchange/engine/matching-engine'
import { BTC, ETH, USDT } from '../../engine-fixture'
import { COINS as LENT } from '../../lending/lending-fixture'
import { DOLLAR, option } from '../../options/option-fixture'
import { FUTURE, SPREAD } from '../../spread/spread-fixture'
import { COIN, PAIR } from '../../spot-fixture'

/** One coin, and everything that trades on it: all products in one book of accounts, each able to hold any of them. */

/** In dollars: where the walk begins. */
export const FIRST_INDEX = 50_000
const STRIKE = { call: 51_000, put: 49_000 }

/** BTCUSD: a lot is one dollar, a tick 0.1: lots ÷ ticks × 10 bitcoins. It settles in what the pair sells. */
const INVERSE: EngineInstrument = {
  ...BTC,
  symbol: 'BTCUSD',
  settleCoin: 'BTC',
  payoff: 'inverse',
  valueUnitE8: 1_000_000_000,
  maxLimitLots: 1_000_000,
  maxMarketLots: 500_000,
  minNotionalE8: 0,
  tiers: BTC.tiers.map((tier) => ({ ...tier, limitE8: tier.limitE8 / 20_000, deductionE8: 0 })),
}
/** Settled in USDC, its session with the funding. */
const USDC_PERPETUAL: EngineInstrument = { ...ETH, symbol: 'BTCPERP', settleCoin: 'USDC', settlesSessions: true }
/** Two months of a walk's time. */
const EXPIRY_MS = 60 * 86_400_000
const CALL = dated(option('BTC-C', STRIKE.call, true))
const PUT = dated(option('BTC-P', STRIKE.put, false))
/** Perpetual against the pair: both have ticks of 0.1 and lots of 0.001. */
const BASIS: EngineInstrument = {
  ...SPREAD,
  symbol: 'BTCUSDT_BTC/USDT',
  valueUnitE8: BTC.valueUnitE8,
  minPriceTicks: -20_000,
  maxPriceTicks: 20_000,
  terms: { kind: 'spread', legs: ['BTCUSDT', 'BTC/USDT'], ticksPerLeg: [1, 1], lotsPerLeg: [1, 1] },
}

export const MARKETS: readonly EngineInstrument[] = [
  { ...BTC, allowsHedge: true },
  FUTURE,
  INVERSE,
  USDC_PERPETUAL,
  CALL,
  PUT,
  PAIR,
  SPREAD,
  BASIS,
].map((one) => ({ ...one, underlying: 'BTC' }))
export const COINS = ['USDT', 'USDC', 'BTC'] as const
/** What counts as collateral: both dollars and the pair's coin, all of them lent. */
export const COLLATERAL: readonly EngineCoin[] = LENT.flatMap((one) =>
  one.pair === null ? [one, { ...one, coin: 'USDC' }] : [one],
)
/** The last three have little money, so that they are liquidated now and then. */
export const USERS = ['ann', 'bob', 'cat', 'dan', 'pam', 'poor', 'weak', 'thin'] as const
const BEGINS: Readonly<Partial<Record<(typeof USERS)[number], MarginMode>>> = {
  dan: 'isolated',
  pam: 'portfolio',
  thin: 'portfolio',
}

/** Of each margin mode that allows it, some whose coins back each other, and who may borrow. */
const BORROWERS: readonly string[] = ['cat', 'pam', 'weak', 'thin']

export function isSmall(user: string): boolean {
  return user === 'poor' || user === 'weak' || user === 'thin'
}

export function openMixedWorld(): MatchingEngine {
  const engine = createEngine(MARKETS, COLLATERAL)
  for (const account of USERS) {
    const defaultLeverageE2 = isSmall(account) ? 5_000 : 1_000
    engine.handle({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2 }, 1)
    const dollars = isSmall(account) ? 3_000 : 150_000
    engine.handle({ type: 'credit', account, coin: 'USDT', amountE8: dollars * USDT }, 1)
    engine.handle({ type: 'credit', account, coin: 'USDC', amountE8: dollars * USDT }, 1)
    engine.handle({ type: 'credit', account, coin: 'BTC', amountE8: (dollars / FIRST_INDEX) * COIN }, 1)
  }
  for (const [account, mode] of Object.entries(BEGINS)) {
    const margin = account === 'pam' ? { accountWide: true as const } : {}
    engine.handle({ type: 'setMarginMode', account, mode, ...margin }, 1)
  }
  for (const { symbol } of MARKETS) for (const command of marksOf(symbol, FIRST_INDEX, 0)) engine.handle(command, 1)
  for (const account of BORROWERS) engine.handle({ type: 'setSpotMargin', account, isOn: true }, 1)
  return engine
}

function dated(listed: EngineInstrument): EngineInstrument {
  const { terms } = listed
  return terms?.kind === 'option' ? { ...listed, terms: { ...terms, expiryMs: EXPIRY_MS } } : listed
}

/** What one of a symbol is worth, in dollars, with the index there. @param basis of the future, dollars */
export function worthOf(symbol: string, index: number, basis: number): number {
  switch (symbol) {
    case 'BTC-C':
      return optionWorth(index - STRIKE.call)
    case 'BTC-P':
      return optionWorth(STRIKE.put - index)
    case FUTURE.symbol:
      return index + basis
    case SPREAD.symbol:
      return basis
    case BASIS.symbol:
      return 0
    default:
      return index
  }
}

/** What it would pay, and some time: no model, but smooth and never below what it would pay. Far outside it is nothing. */
function optionWorth(inside: number): number {
  return Math.max(0, inside) + 1_500 * Math.exp(-Math.abs(inside) / 1_200)
}

/** Ticks of a dollar. */
export function ticksPerDollar(symbol: string): number {
  if (symbol === FUTURE.symbol || symbol === SPREAD.symbol) return 2
  return isOption(symbol) ? DOLLAR : 10
}

/** Orders of options have prices in steps of 5 dollars. */
export function stepOf(symbol: string): number {
  return isOption(symbol) ? 5 * DOLLAR : 1
}

export function isOption(symbol: string): boolean {
  return MARKETS.find((market) => market.symbol === symbol)?.terms?.kind === 'option'
}

/** New prices of one symbol; a spread has no mark of its own. */
export function marksOf(symbol: string, index: number, basis: number): readonly EngineCommand[] {
  if (symbol.includes('_')) return []
  const scale = ticksPerDollar(symbol)
  const markTicks = Math.round(worthOf(symbol, index, basis) * scale)
  return [{ type: 'mark', symbol, markTicks, indexTicks: Math.round(index * scale) }]
}
