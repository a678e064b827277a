import type { Loan, RepaymentMode } from '../risk/backing'
import type { EngineCoin } from './engine-coin'

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
  /** With portfolio margin every coin backs everything, and all that they settle is margined as one; left out, no. */
  readonly accountWide?: boolean
  /** What a coin of the wallet is worth hedges what is short of it there; left out, no. */
  readonly hedgesSpot?: boolean
}

/** What an account has chosen of collateral and lending, and what it owes. */
export class LendingChoices {
  /** Whether orders of pairs may borrow. */
  lends = false
  /** See `LendingState`. */
  marginsAsOne = false
  hedgesSpot = false
  readonly switches = new Map<string, boolean>()
  readonly leverages = new Map<string, number>()
  readonly repaidByHand = new Set<string>()
  readonly byCoin = new Map<string, Loan>()

  /** Whether a coin counts: as the account said, else once it borrows or has one margin for all coins. */
  isOn({ coin, isOptional }: EngineCoin): boolean {
    return !isOptional || (this.switches.get(coin) ?? (this.lends || this.marginsAsOne))
  }

  owedE8(coin: string): number {
    const loan = this.byCoin.get(coin)
    return loan === undefined ? 0 : loan.borrowedE8 + loan.interestE8
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

  leverageE2(coin: string): number {
    return this.leverages.get(coin) ?? DEFAULT_LEVERAGE_E2
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
      ...(this.marginsAsOne ? { accountWide: true } : {}),
      ...(this.hedgesSpot ? { hedgesSpot: true } : {}),
    }
  }

  /** Takes settings and loans, and is not in force by that. */
  choose({ lends, switches, leverages, loans, manual = [], repaidByHand = [], ...more }: LendingState): void {
    const byHand = new Map(manual)
    this.lends = lends
    this.marginsAsOne = more.accountWide === true
    this.hedgesSpot = more.hedgesSpot === true
    for (const coin of repaidByHand) this.repaidByHand.add(coin)
    for (const [coin, isOn] of switches) this.switches.set(coin, isOn)
    for (const [coin, leverageE2] of leverages) this.leverages.set(coin, leverageE2)
    for (const [coin, borrowedE8, interestE8] of loans) {
      this.byCoin.set(coin, { borrowedE8, interestE8, manualE8: byHand.get(coin) ?? 0 })
    }
  }
}
