import type { AccountKind, CoinBalance, Wallet } from '../../src/domain/account/wallet'
import type { Money, Rate } from '../../src/domain/decimal'
import type { EngineBalance } from '../engine/records/position-records'
import { LENT_COINS } from './lent-coins'
import { bigText, divideHalfUp, moneyOf, ONE_E8, sumOf } from './shapes'

const NOTHING_MORE = {} as const

/** 1e-8 of a coin times 1e-8 of a dollar: dollars as whole numbers, exact however large. */
const E8_TIMES_E8 = 100_000_000n

/** Coins that count as collateral whatever an account says. */
const ALWAYS_COUNT: ReadonlySet<string> = new Set(
  LENT_COINS.filter(({ isOptional }) => !isOptional).map(({ coin }) => coin),
)

/**
 * A wallet in which each coin backs what is settled in it, and nothing else. Whole numbers throughout: it goes out with
 * every order that is taken, and Decimals would be the dearest part of it.
 *
 * Equity is all that there is; margin balance and what is available are of the coins that back something: those with
 * margin in use, USDT and USDC. The rates are those of the coin that is nearest to its liquidation, so that the one of
 * maintenance reaches 1 when that comes (semantics.md §1.5).
 *
 * What is available is never below zero as it is told: prices may take the engine's below it, and then nothing is free.
 *
 * @param usdPriceE8 the index price of a coin in 1e-8 US dollars; a coin without one (0) counts nothing in the totals
 */
export function toWallet(
  kind: AccountKind,
  balances: readonly EngineBalance[],
  usdPriceE8: (coin: string) => bigint,
  seq: number,
): Wallet {
  let equity = 0n
  let margin = 0n
  let wallet = 0n
  let available = 0n
  let unrealised = 0n
  let initial = 0n
  let maintenance = 0n
  const rates = new LargestRates()
  const coins: CoinBalance[] = []
  for (const one of balances) {
    const price = usdPriceE8(one.coin)
    // Most coins of an account have no contracts: zero is not worth a product.
    const usd = (amountE8: number): bigint => (amountE8 === 0 ? 0n : BigInt(amountE8) * price)
    const heldE8 = one.unrealisedE8 + one.paidValueE8
    const equityE8 = one.walletE8 + heldE8
    const coinWallet = usd(one.walletE8)
    const coinUnrealised = usd(one.unrealisedE8)
    const coinEquity = coinWallet + coinUnrealised + usd(one.paidValueE8)
    const freeE8 = Math.max(0, one.availableE8)
    const ownE8 = Math.max(0, one.walletE8 - one.lockedE8)
    const initialE8 = one.positionMarginE8 + one.orderMarginE8
    equity += coinEquity
    wallet += coinWallet
    unrealised += coinUnrealised
    initial += usd(initialE8)
    maintenance += usd(one.maintenanceE8)
    if (initialE8 > 0 || one.maintenanceE8 > 0 || ALWAYS_COUNT.has(one.coin)) {
      // What options are worth is equity, and no margin but portfolio margin's (semantics.md §1.3).
      margin += one.paidValueBacks === true ? coinEquity : coinWallet + coinUnrealised
      available += freeE8 === equityE8 ? coinEquity : usd(freeE8)
      rates.add(one, initialE8)
    }
    coins.push({
      coin: one.coin,
      walletBalance: moneyOf(one.walletE8),
      unrealisedPnl: moneyOf(one.unrealisedE8),
      equity: sumOf(one.walletE8, heldE8, equityE8),
      available: moneyOf(freeE8),
      // A gain on paper backs orders, and leaves no account.
      ...(freeE8 > ownE8 ? { withdrawable: moneyOf(ownE8) } : NOTHING_MORE),
      positionInitialMargin: moneyOf(one.positionMarginE8),
      orderInitialMargin: moneyOf(one.orderMarginE8),
      locked: moneyOf(one.lockedE8),
      maintenanceMargin: moneyOf(one.maintenanceE8),
      cumRealisedPnl: moneyOf(one.cumRealisedE8),
      ...(one.hedgeE8 === undefined ? NOTHING_MORE : { spotHedge: moneyOf(one.hedgeE8) }),
      usdValue: price === ONE_E8 ? sumOf(one.walletE8, heldE8, equityE8) : dollars(coinEquity),
    })
  }
  return {
    accountType: kind,
    totalEquity: dollars(equity),
    totalWalletBalance: dollars(wallet),
    totalMarginBalance: dollars(margin),
    totalAvailable: dollars(available),
    totalUnrealisedPnl: dollars(unrealised),
    totalInitialMargin: dollars(initial),
    totalMaintenanceMargin: dollars(maintenance),
    initialMarginRate: margin > 0n ? rates.initial : null,
    maintenanceMarginRate: margin > 0n ? rates.maintenance : null,
    coins,
    seq,
  }
}

/** Margin ÷ what backs it, in 1e-8, of the coins that have most of it. */
class LargestRates {
  #initialE8 = 0n
  #maintenanceE8 = 0n
  #isKnown = true

  /** @param initialE8 of positions and orders */
  add({ walletE8, unrealisedE8, paidValueE8, paidValueBacks, maintenanceE8 }: EngineBalance, initialE8: number): void {
    if (initialE8 <= 0 && maintenanceE8 <= 0) return
    const backing = BigInt(walletE8) + BigInt(unrealisedE8) + BigInt(paidValueBacks === true ? paidValueE8 : 0)
    if (backing <= 0n) {
      this.#isKnown = false
      return
    }
    const rateOf = (partE8: number): bigint => divideHalfUp(BigInt(partE8) * ONE_E8, backing)
    this.#initialE8 = larger(this.#initialE8, rateOf(initialE8))
    this.#maintenanceE8 = larger(this.#maintenanceE8, rateOf(maintenanceE8))
  }

  /** `null` where a coin with margin has nothing left to back it. */
  get initial(): Rate | null {
    return this.#isKnown ? bigText<Rate>(this.#initialE8) : null
  }

  get maintenance(): Rate | null {
    return this.#isKnown ? bigText<Rate>(this.#maintenanceE8) : null
  }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Amounts have 8 decimals, half up (semantics.md §5). */
function dollars(amount: bigint): Money {
  return bigText<Money>(divideHalfUp(amount, E8_TIMES_E8))
}
