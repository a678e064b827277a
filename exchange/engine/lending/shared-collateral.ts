import { borrowInitialMarginRate } from '../../../src/domain/risk/borrowing'
import type { Leverage } from '../../../src/domain/decimal'
import type { Account, Cash, Position } from '../entities'
import { positionMarginE8, unheldCoinsE8 } from '../risk/available'
import {
  type Backing,
  type Loan,
  type Loans,
  NO_LOAN,
  OWN_COIN,
  type Payment,
  type RepaymentMode,
} from '../risk/backing'
import { backingPnlE8, ownEquityE8, ownPositionsMaintenanceE8 } from '../risk/margin'
import { orderBaseE8, orderCoinsE8, orderMarginE8 } from '../risk/order-margin'
import { mulDiv, ONE_E2, ONE_E8 } from '../scaled'
import { coinsFor, countOf, dollarsOf, textOf } from './amounts'
import type { CoinTable } from './coin-table'
import { CollateralValue, DebtMargin, marginalRatioE8, shareOf } from './collateral-value'
import type { EngineCoin, LoanTerms } from './engine-coin'

/** Spec §9 "Sample limits": what is lent is margined as at five times, where nothing else was chosen. */
const DEFAULT_LEVERAGE_E2 = 500

/** What one account has chosen, as a snapshot holds it. */
export interface LendingState {
  readonly lends: boolean
  readonly switches: readonly (readonly [coin: string, isOn: boolean])[]
  readonly leverages: readonly (readonly [coin: string, leverageE2: number])[]
  readonly loans: readonly (readonly [coin: string, borrowedE8: number, interestE8: number])[]
  /** What of them was borrowed by hand; left out where nothing was. */
  readonly manual?: readonly (readonly [coin: string, manualE8: number])[]
  /** Coins with manual repayment; left out where every coin repays by itself. */
  readonly repaidByHand?: readonly string[]
}

/** Of the whole account, E8 of a US dollar. */
export interface SharedFigures {
  /** What its coins count for, less what they owe. */
  readonly equityE8: number
  readonly initialE8: number
  readonly maintenanceE8: number
}

/** Every coin that counts backs everything of the account, in US dollars at the index; what is missing of one is owed. */
export class SharedCollateral implements Backing<Cash, Position>, Loans {
  /** Whether orders of pairs may borrow. */
  lends = false
  readonly switches = new Map<string, boolean>()
  readonly leverages = new Map<string, number>()
  readonly repaidByHand = new Set<string>()
  readonly byCoin = new Map<string, Loan>()
  readonly loans = this
  readonly #values = new Map<string, CollateralValue>()
  readonly #debts = new Map<string, DebtMargin>()
  /** Of a draft: the coins that it is asked about. */
  #drafts: readonly Cash[] | null = null

  constructor(
    readonly account: Account,
    readonly coins: CoinTable,
  ) {}

  /** The same with loans of its own, and copies in place of some coins: for a preview to act on. */
  draft(copies: readonly Cash[]): SharedCollateral {
    const draft = new SharedCollateral(this.account, this.coins)
    draft.choose(this.state())
    const kept = this.account.coins.filter(({ coin }) => !copies.some((one) => one.coin === coin))
    draft.#drafts = [...kept, ...copies]
    return draft
  }

  /** One coin of those that it is asked about. */
  cashOf(coin: string): Cash | null {
    return this.#cashes.find((one) => one.coin === coin) ?? null
  }

  get #cashes(): readonly Cash[] {
    return this.#drafts ?? this.account.coins
  }

  /** Whether a coin counts: as the account said, else once it borrows. */
  isOn({ coin, isOptional }: EngineCoin): boolean {
    return !isOptional || (this.switches.get(coin) ?? this.lends)
  }

  owedE8(coin: string): number {
    const loan = this.byCoin.get(coin)
    return loan === undefined ? 0 : loan.borrowedE8 + loan.interestE8
  }

  selfPaidE8(coin: string, freeE8: number): number {
    const { manualE8 } = this.byCoin.get(coin) ?? NO_LOAN
    return Math.max(0, Math.min(freeE8, this.owedE8(coin)) - manualE8)
  }

  modeOf(coin: string): RepaymentMode {
    return this.repaidByHand.has(coin) ? 'manual' : 'auto'
  }

  /** What is owed now follows the new mode: by hand all of it, or, by itself, none of it. */
  setMode(coin: string, mode: RepaymentMode): void {
    if (mode === 'manual') this.repaidByHand.add(coin)
    else this.repaidByHand.delete(coin)
    const loan = this.byCoin.get(coin)
    if (loan !== undefined) this.set(coin, { ...loan, manualE8: mode === 'manual' ? loan.borrowedE8 : 0 })
  }

  set(coin: string, loan: Loan): void {
    if (loan.borrowedE8 === 0 && loan.interestE8 === 0) this.byCoin.delete(coin)
    else this.byCoin.set(coin, loan)
  }

  /** What is borrowed of a coin: what was lent, and what unrealised losses have taken beyond it. */
  borrowedE8(cash: Cash): number {
    const { interestE8, manualE8 } = this.byCoin.get(cash.coin) ?? NO_LOAN
    const bought = this.account.coinMargin === null ? boughtOptionsE8(cash) : 0
    const equityE8 = this.netE8(cash) + interestE8
    const unheldE8 = unheldCoinsE8(cash)
    // Coins that were borrowed by hand stay there, and cover no other debt.
    const frozenE8 = cash.walletE8 - unheldE8 + Math.min(manualE8, Math.max(0, unheldE8))
    // `borrowedAmount` in whole units: decimals would be the dearest part of looking at a margin. What was borrowed by hand
    // is a debt while its coins are free, too.
    return Math.max(manualE8, bought + frozenE8 - equityE8)
  }

  /** Wallet and results of a coin less what is owed of it. */
  netE8(cash: Cash): number {
    return ownEquityE8(cash) - this.owedE8(cash.coin)
  }

  leverageE2(coin: string): number {
    return this.leverages.get(coin) ?? DEFAULT_LEVERAGE_E2
  }

  /** What may still be borrowed of a coin by its limit. */
  roomE8(cash: Cash): number {
    const loan = this.coins.find(cash.coin)?.loan ?? null
    return loan === null || !this.lends ? 0 : Math.max(0, countOf(loan.maxBorrow) - this.borrowedE8(cash))
  }

  /** @param given stands for the account's coin of its name @param besides its orders are not counted */
  figures(given: Cash | null = null, besides: Position | null = null): SharedFigures {
    const sum = { equityE8: 0, initialE8: 0, maintenanceE8: 0 }
    for (const one of this.#cashes) {
      const cash = given !== null && given.coin === one.coin ? given : one
      const terms = this.coins.find(cash.coin)
      const priceE8 = this.coins.priceE8(cash.coin)
      if (terms === null || priceE8 === null) continue
      sum.equityE8 += this.#countsE8(terms, this.netE8(cash), priceE8)
      sum.initialE8 += dollarsOf(heldE8(cash, besides), priceE8) + this.#lostBySwap(cash, priceE8, besides)
      sum.maintenanceE8 += dollarsOf(ownPositionsMaintenanceE8(cash), priceE8)
      if (terms.loan === null || !this.#mayOwe(cash)) continue
      const debtE8 = dollarsOf(this.borrowedE8(cash), priceE8)
      if (debtE8 === 0) continue
      sum.initialE8 += shareOf(debtE8, this.#initialRateE8(cash.coin))
      sum.maintenanceE8 += this.#debtMarginE8(cash.coin, terms.loan, debtE8)
    }
    return sum
  }

  /** What a coin counts for in US dollars, E8; `null` while it has no price. */
  collateralE8(cash: Cash): number | null {
    const terms = this.coins.find(cash.coin)
    const priceE8 = this.coins.priceE8(cash.coin)
    return terms === null || priceE8 === null ? null : this.#countsE8(terms, this.netE8(cash), priceE8)
  }

  availableE8(cash: Cash, ownE8: number, besides: Position | null): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null) return ownE8
    const { equityE8, initialE8 } = this.figures(cash, besides)
    return coinsFor(equityE8 - initialE8, priceE8)
  }

  equityE8(cash: Cash, ownE8: number): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    return priceE8 === null ? ownE8 : coinsFor(this.figures(cash).equityE8, priceE8)
  }

  maintenanceE8(cash: Cash, ownE8: number): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    return priceE8 === null ? ownE8 : coinsFor(this.figures(cash).maintenanceE8, priceE8)
  }

  trialE8(cash: Cash, ownE8: number): number {
    const { coinMargin } = this.account
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null || coinMargin === null) return ownE8
    let trial = this.figures(cash).maintenanceE8
    for (const one of this.account.coins) {
      if (one.positions.length === 0) continue
      trial += this.weigh(one, coinMargin.trialE8(one) - coinMargin.heldE8(one).maintenance)
    }
    return coinsFor(trial, priceE8)
  }

  /**
   * Own coins first, then what may be borrowed. A coin given for one that counts for less takes the difference from what
   * is available; one that is borrowed takes its initial margin besides, and counted whole.
   */
  payableE8(cash: Cash, { unheldE8, availableE8, receives, mayBorrow }: Payment<Cash>): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null) return Math.min(unheldE8, availableE8)
    const { equityE8, initialE8 } = this.figures(cash)
    const roomE8 = Math.max(0, coinsFor(equityE8 - initialE8, priceE8))
    const receivedE8 = this.#ratioE8(receives)
    const lostE8 = Math.max(0, this.#ratioE8(cash) - receivedE8)
    // What an order had borrowed that is changed now is borrowed anew: it is none of the account's own.
    const ownE8 = mayBorrow ? unheldE8 - Math.min(Math.max(0, unheldE8), this.#ofOrdersE8(cash.coin)) : unheldE8
    const own = lostE8 === 0 ? ownE8 : Math.min(ownE8, mulDiv(roomE8, ONE_E8, lostE8, 'down'))
    if (!mayBorrow || own < ownE8) return own
    const left = Math.max(0, roomE8 - mulDiv(Math.max(0, ownE8), lostE8, ONE_E8, 'up'))
    const costE8 = Math.max(0, ONE_E8 - receivedE8) + this.#initialRateE8(cash.coin)
    return ownE8 + Math.min(this.roomE8(cash), mulDiv(left, ONE_E8, costE8, 'down'))
  }

  /** What is given for one that counts for less loses the difference. */
  takenE8(
    cash: Cash,
    { amountE8, pays, receives }: { readonly amountE8: number; readonly pays: Cash; readonly receives: Cash },
  ): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null) return OWN_COIN.takenE8(cash, { amountE8, pays })
    const lostRateE8 = Math.max(0, this.#ratioE8(pays) - this.#ratioE8(receives))
    return -coinsFor(-shareOf(this.weigh(pays, amountE8), lostRateE8), priceE8)
  }

  fillableE8({ walletE8 }: Cash, leftE8: number): number {
    return leftE8 >= 0 ? walletE8 : 0
  }

  group(): readonly Cash[] {
    return this.account.coins
  }

  weigh(cash: Cash, amountE8: number): number {
    return dollarsOf(amountE8, this.coins.priceE8(cash.coin) ?? 0)
  }

  /** What is left backs the account's debts. */
  forfeitE8(): number {
    return 0
  }

  /** Whether what was chosen shares anything: a coin counts for others, or orders borrow. */
  get isInForce(): boolean {
    return this.lends || [...this.switches.values()].includes(true)
  }

  /** Takes force with its account, or leaves it as plain as it was. */
  apply(): void {
    this.account.backing = this.isInForce ? this : OWN_COIN
  }

  state(): LendingState {
    const manual = [...this.byCoin].flatMap(([coin, { manualE8 }]) => (manualE8 > 0 ? [[coin, manualE8] as const] : []))
    return {
      lends: this.lends,
      switches: [...this.switches],
      leverages: [...this.leverages],
      loans: [...this.byCoin].map(([coin, { borrowedE8, interestE8 }]) => [coin, borrowedE8, interestE8]),
      ...(manual.length === 0 ? {} : { manual }),
      ...(this.repaidByHand.size === 0 ? {} : { repaidByHand: [...this.repaidByHand] }),
    }
  }

  /** @param sharing where accounts that chose something stand */
  restore(saved: LendingState, sharing: Map<string, SharedCollateral>): void {
    sharing.set(this.account.id, this)
    this.choose(saved)
    this.apply()
  }

  /** Takes settings and loans, and is not in force by that. */
  choose({ lends, switches, leverages, loans, manual = [], repaidByHand = [] }: LendingState): void {
    const byHand = new Map(manual)
    this.lends = lends
    for (const coin of repaidByHand) this.repaidByHand.add(coin)
    for (const [coin, isOn] of switches) this.switches.set(coin, isOn)
    for (const [coin, leverageE2] of leverages) this.leverages.set(coin, leverageE2)
    for (const [coin, borrowedE8, interestE8] of loans) {
      this.byCoin.set(coin, { borrowedE8, interestE8, manualE8: byHand.get(coin) ?? 0 })
    }
  }

  #countsE8(terms: EngineCoin, netE8: number, priceE8: number): number {
    if (netE8 > 0 && !this.isOn(terms)) return 0
    let value = this.#values.get(terms.coin)
    if (value === undefined) this.#values.set(terms.coin, (value = new CollateralValue(terms)))
    return value.dollarsE8(netE8, priceE8)
  }

  #debtMarginE8(coin: string, terms: LoanTerms, debtE8: number): number {
    let margin = this.#debts.get(coin)
    if (margin === undefined) this.#debts.set(coin, (margin = new DebtMargin()))
    return margin.dollarsE8(terms, debtE8)
  }

  /** What orders of pairs and of their spreads would lose of the collateral if they filled, E8 of a dollar. */
  #lostBySwap(cash: Cash, priceE8: number, besides: Position | null): number {
    let lost = 0
    for (const position of cash.positions) {
      if (position.exchanged === null || position === besides) continue
      const buysE8 = orderCoinsE8(position)
      if (buysE8 > 0) lost += shareOf(dollarsOf(buysE8, priceE8), ONE_E8 - this.#ratioE8(position.exchanged))
    }
    for (const position of cash.basePositions) {
      if (position === besides) continue
      const sellsE8 = orderBaseE8(position)
      if (sellsE8 > 0) {
        const lostRate = Math.max(0, this.#ratioE8(cash) - this.#ratioE8(position.cash))
        lost += shareOf(dollarsOf(sellsE8, priceE8), lostRate)
      }
    }
    return lost
  }

  /** What is owed of a coin but what was borrowed by hand. */
  #ofOrdersE8(coin: string): number {
    return this.owedE8(coin) - (this.byCoin.get(coin)?.manualE8 ?? 0)
  }

  #mayOwe(cash: Cash): boolean {
    return this.byCoin.has(cash.coin) || cash.positions.length > 0 || cash.basePositions.length > 0
  }

  #ratioE8(cash: Cash): number {
    const terms = this.coins.find(cash.coin)
    if (terms === null || this.coins.priceE8(cash.coin) === null) return 0
    const netE8 = this.netE8(cash)
    return netE8 >= 0 && !this.isOn(terms) ? 0 : marginalRatioE8(terms, netE8)
  }

  #initialRateE8(coin: string): number {
    const leverageE2 = this.leverageE2(coin)
    let rateE8 = INITIAL_RATES.get(leverageE2)
    if (rateE8 === undefined) {
      rateE8 = countOf(borrowInitialMarginRate(textOf<Leverage>(leverageE2 * (ONE_E8 / ONE_E2))))
      INITIAL_RATES.set(leverageE2, rateE8)
    }
    return rateE8
  }
}

/** By leverage, of which there are at most some hundred: it is asked for with every look at a margin. */
const INITIAL_RATES = new Map<number, number>()

/** What is held for options that are bought; in portfolio margin what they are worth is in the equity instead. */
function boughtOptionsE8({ positions }: Cash): number {
  let bought = 0
  for (const position of positions) {
    if (position.base === null && !position.market.product.owesCost) bought += orderMarginE8(position)
  }
  return bought
}

/** Margin of positions and orders, without the coins that orders pay with. */
function heldE8(cash: Cash, besides: Position | null): number {
  const { coinMargin } = cash.account
  if (coinMargin !== null) return coinMargin.initialE8(cash, besides)
  let held = 0
  for (const position of cash.positions) {
    if (position.lots !== 0) held += positionMarginE8(position)
    if (position !== besides && position.base === null) held += orderMarginE8(position) - orderCoinsE8(position)
  }
  return held
}

/** What unrealised results have taken of a coin, E8. */
export function unrealisedLossE8(cash: Cash): number {
  let pnl = 0
  for (const position of cash.positions) pnl += backingPnlE8(position)
  return Math.max(0, -pnl)
}
