import { borrowInitialMarginRate } from '../../../src/domain/risk/borrowing'
import type { Leverage } from '../../../src/domain/decimal'
import type { Account, Cash, Position } from '../entities'
import { unheldCoinsE8 } from '../risk/available'
import {
  type Backing,
  type CoinDebt,
  type Loans,
  NO_LOAN,
  OWN_COIN,
  type Payment,
  type AccountWide,
  type MarginedCoin,
} from '../risk/backing'
import { ownEquityE8, ownPositionsMaintenanceE8 } from '../risk/margin'
import { HELD, ORDERED, AccountWideMargin } from '../risk/portfolio'
import { mulDiv, ONE_E2, ONE_E8 } from '../scaled'
import { coinsFor, countOf, dollarsOf, textOf } from './amounts'
import type { CoinTable } from './coin-table'
import { countingBy } from './counting'
import { CollateralValue, DebtMargin, marginalRatioE8, shareOf } from './collateral-value'
import type { EngineCoin, LoanTerms } from './engine-coin'
import { boughtOptionsE8, heldE8 } from './held-in-coin'
import { LendingChoices, type LendingState } from './lending-choices'
import {
  formerlyLost,
  HEDGE_LOSS_E8,
  lostByOrders,
  lostByPayment,
  mostPaid,
  receivedByOrders,
  type Counting,
  type Swap,
} from './swap-loss'

/** Of the whole account, E8 of a US dollar. */
export interface SharedFigures {
  /** What its coins count for, less what they owe. */
  readonly equityE8: number
  readonly initialE8: number
  readonly maintenanceE8: number
}

interface PricedCoin {
  readonly cash: Cash
  readonly terms: EngineCoin
  /** US dollars for one, E8. */
  readonly priceE8: number
}

interface Debt {
  readonly coin: string
  readonly loan: LoanTerms
  /** In US dollars. */
  readonly debtE8: number
}

/** Every coin that counts backs everything of the account, in US dollars at the index; what is missing of one is owed. */
export class SharedCollateral extends LendingChoices implements Backing<Cash, Position>, Loans, AccountWide<Cash> {
  readonly loans = this
  readonly #values = new Map<string, CollateralValue>()
  readonly #debts = new Map<string, DebtMargin>()
  readonly #counting: Counting = countingBy(this)
  /** Of a draft: the coins that it is asked about. */
  #drafts: readonly Cash[] | null = null

  constructor(
    readonly account: Account,
    readonly coins: CoinTable,
  ) {
    super()
  }

  /** The same with loans of its own, and copies in place of some coins: for a preview to act on. */
  draft(copies: readonly Cash[]): SharedCollateral {
    const draft = new SharedCollateral(this.account, this.coins)
    draft.choose(this.state())
    // Each where its coin stands: in another order sums of model values end in another last unit.
    const inPlace = this.account.coins.map((one) => copies.find(({ coin }) => coin === one.coin) ?? one)
    draft.#drafts = [...inPlace, ...copies.filter(({ coin }) => !this.account.cash.has(coin))]
    return draft
  }

  /** One coin of those that it is asked about. */
  cashOf(coin: string): Cash | null {
    return this.#cashes.find((one) => one.coin === coin) ?? null
  }

  get #cashes(): readonly Cash[] {
    return this.#drafts ?? this.account.coins
  }

  selfPaidE8(coin: string, freeE8: number): number {
    const { manualE8 } = this.byCoin.get(coin) ?? NO_LOAN
    return Math.max(0, Math.min(freeE8, this.owedE8(coin)) - manualE8)
  }

  /** What is borrowed of a coin: what was lent, and what unrealised losses have taken beyond it. @param lostE8 lost besides */
  borrowedE8(cash: Cash, lostE8 = 0, besides: Position | null = null): number {
    const { interestE8, manualE8 } = this.byCoin.get(cash.coin) ?? NO_LOAN
    const bought = this.account.coinMargin === null ? boughtOptionsE8(cash) : 0
    const equityE8 = this.netE8(cash) + interestE8 - lostE8
    const unheldE8 = unheldCoinsE8(cash, besides)
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

  debtOf(cash: Cash, lostE8: number): CoinDebt | null {
    const loan = this.coins.find(cash.coin)?.loan ?? null
    const priceE8 = this.coins.priceE8(cash.coin)
    if (loan === null || priceE8 === null) return null
    const borrowedE8 = this.borrowedE8(cash, lostE8)
    const initialE8 = shareOf(dollarsOf(borrowedE8, priceE8), this.#initialRateE8(cash.coin))
    return { borrowedE8, mostE8: countOf(loan.maxBorrow), initialMarginE8: coinsFor(initialE8, priceE8) }
  }

  /** What may still be borrowed of a coin by its limit. */
  roomE8(cash: Cash): number {
    const loan = this.coins.find(cash.coin)?.loan ?? null
    return loan === null || !this.lends ? 0 : Math.max(0, countOf(loan.maxBorrow) - this.borrowedE8(cash))
  }

  /** @param given stands for the account's coin of its name @param besides its orders are not counted */
  figures(given: Cash | null = null, besides: Position | null = null): SharedFigures {
    const priced = this.#priced(given)
    const debts = this.#debtsOf(priced)
    return {
      equityE8: this.#sumE8(priced),
      initialE8: this.#initialE8(priced, debts, besides),
      maintenanceE8: this.#maintenanceE8(priced, debts),
    }
  }

  get accountWide(): AccountWide<Cash> | null {
    return this.#isAccountWide ? this : null
  }

  marginedCoins(given: Cash | null): readonly MarginedCoin<Cash>[] | null {
    const together = this.#margined(this.#priced(given))
    return given === null || together.some(({ cash }) => cash === given) ? together : null
  }

  freeDollarsE8(): number {
    const { equityE8, initialE8 } = this.figures()
    return equityE8 - initialE8
  }

  get #isAccountWide(): boolean {
    return this.marginsAsOne && this.account.coinMargin !== null
  }

  #margined(priced: readonly PricedCoin[]): readonly MarginedCoin<Cash>[] {
    return priced.map(({ cash, priceE8 }) => {
      const hedgeE8 = this.hedgesSpot ? Math.max(0, Math.min(unheldCoinsE8(cash), this.netE8(cash))) : 0
      return { cash, priceE8, hedgeE8 }
    })
  }

  #priced(given: Cash | null): readonly PricedCoin[] {
    const priced: PricedCoin[] = []
    for (const one of this.#cashes) {
      const terms = this.coins.find(one.coin)
      const priceE8 = this.coins.priceE8(one.coin)
      if (terms === null || priceE8 === null) continue
      priced.push({ cash: given !== null && given.coin === one.coin ? given : one, terms, priceE8 })
    }
    return priced
  }

  #sumE8(priced: readonly PricedCoin[]): number {
    let sum = 0
    for (const { cash, terms, priceE8 } of priced) sum += this.#countsE8(terms, this.netE8(cash), priceE8)
    return sum
  }

  #debtsOf(priced: readonly PricedCoin[]): readonly Debt[] {
    const debts: Debt[] = []
    for (const { cash, terms, priceE8 } of priced) {
      if (terms.loan === null || !this.#mayOwe(cash)) continue
      const debtE8 = dollarsOf(this.borrowedE8(cash), priceE8)
      if (debtE8 !== 0) debts.push({ coin: cash.coin, loan: terms.loan, debtE8 })
    }
    return debts
  }

  #initialE8(priced: readonly PricedCoin[], debts: readonly Debt[], besides: Position | null): number {
    const { countsReachedSlices } = this.coins.rules
    let sum = countsReachedSlices ? lostByOrders(priced, besides, this.#counting) : 0
    for (const { cash, priceE8 } of priced) {
      if (!this.#isAccountWide) sum += dollarsOf(heldE8(cash, besides), priceE8)
      if (!countsReachedSlices) sum += formerlyLost({ cash, priceE8 }, besides, (one) => this.#ratioE8(one))
    }
    for (const { coin, debtE8 } of debts) sum += shareOf(debtE8, this.#initialRateE8(coin))
    if (!this.#isAccountWide) return sum
    const together = new AccountWideMargin(this.#margined(priced))
    return sum + together.marginE8({ ...ORDERED, besides }).initial + together.costsE8(besides)
  }

  #maintenanceE8(priced: readonly PricedCoin[], debts: readonly Debt[], isTrial = false): number {
    let sum = 0
    for (const { coin, loan, debtE8 } of debts) sum += this.#debtMarginE8(coin, loan, debtE8)
    if (this.#isAccountWide) {
      const together = new AccountWideMargin(this.#margined(priced))
      return isTrial
        ? sum + together.marginE8(ORDERED).maintenance + together.costsE8(null)
        : sum + together.marginE8(HELD).maintenance
    }
    for (const { cash, priceE8 } of priced) sum += dollarsOf(ownPositionsMaintenanceE8(cash), priceE8)
    return sum
  }

  /** What a coin counts for in US dollars, E8; `null` while it has no price. */
  collateralE8(cash: Cash): number | null {
    const terms = this.coins.find(cash.coin)
    const priceE8 = this.coins.priceE8(cash.coin)
    return terms === null || priceE8 === null ? null : this.#countsE8(terms, this.netE8(cash), priceE8)
  }

  isOfAll({ coin }: Cash): boolean {
    return this.coins.priceE8(coin) !== null
  }

  availableE8(cash: Cash, ownE8: number, besides: Position | null): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null) return ownE8
    const { equityE8, initialE8 } = this.figures(cash, besides)
    return coinsFor(equityE8 - initialE8, priceE8)
  }

  equityE8(cash: Cash, ownE8: number): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    return priceE8 === null ? ownE8 : coinsFor(this.#sumE8(this.#priced(cash)), priceE8)
  }

  maintenanceE8(cash: Cash, ownE8: number): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null) return ownE8
    const priced = this.#priced(cash)
    return coinsFor(this.#maintenanceE8(priced, this.#debtsOf(priced)), priceE8)
  }

  trialE8(cash: Cash, ownE8: number): number {
    const { coinMargin } = this.account
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null || coinMargin === null) return ownE8
    const priced = this.#priced(cash)
    let trial = this.#maintenanceE8(priced, this.#debtsOf(priced), true)
    if (this.#isAccountWide) return coinsFor(trial, priceE8)
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
  payableE8(cash: Cash, payment: Payment<Cash, Position>): number {
    const { unheldE8, availableE8, receives, feeRateE8, besides, mayBorrow } = payment
    const priceE8 = this.coins.priceE8(cash.coin)
    if (priceE8 === null) return Math.min(unheldE8, availableE8)
    // What an order had borrowed that is changed now is borrowed anew: it is none of the account's own.
    const ownE8 = mayBorrow ? unheldE8 - Math.min(Math.max(0, unheldE8), this.#ofOrdersE8(cash.coin)) : unheldE8
    const hedgeRateE8 = this.#hedgesWith(cash) ? HEDGE_LOSS_E8 : 0
    const { countsReachedSlices, asksSwapsExactly } = this.coins.rules
    const { equityE8, initialE8 } = this.figures(cash, countsReachedSlices ? besides : null)
    if (countsReachedSlices) {
      // What its own orders owe is owed anew: it has its room and its margin already.
      const owedE8 = asksSwapsExactly ? this.borrowedE8(cash) - this.borrowedE8(cash, 0, besides) : 0
      const mostE8 = mayBorrow ? ownE8 + this.roomE8(cash) + owedE8 : ownE8
      const initialRateE8 = this.#initialRateE8(cash.coin)
      const boundE8 = Math.max(0, equityE8 - initialE8 + shareOf(dollarsOf(owedE8, priceE8), initialRateE8))
      const asked = { pays: cash, receives, feeRateE8, ownE8, mostE8, boundE8, hedgeRateE8, initialRateE8 }
      return mostPaid(asked, this.#receivedE8(receives, besides), this.#counting)
    }
    const roomE8 = Math.max(0, coinsFor(equityE8 - initialE8, priceE8))
    const receivedE8 = this.#ratioE8(receives)
    const lostE8 = Math.max(0, this.#ratioE8(cash) - receivedE8) + hedgeRateE8
    const own = lostE8 === 0 ? ownE8 : Math.min(ownE8, mulDiv(roomE8, ONE_E8, lostE8, 'down'))
    if (!mayBorrow || own < ownE8) return own
    const left = Math.max(0, roomE8 - mulDiv(Math.max(0, ownE8), lostE8, ONE_E8, 'up'))
    const costE8 = Math.max(0, ONE_E8 - receivedE8) + this.#initialRateE8(cash.coin)
    return ownE8 + Math.min(this.roomE8(cash), mulDiv(left, ONE_E8, costE8, 'down'))
  }

  /** What is given for one that counts for less loses the difference. */
  takenE8(cash: Cash, swap: Swap): number {
    const priceE8 = this.coins.priceE8(cash.coin)
    const { pays, receives, amountE8 } = swap
    if (priceE8 === null) return OWN_COIN.takenE8(cash, { amountE8, pays })
    if (this.coins.rules.countsReachedSlices) {
      const lostE8 = lostByPayment(swap, this.#receivedE8(receives, null), this.#counting)
      return -coinsFor(-Math.round(lostE8), priceE8)
    }
    const lostRateE8 = Math.max(0, this.#ratioE8(pays) - this.#ratioE8(receives))
    return -coinsFor(-shareOf(this.weigh(pays, amountE8), lostRateE8), priceE8)
  }

  fillableE8({ walletE8 }: Cash, leftE8: number): number {
    return leftE8 >= 0 ? walletE8 : 0
  }

  group(): readonly Cash[] {
    return this.#cashes
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
    return this.lends || this.#isAccountWide || [...this.switches.values()].includes(true)
  }

  /** Whether, with portfolio margin, all that its coins settle is margined as one. */
  marginAsOne(isOn: boolean): void {
    this.marginsAsOne = isOn
    this.apply()
  }

  /** Takes force with its account, or leaves it as plain as it was. */
  apply(): void {
    this.account.backing = this.isInForce ? this : OWN_COIN
  }

  /** @param sharing where accounts that chose something stand */
  restore(saved: LendingState, sharing: Map<string, SharedCollateral>): void {
    sharing.set(this.account.id, this)
    this.choose(saved)
    this.apply()
  }

  #countsE8(terms: EngineCoin, netE8: number, priceE8: number): number {
    if (netE8 > 0 && !this.isOn(terms)) return 0
    let value = this.#values.get(terms.coin)
    if (value === undefined) this.#values.set(terms.coin, (value = new CollateralValue(terms)))
    return value.dollarsE8(netE8, priceE8)
  }

  #receivedE8(receives: Cash, besides: Position | null): number {
    return receivedByOrders(receives, this.#cashes, besides, this.#counting)
  }

  #debtMarginE8(coin: string, terms: LoanTerms, debtE8: number): number {
    let margin = this.#debts.get(coin)
    if (margin === undefined) this.#debts.set(coin, (margin = new DebtMargin()))
    return margin.dollarsE8(terms, debtE8)
  }

  /** What is owed of a coin but what was borrowed by hand. */
  #ofOrdersE8(coin: string): number {
    return this.owedE8(coin) - (this.byCoin.get(coin)?.manualE8 ?? 0)
  }

  /** Whether coins that are given away may stand against something short. */
  #hedgesWith({ coin }: Cash): boolean {
    const { positions } = this.account
    return this.hedgesSpot && [...positions.values()].some(({ market }) => market.instrument.underlying === coin)
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
