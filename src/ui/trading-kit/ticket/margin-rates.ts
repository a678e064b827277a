import type { MarginRates } from '../../../domain/account/margin-rates'
import type { CoinBalance, Wallet } from '../../../domain/account/wallet'
import { Exact, toText, type Money, type Rate } from '../../../domain/decimal'
import type { OptionOutcome } from '../../../domain/options/option-outlay'

/** By how much a coin's sums change. */
interface Change {
  readonly wallet: Exact
  readonly initial: Exact
  readonly maintenance: Exact
}

const NO_CHANGE: Change = { wallet: new Exact(0), initial: new Exact(0), maintenance: new Exact(0) }

/** How the exchange makes the rates of an account: of each coin alone, the largest counts; or of all together. */
type Rule = (wallet: Wallet, coin: string, change: Change) => readonly [initial: Rate | null, maintenance: Rate | null]

const EACH_COIN: Rule = (wallet, coin, change) => {
  const of = (margin: (balance: CoinBalance, own: Change) => Exact): Rate | null => {
    let largest = new Exact(0)
    for (const balance of wallet.coins) {
      const own = balance.coin === coin ? change : NO_CHANGE
      const part = margin(balance, own)
      if (part.lte(0)) continue
      const backing = new Exact(balance.walletBalance).plus(balance.unrealisedPnl).plus(own.wallet)
      if (backing.lte(0)) return null
      largest = Exact.max(largest, rounded(part.div(backing)))
    }
    return toText<Rate>(largest)
  }
  return [
    of((one, own) => own.initial.plus(one.positionInitialMargin).plus(one.orderInitialMargin)),
    of((one, own) => own.maintenance.plus(one.maintenanceMargin)),
  ]
}

/** A dollar coin is worth what the account's own sums say. */
const ALL_TOGETHER: Rule = (wallet, coin, change) => {
  const worth = worthOf(wallet.coins.find((one) => one.coin === coin))
  const backing = worth.times(change.wallet).plus(wallet.totalMarginBalance)
  const of = (total: Exact): Rate | null => (backing.lte(0) ? null : toText<Rate>(rounded(total.div(backing))))
  return [
    of(worth.times(change.initial).plus(wallet.totalInitialMargin)),
    of(worth.times(change.maintenance).plus(wallet.totalMaintenanceMargin)),
  ]
}

const rounded = (rate: Exact): Exact => rate.toDecimalPlaces(8)

/**
 * The rates that an order leaves. Which rule an account follows is told by nothing but its own rates: the one that gives
 * those of now gives those after. @returns `null` where neither does
 */
export function ratesAfter(wallet: Wallet, coin: string, outcome: OptionOutcome): MarginRates | null {
  const change: Change = {
    wallet: new Exact(outcome.walletChange),
    initial: new Exact(outcome.initialAfter).minus(outcome.initialBefore),
    maintenance: new Exact(outcome.maintenanceAfter).minus(outcome.maintenanceBefore),
  }
  const { initialMarginRate: initialBefore, maintenanceMarginRate: maintenanceBefore } = wallet
  const rule = ruleOf(wallet, coin)
  if (rule === null) return null
  const [initialAfter, maintenanceAfter] = rule(wallet, coin, change)
  return { initialBefore, initialAfter, maintenanceBefore, maintenanceAfter }
}

/** The rule that gives the rates of now; `null` where neither does. */
function ruleOf(wallet: Wallet, coin: string): Rule | null {
  const { initialMarginRate, maintenanceMarginRate } = wallet
  const found = [EACH_COIN, ALL_TOGETHER].find((one) => {
    const [initial, maintenance] = one(wallet, coin, NO_CHANGE)
    return isSame(initial, initialMarginRate) && isSame(maintenance, maintenanceMarginRate)
  })
  return found ?? null
}

/** What stands behind the positions of a coin, in it; `null` where that is not known. */
export function backingOf(wallet: Wallet, coin: string): Money | null {
  const balance = wallet.coins.find((one) => one.coin === coin)
  const rule = ruleOf(wallet, coin)
  if (balance === undefined || rule === null) return null
  if (rule === EACH_COIN) return toText<Money>(new Exact(balance.walletBalance).plus(balance.unrealisedPnl))
  return toText<Money>(new Exact(wallet.totalMarginBalance).div(worthOf(balance)))
}

/** Of a unit of a dollar coin, in dollars. */
function worthOf(balance: CoinBalance | undefined): Exact {
  if (balance === undefined || new Exact(balance.equity).isZero()) return new Exact(1)
  return new Exact(balance.usdValue).div(balance.equity)
}

/** Nothing that is owed to nothing that is had is no rate, and as good as none. */
function isSame(one: Rate | null, other: Rate | null): boolean {
  return new Exact(one ?? '0')
    .minus(other ?? '0')
    .abs()
    .lte('0.000001')
}
