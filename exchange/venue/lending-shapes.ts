import { Exact, toText, type Money, type Rate } from '../../src/domain/decimal'
import type { Transaction } from '../../src/domain/account/transaction'
import type { CoinBalance, Wallet } from '../../src/domain/account/wallet'
import type { ConversionCause, EngineEvent, LoanMove } from '../engine/events'
import { CONVERSION_FEE_E8 } from '../engine/lending/conversion'
import type { AccountLending, CoinLending } from '../engine/lending/lending-info'
import { moneyOf, ONE_E8, rateOf } from './shapes'
import { walletRow } from './records'
import type { VenueEvent } from './venue-port'

/**
 * A wallet as an account has it that shares its collateral: what is owed is no equity, what coins count for is the margin
 * balance, and what is available and needed is of the whole account.
 *
 * @param wallet of the coins by themselves
 * @param usdPriceE8 as for `toWallet`
 */
export function withLending(
  wallet: Wallet,
  { figures, coins: owed }: AccountLending,
  usdPriceE8: (coin: string) => bigint,
): Wallet {
  if (figures === null) return wallet
  const byCoin = new Map(owed.map((one) => [one.coin, one]))
  const coins = wallet.coins.map((one) => coinWith(one, byCoin.get(one.coin) ?? null, usdPriceE8(one.coin)))
  const equity = Exact.sum(0, ...coins.map(({ usdValue }) => usdValue))
  const margin = new Exact(moneyOf(figures.equityE8))
  const rateOf = (amountE8: number): Rate | null =>
    margin.gt(0) ? toText<Rate>(new Exact(moneyOf(amountE8)).div(margin).toDecimalPlaces(8)) : null
  return {
    ...wallet,
    totalEquity: toText<Money>(equity),
    totalMarginBalance: moneyOf(figures.equityE8),
    totalAvailable: moneyOf(Math.max(0, figures.availableE8)),
    totalInitialMargin: moneyOf(figures.initialE8),
    totalMaintenanceMargin: moneyOf(figures.maintenanceE8),
    initialMarginRate: rateOf(figures.initialE8),
    maintenanceMarginRate: rateOf(figures.maintenanceE8),
    coins,
  }
}

function coinWith(one: CoinBalance, lending: CoinLending | null, priceE8: bigint): CoinBalance {
  if (lending === null) return one
  const { borrowedE8, lentE8, interestE8, isCollateral } = lending
  const owed = new Exact(moneyOf(lentE8 + interestE8))
  const equity = new Exact(one.equity)
  const available = new Exact(one.available)
  // Nothing of a coin is free while it is owed, and no other coin can leave the account in its place.
  const own = Exact.max(0, new Exact(one.walletBalance).minus(one.locked ?? 0).minus(owed))
  const after = equity.minus(owed)
  return {
    ...one,
    ...(available.gt(own) ? { withdrawable: toText<Money>(own) } : {}),
    equity: toText<Money>(after),
    usdValue: toText<Money>(after.times(priceE8).div(ONE_E8).toDecimalPlaces(8)),
    lending: {
      borrowed: moneyOf(borrowedE8),
      lent: moneyOf(lentE8),
      interest: moneyOf(interestE8),
      isCollateral,
    },
  }
}

const TYPE_OF: Readonly<Record<LoanMove, Transaction['type']>> = {
  borrow: 'borrow',
  repay: 'repay',
  interest: 'interest',
  convertIn: 'currencyBuy',
  convertOut: 'currencySell',
}

/** v5 has words of their own for conversions that the holder asked for; all others are the exchange's. */
const ASKED_TYPE_OF: Partial<Readonly<Record<LoanMove, Transaction['type']>>> = {
  convertIn: 'repaymentBuy',
  convertOut: 'repaymentSell',
}

const CONVERSION_RATE = rateOf(CONVERSION_FEE_E8)

/** What moved of a wallet for a debt, as a row of the transaction log. */
export function loanRowOf(event: Extract<EngineEvent, { type: 'loan' }>): VenueEvent {
  const { account, coin, move, changeE8, walletE8, feeE8 = 0, cause, timeMs, seq } = event
  const type = typeOf(move, cause)
  const row = {
    type,
    coin,
    changeE8,
    walletE8,
    ...(feeE8 === 0 ? {} : { fee: { amountE8: feeE8, rate: CONVERSION_RATE } }),
    ...(cause === undefined || cause === 'repayment' ? {} : { cause }),
    timeMs,
    seq,
  }
  return { type: 'transfer', account, transaction: walletRow(`${type}-${seq}`, row) }
}

function typeOf(move: LoanMove, cause: ConversionCause | undefined): Transaction['type'] {
  return (cause === 'repayment' ? ASKED_TYPE_OF[move] : undefined) ?? TYPE_OF[move]
}

/** What was charged for a debt, as a row of the history of borrowing. */
export function interestRowOf(event: Extract<EngineEvent, { type: 'interest' }>): VenueEvent {
  const { account, coin, borrowedE8, freeE8, lossE8, interestE8, timeMs, seq } = event
  return {
    type: 'interest',
    account,
    interest: {
      coin,
      borrowed: moneyOf(borrowedE8),
      free: moneyOf(freeE8),
      unrealisedLoss: moneyOf(lossE8),
      interest: moneyOf(interestE8),
      hours: 1,
      timeMs,
      seq,
    },
  }
}
