import { Exact, toText, type Leverage, type Money, type Rate } from '../decimal'

/** What an account is short of in a coin. */
export interface BorrowedTerms {
  readonly equity: Money
  /** Held for options that are bought, and of theirs what is worth more than nothing; not in portfolio margin. */
  readonly optionBuyMargin: Money
  readonly optionValue: Money
  readonly frozen: Money
}

/** |min(0, equity − initial margin of bought options − positive option value − frozen)|. */
export function borrowedAmount({ equity, optionBuyMargin, optionValue, frozen }: BorrowedTerms): Money {
  const left = new Exact(equity).minus(optionBuyMargin).minus(Exact.max(0, optionValue)).minus(frozen)
  return toText<Money>(left.isNegative() ? left.negated() : new Exact(0))
}

/** What an hour costs. @param utilisation debt ÷ limit: above 1 the rate is multiplied by its cube */
export function chargedRate(hourlyRate: Rate, utilisation: Rate): Rate {
  return toText<Rate>(Exact.max(1, utilisation).pow(3).times(hourlyRate))
}

/**
 * Interest of an hour, charged at five minutes past, 8 decimals.
 *
 * @param terms.freePart of a debt that unrealised losses made; it bears nothing
 * @param terms.utilisation debt ÷ limit: above 1 the rate is that of `chargedRate`
 */
export function hourlyInterest(
  borrowed: Money,
  terms: { readonly hourlyRate: Rate; readonly freePart?: Money; readonly utilisation?: Rate },
): Money {
  const bearing = Exact.max(0, new Exact(borrowed).minus(terms.freePart ?? 0))
  const over = Exact.max(1, terms.utilisation ?? 1)
  return toText<Money>(bearing.times(terms.hourlyRate).times(over.pow(3)).toDecimalPlaces(8))
}

/** When the next interest is charged: five minutes past the hour, strictly after `nowMs`. */
export function nextInterestMs(nowMs: number): number {
  const [hour, past] = [3_600_000, 300_000]
  return (Math.floor((nowMs - past) / hour) + 1) * hour + past
}

/** A repayment pays interest first, then what was borrowed; what is too much stays. */
export function repay(
  debt: { readonly borrowed: Money; readonly interest: Money },
  amount: Money,
): { readonly borrowed: Money; readonly interest: Money; readonly left: Money } {
  const toInterest = Exact.min(debt.interest, amount)
  const toBorrowed = Exact.min(debt.borrowed, new Exact(amount).minus(toInterest))
  return {
    interest: toText<Money>(new Exact(debt.interest).minus(toInterest)),
    borrowed: toText<Money>(new Exact(debt.borrowed).minus(toBorrowed)),
    left: toText<Money>(new Exact(amount).minus(toInterest).minus(toBorrowed)),
  }
}

/** Of a debt: IMR = 1 ÷ leverage, truncated to 8 decimals; MMR 4 %. */
export const BORROW_MMR = '0.04' as Rate
export function borrowInitialMarginRate(leverage: Leverage): Rate {
  return toText<Rate>(new Exact(1).div(leverage).toDecimalPlaces(8, Exact.ROUND_DOWN))
}
