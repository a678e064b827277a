import type { AccountKind } from '../../src/domain/account/wallet'
import { deliveryOf, type Instrument } from '../../src/domain/instrument/instrument'
import { parseDecimalText, type DecimalText } from '../../src/domain/decimal'
import type { EngineCommand } from '../engine/commands'
import type { EngineBalance } from '../engine/records/position-records'
import { createScale } from '../listings/scale'

const E8 = createScale('0.00000001' as DecimalText)

/** What an account begins with (decisions 21). */
const GENESIS_CREDIT: readonly (readonly [coin: string, amount: string])[] = [
  ['USDT', '100000'],
  ['USDC', '100000'],
  ['BTC', '2'],
  ['ETH', '20'],
]
/** Default leverage 10× (decisions 21). */
const DEFAULT_LEVERAGE_E2 = 1_000
/** Most that one press of the faucet gives. A map, so that `constructor` is no coin. */
const FAUCET_MAX: ReadonlyMap<string, string> = new Map([
  ['USDT', '1000000'],
  ['USDC', '1000000'],
  ['BTC', '20'],
  ['ETH', '200'],
  // What the other inverse contracts settle in, for about as much money.
  ['SOL', '7000'],
  ['XRP', '700000'],
  ['EOS', '800000'],
  ['DOT', '170000'],
  // What pairs are paid with, or give: about as much money.
  ['EUR', '1000000'],
  ['DOGE', '9000000'],
  ['BNB', '1600'],
  ['AVAX', '70000'],
  ['LINK', '74000'],
])

/** Coins of the sandbox, in the order of the assets table. */
export const COINS: readonly string[] = GENESIS_CREDIT.map(([coin]) => coin)

/** Balances in the order of the assets table. */
export function byRank(balances: readonly EngineBalance[]): readonly EngineBalance[] {
  return balances.toSorted((a, b) => rank(a.coin) - rank(b.coin))
}

function rank(coin: string): number {
  const at = COINS.indexOf(coin)
  return at < 0 ? COINS.length : at
}

/** The commands that open a user's account and fund it. */
export function openUser(account: string, kind: AccountKind, accountWide?: true): readonly EngineCommand[] {
  const own = accountWide === undefined ? {} : { accountWide }
  return [
    { type: 'openAccount', account, role: 'user', kind, defaultLeverageE2: DEFAULT_LEVERAGE_E2, ...own },
    ...GENESIS_CREDIT.map(
      ([coin, amount]) => ({ type: 'credit', account, coin, amountE8: E8.toCount(amount as DecimalText)! }) as const,
    ),
  ]
}

/** @returns the most of a coin that one press gives; `null` of a coin that the faucet has not */
export function faucetMost(coin: string): DecimalText | null {
  return (FAUCET_MAX.get(coin) as DecimalText | undefined) ?? null
}

/** @returns the amount in E8, or why the faucet gives nothing */
export function faucetAmount(coin: string, amount: string): number | 'unknownCoin' | 'amountInvalid' {
  const most = FAUCET_MAX.get(coin)
  if (most === undefined) return 'unknownCoin'
  const text = parseDecimalText(amount)
  const amountE8 = text === null ? null : E8.toCount(text)
  if (amountE8 === null || amountE8 <= 0 || amountE8 > E8.toCount(most as DecimalText)!) return 'amountInvalid'
  return amountE8
}

/** Each house account begins with this much of the settle coin, E8, and is topped up by it when it runs low. */
export const HOUSE_CREDIT_E8 = 20_000_000 * 1e8
/** Makers' margin is checked like anybody's; this leverage keeps them inside the larger risk tiers. */
export const HOUSE_LEVERAGE_E2 = 500
export const MAKERS_PER_SYMBOL = 6
export const FLOWS_PER_SYMBOL = 3

/**
 * Names of the accounts that quote and take in one symbol; dated contracts of one series share theirs, because contracts
 * come and go. No user can be called so: the colon is not a letter of ids.
 */
export function houseAccounts(instrument: Instrument): {
  readonly makers: readonly string[]
  readonly flows: readonly string[]
} {
  const { symbol, baseCoin, settleCoin } = instrument
  const desk = deliveryOf(instrument) === null ? symbol : `${baseCoin}-${settleCoin}-dated`
  const names = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}:${desk}:${n + 1}`)
  return { makers: names('maker', MAKERS_PER_SYMBOL), flows: names('flow', FLOWS_PER_SYMBOL) }
}
