import type { AccountKind } from '../../src/domain/account/wallet'
import type { AccountRole, MarginMode } from './accounts/account-settings'
import type { EngineCommand, PlaceCommand } from './commands'
import type { EngineEvent } from './events'
import type { EngineBalance, EnginePosition } from './records/position-records'
import type { EngineInstrument } from './instrument'
import type { EngineOrder } from './records/order-records'
import type { EnginePortfolio, EnginePortfolioAfter, EngineTrade } from './records/portfolio-report'
import type { AccountLending } from './lending/lending-info'
import type { SpotPower } from './lending/spot-power'
import type { EngineRefusal, EngineResult } from './result'
import type { ProtectionInForce } from './protection/maker-protection'
import type { EngineSnapshot } from './snapshot'

/**
 * What the matching engine is to those who use it: `commands.ts` says what it is asked, `result.ts` and `events.ts` what
 * it says. All of it is scaled integers: prices in ticks, quantities in lots, money in units of 1e-8 of the settle coin
 * ("E8"), rates in E8, leverage in E2. Every number is a safe integer; the engine refuses what would pass 2^53.
 *
 * Deterministic: the same commands with the same times give the same events. No clock, no I/O, no random number.
 */

export interface EngineOutcome {
  readonly result: EngineResult
  readonly events: readonly EngineEvent[]
}

export interface EnginePreview {
  readonly refusal: EngineRefusal | null
  readonly before: readonly EngineBalance[]
  /** With the order placed; too little money is told beside it, other refusals leave `null`. */
  readonly after: readonly EngineBalance[] | null
  /** The debts beside `after`, where coins back each other. */
  readonly lending: AccountLending | null
}

export interface MatchingEngine {
  handle(command: EngineCommand, nowMs: number): EngineOutcome
  /**
   * Adds an instrument, or changes a known one (fees, limits, tiers, status, tick size; never the lot size or the coin).
   * A new `valueUnitE8` is a new tick size: prices at rest are restated, and orders whose price is not a whole number
   * of the new ticks are cancelled (`CancelByAdmin`). Call it in ledger order like a command.
   */
  updateInstrument(instrument: EngineInstrument, nowMs: number): EngineOutcome
  /** Forgets a contract without positions and orders. Call it in ledger order like a command. */
  retireInstrument(symbol: string): void
  /** Best first, at most `levels` a side, `[ticks, lots]`. */
  book(
    symbol: string,
    levels: number,
  ): { readonly bids: readonly (readonly [number, number])[]; readonly asks: readonly (readonly [number, number])[] }
  openOrders(account: string, symbol?: string): readonly EngineOrder[]
  /** An order by either id, finished ones included for as long as the engine remembers them (`RECENT_ORDERS_MAX`). */
  findOrder(account: string, ids: { readonly orderId?: string; readonly linkId?: string }): EngineOrder | null
  /** Only positions with size, unless `symbol` is named. */
  positions(account: string, symbol?: string): readonly EnginePosition[]
  balances(account: string): readonly EngineBalance[]
  /** What an account's coins count for together, and what it owes; `null` for an unknown account. */
  lending(account: string): AccountLending | null
  /** With what it could trade a pair; `null` for what is no pair, and for an unknown account. */
  spotPower(account: string, symbol: string): SpotPower | null
  /** What margins an account with portfolio margin, by underlying; `null` of all others. */
  portfolio(account: string): readonly EnginePortfolio[] | null
  /** The same with trades that are only thought of. Of what is not listed or has no scenarios nothing is added. */
  portfolioAfter(account: string, trades: readonly EngineTrade[]): readonly EnginePortfolioAfter[] | null
  /**
   * The most lots of a market whose value stays exact at the prices of now (`VALUE_MAX_E8`), of an option at its index; or
   * what the account holds there, if that is more.
   */
  mostHeld(account: string, symbol: string): number
  /** Whether its coins back each other. */
  sharesCollateral(account: string): boolean
  /** What protects an account's orders in the options on a coin; `null` where nothing ever did. */
  makerProtection(account: string, coin: string): ProtectionInForce | null
  /** `seq` of the newest order, execution or position event: no row of now has a higher one. */
  lastSeq(): number
  /** What an order would do to the balances: all its checks, and nothing changes. `null` for an unknown account. */
  preview(command: PlaceCommand): EnginePreview | null
  /** The most lots that it is taken with, or why it is refused with any. `null` for an unknown account. */
  mostLots(command: PlaceCommand): number | EngineRefusal | null
  hasAccount(account: string): boolean
  accounts(): readonly { readonly account: string; readonly role: AccountRole; readonly kind: AccountKind }[]
  marginMode(account: string): MarginMode
  positionMode(account: string, symbol: string): 'oneWay' | 'hedge'
  /** What a call auction would fill now; `null` where nothing meets, or there is none. */
  auction(symbol: string): { readonly ticks: number; readonly lots: number } | null
  /** Limit prices that an order may have now, in ticks; `null` for an unknown symbol. */
  priceBand(symbol: string): { readonly maxBuyTicks: number; readonly minSellTicks: number } | null
  /** The insurance pool: wallet and unrealised results of what it took over. */
  insurancePool(coin: string): { readonly balanceE8: number; readonly isDeleveraging: boolean }
  /** Highest P&L of the pool − P&L, and its highest balance, within the eight hours before `nowMs`. */
  insuranceDrawdown(coin: string, nowMs: number): { readonly lossE8: number; readonly maxBalanceE8: number }
  /** Open interest: lots held long (equal to lots held short). */
  openInterestLots(symbol: string): number
  /** Σ balances − Σ signed position cost per coin, in E8 as text: equals Σ credits, to the last unit. */
  conservation(): readonly { readonly coin: string; readonly sumE8: string; readonly creditedE8: string }[]
  /** The whole state as plain JSON; `restoreEngine(instruments, state)` gives an engine that goes on identically. */
  snapshot(): EngineSnapshot
}
