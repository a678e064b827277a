import type { AccountKind, Wallet } from '../../src/domain/account/wallet'
import type { Position } from '../../src/domain/position/position'
import type { MarginMode } from '../engine/accounts/account-settings'
import type { AccountLending } from '../engine/lending/lending-info'
import type { EngineBalance, EnginePosition } from '../engine/records/position-records'
import { byRank } from './accounts'
import type { Listing } from './listing'
import { withLending } from './lending-shapes'
import { toPosition } from './shapes'
import { toWallet } from './wallet-shape'

/*
 * What an account hears of an input, as numbers of that input. They become text when somebody reads them, which for most
 * accounts is never: only those with a channel open are told. Classes, because an object with a getter of its own is
 * made by the slowest road there is.
 */

export class PositionEvent {
  readonly type = 'position'
  readonly account: string
  readonly #engine: EnginePosition
  readonly #listing: Listing
  #position: Position | null = null

  constructor(engine: EnginePosition, listing: Listing) {
    this.account = engine.account
    this.#engine = engine
    this.#listing = listing
  }

  get position(): Position {
    this.#position ??= toPosition(this.#engine, this.#listing)
    return this.#position
  }
}

export class WalletEvent {
  readonly type = 'wallet'
  readonly account: string
  readonly #kind: AccountKind
  readonly #balances: readonly EngineBalance[]
  readonly #usdPriceE8: (coin: string) => bigint
  readonly #seq: number
  readonly #marginMode: MarginMode
  readonly #lending: AccountLending | null
  #wallet: Wallet | null = null

  /**
   * @param usdPriceE8 the index price of a coin as of now, in 1e-8 US dollars
   * @param lending of an account whose coins back each other
   */
  constructor(
    account: string,
    kind: AccountKind,
    balances: readonly EngineBalance[],
    usdPriceE8: (coin: string) => bigint,
    seq: number,
    marginMode: MarginMode,
    lending: AccountLending | null = null,
  ) {
    this.account = account
    this.#kind = kind
    this.#balances = balances
    this.#usdPriceE8 = usdPriceE8
    this.#seq = seq
    this.#marginMode = marginMode
    this.#lending = lending
  }

  get wallet(): Wallet {
    if (this.#wallet !== null) return this.#wallet
    const wallet = {
      ...toWallet(this.#kind, byRank(this.#balances), this.#usdPriceE8, this.#seq),
      marginMode: this.#marginMode,
    }
    this.#wallet = this.#lending === null ? wallet : withLending(wallet, this.#lending, this.#usdPriceE8)
    return this.#wallet
  }
}
