/**
 * What backs the margin of an account: each coin what is settled in it, or all of them everything. One value for each of
 * the two; an account holds the one that it chose. Amounts are E8 of the coin asked about.
 *
 * It names neither accounts nor positions, so that accounts may hold it: `Coin` is one coin of an account, `Held` a position.
 */
export interface Backing<Coin, Held> {
  /** Whether every figure is of all coins, so that nobody has to work out what a coin has by itself. */
  isOfAll(cash: Coin): boolean
  /** Free for new orders. @param ownE8 what the coin has free by itself @param besides its orders are not counted */
  availableE8(cash: Coin, ownE8: number, besides: Held | null): number
  /** @param ownE8 wallet and results of the coin itself */
  equityE8(cash: Coin, ownE8: number): number
  /** @param ownE8 of the positions that are settled in the coin */
  maintenanceE8(cash: Coin, ownE8: number): number
  /** The same once the orders of an account with portfolio margin have filled. @param ownE8 trial margin of the coin itself */
  trialE8(cash: Coin, ownE8: number): number
  /** What a pair's orders may pay with. */
  payableE8(cash: Coin, payment: Payment<Coin, Held>): number
  /** What of a coin's available a payment takes; `receives` is what comes for it, less the fee. */
  takenE8(cash: Coin, payment: Pick<Payment<Coin, Held>, 'receives' | 'feeRateE8'> & Paid<Coin>): number
  /** What a pair's fill may pay with. @param leftE8 equity less maintenance margin */
  fillableE8(cash: Coin & { readonly walletE8: number }, leftE8: number): number
  /** The coins that stand and fall together; `null`: each does by itself. */
  group(): readonly Coin[] | null
  /** An amount of the coin in the unit in which amounts of the group compare. */
  weigh(cash: Coin, amountE8: number): number
  /** Of what is left of a coin once its last position was taken over, what goes with that. */
  forfeitE8(leftE8: number): number
  /** What orders and losses have borrowed of a coin; `null` where nothing of it is lent. @param lostE8 lost besides */
  debtOf(cash: Coin, lostE8: number): CoinDebt | null
  /** `null` where nothing can be owed. */
  readonly loans: Loans | null
  /** With portfolio margin, what is margined as one; `null` where what settles in each coin is margined by itself. */
  readonly accountWide: AccountWide<Coin> | null
}

/** The coins of an account with portfolio margin whose positions hedge each other. */
export interface AccountWide<Coin> {
  /**
   * Those that have a price, in the account's order; `null` of a given coin without one, which stands by itself.
   * @param given stands for the account's coin of its name
   */
  marginedCoins(given: Coin | null): readonly MarginedCoin<Coin>[] | null
  /** Free for new orders, E8 of a US dollar. */
  freeDollarsE8(): number
}

export interface MarginedCoin<Coin> {
  readonly cash: Coin
  /** US dollars for one, E8. */
  readonly priceE8: number
  /** What of it no order pays with and may hedge what is short of it, E8 of the coin. */
  readonly hedgeE8: number
}

/** Of an order of a pair, what its payment stands on. */
export interface Payment<Coin, Held> {
  /** Coins that no other order holds back. */
  readonly unheldE8: number
  /** What the coin has free by itself. */
  readonly availableE8: number
  readonly receives: Coin
  /** Of what is received, E8. */
  readonly feeRateE8: number
  /** Its orders are part of the payment. */
  readonly besides: Held | null
  /** Whether it may pay with what it borrows. */
  readonly mayBorrow: boolean
}

export interface Paid<Coin> {
  readonly amountE8: number
  readonly pays: Coin
}

/** E8 of the coin. */
export interface CoinDebt {
  readonly borrowedE8: number
  /** The most that may be. */
  readonly mostE8: number
  readonly initialMarginE8: number
}

/** What an account owes of a coin, E8. */
export interface Loan {
  readonly borrowedE8: number
  readonly interestE8: number
  /** What of `borrowedE8` was borrowed by hand: it is repaid by hand, not by what is free of the coin. */
  readonly manualE8: number
}

export const NO_LOAN: Loan = { borrowedE8: 0, interestE8: 0, manualE8: 0 }

/** Whether what is free of a coin repays what orders borrowed of it, or its owner does. */
export type RepaymentMode = 'auto' | 'manual'

export interface Loans {
  /** By coin. */
  readonly byCoin: ReadonlyMap<string, Loan>
  /** What is owed of a coin, interest included. */
  owedE8(coin: string): number
  /** What of it so many free coins repay by themselves: as many stay as were borrowed by hand, and that debt does. */
  selfPaidE8(coin: string, freeE8: number): number
  set(coin: string, loan: Loan): void
  modeOf(coin: string): RepaymentMode
}

/** Each coin backs what is settled in it, and nothing else; nothing is owed. */
export const OWN_COIN = {
  isOfAll: (_cash: unknown): boolean => false,
  availableE8: (_cash: unknown, ownE8: number): number => ownE8,
  equityE8: (_cash: unknown, ownE8: number): number => ownE8,
  maintenanceE8: (_cash: unknown, ownE8: number): number => ownE8,
  trialE8: (_cash: unknown, ownE8: number): number => ownE8,
  payableE8: (_cash: unknown, { unheldE8, availableE8 }: Payment<unknown, unknown>): number =>
    Math.min(unheldE8, availableE8),
  takenE8: (cash: unknown, { amountE8, pays }: { readonly amountE8: number; readonly pays: unknown }): number =>
    pays === cash ? amountE8 : 0,
  fillableE8: ({ walletE8 }: { readonly walletE8: number }, leftE8: number): number => Math.min(walletE8, leftE8),
  group: () => null,
  weigh: (_cash: unknown, amountE8: number): number => amountE8,
  forfeitE8: (leftE8: number): number => leftE8,
  debtOf: () => null,
  loans: null,
  accountWide: null,
}
