import type { EngineCommand } from '../../../../exchange/engine/commands'
import { createEngine } from '../../../../exchange/engine/create-engine'
import { PRESENT_RULES, type EngineRules } from '../../../../exchange/engine/engine-rules'
import type { EngineCoin } from '../../../../exchange/engine/lending/engine-coin'
import type { EngineInstrument } from '../../../../exchange/engine/instrument'
import type { EngineOutcome, MatchingEngine } from '../../../../exchange/engine/matching-engine'
import type { EngineBalance } from '../../../../exchange/engine/records/position-records'
import type { EngineRefusal } from '../../../../exchange/engine/result'
import { BTC, place, USDT } from '../engine-fixture'
import { COIN, DOLLAR, option } from '../options/option-fixture'

/** 60 days from where the tests begin. */
const EXPIRY_MS = 60 * 86_400_000

function dated(symbol: string, strike: number, isCall: boolean): EngineInstrument {
  const listed = option(symbol, strike, isCall)
  if (listed.terms?.kind !== 'option') throw new Error('an option')
  return { ...listed, underlying: 'BTC', terms: { ...listed.terms, expiryMs: EXPIRY_MS } }
}

/** Fees of nothing, so that margins are round figures. */
const FREE = { takerRateE8: 0, makerRateE8: 0 }
const PERPETUAL = { ...BTC, ...FREE, minNotionalE8: 0, underlying: 'BTC', allowsHedge: true }

export const INSTRUMENTS: readonly EngineInstrument[] = [
  PERPETUAL,
  { ...PERPETUAL, symbol: 'BTC-FUTURE', allowsHedge: false },
  ...[18_000, 20_000, 22_000].flatMap((strike) => [
    { ...dated(`C${strike}`, strike, true), ...FREE },
    { ...dated(`P${strike}`, strike, false), ...FREE },
  ]),
]

/** Lots of a coin, by symbol. */
export const coinLots = (symbol: string, coins: number): number =>
  Math.round(coins * (symbol.startsWith('BTC') ? 1_000 : COIN))
const ticksOf = (symbol: string, dollars: number): number =>
  Math.round(dollars * (symbol.startsWith('BTC') ? 10 : DOLLAR))

export interface Desk {
  readonly engine: MatchingEngine
  run(command: EngineCommand): EngineOutcome
  refused(command: EngineCommand): EngineRefusal
  /** A limit order in dollars and coins. */
  order(account: string, side: 'buy' | 'sell', symbol: string, dollars: number, coins: number): EngineCommand
  /** `buyer` buys from `seller`; both have to be taken. */
  deal(buyer: string, seller: string, symbol: string, dollars: number, coins: number): void
  /** Every price by the index: contracts on it, options by Black-76 at 60 %. */
  index(dollars: number, volatilityE8?: number): readonly EngineOutcome[]
  usdt(account: string): EngineBalance
  lots(account: string, symbol: string): number
}

/** `users` by what they have in USDT; `mm` and `nn` are the others' counterparts in cross margin, with ten million each. */
export function desk(
  users: Readonly<Record<string, number>>,
  isPortfolio = true,
  rules: EngineRules = PRESENT_RULES,
  /** Those that back each other and are margined as one; none: each by itself. */
  coins: readonly EngineCoin[] = [],
): Desk {
  const engine = createEngine(INSTRUMENTS, coins, rules)
  let nowMs = 1_000
  const run = (command: EngineCommand) => engine.handle(command, (nowMs += 1))
  for (const [account, dollars] of Object.entries({ mm: 10_000_000, nn: 10_000_000, ...users })) {
    run({ type: 'openAccount', account, role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account, coin: 'USDT', amountE8: Math.round(dollars * USDT) })
    if (isPortfolio && account in users) run(portfolioMode(account, coins))
  }
  run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 1_000_000 * USDT })
  const order: Desk['order'] = (account, side, symbol, dollars, coins) =>
    place(account, { side, symbol, ticks: ticksOf(symbol, dollars), lots: coinLots(symbol, coins) })
  const taken = (command: EngineCommand) => {
    const { result } = run(command)
    if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  }
  const made: Desk = {
    engine,
    run,
    order,
    refused(command) {
      const { result } = run(command)
      if (result.ok) throw new Error('accepted')
      return result.refusal
    },
    deal(buyer, seller, symbol, dollars, coins) {
      taken(order(seller, 'sell', symbol, dollars, coins))
      taken(order(buyer, 'buy', symbol, dollars, coins))
    },
    index(dollars, volatilityE8 = 60_000_000) {
      return marksAt(dollars, volatilityE8).map(run)
    },
    usdt: (account) => engine.balances(account).find(({ coin }) => coin === 'USDT')!,
    lots: (account, symbol) => engine.positions(account, symbol).reduce((sum, { lots }) => sum + lots, 0),
  }
  made.index(20_000)
  return made
}

export function portfolioMode(account: string, coins: readonly EngineCoin[]): EngineCommand {
  const margin = coins.length > 0 ? { accountWide: true as const } : {}
  return { type: 'setMarginMode', account, mode: 'portfolio', ...margin }
}

/** Every mark by the index, and the look at accounts after them. */
export function marksAt(dollars: number, volatilityE8 = 60_000_000): readonly EngineCommand[] {
  const marks = INSTRUMENTS.map(({ symbol, terms }): EngineCommand => {
    const indexTicks = ticksOf(symbol, dollars)
    const markTicks = markTicksOf(symbol, dollars)
    if (terms?.kind !== 'option') return { type: 'mark', symbol, markTicks, indexTicks }
    return { type: 'mark', symbol, markTicks, indexTicks, forwardTicks: indexTicks, volatilityE8 }
  })
  return [...marks, { type: 'reviewAccounts' }]
}

export function markTicksOf(symbol: string, dollars: number): number {
  const ofOption = MARKS[symbol]
  return ofOption === undefined ? ticksOf(symbol, dollars) : Math.round(ofOption(dollars))
}

/** Marks of options, in ticks: what they pay, and 1,900 dollars of time at the money. Parity holds. */
const MARKS: Readonly<Record<string, (index: number) => number>> = Object.fromEntries(
  [18_000, 20_000, 22_000].flatMap((strike) => {
    const time = (index: number) => 1_900 * Math.exp(-Math.abs(index - strike) / 4_000)
    return [
      [`C${strike}`, (index: number) => (Math.max(0, index - strike) + time(index)) * DOLLAR],
      [`P${strike}`, (index: number) => (Math.max(0, strike - index) + time(index)) * DOLLAR],
    ]
  }),
)
